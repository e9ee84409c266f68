"""An import of dblp that was stopped, or for which the disk had no room, goes on where it ended."""

from __future__ import annotations

import errno
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.sources import dblp
from arxtui.store.dblp import partial
from arxtui.store.dblp.works import DblpWorks, words_of
from arxtui.sync.importing.importer import import_files
from arxtui.sync.importing.reports import ImportProgress
from tests.dblp import PERSON
from tests.dblp import dump as dump_of
from tests.sync.importing.test_resuming import stopped, whole

COUNT = 200


@pytest.fixture
def dump(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A dump that is read in many parts, of which a few are a run."""
    monkeypatch.setattr(dblp, "_PART", 1000)
    monkeypatch.setattr("arxtui.sync.importing.importer.CHUNK_SIZE", 500)
    monkeypatch.setattr(partial, "RUN", 5000)
    made = (
        f'<article key="journals/x/{number}" mdate="2026-01-02"><author>Ada Example</author>'
        f"<title>On part {number}.</title><year>2024</year></article>"
        for number in range(COUNT)
    )
    file = tmp_path / "dblp.xml"
    file.write_bytes(dump_of([PERSON, *made]))
    return file


def found(paths: Paths) -> int:
    works = DblpWorks.open(paths.dblp_works)
    assert works
    return sum(len(works.titled(words_of(f"On part {number}"))) for number in range(COUNT))


def test_an_import_that_was_stopped_goes_on_and_loses_nothing(paths: Paths, dump: Path) -> None:
    [first] = stopped(paths, dump, after=5).files
    assert (first.interrupted, first.resumable) == (True, True)
    assert 0 < first.tally.works < COUNT
    assert not paths.dblp_works.exists()
    report, result = whole(paths, dump)
    assert (report.resumed, report.tally.works, report.error) == (first.tally.works, COUNT, "")
    assert result[0].before.works == first.tally.works
    assert found(paths) == COUNT
    assert [each.name for each in paths.cache.glob("*dblp*")] == ["dblp.works"]


def test_an_import_for_which_the_disk_had_no_room_goes_on(
    paths: Paths, dump: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []

    def sync(descriptor: int) -> None:
        written.append(descriptor)
        if len(written) == 3:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(partial, "sync", sync)
    [first] = import_files(paths, [dump], lambda _: None).files
    assert (first.error, first.resumable) == ("cannot be read or stored: No space left on device", True)
    report, _ = whole(paths, dump)
    assert report.resumed > 0
    assert found(paths) == COUNT


def test_a_dump_that_was_read_to_its_end_is_not_read_again(
    paths: Paths, dump: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr("arxtui.sync.importing.importer.write_works", full)
        [first] = import_files(paths, [dump], lambda _: None).files
    assert (first.error, first.resumable) == ("cannot be read or stored: No space left on device", True)
    report, _ = whole(paths, dump)
    assert (report.error, report.resumed, found(paths)) == ("", COUNT, COUNT)


def test_an_import_stops_while_its_file_is_written_and_goes_on(paths: Paths, dump: Path) -> None:
    stop = threading.Event()

    def stop_at_the_end(progress: ImportProgress) -> None:
        if progress.finishing:
            stop.set()

    [first] = import_files(paths, [dump], stop_at_the_end, stop).files
    assert (first.interrupted, first.resumable, first.tally.works) == (True, True, COUNT)
    assert [each.name for each in paths.cache.glob("*dblp*")] == ["dblp.part"]
    whole(paths, dump)
    assert found(paths) == COUNT


@pytest.fixture
def pipe(dump: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The dump, whole in a pipe that is the standard input."""
    reading, writing = os.pipe()
    os.write(writing, dump.read_bytes())
    os.close(writing)
    with os.fdopen(reading) as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        yield


@pytest.mark.usefixtures("pipe")
def test_a_dump_comes_from_a_pipe_too(paths: Paths) -> None:
    [report] = import_files(paths, ["-"], lambda _: None).files
    assert (report.tally.works, found(paths)) == (COUNT, COUNT)


@pytest.mark.usefixtures("pipe")
def test_nothing_is_reported_of_a_pipe_that_was_not_read_to_its_end(paths: Paths) -> None:
    [report] = stopped(paths, "-", after=5).files
    assert (report.interrupted, report.resumable, report.tally.works) == (True, False, 0)
    assert list(paths.cache.glob("dblp*")) == []


def test_a_file_that_cannot_be_written_is_reported_in_words(paths: Paths, dump: Path) -> None:
    (paths.cache / "dblp.part").mkdir()
    [report] = import_files(paths, [dump], lambda _: None).files
    assert report.error == "cannot be stored: Is a directory"
