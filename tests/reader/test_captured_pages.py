"""What holds for every captured page; each is parsed once for all tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from selectolax.lexbor import LexborHTMLParser

from arxtui.model.document import Formula
from arxtui.reader.bibliography.entries import Entry, entries
from arxtui.sources.errors import SourceError
from arxtui.sources.latexml import parse_document
from arxtui.text import clean
from arxtui.text.math.parsing.commands import COMMANDS
from arxtui.text.math.parsing.parser import Parser
from arxtui.text.math.tree import UnreadableError


class Page(NamedTuple):
    """A captured page: the entries of its bibliography, and its distinct formulas as TeX."""

    path: Path
    entries: tuple[Entry, ...]
    formulas: set[str]


@pytest.fixture(scope="module")
def pages(shared: Path) -> list[Page]:
    """Every captured page that is a paper, without the parsed document: all of them would not fit into memory."""
    return [page for path in sorted((shared / "data").glob("**/*.*html")) for page in _read(path)]


def _read(path: Path) -> Iterator[Page]:
    try:
        document = parse_document(path.read_bytes())
    except SourceError:
        return
    yield Page(path, entries(document), set(_formulas(document.blocks)))


def _formulas(part: object) -> Iterator[str]:
    """Yield the TeX of all formulas in a part of a document."""
    if isinstance(part, Formula):
        yield part.tex
    elif isinstance(part, tuple):
        for each in part:
            yield from _formulas(each)


def test_entries_are_those_of_every_captured_page_in_its_order(pages: list[Page]) -> None:
    """Each entry of the page stands once, with its label, wherever it is on the page."""
    count = 0
    for page in pages:
        items = LexborHTMLParser(page.path.read_bytes().decode("utf-8", "replace")).css(".ltx_bibitem")
        tags = [item.css_first(".ltx_tag_bibitem, .ltx_bibtag") for item in items]
        assert [each.label for each in page.entries] == [clean(tag.text()) if tag else "" for tag in tags], page.path
        assert [each.number for each in page.entries] == list(range(1, len(items) + 1))
        count += len(items)
    assert count > 3000


LEFT = {
    ("annotationen", "\\@classzold", "the page ends within a table, which is printed as code"): 1,
    ("gyro", "an empty matrix", "both witnesses have lost its cells"): 1,
    ("strong22", "\\left\\nonscript", "both witnesses have lost the bars"): 9,
    ("strong22", "\\outerlim", "only formulas whose MathML has a mark over it show what it stands for"): 3,
}
"""The formulas of real pages that stay TeX: the page, what cannot be read, and why; their number."""


def test_each_formula_of_real_pages_that_is_left_as_tex_has_a_reason(shared: Path, pages: list[Page]) -> None:
    """Of 33,947 distinct formulas in these pages, 719 cannot be read from their TeX alone."""
    real = [page for page in pages if page.path.parent == shared / "data/arxiv/html-2026/real"]
    if not real:
        pytest.skip("there are no pages of arXiv's present converter")
    left: Counter[tuple[str, str]] = Counter()
    for page in real:
        for tex in page.formulas:
            try:
                Parser(tex, COMMANDS).formula()
            except UnreadableError as error:
                left[page.path.stem, error.what] += 1
    assert left == {(page, what): count for (page, what, _), count in LEFT.items()}
