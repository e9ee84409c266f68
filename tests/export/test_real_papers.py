"""Real papers, mainly odd ones, exported and read back by other programs."""

from __future__ import annotations

import gzip
import json
import lzma
import re
from pathlib import Path

import pytest

from arxtui.export.journals import publication
from arxtui.model.views import Record
from arxtui.sources.records import parse_record
from arxtui.text import readable
from tests.export.readers import (
    SLOW_FOR_BIBER,
    check_entry,
    exported,
    need_biber,
    read_by_biber,
    read_by_bibtexparser,
    style,
)
from tests.export.test_csl import check_item
from tests.export.test_csl import read as read_by_citeproc
from tests.export.test_forms import check_record
from tests.export.test_forms import read as read_by_rispy
from tests.samples import sample

_EVERY = sample(80, 40)
"""One paper in this many of the 20,000 recent papers; ``benchmarks.exports`` takes all."""
_FOR_BIBER = sample(16, 4)
_OF_ALL_YEARS = sample(13, 2)
"""One paper in this many of 200,000."""


@pytest.fixture(scope="module")
def records(shared: Path) -> tuple[Record, ...]:
    """Return all the odd papers, and some of the others."""
    odd = (shared / "data/papers-odd.jsonl").read_text(encoding="utf-8").splitlines()
    full = gzip.decompress((shared / "data/papers-api-full.jsonl.gz").read_bytes()).decode().splitlines()
    recent = gzip.decompress((shared / "data/papers-20k.jsonl.gz").read_bytes()).decode().splitlines()
    found: dict[int, Record] = {}
    for line in (*odd, *full[::5], *recent[::_EVERY]):
        for paper in parse_record(line).papers:
            found[paper.key] = Record(paper.key, paper, readable(paper.title))
    return tuple(found.values())


def test_bibtexparser_reads_every_field(records: tuple[Record, ...]) -> None:
    entries, keys = read_by_bibtexparser(exported("bibtex", records)), style(records).keys
    assert len(entries) == len(records)
    for record in records:
        check_entry(record, entries[keys[record.key]])


def test_biber_reads_every_field_without_a_warning(records: tuple[Record, ...], tmp_path: Path) -> None:
    need_biber()
    some = [record for record in records[::_FOR_BIBER] if len(record.paper.authors) < SLOW_FOR_BIBER]
    entries, keys = read_by_biber(exported("bibtex", some), tmp_path), style(some).keys
    assert len(entries) == len(some)
    for record in some:
        check_entry(record, entries[keys[record.key]], by_biber=True)


def test_rispy_reads_every_field(records: tuple[Record, ...]) -> None:
    entries, keys = read_by_rispy(records), style(records).keys
    assert len(entries) == len(records)
    for record in records:
        check_record(record, entries[keys[record.key]])


def test_citeproc_reads_every_variable(records: tuple[Record, ...]) -> None:
    items, keys = read_by_citeproc(records), style(records).keys
    assert len(items) == len(records)
    for record in records:
        check_item(record, items[keys[record.key].lower()])


def test_few_journal_references_stay_whole_and_no_year_is_invented(shared: Path) -> None:
    lines = lzma.decompress((shared / "data/papers-200k.jsonl.xz").read_bytes()).splitlines()
    rows = map(json.loads, lines[::_OF_ALL_YEARS])
    references = {" ".join(row["journal_ref"].split()) for row in rows if row["journal_ref"]}
    assert len(references) > 2000
    parsed = {reference: publication(reference) for reference in references}
    assert all(str(found.year) in reference for reference, found in parsed.items() if found.year)
    whole = [
        reference for reference, found in parsed.items() if found.journal == reference and not found.is_proceedings
    ]
    assert len(whole) < 0.08 * len(references)
    without_year = [
        each for each, found in parsed.items() if not found.year and re.search(r"[ (,](?:19|20)\d\d\b", each)
    ]
    assert len(without_year) < 0.005 * len(references)
