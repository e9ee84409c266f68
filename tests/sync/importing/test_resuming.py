"""An import that was stopped resumes where it stopped; a file that has changed is read again from the beginning."""

from __future__ import annotations

import gzip
import io
import json
import os
import sqlite3
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.model.expr import EVERYTHING
from arxtui.search.index import SearchIndex
from arxtui.store.cache.database import Cache
from arxtui.sync.errors import PoolProcessLost
from arxtui.sync.importing import ingest, reports
from arxtui.sync.importing.importer import import_files
from arxtui.sync.importing.ingest import identity
from arxtui.sync.importing.reports import FileReport, ImportProgress, ImportReport
from tests.sync.importing.test_importer import line, written

COUNT = 475


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    lines = [line(number, f"Paper {number}") for number in range(1, COUNT + 1)]
    lines[75] = '{"id": "nothing of the sort"}'
    return written(tmp_path / "dump.jsonl", *lines)


def stopped(paths: Paths, *files: str | Path, after: int = 1) -> ImportReport:
    """Import, and stop after this many transactions."""
    stop = threading.Event()
    left = iter(range(after - 1))

    def tell(standing: ImportProgress) -> None:
        if next(left, None) is None:
            stop.set()

    report = import_files(paths, files, tell, stop)
    for thread in threading.enumerate():
        if thread.name == "merging":  # a stopped import does not wait for it, and it locks the index
            thread.join()
    return report


def whole(paths: Paths, file: Path) -> tuple[FileReport, list[ImportProgress]]:
    received: list[ImportProgress] = []
    report = import_files(paths, [file], received.append)
    assert report.notes == ()
    return report.files[0], received


def count(paths: Paths) -> int:
    with Cache.open(paths.cache_db, read_only=True) as cache:
        assert SearchIndex.open(paths.index).count(EVERYTHING) == cache.count()
        return cache.count()


@pytest.mark.usefixtures("processes")
def test_it_goes_on_behind_the_last_transaction_and_the_report_is_of_all_of_it(paths: Paths, dump: Path) -> None:
    at = time.monotonic()
    first = stopped(paths, dump, dump)
    assert first.exit_code == 130
    assert first.left == (str(dump),)
    [begun] = first.files
    assert (begun.interrupted, begun.resumable, begun.error) == (True, True, "")
    assert 0 < begun.tally.new < COUNT
    assert 0 < begun.seconds <= time.monotonic() - at
    assert count(paths) == begun.tally.new
    with closing(sqlite3.connect(paths.cache_db)) as cache, cache:
        cache.execute("UPDATE import SET seconds = 1000")
    report, result = whole(paths, dump)
    assert 1_000 < report.seconds <= 1_000 + time.monotonic() - at
    assert report.resumed == begun.tally.new
    assert result[0].tally.new > begun.tally.new
    assert (report.tally.new, report.tally.same, report.tally.rejected) == (COUNT - 1, 0, 1)
    assert [reject.place for reject in report.rejects] == ["line 76"]
    assert (report.interrupted, report.resumable) == (False, False)
    assert count(paths) == COUNT - 1


def test_a_packed_file_goes_on_too(paths: Paths, dump: Path, tmp_path: Path) -> None:
    packed = tmp_path / "dump.gz"
    packed.write_bytes(gzip.compress(dump.read_bytes()))
    before = stopped(paths, packed).files[0].tally.new
    report, _ = whole(paths, packed)
    assert (report.resumed, report.tally.new, report.tally.same) == (before, COUNT - 1, 0)


def test_once_done_the_same_file_is_read_again_and_is_the_same(paths: Paths, dump: Path) -> None:
    stopped(paths, dump)
    whole(paths, dump)
    report, _ = whole(paths, dump)
    assert (report.resumed, report.tally.new, report.tally.same) == (0, 0, COUNT - 1)


def test_a_file_that_was_changed_since_is_read_from_its_beginning(paths: Paths, dump: Path) -> None:
    before = stopped(paths, dump).files[0].tally.new
    with dump.open("a", encoding="utf-8") as lines:
        lines.write(line(COUNT + 1, "One more") + "\n")
    report, _ = whole(paths, dump)
    assert (report.resumed, report.tally.same, report.tally.new) == (0, before, COUNT - before)


def test_a_file_under_another_name_is_the_same_file(paths: Paths, dump: Path) -> None:
    before = stopped(paths, dump).files[0].tally.new
    report, _ = whole(paths, dump.rename(dump.with_name("moved")))
    assert report.resumed == before


def test_after_the_cache_was_deleted_it_begins_anew(paths: Paths, dump: Path) -> None:
    stopped(paths, dump)
    for file in paths.cache.glob("cache.db*"):
        file.unlink()
    report = import_files(paths, [dump], lambda standing: None).files[0]
    assert (report.resumed, report.tally.new) == (0, COUNT - 1)


def test_standard_input_cannot_be_gone_on_with(paths: Paths, dump: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for begun in (True, False):
        with io.TextIOWrapper(io.BytesIO(dump.read_bytes())) as given:
            monkeypatch.setattr(sys, "stdin", given)
            report = (stopped(paths, "-") if begun else import_files(paths, ["-"], lambda standing: None)).files[0]
        assert (report.interrupted, report.resumable, report.resumed) == (begun, False, 0)
    assert report.tally.new + report.tally.same == COUNT - 1


def test_a_file_is_known_by_its_size_its_time_and_its_ends(tmp_path: Path) -> None:
    file = tmp_path / "file"

    def of(content: bytes, time: int) -> bytes | None:
        file.write_bytes(content)
        os.utime(file, ns=(0, time))
        with file.open("rb") as stream:
            found = identity(stream)
            assert stream.tell() == 0
        return found

    middle = bytes(200_000)
    known = of(b"a" + middle + b"a", 1)
    assert known == of(b"a" + middle + b"a", 1)
    others = {of(b"b" + middle + b"a", 1), of(b"a" + middle + b"b", 1), of(b"a" + middle + b"aa", 1)}
    assert known not in others | {of(b"a" + middle + b"a", 2)}
    assert identity(io.BytesIO(b"no file")) is None


def test_after_a_process_was_lost_the_rest_can_still_be_taken_in(
    paths: Paths, dump: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*arguments: object) -> None:
        raise PoolProcessLost(-9)

    with monkeypatch.context() as patch:
        patch.setattr(ingest, "prepared_parts", lost)
        report = import_files(paths, [dump], lambda standing: None)
    assert report.exit_code == 1
    assert "helper process was killed" in report.files[0].error
    assert report.files[0].resumable
    assert whole(paths, dump)[0].tally.new == COUNT - 1


def test_everything_that_was_rejected_is_in_a_file(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (ingest, reports):
        monkeypatch.setattr(module, "NAMED", 100)
    lines = [line(1, "One paper"), *(json.dumps({"id": f"no id {number}"}) for number in range(250))]
    file = written(tmp_path / "a dump.jsonl", *lines)
    report, _ = whole(paths, file)
    assert (report.tally.rejected, len(report.rejects)) == (250, 100)
    assert report.rejected is not None
    assert report.rejected.is_relative_to(paths.state)
    named = report.rejected.read_text(encoding="utf-8").splitlines()
    assert [each.split("\t")[0] for each in named] == [f"line {number}" for number in range(2, 252)]
    assert "not an arXiv identifier" in named[0]
