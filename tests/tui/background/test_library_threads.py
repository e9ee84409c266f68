"""The library thread: requests run in order, a newer request on a topic replaces an older one, and acts are always
done."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from arxtui.model.marks import Act
from arxtui.tui.services.library_threads import LibraryThread
from tests.tui.acts.test_selector import found
from tests.tui.papers import paper
from tests.tui.reader import QUIET, fill


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
