"""TeX in Markdown and in plain mode: KaTeX and MathJax typeset what the reader shows.

CONTRIBUTING.md says how to install both; without them, their test is skipped.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from arxtui.model.document import Formula
from arxtui.reader import markdown
from arxtui.reader.output.plain import plain_lines
from arxtui.sources.errors import SourceError
from arxtui.sources.latexml import parse_document
from arxtui.text.math import linear
from arxtui.text.math.common_tex import common_tex
from arxtui.text.math.parsing.tokens import MAX_LENGTH
from tests.reader.documents import document, equation, para
from tests.samples import sample

_SCRIPT = Path(__file__).with_name("typeset.cjs")
_MODULES = os.environ.get("ARXTUI_NODE_MODULES", "")
_PAGES_UP_TO = 400_000
# Names that the one-line form adds, and commands whose letters one of the forms does not show.
_OTHER_LETTERS = re.compile(
    r"\\(?:binom|sqrt\[|hat|tilde|check|breve|vec|dot|ddot|bar|overline|wide|color|tag|label|\w*phantom|not|[hv]space|rule|kern|lx@)"
)


@pytest.mark.parametrize(
    ("stored", "written"),
    [
        (r"\braket{a}{b}+\braket{a|b}+\Braket{a}{H}{b}", r"\braket{a|b}+\braket{a|b}+\Braket{a|H|b}"),
        (r"\Set{x\in R}{x>0}\set{x}", r"\Set{x\in R|x>0}\set{x}"),
        (r"\derivative{f}{x}", r"\frac{\mathrm{d}{f}}{\mathrm{d}{x}}"),
        (r"\partialderivative[2]{f}{x}", r"\frac{\partial^{2}{f}}{\partial{x}^{2}}"),
        (r"\partialderivative{f}{x}{y}", r"\frac{\partial^{2}{f}}{\partial{x}\partial{y}}"),
        (r"\quantity(\frac{a}{b})\absolutevalue{x}", r"\left(\frac{a}{b}\right)\left|x\right|"),
        (r"\matrixelement{a}{H}{b}", r"\left\langle{a}\middle|{H}\middle|{b}\right\rangle"),
        (r"\expectationvalue{\derivative{f}{x}}", r"\left\langle{\frac{\mathrm{d}{f}}{\mathrm{d}{x}}}\right\rangle"),
        (r"\differential[3]{x}h\gradient\phi", r"\mathrm{d}^{3}{x}h\nabla\phi"),
        (
            r"\bm{x}\mathbbm{1}\tr A\argmin_x\nicefrac12",
            r"\boldsymbol{x}\mathbb{1}\operatorname{tr} A\operatorname*{argmin}_x\frac12",
        ),
        (r"\pmqty{a&b\\c&d}\vb{v}", r"\begin{pmatrix}a&b\\c&d\end{pmatrix}\boldsymbol{v}"),
        (
            r"\matrixquantity[\lx@physics@matrix\imat{2}\endlx@physics@matrix]",
            r"\begin{bmatrix}1&0\\0&1\end{bmatrix}",
        ),
        (r"\ceil{x}y", r"\left\lceil x\right\rceil y"),
        (r"\begin{array}[]{cc}a&b\end{array}", r"\begin{array}{cc}a&b\end{array}"),
    ],
)
def test_commands_that_latexml_stores_in_another_form_are_written_so_that_others_typeset_them(
    stored: str, written: str
) -> None:
    assert common_tex(stored) == written
    assert _unspaced(linear(written)) == _unspaced(linear(stored))


@pytest.mark.parametrize(
    "tex", [r"x^{2}", r"\dv{a}", r"\qty{1}{m}", r"\braket", r"\dvx \brakets{a}{b}", r"\abs{x", r"\foo{\bar x}"]
)
def test_unknown_and_incomplete_commands_stay_as_written(tex: str) -> None:
    assert common_tex(tex) == tex


def test_commands_within_commands_are_written_however_deep() -> None:
    deep = 1_000
    assert common_tex(r"\abs{" * deep + "x" + "}" * deep) == r"\left|" * deep + "x" + r"\right|" * deep
    unfinished = r"\mel{a}{" * deep + "x" + "}" * deep
    assert common_tex(unfinished) == unfinished


def test_states_that_are_repeated_do_not_grow_without_end() -> None:
    deep = 1_000
    assert len(common_tex(r"\ketbra{" * deep + "x" + "}" * deep)) < 3 * MAX_LENGTH


def test_tex_leaves_the_program_in_markdown_and_plain_mode_as_the_paper_meant_it() -> None:
    paper = document(para("So ", Formula(r"\braket{a}{b}"), "."), equation(r"\quantity(x)"))
    assert list(markdown(paper)) == [r"So $\braket{a|b}$.", "", "$$", r"\left(x\right)", "$$"]
    shown = "\n".join(line.text for line in plain_lines(paper, 80, 80, tex=True))
    assert r"$\braket{a|b}$" in shown
    assert r"$\left(x\right)$" in shown


def test_real_formulas_read_the_same_in_the_commands_of_others(shared: Path) -> None:
    changed = [tex for tex in _real_formulas(shared) if common_tex(tex) != tex]
    assert len(changed) > 100
    for tex in changed:
        assert _unspaced(linear(common_tex(tex))) == _unspaced(linear(tex)), tex


def test_katex_and_mathjax_typeset_the_letters_that_the_reader_shows(shared: Path) -> None:
    if not shutil.which("node") or not _MODULES:
        pytest.skip("needs node, and ARXTUI_NODE_MODULES with the packages katex and mathjax-full")
    formulas = sorted(tex for tex in _real_formulas(shared) if linear(tex) and not _OTHER_LETTERS.search(tex))
    drawn = random.Random(20261128).sample(formulas, 300)
    physics = [r"\braket{a}{b}", r"\Set{x}{y}", r"\derivative{f}{x}", r"\quantity(x)", r"\matrixelement{a}{H}{b}"]
    tried = [*physics, *drawn]
    run = subprocess.run(
        ["node", _SCRIPT], input=json.dumps(list(map(common_tex, tried))), env=os.environ | {"NODE_PATH": _MODULES},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    for name in ("katex", "mathjax"):
        results = [result[name] for result in json.loads(run.stdout)]
        refused = [tex for tex, result in zip(tried, results, strict=True) if "error" in result]
        assert not set(refused) & set(physics)
        assert len(refused) <= 15, refused
        for tex, result in zip(tried, results, strict=True):
            if "error" not in result:
                assert _letters(_mathml_text(result["mathml"])) == _letters(linear(tex) or ""), (name, tex)


def _real_formulas(shared: Path) -> dict[str, None]:
    found: dict[str, None] = {}
    folders = [shared / "data/arxiv/html", shared / "data/arxiv/html-2026/real"]
    for file in sorted(file for folder in folders for file in folder.glob("*.html")):
        if file.stat().st_size <= sample(_PAGES_UP_TO, 9_000_000):
            try:
                _collect(parse_document(file.read_bytes()), found)
            except SourceError:
                continue
    return found


def _collect(part: object, found: dict[str, None]) -> None:
    if isinstance(part, Formula):
        found[part.tex] = None
    elif isinstance(part, tuple):
        for each in part:
            _collect(each, found)


def _unspaced(shown: str | None) -> str | None:
    return None if shown is None else "".join(shown.split())


def _mathml_text(mathml: str) -> str:
    from html import unescape

    return unescape(re.sub(r"<annotation.*?</annotation>|<[^>]*>", "", mathml, flags=re.S))


def _letters(text: str) -> Counter[str]:
    """Return the letters, digits, bars and angle brackets, without their alphabet or height."""
    folded = unicodedata.normalize("NFKC", text.replace("ϕ", "φ").replace("ϵ", "ε")).replace("∣", "|")
    return Counter(sign for sign in folded.casefold() if sign.isalnum() or sign in "|⟨⟩")
