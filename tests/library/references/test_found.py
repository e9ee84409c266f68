"""The record that is made of a work without an arXiv id."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from arxtui.library.references.found import record_of
from arxtui.model.document import Work

TEXT = "A. Older, Can it be complete? Phys. Rev. 47, 777 (1935)."


def test_all_fields_of_an_entry_are_in_the_record() -> None:
    work = Work(
        authors=("A. Older", "B. Young"), title="Can it be complete?", year="1935", venue="Phys. Rev", volume="47",
        number="2", pages="777–780", dois=("10.1103/PhysRev.47.777", "10.1103/PhysRev.48.1"),
    )  # fmt: skip
    record = record_of(work, TEXT)
    assert [author.name for author in record.authors] == ["A. Older", "B. Young"]
    assert (record.id, record.title, record.source) == ("", "Can it be complete?", "citation")
    assert record.journal_ref == "Phys. Rev. 47(2), 777–780 (1935)"
    assert record.doi == "10.1103/PhysRev.47.777 10.1103/PhysRev.48.1"
    assert record.published == datetime(1935, 1, 1, tzinfo=UTC)


def test_without_a_title_the_entry_is_the_title() -> None:
    record = record_of(Work(), TEXT)
    assert (record.title, record.journal_ref, record.doi, record.published) == (TEXT, None, None, None)


@pytest.mark.parametrize("year", ["in press", "", "77", "9999", "²²²²"])
def test_an_invalid_year_is_no_date(year: str) -> None:
    assert record_of(Work(title="T", year=year), TEXT).published is None
