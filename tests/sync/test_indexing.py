"""The index is brought up to date with the cache, whatever happened to either of them."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.model.expr import EVERYTHING, Field, Word
from arxtui.model.intake import Intake
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.model.paper import Paper
from arxtui.search import writer
from arxtui.search.folder import mark_damaged
from arxtui.search.index import SearchIndex
from arxtui.search.version import current_folder
from arxtui.store.cache.database import Cache
from arxtui.sync import indexing
from arxtui.sync.index_reached import LEDGER_ROW, is_reached
from arxtui.sync.indexing import unindexable_message, update_if_unlocked, update_index
from arxtui.sync.lock import index_lock


def papers(first: int, last: int, word: str = "staleness") -> Intake:
    made = (Paper(f"2605.{number:05}", f"On {word}, part {number}", version=1) for number in range(first, last + 1))
    return Intake(tuple(made))


def follow(cache: Cache, paths: Paths) -> list[str]:
    """Bring the index up to date; return the notes."""
    notes: list[str] = []
    update_if_unlocked(cache, paths, threading.Event(), notes.append)
    return notes


def holds(paths: Paths, word: str) -> int:
    return SearchIndex.open(paths.index).count(Word(word, Field.TITLE))


def test_the_index_catches_up_in_batches(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexing, "BATCH", 3)
    monkeypatch.setattr(indexing, "BACKLOG", 4)
    with Cache.open(paths.cache_db) as cache:
        cache.take(papers(1, 20))
        assert follow(cache, paths) == []
        assert holds(paths, "staleness") == 20
        assert SearchIndex.open(paths.index).change_number == cache.changes.latest()


def test_a_changed_paper_is_found_by_its_new_words_alone(paths: Paths) -> None:
    with Cache.open(paths.cache_db) as cache:
        cache.take(papers(1, 3))
        follow(cache, paths)
        cache.take(Intake((Paper("2605.00002", "On snapshots", version=2),)))
        follow(cache, paths)
    assert (holds(paths, "staleness"), holds(paths, "snapshots")) == (2, 1)


def test_stopped_in_the_middle_it_goes_on_from_there(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()
    written = writer.update

    def stopping(*arguments: object, **named: object) -> None:
        written(*arguments, **named)  # type: ignore[arg-type]
        stop.set()

    monkeypatch.setattr(indexing, "BATCH", 5)
    with Cache.open(paths.cache_db) as cache:
        cache.take(papers(1, 12))
        with monkeypatch.context() as patched:
            patched.setattr(indexing, "update", stopping)
            assert update_index(cache, paths.index, stop, lambda note: None) < cache.changes.latest()
        assert holds(paths, "staleness") == 5
        follow(cache, paths)
    assert holds(paths, "staleness") == 12


def _truncated(folder: Path) -> None:
    for file in folder.rglob("meta.json"):
        file.write_bytes(file.read_bytes()[:20])


def _partly_deleted(folder: Path) -> None:
    for file in folder.rglob("*.term"):
        file.unlink()


@pytest.mark.parametrize("harm", [_truncated, _partly_deleted])
def test_a_damaged_index_is_built_anew_and_that_is_said(paths: Paths, harm: object) -> None:
    with Cache.open(paths.cache_db) as cache:
        cache.take(papers(1, 4))
        follow(cache, paths)
        assert callable(harm)
        harm(paths.index)
        notes = follow(cache, paths)
        assert len(notes) == 1
        assert "rebuilt" in notes[0]
    assert holds(paths, "staleness") == 4


@pytest.mark.parametrize(
    "harm", [_truncated, _partly_deleted, lambda index: mark_damaged(current_folder(index)), shutil.rmtree]
)
def test_an_index_is_known_to_be_up_to_date_without_opening_it_until_anything_happens_to_it(
    paths: Paths, harm: Callable[[Path], object]
) -> None:
    with Cache.open(paths.cache_db) as cache:
        assert not is_reached(cache, paths.index)
        cache.take(papers(1, 4))
        assert not is_reached(cache, paths.index)
        follow(cache, paths)
        assert is_reached(cache, paths.index)
        cache.take(papers(5, 6))
        assert not is_reached(cache, paths.index)
        update_index(cache, paths.index, threading.Event(), lambda note: None)  # by a verb that does not say so
        assert not is_reached(cache, paths.index)
        follow(cache, paths)
        assert is_reached(cache, paths.index)
        now = datetime.now(UTC)
        cache.ledger.put(LedgerEntry(*LEDGER_ROW, now, Outcome.FAILED, now))
        assert not is_reached(cache, paths.index)
        follow(cache, paths)
        assert is_reached(cache, paths.index)
        harm(paths.index)
        assert not is_reached(cache, paths.index)


def test_a_deleted_index_is_built_again(paths: Paths) -> None:
    with Cache.open(paths.cache_db) as cache:
        cache.take(papers(1, 4))
        follow(cache, paths)
        shutil.rmtree(paths.index)
        follow(cache, paths)
    assert holds(paths, "staleness") == 4


def test_after_the_cache_was_deleted_nothing_of_it_is_found(paths: Paths) -> None:
    with Cache.open(paths.cache_db) as cache:
        cache.take(papers(1, 4))
        follow(cache, paths)
    for file in paths.cache.glob("cache.db*"):
        file.unlink()
    with Cache.open(paths.cache_db) as cache:
        cache.take(papers(20, 29, "snapshots"))
        assert "rebuilt" in follow(cache, paths)[0]
        assert SearchIndex.open(paths.index).count(EVERYTHING) == 10
    assert (holds(paths, "staleness"), holds(paths, "snapshots")) == (0, 10)


def test_an_index_that_cannot_be_written_is_said_and_ends_nothing(paths: Paths) -> None:
    paths.index.parent.mkdir(parents=True, exist_ok=True)
    paths.index.write_text("in the way")
    with Cache.open(paths.cache_db) as cache:
        cache.take(papers(1, 2))
        for failures in (1, 2):
            note = follow(cache, paths)[-1]
            assert note.startswith("the search index could not be brought up to date: ")
            row = cache.ledger.get(*LEDGER_ROW)
            assert row is not None
            assert (row.reason, row.failures) == (note, failures)
        paths.index.unlink()
        assert follow(cache, paths) == []
        assert cache.ledger.get(*LEDGER_ROW) is None
    assert holds(paths, "staleness") == 2


def test_of_papers_that_the_index_cannot_hold_twenty_are_named() -> None:
    names = [f"2605.{number:05}" for number in range(25)]
    text = "these papers could not be added to the search index: "
    assert unindexable_message(names[:20]) == text + ", ".join(names[:20])
    assert unindexable_message(names) == f"{text}{', '.join(names[:20])} and 5 more"


def test_two_wait_for_each_other_at_the_index(paths: Paths) -> None:
    with Cache.open(paths.cache_db) as cache:
        cache.take(papers(1, 2))
    done = threading.Event()

    def other() -> None:
        with Cache.open(paths.cache_db) as cache:
            follow(cache, paths)
        done.set()

    with index_lock(paths.state, threading.Event()) as holder:
        assert holder is None
        thread = threading.Thread(target=other)
        thread.start()
        assert not done.wait(0.2)
    thread.join()
    assert holds(paths, "staleness") == 2


def test_who_is_stopped_does_not_wait_for_the_turn(paths: Paths) -> None:
    stop = threading.Event()
    stop.set()
    with index_lock(paths.state, threading.Event()), index_lock(paths.state, stop, 60) as holder:
        assert holder == os.getpid()
