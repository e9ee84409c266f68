"""Malicious or broken full-text pages: they are refused with a reason or read as text; nothing in them is run or
requested."""

from __future__ import annotations

import tracemalloc
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.model.document import Document, Link, Picture, Reference
from arxtui.sources.errors import SourceError
from arxtui.sources.latexml import parse_document
from arxtui.sources.latexml.markup import prepare_markup
from arxtui.store.texts.documents import pack_document, unpack_document
from arxtui.text import clean
from tests.mutants.mutator import SHREDS, SPLINTERS, Blow, struck
from tests.sources.latexml.outline import NAMES, PAGES, outline
from tests.sources.test_mutations import BLOWS, MANY, words_only

DEEP = "the page's elements are nested too deep to be read"
UNENDED_CODE = "\\end{" * 150_000
PIECES = st.sampled_from(SPLINTERS + SHREDS)


def page(body: str) -> bytes:
    return f'<html><body><article class="ltx_document"><p>Begin.</p>{body}<p>End.</p></article></body></html>'.encode()


def source_link(source: str) -> str:
    data = b64encode(source.encode()).decode()
    return f'<div class=ltx_listing_data><a href="data:text/plain;base64,{data}">⬇</a></div>'


def parts(held: Any) -> Iterator[Any]:
    stack = [held]
    while stack:
        part = stack.pop()
        yield part
        if isinstance(part, tuple):
            stack.extend(reversed(part))


def texts(document: Document) -> list[str]:
    return [part for part in parts(document) if isinstance(part, str)]


def is_safe(text: str) -> bool:
    """Return whether ``clean`` would remove nothing from the text and all its white space is blanks."""
    return clean(text).split() == text.split() and all(sign == " " for sign in text if sign.isspace())


def is_sound(document: Document) -> bool:
    """Return whether every text is safe to display, every reference has a target, and the document survives packing for
    the cache."""
    assert [text for text in texts(document) if not is_safe(text)] == []
    anchors = {anchor for part in parts(document) for anchor in getattr(part, "anchors", ())}
    assert {part.target for part in parts(document) if isinstance(part, Reference)} <= {"", *anchors}
    return unpack_document(pack_document(document)) == document


@pytest.mark.parametrize(
    "body",
    [
        "<div>" * 100_000,
        "<div>" * 100_000 + "</div>" * 100_000,
        "<ul><li>" * 30_000,
        "<table><tr><td>" * 20_000,
        "<p>" + "<span>" * 100_000,
        "<math>" + "<mrow>" * 50_000,
        "".join(f"<font size={size}>" for size in range(3_000)) + "<p>x" * 3_000,
        "<div><!-- </div> -->" * 50_000,
        "<div></b>" * 50_000,
        "<div title='</div>'>" * 50_000,
    ],
)
def test_endless_nesting_is_refused(body: str) -> None:
    with pytest.raises(SourceError, match=DEEP):
        parse_document(page(body))


@pytest.mark.parametrize("depth", [100, 200, 300, 400])
def test_tables_in_tables_are_text_or_refused_however_deep(depth: int) -> None:
    with words_only():
        assert is_sound(parse_document(page("<span class=ltx_tabular>" * depth + "deep inside")))


@pytest.mark.parametrize("opened", ["<div>", "<blockquote>", "<ul><li>", "<table><tr><td>", "<i>", "<figure>"])
def test_deep_nesting_is_text(opened: str) -> None:
    document = parse_document(page(opened * 300 + "deep inside"))
    assert "deep inside" in outline(document)
    assert dict(document.unknown)["elements nested too deep"]
    assert is_sound(document)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"<html>" + b"x" * (64 * 2**20), "the page has 64 MB, more than any paper"),
        (page("<br>" * 1_000_001), "the page has 1,000,00. elements, more than any paper"),
    ],
)
def test_a_page_larger_than_any_paper_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(SourceError, match=reason):
        parse_document(data)


@pytest.mark.parametrize(
    "body",
    [
        f"<div class=ltx_dates>{'received ' * 200_000}</div>",
        f"<div class=ltx_dates>{'received .' * 200_000}</div>",
        f"<span class=ltx_ERROR>{'fatal error ' * 100_000}</span>",
        f"<div class=ltx_listing>{source_link(UNENDED_CODE)}</div>",
        'id="watermark-tr">arXiv:1 [' * 400_000,
        f"<span class='{'ltx_ERROR ' * 200_000}'>\\acctonos</span>",
        f"<span class='{'ltx_ERROR ' * 200_000}'>\\CJK@uniPunct</span>",
    ],
)
def test_unfinished_dates_errors_and_listings_do_not_slow_parsing_down(body: str) -> None:
    parse_document(page(body))


def test_the_beginnings_of_many_names_are_no_name() -> None:
    assert parse_document(b"<html><body><p>x</p>" + b"<title>" * 200_000).title == ()


def test_a_date_with_endless_digits_is_text() -> None:
    assert "1" * 5_000 in outline(parse_document(page(f"<div class=ltx_dates>1 May {'1' * 5_000}</div>")))


def test_a_large_page_is_read() -> None:
    document = parse_document(page(("<p>" + "word " * 200 + "</p>") * 10_000))
    assert len(document.blocks) == 10_002


@pytest.mark.parametrize(
    "body",
    [
        "<script>alert(1)</script><style>x</style><template>x</template>",
        "<p onclick='alert(1)' style='background: url(http://example.org/x)'></p>",
        "<iframe src='http://example.org/'>frame</iframe><form><input value=x><button>x</button></form>",
        "<svg onload='alert(1)'><script>alert(1)</script></svg>",
        "<base href='http://example.org/'><meta http-equiv=refresh content='0; url=http://example.org/'>",
    ],
)
def test_scripts_styles_frames_and_forms_leave_no_trace_in_a_text(body: str) -> None:
    document = parse_document(page(body))
    assert not any("example" in text or "alert" in text or text == "x" for text in texts(document))


def test_addresses_are_kept_as_text_and_nothing_is_requested() -> None:
    images = '<img src="http://127.0.0.1:1/x.png"><img src="data:image/png;base64,AA==">'
    document = parse_document(page(f'<p>{images} <a href="http://a.b/&#27;c">l</a></p>'))
    addresses = [part.address for part in parts(document) if isinstance(part, Picture)]
    assert addresses == ["http://127.0.0.1:1/x.png", "data:image/png;base64,AA=="]
    assert [part.url for part in parts(document) if isinstance(part, Link)] == ["http://a.b/c"]


def test_a_picture_written_into_the_page_is_not_kept_when_it_is_large() -> None:
    document = parse_document(page(f'<img src="data:image/png;base64,{"A" * 100_000}">'))
    assert dict(document.unknown) == {"img written into the page": 1}
    assert len(pack_document(document)) < 1_000


def test_signs_that_steer_a_terminal_are_dropped_everywhere() -> None:
    evil = "&#27;[2J\x1b]0;x\x07\x9b1m\u202edrow\u2066&#x9b;"
    places = (
        "<h2>{0}</h2><p>{0}<a href='{0}'>{0}</a><img src='{0}' alt='{0}'><math alttext='{0}'></math></p>"
        "<pre>{0}\t{0}</pre><div class='ltx_theorem ltx_theorem_{0}'><h6 class='ltx_title'>{0}</h6>{0}</div>"
        "<acme-{0}>x</acme-{0}>"
        "<span class='ltx_ERROR'>{0}</span><figure class='ltx_float ltx_float_{0}'><figcaption>{0}</figcaption>"
        "</figure><ul><li><span class='ltx_tag'>{0}</span>{0}</li></ul><table><tr><td>{0}</td></tr></table>"
        "<a href='#{0}'>x</a>"
        "<div class='ltx_listing ltx_lst_language_{0}'><div class='ltx_listingline'>{0}</div></div><p id='{0}'>x</p>"
        "<div class='ltx_authors'><span class='ltx_creator'><span class='ltx_personname'>{0}</span>{0}</span></div>"
    )
    document = parse_document(page(places.format(evil)))
    assert is_sound(document)
    assert "drow" in outline(document)


@MANY
@given(BLOWS, st.sampled_from(NAMES), st.lists(st.tuples(st.floats(0, 1, exclude_max=True), PIECES), max_size=4))
def test_a_damaged_page(blows: list[Blow], name: str, put: list[tuple[float, bytes]]) -> None:
    data = struck((PAGES / name).read_bytes(), [*blows, *((where, 0, piece) for where, piece in put)])
    with words_only():
        assert is_sound(parse_document(data))


@MANY
@given(st.lists(PIECES, max_size=40).map(b"".join))
def test_a_page_of_shreds(data: bytes) -> None:
    with words_only():
        assert is_sound(parse_document(b"<html><body class=ltx_document>" + data + b"</html>"))


@given(st.sampled_from(NAMES), st.floats(0, 1))
def test_a_page_that_is_cut_off(name: str, where: float) -> None:
    whole = (PAGES / name).read_bytes()
    with words_only():
        assert is_sound(parse_document(whole[: int(where * len(whole))]))


def test_a_page_takes_no_more_than_three_times_its_own_memory_while_it_is_prepared() -> None:
    drawing = '<svg class="ltx_picture"><g transform="translate(0,1)"><text>𝐱</text></g></svg>' * 100
    data = page(f"<!-- made -->{drawing}<p><math><mi>𝐱</mi></math></p>" * 50)
    size = 4 * len(data.decode())
    prepare_markup(data)
    tracemalloc.start()
    try:
        prepare_markup(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 3 * size
