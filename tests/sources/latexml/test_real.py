"""Real papers: no word is lost, repeated or moved, and the number of each kind of element is correct."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import pytest

from arxtui.model.document import (
    Document,
    Equation,
    EquationRow,
    Float,
    Footnote,
    Formula,
    Group,
    Heading,
    Listing,
    Reference,
    Source,
    Table,
)
from arxtui.sources.errors import SourceError
from arxtui.sources.latexml import parse_document
from tests.sources.latexml.test_hostile import parts
from tests.sources.latexml.words import Node, article, document_text, page_text, words

PAGES = """
cap-ar5iv-template.html cap-arxiv-view-as-html-sample.html cap-arxivDownload-1501.06563.html
cap-arxmliv-0903.1000.html cap-arxmliv-1311.0066.xhtml cap-defuddle-141-arxiv-equation-tables.html
cap-defuddle-142-arxiv-multi-citations.html cap-defuddle-144-arxiv-footnote-marks.html cap-engrafo-1803.07574.html
cap-engrafo-basic-figures.html cap-engrafo-basic-footnotes.html cap-engrafo-basic-math.html
cap-engrafo-documents-sample2e.html cap-engrafo-packages-IEEEtran.cls.html cap-engrafo-packages-algorithm.sty.html
cap-engrafo-packages-amsart.cls.html cap-engrafo-packages-cleveref.sty.html cap-engrafo-packages-colortbl.sty.html
cap-engrafo-packages-listings.sty.html cap-engrafo-packages-longtable.sty.html gen-html-native-2403.10561.html
gen-latexml087-1707.08043.html gen-latexml087-1708.00137.html gen-latexml087-1803.07574.html
gen-latexml087-2004.04818.html gen-latexml087-basic-bibliographyLinks.html gen-latexml087-basic-citations.html
gen-latexml087-basic-figures.html gen-latexml087-basic-footnotes.html gen-latexml087-basic-headings.html
gen-latexml087-basic-lists.html gen-latexml087-basic-math.html gen-latexml087-basic-paragraph.html
gen-latexml087-basic-picture.html gen-latexml087-basic-tables.html gen-latexml087-basic-text.html
gen-latexml087-basic-urls.html gen-latexml087-documents-sample2e.html gen-latexml087-documents-small2e.html
gen-latexml087-packages-IEEEtran.cls.html gen-latexml087-packages-algorithm.sty.html
gen-latexml087-packages-amsart.cls.html gen-latexml087-packages-array.sty.html
gen-latexml087-packages-cleveref.sty.html gen-latexml087-packages-colortbl.sty.html
gen-latexml087-packages-listings.sty.html gen-latexml087-packages-longtable.sty.html
gen-latexml087-packages-report.cls.html gen-latexml087-packages-siunitx.html gen-scaffold-1307.8133v1.html
gen-scaffold-1501.06563v1.html gen-scaffold-1707.08043v1.html gen-scaffold-1708.00137v2.html
gen-scaffold-1803.07574v1.html gen-scaffold-2004.04818v1.html
""".split()
# Words from which on the share of omitted words is checked. Shorter pages show a single feature, and their lists of
# listings are a large part of them.
PAPER = 1000
# With the scope, pytest runs all tests of a page in succession, and the page is parsed once.
each_page = pytest.mark.parametrize("name", PAGES, scope="module")


@lru_cache(maxsize=1)
def read(path: Path) -> tuple[str, Document]:
    data = path.read_bytes()
    return data.decode(), parse_document(data)


@lru_cache(maxsize=1)
def paper(path: Path) -> Node:
    return article(read(path)[0])


@lru_cache(maxsize=1)
def words_to_read(path: Path) -> list[str]:
    return words(page_text(paper(path)))


@pytest.fixture
def pages(shared: Path) -> Path:
    return shared / "data/arxiv/html"


def test_every_page_is_read_here(pages: Path) -> None:
    assert sorted(PAGES) == sorted(path.name for path in pages.iterdir())


IN_MATHML_ALONE = {"gen-latexml087-packages-siunitx.html": 43}
"""Formulas of siunitx whose TeX has lost words of lists and ranges, or that have no TeX."""


APPENDICES = {"cap-arxiv-view-as-html-sample.html": 1}
"""References to a float as to its appendix, whose letter is read instead of the float's number."""


@each_page
def test_every_word_is_in_its_place(pages: Path, name: str) -> None:
    found = words(document_text(read(pages / name)[1]))
    differing = [word for word, expected in zip(found, words_to_read(pages / name), strict=True) if word != expected]
    assert len(differing) == IN_MATHML_ALONE.get(name, 0) + APPENDICES.get(name, 0), differing


@each_page
def test_little_is_left_out(pages: Path, name: str) -> None:
    all_of_it = len(words(page_text(paper(pages / name), whole=True)))
    assert all_of_it < PAPER or len(words_to_read(pages / name)) >= 0.98 * all_of_it


def counts(document: Document, page: str) -> dict[str, int]:
    """Return the counts of the elements that the sample's index counts. Elements that a document cannot represent are
    counted in the page."""
    held = [part for part in parts(document) if isinstance(part, tuple)]

    def count(of: type, /, **fields: object) -> int:
        return sum(isinstance(part, of) and all(getattr(part, n) == v for n, v in fields.items()) for part in held)

    beside_sections = len(re.findall(r"ltx_title_(?:appendix|bibliography|index)\b", page))
    groups_of_equations = len(re.findall(r"<table[^>]*ltx_equationgroup", page))
    theorems = set(re.findall(r"ltx_theorem_(\w+)", page))
    return {
        "math": count(Formula),
        "sec": count(Heading, level=1) - beside_sections,
        "sub": count(Heading, level=2),
        "fig": count(Float, kind="figure"),
        "tab": count(Float, kind="table") + count(Table),
        "thm": sum(isinstance(part, Group) and part.kind in theorems for part in held),
        "foot": count(Footnote),
        "bib": count(Source),
        "eq": count(Equation) + count(EquationRow) - groups_of_equations,
        "err": sum(not fault.startswith(("missing image", "LABEL:")) for fault in document.faults),
        "alg": count(Listing) + count(Float, kind="algorithm"),
    }


# Differences from the counts in the sample's index, with the reasons.
BY_MATHJAX = "formulas drawn by MathJax are no MathML"
IN_CONTENTS = "formulas in the list of contents are left out with it"
EMPTY = "an empty appendix has the heading of the bibliography"
SOURCE = "source that was not converted is a listing in a note"
FRONT_NOTES = "notes of the title page are no footnotes to the sample"
PANELS = "panels without captions are pictures of their figure"
DIFFERENCES = {
    "cap-arxiv-view-as-html-sample.html": {"foot": (2, FRONT_NOTES)},
    "cap-arxmliv-1311.0066.xhtml": {"sec": (5, "sections of 2014 are div"), "sub": (10, "so are subsections")},
    "cap-engrafo-1803.07574.html": {"math": (270, BY_MATHJAX), "foot": (1, FRONT_NOTES), "sec": (-1, EMPTY),
        "fig": (-30, PANELS)},
    "cap-engrafo-basic-math.html": {"math": (2, BY_MATHJAX)},
    "cap-engrafo-documents-sample2e.html": {"math": (5, BY_MATHJAX)},
    "cap-engrafo-packages-IEEEtran.cls.html": {"math": (67, BY_MATHJAX)},
    "cap-engrafo-packages-algorithm.sty.html": {"math": (11, BY_MATHJAX)},
    "cap-engrafo-packages-amsart.cls.html": {"math": (33, BY_MATHJAX)},
    "cap-engrafo-packages-cleveref.sty.html": {"math": (10, BY_MATHJAX)},
    "cap-engrafo-packages-colortbl.sty.html": {"math": (10, BY_MATHJAX)},
    "cap-engrafo-packages-listings.sty.html": {"math": (7, BY_MATHJAX)},
    "gen-latexml087-1707.08043.html": {"foot": (1, SOURCE), "alg": (1, SOURCE)},
    "gen-scaffold-1707.08043v1.html": {"foot": (1, SOURCE), "alg": (1, SOURCE)},
    "gen-latexml087-packages-algorithm.sty.html": {"foot": (1, SOURCE), "alg": (1, SOURCE)},
    "gen-latexml087-1803.07574.html": {
        "math": (-3, IN_CONTENTS), "foot": (2, f"{FRONT_NOTES}; {SOURCE}"), "sec": (-1, EMPTY), "alg": (1, SOURCE),
        "fig": (-30, PANELS),
    },
    "gen-scaffold-1803.07574v1.html": {
        "math": (-3, IN_CONTENTS), "foot": (2, f"{FRONT_NOTES}; {SOURCE}"), "sec": (-1, EMPTY), "alg": (1, SOURCE),
        "fig": (-30, PANELS),
    },
    "gen-latexml087-basic-citations.html": {"err": (1, "a citation without its source is a fault")},
    "gen-latexml087-basic-paragraph.html": {"alg": (1, "verbatim text is a listing")},
    "gen-latexml087-packages-array.sty.html": {"tab": (3, "tables in a line are span")},
    "gen-latexml087-packages-report.cls.html": {
        "sec": (-2, "chapters are above sections"), "sub": (3, "so sections are on the second level")
    },
}  # fmt: skip


@each_page
def test_everything_is_counted(shared: Path, pages: Path, name: str) -> None:
    rows = (shared / "data/arxiv/index.tsv").read_text().splitlines()
    result = next(row for row in rows if row.startswith(f"html/{name}\t"))
    wanted = {what: int(number) for what, number in re.findall(r"\b(\w+)=(\d+)", result)}
    page, document = read(pages / name)
    expected = {what: wanted[what] + DIFFERENCES.get(name, {}).get(what, (0, ""))[0] for what in counts(document, page)}
    assert counts(document, page) == expected


@each_page
def test_every_reference_leads_somewhere(pages: Path, name: str) -> None:
    held = [part for part in parts(read(pages / name)[1]) if isinstance(part, tuple)]
    anchors = {anchor for part in held for anchor in getattr(part, "anchors", ())}
    assert {part.target for part in held if isinstance(part, Reference) and part.target} <= anchors


def test_other_pages_of_arxiv_are_refused_in_its_words(shared: Path) -> None:
    fields = {}
    for path in (shared / "data/arxiv").glob("[ael]*/*.html"):
        with pytest.raises(SourceError) as refusal:
            parse_document(path.read_bytes())
        fields[path.name] = str(refusal.value)
    assert "No HTML for '1102.0299'" in fields["gen-html-no-html.html"]
    assert fields["gen-abs-0704.0001.html"] == "a page about papers, not a full text in HTML"
