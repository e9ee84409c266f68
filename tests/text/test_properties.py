"""Properties that hold for any text."""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxtui.text import cells, clean, clean_block, clip, decode, fold, readable, title_key, words, wrap
from arxtui.text.greek import repair_greek
from arxtui.text.tex.commands import COMMANDS
from arxtui.text.tex.converter import FORMULAS, convert
from arxtui.text.tex.marks import SCRIPT_FORMS, SUBSCRIPTS, SUPERSCRIPTS
from arxtui.text.tex.spacing import settle
from arxtui.text.tex.symbols import SYMBOLS
from arxtui.text.tex.walker import Formulas, Walker

_DANGEROUS = frozenset(
    [
        *map(chr, [*range(0x20), *range(0x7F, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A)]),
        *"\u200e\u200f\ufeff",
    ]
)
_PIECES = st.sampled_from(
    (
        r"\frac \sqrt \sqrt[3] { } $ $$ ^ _ \alpha \to \log \left( \right. \not \mathbb \hat \text \begin{cases} "
        r"\end{cases} \\ "
        r"\begin{equation} \end{equation} & ~ -- `` '' \" \' \b \c \i \[ \] \( \) \over \choose \cal \bf \ce \SI \href "
        r"\verb|a| \cite[ ] [ x 2 + = ( ) , \foo \limits \pmod \operatorname* \overline \xrightarrow % #"
    ).split()
)
tex = st.lists(_PIECES | st.just(" ") | st.text(max_size=3), max_size=40).map("".join)
anything = st.text() | tex
prose = st.text(alphabet=st.sampled_from("ab é链👩\u200d🔬\u0301\u00a0 \n"), max_size=80)


class Raised(logging.Handler):
    """Raises what is logged."""

    def emit(self, record: logging.LogRecord) -> None:
        raise AssertionError(record.getMessage()) from (record.exc_info and record.exc_info[1])


@pytest.fixture(autouse=True, scope="module")
def nothing_falls_back_to_its_source() -> Iterator[None]:
    """A conversion that fails shows the source and logs the error; here it fails the test."""
    log, handler = logging.getLogger("arxtui.text"), Raised()
    log.addHandler(handler)
    yield
    log.removeHandler(handler)


@given(anything)
@settings(max_examples=300)
def test_nothing_dangerous_passes_the_door(text: str) -> None:
    assert not _DANGEROUS & set(clean(text))
    assert not (_DANGEROUS - {"\n"}) & set(clean_block(text))


@given(anything)
def test_clean_text_stays_as_it_is(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert all(clean(line) == line for line in clean_block(text).split("\n"))


@given(tex)
@settings(max_examples=500)
def test_conversion_never_raises_and_makes_nothing_dangerous(text: str) -> None:
    safe = clean_block(text)
    assert not (_DANGEROUS - {"\n"}) & set(readable(safe))
    assert readable(readable(safe)) is not None


@given(tex)
@settings(max_examples=500)
def test_shortcuts_and_remembered_formulas_show_the_same_as_a_walk_over_every_token(text: str) -> None:
    plain = clean_block(text).replace("``", "")
    unremembered = Formulas(lambda content, before, after: None, FORMULAS.better)
    for written in (plain, f"a ${plain}$, b", f"a ${plain.replace('$', '')}$-b"):
        if re.search(r"[\\$~{]|--", written):
            walked = settle(Walker(written, COMMANDS, unremembered).sequence())
            assert convert(written) == re.sub("  +", " ", walked)


@given(
    st.text(
        alphabet=st.characters(max_codepoint=0x2FFF, exclude_categories=["Cs"]) | st.sampled_from("aA=\u0338\u0301 ")
    )
)
@settings(max_examples=300)
def test_folding_run_by_run_is_folding_by_unicodes_rules(text: str) -> None:
    normal = unicodedata.normalize("NFKC", text)
    assert fold(text) == "".join(fold("a" + each)[1:] if unicodedata.combining(each) else fold(each) for each in normal)
    plain = text.replace("_", " ").replace("^", " ")
    assert words(plain) == words(fold(plain))


@given(st.text())
def test_any_text_can_be_folded_split_and_keyed(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert all(word == fold(word) and word.isalnum() for word in words(text))
    assert words(title_key(text)) == title_key(text).split()
    assert repair_greek(text)[1] >= 0


@given(prose, st.integers(2, 30))
def test_wrapped_lines_fit_and_hold_all_the_text(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(cells(line) <= width for line in lines)
    assert "".join("".join(lines).split(" ")) == "".join(text.replace("\n", "").split(" "))


@given(prose, st.integers(-1, 30))
def test_clipped_text_fits(text: str, width: int) -> None:
    assert cells(clip(text, width)) <= max(width, 0)


@given(st.binary(), st.none() | st.sampled_from(["utf-8", "latin-1", "gb18030", "utf-16", "nonsense", "idna"]))
def test_any_bytes_can_be_decoded(data: bytes, declared: str | None) -> None:
    assert isinstance(decode(data, declared), str)


def test_every_symbol_can_be_shown_by_a_terminal() -> None:
    assert all(shown.isprintable() and shown.strip() for shown in SYMBOLS.values())


def test_the_class_of_raised_and_lowered_signs_holds_them_all() -> None:
    signs = {*SUPERSCRIPTS.values(), *SUBSCRIPTS.values()} - {"†", "‡"}
    assert all(re.fullmatch(f"[{SCRIPT_FORMS}]", sign) for sign in signs)
    assert not re.search(f"[{SCRIPT_FORMS}]", "aZ09 ().,-+=<|ΑΩαωА")


def test_every_raised_or_lowered_letter_is_found_by_its_plain_form() -> None:
    for table in (SUPERSCRIPTS, SUBSCRIPTS):
        for plain, form in table.items():
            if plain.isalnum():
                assert fold(form) == fold(plain), unicodedata.name(form)
