"""What every format says of a paper, each in its own way."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from arxtui.export.forms import FORMS
from arxtui.export.zotero import item
from arxtui.light import changed
from arxtui.model.marks import Marks
from arxtui.model.paper import Author, Paper
from arxtui.model.views import Record
from arxtui.store.cache.works import key_of_work
from tests.export.made import paper, pending
from tests.export.readers import exported

_FORMS = pytest.mark.parametrize("form", [form for form in FORMS if form != "jsonl"])


def _full() -> Record:
    """A withdrawn paper with two DOIs, whose journal reference ends with a remark."""
    return changed(
        paper(
            1,
            "Locks",
            "Leslie Maker Jr.",
            "Ada van der Example",
            comment="This paper has been withdrawn by the author due to a crucial error in equation 1",
            doi="10.1000/first 10.2000/second",
            journal_ref="Example Lett. 12, 345 (2027)",
            marks=Marks(tags=("thesis", "locks"), note="Mine"),
        ),
        withdrawn=True,
    )


@_FORMS
def test_each_doi_the_withdrawal_and_each_tag_are_in_every_form(form: str) -> None:
    written = exported(form, [_full()])
    for words in ("10.1000/first", "10.2000/second", "error in equation 1", "thesis", "locks"):
        assert written.count(words) >= 1, words
    assert written.index("10.1000/first") < written.index("10.2000/second")


@_FORMS
def test_a_note_is_written_only_when_requested(form: str) -> None:
    assert "Mine" not in exported(form, [_full()])
    assert "Mine" in exported(form, [_full()], notes=True)


def test_several_remarks_are_distinguished() -> None:
    further, withdrawal = "Also DOI 10.2000/second", "error in equation 1"
    assert f"{withdrawal}; {further}" in exported("bibtex", [_full()])
    assert exported("ris", [_full()]).count("N1  - ") == 2
    (result,) = json.loads(exported("csl-json", [_full()]))
    assert result["note"].endswith(f"{withdrawal}\n{further}")
    assert item(_full())["extra"].endswith(f"{withdrawal}\n{further}")
    assert item(_full())["creators"][0] == {"firstName": "Leslie, Jr.", "lastName": "Maker", "creatorType": "author"}


def test_an_address_with_braces_does_not_end_a_field() -> None:
    known = pending("Locks")
    review = known.reviews[0]
    url = "https://pith.example.org/paper/{1}"
    written = exported("bibtex", [changed(known, reviews=(replace(review, url=url),))])
    assert "  url = {https://pith.example.org/paper/%7B1%7D},\n" in written


@pytest.mark.parametrize(("authors", "named"), [(9, 9), (10, 10), (11, 8)])
def test_a_list_in_markdown_names_ten_authors_and_of_more_the_first_eight(authors: int, named: int) -> None:
    line = exported("markdown", [paper(1, "Locks", *(f"A Name{letter}" for letter in "abcdefghijk"[:authors]))])
    assert line.count("A Name") == named
    assert (" and 3 more" in line) == (authors > named)


@_FORMS
def test_no_form_has_a_year_for_a_work_outside_arxiv_of_which_none_is_known(form: str) -> None:
    work = Paper(
        id="", title="Locks in press", authors=(Author("Ada Example"),), doi="10.1000/press", source="citation"
    )
    written = exported(form, [Record(key_of_work(work), work, work.title, sources=("citation",))])
    assert "1991" not in written
    assert "10.1000/press" in written
