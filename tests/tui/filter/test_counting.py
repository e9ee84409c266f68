"""Counts of the filter while other processes write: only if they are visible, and at a limited pace."""

from __future__ import annotations

from typing import cast

import pytest

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from arxtui.tui.application import ArxtuiApp
from arxtui.tui.services import facet_counts
from arxtui.tui.services.poller import CountPacing
from arxtui.tui.terminal.input_queue import InputQueue
from tests.tui.papers import paper
from tests.tui.reader import QUIET, Reader, fill, reading, running

LIBRARY = cast("Library", None)


class Clocks:
    """A clock, and a clock of CPU time, that tests set by hand."""

    def __init__(self) -> None:
        self.now = self.cpu = 100.0
        self.pacing = CountPacing(lambda: self.now, lambda: self.cpu)

    def count(self, cpu: float) -> None:
        """Count for this many seconds of CPU time, and four times as many by the clock."""

        def work(_: Library) -> None:
            self.cpu += cpu
            self.now += 4 * cpu

        self.pacing.timed(work)(LIBRARY)


def test_the_rest_after_a_count_is_twenty_times_its_cpu_time() -> None:
    clocks = Clocks()
    assert not clocks.pacing.wait
    clocks.count(0.125)
    assert clocks.pacing.wait == pytest.approx(2.5)
    clocks.now += 2.0
    assert clocks.pacing.wait == pytest.approx(0.5)
    clocks.now += 1.0
    assert not clocks.pacing.wait


def test_a_short_count_does_not_end_the_rest_after_a_long_one() -> None:
    clocks = Clocks()
    clocks.count(0.125)
    clocks.count(0.001)
    assert clocks.pacing.wait == pytest.approx(2.5 - 0.004)


def test_a_failed_count_is_followed_by_a_rest_too() -> None:
    clocks = Clocks()

    def fail(_: Library) -> None:
        clocks.cpu += 0.1
        raise OSError

    with pytest.raises(OSError):
        clocks.pacing.timed(fail)(LIBRARY)
    assert clocks.pacing.wait == pytest.approx(2.0)


async def store_elsewhere(reader: Reader, paths: Paths, number: int) -> None:
    """Store a paper as another process does, and wait until the reader has noticed it."""
    known = reader.main.session.news.counts
    assert known
    fill(paths, [paper(number)])
    reader.main.context.poller._poll()
    await reader.until(lambda: (now := reader.main.session.news.counts) and now.all == known.all + 1)


def counted(reader: Reader) -> int:
    """Return the number of papers of the list as it was counted last."""
    return reader.main.session.counted.facets.total if reader.main.session.counted else 0


async def test_papers_of_another_process_are_counted_once_the_filter_is_visible(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facet_counts, "_NEWS_IDLE_SECONDS", 0.001)
    fill(paths, [paper(number) for number in range(1, 61)])
    async with reading(paths, size=(80, 24)) as reader:
        await reader.until(lambda: counted(reader) == 60)
        await store_elsewhere(reader, paths, 61)
        await store_elsewhere(reader, paths, 62)
        assert counted(reader) == 60
        await reader.press("f")
        await reader.until(lambda: counted(reader) == 62)
        reader.main.context.counts._pacing._rest_ends = 0.0
        await store_elsewhere(reader, paths, 63)
        await reader.until(lambda: counted(reader) == 63)


async def test_papers_of_another_process_are_counted_after_the_rest(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facet_counts, "_NEWS_IDLE_SECONDS", 0.001)
    fill(paths, [paper(number) for number in range(1, 61)])
    async with reading(paths) as reader:
        await reader.until(lambda: counted(reader) == 60)
        counts = reader.main.context.counts
        await reader.until(lambda: not counts._pacing.wait)
        counts._pacing._rest_ends = counts._pacing._clock() + 3600
        await store_elsewhere(reader, paths, 61)
        assert counted(reader) == 60
        assert counts._pacing_timer
        assert counts._pacing_timer._interval > 3000
        await reader.search("paper")  # counted at once, because the user acted
        await reader.until(lambda: counted(reader) == 61)


async def test_nothing_is_counted_while_keys_arrive(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    rest, checks = 0.0, 0

    def rest_of_keys(_: InputQueue) -> float:
        nonlocal checks
        checks += 1
        return rest

    monkeypatch.setattr(InputQueue, "rest", property(rest_of_keys))
    fill(paths, [paper(1)])
    async with running(ArxtuiApp(paths, QUIET), (80, 24)) as reader:
        session = reader.main.session
        await reader.until(lambda: checks > 4)
        assert session.news.counts is None
        assert session.counted is None
        rest = 60.0
        await reader.until(lambda: session.news.counts and counted(reader) == 1)
