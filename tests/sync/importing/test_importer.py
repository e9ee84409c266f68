"""Importing files into the cache and the index, with a report for each file."""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import sqlite3
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.model.expr import Field, Phrase, Word
from arxtui.model.expr import Source as SourceTerm
from arxtui.model.intake import Intake
from arxtui.model.sources import SOURCES
from arxtui.search.index import SearchIndex
from arxtui.store.cache.database import Cache
from arxtui.sync.importing import ingest
from arxtui.sync.importing.importer import import_files
from arxtui.sync.importing.reports import FileReport, ImportProgress, ImportReport
from tests.builders import paper, paper_json


def line(number: int, title: str) -> str:
    return json.dumps(paper_json(number, title, version=1))


def written(file: Path, *lines: str) -> Path:
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def imported(paths: Paths, *files: str | Path) -> ImportReport:
    return import_files(paths, files, lambda standing: None)


def found(paths: Paths, word: str) -> list[int]:
    return list(SearchIndex.open(paths.index).find(Word(word, Field.TITLE), limit=10).keys)


def test_imported_papers_are_stored_and_indexed(paths: Paths, tmp_path: Path) -> None:
    file = written(tmp_path / "papers.jsonl", line(1, "Bounded Staleness"), line(2, "Cheap Snapshots"))
    report = imported(paths, file)
    assert report.exit_code == 0
    assert (report.files[0].tally.new, report.files[0].tally.same) == (2, 0)
    with Cache.open(paths.cache_db) as cache:
        assert [row.title for row in cache.rows(found(paths, "staleness"))] == ["Bounded Staleness"]


def test_a_paper_is_found_by_the_source_that_named_it_and_by_no_other(paths: Paths, tmp_path: Path) -> None:
    imported(paths, written(tmp_path / "papers.jsonl", line(1, "Bounded Staleness")))
    index = SearchIndex.open(paths.index)
    assert {name for name in SOURCES if index.count(SourceTerm(name))} == {"jsonl"}


@pytest.mark.usefixtures("processes")
def test_a_cache_that_another_program_holds_ends_the_file_and_the_import_goes_on_later(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path / "papers.jsonl", *(line(number, f"Paper {number}") for number in range(1, 601)))
    monkeypatch.setattr(Cache, "open", partial(Cache.open, busy_timeout=0.05))
    with Cache.open(paths.cache_db), closing(sqlite3.connect(paths.cache_db, isolation_level=None)) as other:

        def hold(standing: ImportProgress) -> None:
            if standing.finishing:
                other.execute("ROLLBACK")
            elif not other.in_transaction:
                other.execute("BEGIN IMMEDIATE")

        report = import_files(paths, [file], hold)
    assert report.exit_code == 1
    assert "is in use by another process" in report.files[0].error
    assert imported(paths, file).exit_code == 0
    with Cache.open(paths.cache_db) as cache:
        assert cache.count() == 600


def test_the_same_file_again_changes_nothing(paths: Paths, tmp_path: Path) -> None:
    file = written(tmp_path / "papers.jsonl", line(1, "Bounded Staleness"))
    imported(paths, file)
    again = imported(paths, file)
    assert (again.files[0].tally.new, again.files[0].tally.same) == (0, 1)
    assert again.exit_code == 0


def test_a_rejected_line_is_reported_with_its_number_and_the_reason(paths: Paths, tmp_path: Path) -> None:
    file = written(tmp_path / "papers.jsonl", line(1, "Bounded Staleness"), "{}", line(2, "Cheap Snapshots"))
    report = imported(paths, file).files[0]
    assert report.tally.new == 2
    assert [reject.place for reject in report.rejects] == ["line 2"]
    assert report.rejects[0].reason


def test_rejected_lines_of_each_file_are_listed_in_a_file_of_their_own(paths: Paths, tmp_path: Path) -> None:
    sound = written(tmp_path / "sound.jsonl", line(1, "Bounded Staleness"))
    faulty = [
        written(tmp_path / f"{name}.jsonl", line(2, name), *["{}"] * count) for count, name in ((1, "a"), (2, "b"))
    ]
    first, second, third = (report.rejected for report in imported(paths, sound, *faulty).files)
    assert first is None
    assert second
    assert third
    assert [len(file.read_text().splitlines()) for file in (second, third)] == [1, 2]


def test_a_file_that_is_nothing_known_is_refused_in_words_and_the_others_are_read(paths: Paths, tmp_path: Path) -> None:
    nothing = written(tmp_path / "notes.txt", "Rate exceeded.")
    sound = written(tmp_path / "papers.jsonl", line(1, "Bounded Staleness"))
    report = imported(paths, nothing, tmp_path / "missing", sound)
    assert report.exit_code == 1
    assert [bool(each.error) for each in report.files] == [True, True, False]
    assert "Rate exceeded" in report.files[0].error
    assert "No such file" in report.files[1].error
    assert report.files[1].seconds == 0
    assert report.files[2].tally.new == 1


def test_the_readable_papers_of_a_truncated_gzip_file_are_imported_and_the_import_fails(
    paths: Paths, tmp_path: Path
) -> None:
    packed = gzip.compress("\n".join(line(number, f"Paper {number}") for number in range(1, 500)).encode())
    cut = tmp_path / "papers.jsonl.gz"
    cut.write_bytes(packed[: len(packed) // 2])
    report = imported(paths, cut)
    assert report.exit_code == 1
    assert report.files[0].tally.new > 100
    assert report.files[0].error == "the gzip data ends early"


def test_a_directory_is_refused_in_words(paths: Paths, tmp_path: Path) -> None:
    assert "directory" in imported(paths, tmp_path).files[0].error


def test_a_dash_reads_standard_input(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    with io.TextIOWrapper(io.BytesIO(line(1, "Bounded Staleness").encode())) as given:
        monkeypatch.setattr(sys, "stdin", given)
        report = imported(paths, "-")
    assert (report.files[0].name, report.files[0].tally.new) == ("standard input", 1)


class Set(threading.Event):
    """An event that is set after its first check; by the second check the import is waiting for input."""

    def is_set(self) -> bool:
        known = super().is_set()
        self.set()
        return known


def test_waiting_for_more_of_standard_input_can_be_stopped(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with ThreadPoolExecutor(1) as thread, os.fdopen(reading) as given, os.fdopen(writing, "wb"):
        monkeypatch.setattr(sys, "stdin", given)
        report = thread.submit(import_files, paths, ["-"], lambda standing: None, Set()).result(60)
    assert (report.files[0].interrupted, report.files[0].resumable, report.exit_code) == (True, False, 130)


def test_a_long_file_says_how_far_it_is(paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ingest, "_PARTS", 1)
    file = written(tmp_path / "papers.jsonl", *(line(number, f"Paper {number}") for number in range(1, 106)))
    received: list[ImportProgress] = []
    import_files(paths, [file], received.append)
    *reading, finishing = received
    assert finishing == ImportProgress(finishing=True)
    assert [standing.tally.new for standing in reading][-1] == 105
    assert len(reading) > 1
    assert all(0 < standing.done <= (standing.size or 0) == file.stat().st_size for standing in reading)


def test_an_index_that_lags_catches_up_before_the_first_file_and_its_pace(paths: Paths, tmp_path: Path) -> None:
    imported(paths, written(tmp_path / "first.jsonl", line(1, "Bounded Staleness")))
    with Cache.open(paths.cache_db) as cache:
        cache.take(Intake(papers=tuple(paper(number) for number in range(10, 17))))
    received: list[ImportProgress] = []
    import_files(paths, [written(tmp_path / "second.jsonl", line(2, "Cheap Snapshots"))], received.append)
    assert [standing.catching_up for standing in received] == [7, 0, 0]
    shutil.rmtree(paths.index)
    received.clear()
    import_files(paths, [written(tmp_path / "third.jsonl", line(3, "Gradient Gossip"))], received.append)
    assert received[0].catching_up == 9
    assert len(found(paths, "gossip")) == len(found(paths, "staleness")) == 1


@pytest.mark.parametrize("titles", [("First told", "Told last"), ("Told last", "First told")])
def test_records_that_contradict_each_other_end_the_same_in_any_order_and_however_often_they_are_read(
    paths: Paths, tmp_path: Path, titles: tuple[str, str]
) -> None:
    one, other = titles
    between = [line(number, f"Paper {number}") for number in range(2, 200)]
    file = written(tmp_path / "papers.jsonl", line(1, one), *between, line(1, other))
    for new in (199, 0):
        assert imported(paths, file).files[0].tally.new == new
        assert (len(found(paths, "first")), len(found(paths, "last"))) == (1, 0)


def test_a_report_that_gave_nothing_says_so() -> None:
    assert FileReport("a").gave_nothing
    assert ImportReport((FileReport("a"),)).exit_code == 1


def test_the_saved_listing_gives_every_review(paths: Paths, shared: Path) -> None:
    report = imported(paths, shared / "seeds" / "001_37170d3f66719629.txt").files[0]
    assert (report.tally.reviews_new, report.tally.reviewed_papers, report.rejects) == (80, 74, ())
    hits = SearchIndex.open(paths.index).find(Phrase("live 链"), limit=5)
    assert hits.total == 1


def test_the_papers_of_the_query_come_with_every_field_and_then_are_the_same(paths: Paths, shared: Path) -> None:
    seed = shared / "seeds" / "arxiv-query-60.atom.xml"
    assert imported(paths, seed).files[0].tally.new == 15
    assert imported(paths, seed).files[0].tally.same == 15


def test_all_captured_answers_import_in_any_order_and_the_newest_version_stays(paths: Paths, shared: Path) -> None:
    files = sorted((shared / "data" / "arxiv" / "atom").iterdir())
    report = imported(paths, *reversed(files), *files)
    assert sum(each.tally.new for each in report.files) == 339
    with Cache.open(paths.cache_db) as cache:
        assert cache.count() == 339
        for key in cache.month_keys():
            paper, versions = cache.papers.get(key), cache.papers.versions(key)
            assert paper is not None
            assert paper.version == max(version.number for version in versions)


def test_every_error_answer_is_refused_in_its_words(paths: Paths, shared: Path) -> None:
    files = sorted((shared / "data" / "arxiv" / "errors").iterdir())
    report = imported(paths, *files)
    assert report.exit_code == 1
    assert [each.name for each in report.files if not each.error] == []
    with Cache.open(paths.cache_db) as cache:
        assert cache.count() == 0
