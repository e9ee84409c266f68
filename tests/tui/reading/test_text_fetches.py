"""The order of text fetches: one child process at a time, the paper on the screen first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from arxtui.model.events import Event, EventKind
from arxtui.model.fulltext import ARRIVED
from arxtui.tui.text_fetches import TextFetches

A, B, C = "2605.00001", "2605.00002", "2605.00003"


class Child:
    """A child process that the test controls; ``begun`` lists the papers and options that children were started
    with."""

    def __init__(self) -> None:
        self.begun: list[tuple[str, tuple[str, ...]]] = []
        self.at_work = 0
        self._on_event: Callable[[Event], object] = print
        self._on_exit: Callable[[str], object] = print

    def start(
        self, name: str, options: tuple[str, ...], on_event: Callable[[Event], object], on_exit: Callable[[str], object]
    ) -> None:
        self.at_work += 1
        assert self.at_work == 1
        self.begun.append((name, options))
        self._on_event, self._on_exit = on_event, on_exit

    def stop(self) -> None:
        self.at_work -= 1

    def step(self, words: str) -> None:
        self._on_event(Event(EventKind.STEP, target=f"{self.begun[-1][0]}v1", reason=words))

    def hear(self, event: Event) -> None:
        self._on_event(event)

    def end(self, why: str = "") -> None:
        self.at_work -= 1
        self._on_exit(why)


@pytest.fixture
def child() -> Child:
    return Child()


@pytest.fixture
def changed() -> list[str]:
    return []


@pytest.fixture
def fetches(child: Child, changed: list[str]) -> TextFetches:
    return TextFetches(child, changed.append)


def test_a_text_is_fetched_at_once_and_its_steps_are_reported(
    fetches: TextFetches, child: Child, changed: list[str]
) -> None:
    fetches.fetch(A, ("--again",))
    assert child.begun == [(A, ("--again",))]
    assert fetches.step(A) == "starting"
    child.step("trying arXiv's HTML")
    assert (fetches.step(A), changed) == ("trying arXiv's HTML", [A])
    child.step(ARRIVED)
    assert fetches.step(A) == "its figures"
    child.hear(Event(EventKind.PAGE, page=2, pages=5))
    assert fetches.step(A) == "figure 2 of 5"
    child.end()
    assert (fetches.step(A), fetches.is_fetching(A), fetches.failure(A)) == ("", False, "")


def test_many_papers_opened_one_after_the_other_never_have_more_than_one_child(
    fetches: TextFetches, child: Child
) -> None:
    fetches.fetch(A)
    for number in range(2, 12):
        fetches.leave(f"2605.{number - 1:05}")
        fetches.fetch(f"2605.{number:05}")
    assert [name for name, _ in child.begun] == [A]
    assert fetches.step("2605.00011") == f"waiting for {A}, which is fetched first"
    child.end()
    assert [name for name, _ in child.begun] == [A, "2605.00011"]
    child.end()
    assert child.at_work == 0


def test_figures_make_way_for_the_next_text_and_are_fetched_after_it(fetches: TextFetches, child: Child) -> None:
    fetches.fetch(A, ("--again",))
    child.step(ARRIVED)
    child.step("asking arXiv for its figures")
    fetches.leave(A)
    fetches.fetch(B)
    assert [name for name, _ in child.begun] == [A, B]
    assert fetches.is_fetching(A)
    child.end()
    assert child.begun[2:] == [(A, ())]


def test_the_fetch_of_a_text_is_not_interrupted_but_that_of_its_figures_is(fetches: TextFetches, child: Child) -> None:
    fetches.fetch(A)
    child.step("trying arXiv's HTML")
    fetches.fetch(B)
    assert len(child.begun) == 1
    child.step(ARRIVED)
    assert [name for name, _ in child.begun] == [A, B]


def test_leaving_drops_only_a_text_fetch_that_has_not_begun(fetches: TextFetches, child: Child) -> None:
    fetches.fetch(A)
    assert fetches.leave(A)
    fetches.fetch(B)
    assert not fetches.leave(B)
    child.end()
    assert child.begun == [(A, ())]


def test_a_stopped_text_fetch_ends_and_a_waiting_one_begins(fetches: TextFetches, child: Child) -> None:
    fetches.fetch(A)
    fetches.fetch(B)
    assert fetches.stop(A)
    assert [name for name, _ in child.begun] == [A, B]
    assert not fetches.stop(A)
    assert fetches.stop(B)
    assert (child.at_work, fetches.step(B)) == (0, "")


def test_a_failure_is_reported_until_it_is_tried_again(fetches: TextFetches, child: Child) -> None:
    fetches.fetch(A)
    child.hear(Event(EventKind.FAILED, target=A, reason="not asked: arxiv.org answered 503"))
    child.end()
    assert fetches.failure(A) == "not asked: arxiv.org answered 503"
    fetches.fetch(A)
    assert fetches.failure(A) == ""
    child.end("There is no room left on the disk.")
    assert fetches.failure(A) == "There is no room left on the disk."


def test_a_long_wait_says_until_when(fetches: TextFetches, child: Child) -> None:
    fetches.fetch(A)
    until = datetime(2026, 5, 13, 8, 20, tzinfo=UTC)
    child.hear(Event(EventKind.WAITING, until=until, reason="arxiv.org answered 429"))
    assert fetches.step(A) == f"waiting until {until.astimezone():%H:%M:%S}: arxiv.org answered 429"


def test_fetching_the_same_paper_once_more_begins_nothing(fetches: TextFetches, child: Child) -> None:
    fetches.fetch(A)
    fetches.fetch(A, ("--again",))
    assert len(child.begun) == 1


def test_a_waiting_paper_shows_each_change_of_the_fetch_before_it(
    fetches: TextFetches, child: Child, changed: list[str]
) -> None:
    fetches.fetch(A)
    fetches.fetch(B)
    child.step("trying arXiv's HTML")
    assert changed == [A, B]
    child.end()
    assert changed[2:] == [A]
    assert fetches.step(B) == "starting"


def test_a_stopped_text_fetch_does_not_begin_later(fetches: TextFetches, child: Child) -> None:
    fetches.fetch(A)
    child.step(ARRIVED)
    fetches.fetch(B)
    child.step("trying arXiv's HTML")
    assert fetches.stop(A)
    assert not fetches.is_fetching(A)
    fetches.fetch(C)
    assert fetches.stop(C)
    child.end()
    assert [name for name, _ in child.begun] == [A, B]
    assert not fetches.is_fetching(C)


def test_the_figures_of_several_papers_are_fetched_in_the_order_in_which_they_made_way(
    fetches: TextFetches, child: Child
) -> None:
    for name in (A, B, C):
        fetches.fetch(name)
        child.step(ARRIVED)
    child.end()
    child.end()
    assert [name for name, _ in child.begun] == [A, B, C, A, B]
    child.hear(Event(EventKind.FAILED, target=B, reason="no such figure"))
    assert (fetches.failure(B), fetches.failure(A)) == ("no such figure", "")
