"""An import at the same time as a reader, a refresh, or another import."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.model.expr import EVERYTHING, Field, Sort, Word
from arxtui.model.intake import Intake
from arxtui.model.paper import Announcement, AnnounceType, Paper
from arxtui.search.errors import SearchError
from arxtui.search.index import SearchIndex
from arxtui.store.cache.database import Cache
from arxtui.sync.errors import PoolProcessLost
from arxtui.sync.importing import index_follower
from arxtui.sync.importing.importer import import_files
from arxtui.sync.importing.live_index import LiveIndex
from arxtui.sync.importing.reports import ImportProgress
from arxtui.sync.indexing import update_if_unlocked
from arxtui.sync.lock import index_lock
from arxtui.sync.worker.process_pool import ProcessPool
from tests.fork_server import ForkServer, Running
from tests.forked import PROGRAM
from tests.library.made import Home
from tests.sync.importing.test_importer import line, written

_IMPORT = f"from arxtui.sources import jsonlines; jsonlines.CHUNK = 200\n{PROGRAM}"
StartImport = Callable[[Path], Running]


@pytest.fixture
def start_import(fork_server: ForkServer, paths: Paths) -> StartImport:
    """Starts a process that imports a file."""
    return lambda file: fork_server.start(_IMPORT, "import", file, environ={"ARXTUI_HOME": str(paths.config.parent)})


def dump(file: Path, count: int) -> Path:
    return written(file, *(line(number, f"Bounded Staleness {number}") for number in range(1, count + 1)))


def test_lists_and_searches_are_answered_while_an_import_writes_at_full_speed(
    paths: Paths, start_import: StartImport, tmp_path: Path
) -> None:
    file = dump(tmp_path / "dump.jsonl", 2_500)
    Cache.open(paths.cache_db).close()
    index = SearchIndex.open(paths.index)
    seen, found = [0], [0]
    with start_import(file) as importing:
        while importing.poll() is None:
            with Cache.open(paths.cache_db, read_only=True) as cache:
                keys = cache.month_keys()
                assert len(cache.rows(keys[:50])) == len(keys[:50])
                seen.append(len(keys))
            index.reload()
            found.append(index.count(Word("staleness", Field.TITLE)))
            assert len(index.find(EVERYTHING, limit=50, sort=Sort.NEW).keys) == min(50, found[-1])
    assert importing.returncode == 0
    assert seen == sorted(seen)
    assert found == sorted(found)
    assert any(0 < papers < 2_500 for papers in seen), "none was answered in the middle"
    index.reload()
    assert index.count(Word("staleness", Field.TITLE)) == 2_500


def test_imported_papers_are_found_before_the_import_ends(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = dump(tmp_path / "dump.jsonl", 600)
    counts: list[int] = []
    monkeypatch.setattr(index_follower, "COMMIT_AFTER", 100)
    import_files(paths, [file], lambda _: counts.append(SearchIndex.open(paths.index).count(EVERYTHING)))
    assert any(0 < count < 600 for count in counts)


def test_few_papers_are_put_into_the_index_in_one_step_at_the_end(paths: Paths, tmp_path: Path) -> None:
    files = [dump(tmp_path / f"{count}.jsonl", count) for count in (3, 5)]
    counts: list[int] = []
    import_files(paths, files, lambda _: counts.append(SearchIndex.open(paths.index).count(EVERYTHING)))
    assert set(counts) == {0}
    assert SearchIndex.open(paths.index).count(EVERYTHING) == 5


def test_papers_stored_by_others_during_an_import_are_indexed_and_the_index_ends_current(
    paths: Paths, tmp_path: Path
) -> None:
    file = dump(tmp_path / "dump.jsonl", 250)
    numbers = iter(range(6_001, 6_900))

    def refresh(_: ImportProgress) -> None:
        with Cache.open(paths.cache_db) as other:
            other.take(Intake((Paper(f"2605.{next(numbers):05}", "Cheap Snapshots", version=1),)))
            other.take(Intake((Paper("2605.00001", f"Dear Snapshots {next(numbers)}", version=9),)))

    assert import_files(paths, [file], refresh).notes == ()
    with Cache.open(paths.cache_db, read_only=True) as cache:
        index = SearchIndex.open(paths.index)
        assert cache.changes.lag(index.change_number) == 0
        assert index.count(EVERYTHING) == cache.count() > 250
        assert index.count(Word("dear", Field.TITLE)) == 1
        assert index.count(Word("cheap", Field.TITLE)) == cache.count() - 250


def test_while_another_process_writes_the_index_that_is_said_and_the_papers_are_stored(
    paths: Paths, tmp_path: Path
) -> None:
    file = dump(tmp_path / "dump.jsonl", 150)
    with index_lock(paths.state, threading.Event()):
        report = import_files(paths, [file], lambda standing: None)
    assert report.exit_code == 0
    assert len(report.notes) == 1
    assert "is writing the search index; new papers can be found when it has finished" in report.notes[0]
    with Cache.open(paths.cache_db) as cache:
        assert cache.count() == 150
        update_if_unlocked(cache, paths, threading.Event(), lambda note: None)
    assert SearchIndex.open(paths.index).count(EVERYTHING) == 150


def test_a_dump_is_no_news_but_a_later_feed_is(paths: Paths, tmp_path: Path) -> None:
    day = date(2026, 5, 13)
    row = {
        "id": "2605.00001",
        "title": "Bounded Staleness",
        "categories": ["cs.DC"],
        "announcements": [{"day": day.isoformat(), "category": "cs.DC", "type": "new", "version": 1}],
    }
    report = import_files(paths, [written(tmp_path / "dump.jsonl", json.dumps(row))], lambda standing: None)
    assert report.files[0].tally.announcements == 1
    home = Home(paths, ("cs.DC",))
    with home.library() as library:
        assert library.inbox.deliver() == 0
        home.take(announcements=[Announcement("2605.00001", day, "cs.DC", AnnounceType.NEW, 1)])
        assert library.inbox.deliver() == 1


def test_two_imports_at_once_take_in_both(paths: Paths, start_import: StartImport, tmp_path: Path) -> None:
    files = [written(tmp_path / name, *(line(number, name) for number in range(first, first + 1_000)))
             for name, first in (("one", 1), ("two", 5_001))]  # fmt: skip
    with start_import(files[0]) as first, start_import(files[1]) as second:
        assert (first.wait(), second.wait()) == (0, 0)
    with Cache.open(paths.cache_db) as cache:
        assert cache.count() == 2_000
        update_if_unlocked(cache, paths, threading.Event(), lambda note: None)
    assert SearchIndex.open(paths.index).count(EVERYTHING) == 2_000


def test_an_index_that_cannot_be_followed_to_its_end_is_left_as_it_was_and_caught_up(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = dump(tmp_path / "first.jsonl", 150), dump(tmp_path / "second.jsonl", 300)

    def lost(*_: object) -> None:
        raise PoolProcessLost(-9)

    with Cache.open(paths.cache_db) as cache:
        cache.take(Intake((Paper("2605.07000", "Before", version=1),)))
    with monkeypatch.context() as patch:
        patch.setattr(index_follower.IndexFollower, "_replace", lost)
        report = import_files(paths, [first, second], lambda standing: None)
    assert "helper process was killed" in report.files[0].error
    assert report.files[1].tally.new + report.files[0].tally.new == 300
    assert import_files(paths, [first], lambda standing: None).notes == ()
    index = SearchIndex.open(paths.index)
    assert index.count(EVERYTHING) == len(index.find(EVERYTHING, limit=900, sort=Sort.NEW).keys) == 301


def test_an_index_that_cannot_be_written_is_reported_once_and_left_alone(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def failing(*given: object) -> None:
        asked.append(given)
        raise SearchError("the disk is full")

    monkeypatch.setattr(index_follower.IndexFollower, "follow", failing)
    notes: list[str] = []
    with (
        Cache.open(paths.cache_db) as cache,
        closing(ProcessPool(local_seconds=9)) as pool,
        LiveIndex(cache, paths, pool, threading.Event(), notes.append) as index,
    ):
        for _ in range(2):
            index.follow({}, {})
        assert index.behind() == 0
    assert (len(asked), len(notes)) == (1, 1)
    assert "the disk is full" in notes[0]
