"""An export as JSON lines, imported into an empty home, gives the same records."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from arxtui.export.jsonform import record_to_json, to_line
from arxtui.library.papers.records import read_records
from arxtui.light import changed
from arxtui.model.intake import Intake
from arxtui.model.views import Record
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile
from arxtui.text import clean, clean_block
from tests.builders import NOW, announced
from tests.samples import sample
from tests.sources.fixtures import feeds, oai, pith
from tests.sources.fixtures.atom import FULL, Answer, Entry, new_form
from tests.sources.reading import read_file
from tests.store.made import CARD, QUEUES, SECOND_CARD, STALENESS

DUMP_ROW = {
    "id": "0704.0001",
    "submitter": "Ada Example",
    "authors": "A. Example and B. Other",
    "title": "A Title\n  in two lines",
    "comments": "3 pages",
    "journal-ref": "J. Ex. 1",
    "doi": "10.1234/example.5",
    "report-no": "EX-1",
    "categories": "hep-ph math.MP",
    "license": "http://example.org/licence",
    "abstract": "  We show\nthings.\n  A second paragraph.\n",
    "versions": [
        {"version": "v1", "created": "Mon, 2 Apr 2007 19:18:42 GMT"},
        {"version": "v2", "created": "Tue, 24 Jul 2007 20:10:27 GMT"},
    ],
    "update_date": "2008-11-26",
    "authors_parsed": [["Example", "A.", "", "Univ. A"], ["Other", "B.", "Jr."]],
}
DATES = (("v1", "Mon, 11 May 2026 09:30:00 GMT"), ("v2", "Wed, 13 May 2026 17:00:01 GMT"))
FILES = {
    "query API": new_form(Answer([FULL, Entry(id="hep-th/9901001v3")])),
    "feed": feeds.rss(),
    "Pith": pith.articles(),
    "dump row": json.dumps(DUMP_ROW).encode(),
    "OAI-PMH": oai.answer(oai.record(oai.raw(*DATES))),
}


@contextmanager
def home(folder: Path) -> Iterator[tuple[Cache, LibraryFile]]:
    """Open a new cache and library."""
    with (
        Cache.open(folder / "cache.db", clock=lambda: NOW) as cache,
        LibraryFile.open(folder / "library.db") as library,
    ):
        yield cache, library


def take(cache: Cache, data: bytes) -> list[Intake]:
    intakes = list(read_file(io.BytesIO(data), "a file"))
    for intake in intakes:
        cache.take(intake)
    return intakes


def everything(cache: Cache, library: LibraryFile) -> list[Record]:
    keys = list(cache.month_keys())
    return [record for at in range(0, len(keys), 1000) for record in read_records(cache, library, keys[at : at + 1000])]


def exported(records: list[Record]) -> bytes:
    return "\n".join(to_line(record_to_json(record)) for record in records).encode()


def imported(folder: Path, lines: bytes) -> list[Record]:
    with home(folder) as (cache, library):
        intakes = take(cache, lines)
        assert [reject for intake in intakes for reject in intake.rejects] == []
        return everything(cache, library)


def as_told_by_an_export(record: Record) -> Record:
    """Return the record expected after import from an export. The export counts as one more source and replaces the
    paper's own."""
    names = ("api", "oai", "jsonl", "rss", "listing", "pith")
    known_well = record.paper.source in ("api", "oai", "jsonl")
    source = "jsonl" if known_well else record.paper.source
    result = {*record.sources, source}
    return changed(
        record,
        paper=replace(record.paper, source=source),
        versions=tuple(
            replace(version, source=source) if version.number == record.paper.version else version
            for version in record.versions
        ),
        reviews=tuple(replace(review, arxiv_id=record.paper.id or None) for review in record.reviews),
        sources=tuple(name for name in names if name in result),
    )


@pytest.mark.parametrize("names", [(name,) for name in FILES] + [tuple(FILES)], ids=str)
def test_everything_from_a_source_survives(tmp_path: Path, names: tuple[str, ...]) -> None:
    with home(tmp_path) as (cache, library):
        for name in names:
            take(cache, FILES[name])
        before = everything(cache, library)

    assert before
    assert imported(tmp_path / "other", exported(before)) == [as_told_by_an_export(record) for record in before]


def test_announcements_reviews_and_versions_survive(tmp_path: Path) -> None:
    with home(tmp_path) as (cache, library):
        cache.take(
            Intake(
                papers=(replace(STALENESS, version=1), STALENESS, replace(QUEUES, source="rss")),
                announcements=(
                    announced(STALENESS),
                    announced(STALENESS, date(2026, 5, 14), category="cs.LG", version=None),
                ),
                reviews=(
                    replace(CARD, other_counts=(3, 4), abstract="Another abstract.", category="cs.LG"),
                    replace(SECOND_CARD, arxiv_id=STALENESS.id, version=2, title="Another title", votes=None),
                    replace(CARD, title="A paper of which nothing else is known", abstract="Nothing at all."),
                ),
            )
        )
        before = everything(cache, library)

    assert [len(record.reviews) for record in before] == [1, 2, 0]
    assert [version.number for version in before[1].versions] == [1, 2]
    assert imported(tmp_path / "other", exported(before)) == [as_told_by_an_export(record) for record in before]


def test_marks_are_exported_and_no_import_changes_the_library(tmp_path: Path) -> None:
    with home(tmp_path) as (cache, library):
        cache.take(Intake(papers=(STALENESS,)))
        library.marks.apply([STALENESS.key], "star", NOW)
        lines = exported(everything(cache, library))

    assert json.loads(lines)["marks"]["starred"] is True
    assert [record.marks.starred for record in imported(tmp_path / "other", lines)] == [False]


def test_an_export_into_the_home_it_came_from_changes_nothing(tmp_path: Path) -> None:
    with home(tmp_path) as (cache, library):
        for data in FILES.values():
            take(cache, data)
        before, changes = everything(cache, library), cache.changes.latest()
        take(cache, exported(before))

        assert cache.changes.latest() == changes
        assert [changed(record, sources=()) for record in everything(cache, library)] == [
            changed(record, sources=()) for record in before
        ]


def _cleaned(row: dict[str, Any]) -> dict[str, Any]:
    """Return what the export of a sample line should contain: its values under the names of our format, with clean
    text."""
    result = {name: clean(row[name]) or None for name in ("comment", "journal_ref", "doi") if row[name]}
    authors = [name for name in map(clean, row["authors"]) if name]
    return {
        "id": row["id"],
        "version": row["version"],
        "title_tex": clean(row["title"]),
        "abstract_tex": clean_block(row["abstract"]),
        "authors": authors,
        "categories": row["categories"],
        **{f"{name}_tex": result.get(name) for name in ("comment", "journal_ref")},
        "doi": result.get("doi"),
    }


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("name", "each"),
    [
        ("papers-odd.jsonl", 1),
        ("papers-api-full.jsonl.gz", sample(3, 1)),
        ("papers-2k.jsonl.gz", sample(6, 1)),
        ("papers-20k.jsonl.gz", sample(50, 5)),
    ],
)
def test_every_field_of_real_records_survives(shared: Path, tmp_path: Path, name: str, each: int) -> None:
    data = (shared / "data" / name).read_bytes()
    rows = (gzip.decompress(data) if name.endswith(".gz") else data).splitlines()[::each]
    data = b"\n".join(rows)
    with home(tmp_path) as (cache, library):
        take(cache, data)
        before = everything(cache, library)

    lines = exported(before)
    assert imported(tmp_path / "other", lines) == before
    printed = {row["id"]: row for row in map(json.loads, lines.splitlines())}
    assert len(printed) == len({json.loads(row)["id"] for row in rows})
    for row in map(json.loads, rows):
        held, wanted = printed[row["id"]], _cleaned(row)
        held["authors"] = [author["name_tex"] for author in held["authors"]]
        assert {key: held[key] for key in wanted} == wanted
        if row["date_source"] not in ("id", "abs-header"):
            days = [(one["published"][:10], (one["updated"] or "")[:10]) for one in (held, row)]
            assert days[0] == days[1]
