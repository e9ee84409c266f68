"""The library thread: requests run in order, a newer request on a topic replaces an older one, and acts are always
done. The open reader gives back the space of the library."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from arxtui.model.marks import Act
from arxtui.store.cache.database import Cache
from arxtui.store.library import space
from arxtui.store.library.database import LibraryFile
from arxtui.tui.services import library_threads
from arxtui.tui.services.library_threads import LibraryThread
from tests.store.made import LONG_KEYS, fill_with_undone_stars
from tests.tui.acts.test_selector import found
from tests.tui.papers import paper
from tests.tui.reader import QUIET, fill, reading


@pytest.fixture
def desk(paths: Paths) -> Iterator[LibraryThread]:
    """A library thread with three papers in its library."""
    fill(paths, [paper(number) for number in range(1, 4)])
    opened = LibraryThread("test", lambda: Library.open(paths, QUIET), lambda callback, answer: callback(answer))
    yield opened
    opened.close()


def nothing(_: object) -> None:
    """Ignore the result."""


def keep_busy(desk: LibraryThread) -> Callable[[], None]:
    """Keep the library thread busy until the returned function is called."""
    gate, begun = threading.Event(), threading.Event()

    def wait(library: Library) -> None:
        begun.set()
        gate.wait()

    desk.ask(wait, nothing, nothing)
    begun.wait()
    return gate.set


def leave(desk: LibraryThread, go_on: Callable[[], None]) -> None:
    """Close the library thread, which stays busy until its closing has begun."""
    closing = threading.Thread(target=desk.close)
    closing.start()
    desk._closed.wait()
    go_on()
    closing.join()


def test_a_newer_question_on_a_topic_overtakes(desk: LibraryThread) -> None:
    go_on = keep_busy(desk)
    answers: list[object] = []
    done = threading.Event()
    for number in (1, 2, 3):
        desk.ask(lambda _, number=number: number, answers.append, nothing, topic="one")  # type: ignore[misc]
    desk.ask(lambda _: "another", lambda _: done.set(), nothing)
    go_on()
    done.wait()
    assert answers == [3]


def test_an_overtaken_query_stops_using_the_index(desk: LibraryThread) -> None:
    begun, gate, done = threading.Event(), threading.Event(), threading.Event()
    counted: list[int] = []

    def count(library: Library) -> None:
        counted.append(library.search.total("paper"))
        begun.set()
        gate.wait()
        counted.append(library.search.total("paper"))

    desk.ask(count, nothing, nothing, topic="numbers", only_reads=True)
    begun.wait()
    desk.forget("numbers")
    gate.set()
    desk.ask(lambda library: library.search.total("number"), lambda _: done.set(), nothing, topic="others")
    done.wait()
    assert counted == [3]


def star(library: Library, key: int) -> Act | None:
    return library.marks.apply([key], "star")


def test_acts_that_wait_for_their_turn_are_done_when_the_reader_is_left(paths: Paths, desk: LibraryThread) -> None:
    go_on = keep_busy(desk)
    for number in (1, 2, 3):
        desk.ask(partial(star, key=paper(number).key), nothing, nothing)
    leave(desk, go_on)
    assert found(paths, "is:starred") == 3


def test_queries_without_a_listener_are_not_run(desk: LibraryThread) -> None:
    go_on = keep_busy(desk)
    asked: list[object] = []
    desk.ask(asked.append, nothing, nothing, topic="news")
    leave(desk, go_on)
    assert asked == []


def test_a_library_in_use_is_looked_at_later(paths: Paths, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", logger="arxtui.store.library.space")
    fill_with_undone_stars(paths.cache_db, paths.library_db)
    with closing(Library.open(paths, QUIET)) as library:
        with LibraryFile.open(paths.library_db) as other, other._db.transaction():
            library.session.reclaim_space()
        assert "the space of the library was not given back" in caplog.text
        library.session.reclaim_space()
        assert "less on the disk" in caplog.text


def test_a_library_to_which_nothing_was_written_is_not_looked_at_again(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[Path] = []

    def look(library_db: Path, cache: Cache) -> int:
        looks.append(library_db)
        return 0

    monkeypatch.setattr(space, "reclaim", look)
    with closing(Library.open(paths, QUIET)) as library:
        library.session.reclaim_space()
        library.session.reclaim_space()
        assert looks == [paths.library_db]
        library.views.save("all", "")
        library.session.reclaim_space()
        assert len(looks) == 2


async def test_an_open_reader_gives_back_the_space_of_undone_stars(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_threads, "INTERVAL", 0.05)
    fill_with_undone_stars(paths.cache_db, paths.library_db)
    size = paths.library_db.stat().st_size
    async with reading(paths) as reader:
        await reader.until(lambda: paths.library_db.stat().st_size < size / 2)
        await reader.press("s")  # unstars a paper, and "u" stars it again
        await reader.press("u")
    with LibraryFile.open(paths.library_db) as library:
        assert list(library.marks.having("starred")) == LONG_KEYS[:5]
