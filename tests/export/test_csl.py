"""CSL-JSON, read by citeproc-py."""

from __future__ import annotations

import json
from typing import Any

from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
from citeproc.source.json import CiteProcJSON

from arxtui.export.references import Reference
from arxtui.model.views import Record
from arxtui.text import readable
from tests.export.made import ODD, paper
from tests.export.readers import exported, style


def read(records: tuple[Record, ...], *, notes: bool = False) -> Any:
    return CiteProcJSON(json.loads(exported("csl-json", records, notes=notes)))


def text(item: Any, name: str) -> str:
    """Return a variable, which citeproc-py stores as the lines of its text."""
    return "".join(map(str, item.get(name, [])))


def check_item(record: Record, item: Any) -> None:
    """Compare every variable that citeproc-py read with the record."""
    reference, paper = Reference(record), record.paper
    publication = reference.publication
    published = "paper-conference" if publication and publication.is_proceedings else "article-journal"
    assert item.type == (published if paper.journal_ref else "article")
    assert text(item, "title") == reference.title
    assert text(item, "abstract") == readable(paper.abstract)
    assert text(item, "URL") == reference.url
    assert text(item, "DOI") == "".join(reference.dois[:1])
    assert f"arXiv:{paper.id}" in text(item, "note") or not (paper.journal_ref and paper.id)
    assert text(item, "number") == (paper.id if paper.id and not paper.journal_ref else "")
    assert text(item, "keyword") == ", ".join(record.marks.tags)
    assert all(readable(remark) in text(item, "note") for remark in reference.remarks)
    assert item["issued"].year == int(reference.year)
    if not paper.journal_ref and paper.published:
        assert (item["issued"].month, item["issued"].day) == (paper.published.month, paper.published.day)
    if reference.publication:
        shown = [text(item, name) for name in ("container_title", "volume", "issue", "page")]
        journal, volume, number, pages = reference.publication[:4]
        assert shown == [readable(journal), volume, number, readable(pages)]
    assert len(item.get("author", [])) == len(reference.people)


def test_one_item_a_paper() -> None:
    result = paper(1, "A Title", "Ada van der Example Jr.", r"The E\O{} Collaboration")
    [item] = json.loads(exported("csl-json", (result,)))
    assert item == {
        "id": "vanderexample2026title",
        "type": "article",
        "title": "A Title",
        "author": [
            {"family": "Example", "given": "Ada", "non-dropping-particle": "van der", "suffix": "Jr."},
            {"literal": "The EØ Collaboration"},
        ],
        "issued": {"date-parts": [[2026, 5, 11]]},
        "URL": "https://arxiv.org/abs/2605.00001",
        "abstract": "We measure what we claim.",
        "publisher": "arXiv",
        "number": "2605.00001",
    }


def test_nothing_is_an_empty_list() -> None:
    assert json.loads(exported("csl-json", ())) == []


def test_citeproc_reads_every_variable_of_odd_records() -> None:
    items, keys = read(ODD), style(ODD).keys
    assert len(items) == len(ODD)
    for record in ODD:
        check_item(record, items[keys[record.key].lower()])


def test_citeproc_sets_a_bibliography_of_them() -> None:
    records = (paper(1, "A Title", "Ada Example"), paper(2, "Another", "Björn Måns", journal_ref="J. Ex. 7, 8 (2025)"))
    bibliography = CitationStylesBibliography(
        CitationStylesStyle("harvard-cite-them-right"), read(records), formatter.plain
    )
    bibliography.register(Citation([CitationItem(key) for key in style(records).keys.values()]))
    said = [str(item) for item in bibliography.bibliography()]
    assert len(said) == 2
    assert "Example, A" in said[0]
    assert said[0].replace("https://arxiv.org", "").count("arXiv") <= 1
    assert "J. Ex., 7" in said[1]


def test_notes_are_written_when_requested() -> None:
    marked = next(record for record in ODD if record.marks.note)
    [item] = json.loads(exported("csl-json", (marked,), notes=True))
    assert item["annote"] == marked.marks.note
