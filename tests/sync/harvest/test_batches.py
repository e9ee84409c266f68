"""Prefetching: items arrive in order, no more than the limit are made ahead, and an error of the producer arrives after
its items."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from arxtui.sync.harvest.batches import Prefetcher


def test_items_come_in_their_order_and_then_none() -> None:
    ahead = Prefetcher(iter(range(50)), 3)
    assert [ahead.take() for _ in range(51)] == [*range(50), None]
    assert ahead.take() is None
    assert ahead.ended
    ahead.close()


def test_an_error_of_the_producer_is_raised_after_its_items() -> None:
    def failing() -> Iterator[int]:
        yield 1
        yield 2
        raise LookupError("no more")

    ahead = Prefetcher(failing(), 5)
    assert (ahead.take(), ahead.take()) == (1, 2)
    with pytest.raises(LookupError, match="no more"):
        ahead.take()
    ahead.close()


def test_no_more_is_made_than_is_allowed_and_closing_ends_the_making() -> None:
    made: list[int] = []
    second = threading.Event()

    def endless() -> Iterator[int]:
        while True:
            made.append(len(made))
            if len(made) == 2:
                second.set()
            yield made[-1]

    ahead = Prefetcher(endless(), 2)
    assert second.wait(60)
    ahead.close()
    assert made == [0, 1]
    assert ahead.ended
