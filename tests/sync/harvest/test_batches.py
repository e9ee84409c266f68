"""Prefetching: items arrive in order, no more than the limit are made ahead, and an error of the producer arrives after
its items."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator

import pytest

from arxtui.sync.harvest.batches import Prefetcher

LIMIT = 10.0
"""Seconds after which a wait fails the test."""


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


def test_a_signal_that_does_not_wake_the_waiting_thread_is_handled(monkeypatch: pytest.MonkeyPatch) -> None:
    heard, waits = threading.Event(), threading.Event()

    def items() -> Iterator[bool]:
        waits.wait(LIMIT)
        with ahead._changed:  # it is free once the other thread waits
            signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)
        yield heard.wait(LIMIT)

    before = signal.signal(signal.SIGUSR1, lambda *_: heard.set())
    try:
        ahead = Prefetcher(items(), 1)
        wait_for = ahead._changed.wait_for

        def wait(condition: Callable[[], object], timeout: float | None = None) -> object:
            waits.set()
            return wait_for(condition, timeout)

        monkeypatch.setattr(ahead._changed, "wait_for", wait)
        assert ahead.take()
        ahead.close()
    finally:
        signal.signal(signal.SIGUSR1, before)
