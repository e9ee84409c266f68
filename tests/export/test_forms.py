"""RIS, read by rispy."""

from __future__ import annotations

from typing import Any

import pytest
import rispy

from arxtui.export.references import Reference
from arxtui.model.views import Record
from arxtui.text import readable
from tests.export.made import ODD, paper
from tests.export.readers import exported, style


def read(records: tuple[Record, ...], *, notes: bool = False) -> dict[str, dict[str, Any]]:
    entries = rispy.loads(exported("ris", records, notes=notes))
    assert [entry for entry in entries if "unknown_tag" in entry] == []
    return {entry["id"]: entry for entry in entries}


@pytest.mark.parametrize(
    ("pages", "written"),
    [
        ("345", ["SP  - 345"]),
        ("2--3", ["SP  - 2", "EP  - 3"]),
        ("2-3", ["SP  - 2", "EP  - 3"]),
        ("2–3", ["SP  - 2", "EP  - 3"]),
    ],
)
def test_one_page_is_no_range(pages: str, written: list[str]) -> None:
    lines = exported("ris", [paper(1, "Bounds", "Ada Example", journal_ref=f"J. Ex. 1, {pages} (2027)")]).splitlines()
    assert [line for line in lines if line[:2] in ("SP", "EP")] == written


def test_one_record_a_paper() -> None:
    published = paper(
        1, r"Bounds at $\sqrt{s}=13$", "Ada van der Example", journal_ref="J. Ex. 1, 2--3 (2027)", doi="10.1/x"
    )
    assert exported("ris", (published,)) == (
        "TY  - JOUR\n"
        "ID  - vanderexample2027bounds\n"
        "TI  - Bounds at √s=13\n"
        "AU  - van der Example, Ada\n"
        "PY  - 2027\n"
        "T2  - J. Ex.\n"
        "VL  - 1\n"
        "SP  - 2\n"
        "EP  - 3\n"
        "DO  - 10.1/x\n"
        "DB  - arXiv\n"
        "AN  - arXiv:2605.00001\n"
        "UR  - https://arxiv.org/abs/2605.00001\n"
        "AB  - We measure what we claim.\n"
        "ER  - \n"
    )


def check_record(record: Record, entry: dict[str, Any]) -> None:
    """Compare every field that rispy read with the record."""
    reference, paper = Reference(record), record.paper
    publication = reference.publication
    published = "CPAPER" if publication and publication.is_proceedings else "JOUR"
    assert entry["type_of_reference"] == (published if publication else "UNPB")
    assert entry["title"] == " ".join(record.title.split())
    assert entry.get("abstract", "") == " ".join(readable(paper.abstract).split())
    assert entry["year"] == str(reference.year)
    assert entry.get("urls", [""]) == [reference.url]
    assert entry.get("accession_number") == (f"arXiv:{paper.id}" if paper.id else None)
    assert entry.get("doi") == (reference.dois[0] if reference.dois else None)
    assert entry.get("keywords", []) == list(record.marks.tags)
    said = [readable(remark) for remark in reference.remarks]
    assert entry.get("notes", []) == [" ".join(each.split()) for each in said]
    if reference.publication:
        pages = "-".join(filter(None, (entry.get("start_page"), entry.get("end_page"))))
        assert entry["secondary_title"] == " ".join(readable(reference.publication.journal).split())
        assert (entry.get("volume", ""), entry.get("number", "")) == reference.publication[1:3]
        assert pages == reference.publication.pages.replace("--", "-").replace(" ", "")
    names = [
        person.literal
        or ", ".join(filter(None, (f"{person.particle} {person.family}".strip(), person.given, person.suffix)))
        for person in reference.people
    ]
    assert entry.get("authors", []) == [readable(name) for name in names]


def test_rispy_reads_every_field_of_odd_records() -> None:
    entries, keys = read(ODD), style(ODD).keys
    assert len(entries) == len(ODD)
    for record in ODD:
        check_record(record, entries[keys[record.key]])


def test_notes_are_written_when_requested() -> None:
    marked = next(record for record in ODD if record.marks.note)
    [entry] = read((marked,), notes=True).values()
    assert entry["notes"] == ["Read § 3. 50% of it {twice"]
