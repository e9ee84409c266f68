"""Numbered rounds that can be interrupted and continued: each depends on the seed and its number alone."""

from __future__ import annotations

import argparse
import signal
import time
from collections.abc import Callable, Iterator

_TOLD = 30.0
"""Seconds between two progress messages."""


class Numbers:
    """The numbers of the rounds from ``begin`` on, until there are ``count`` or the user presses Ctrl-C."""

    def __init__(self, command: str, seed: int, begin: int, end: int) -> None:
        self._command = command
        self._seed = seed
        self._begin = self._next = begin
        self._end = end
        self._stopped = False

    def __call__(self, standing: Callable[[], str], step: int = 1) -> Iterator[int]:
        """Yield each number, or every ``step``-th; ``standing`` returns the text of the progress message."""
        begun = last = time.monotonic()
        before = signal.signal(signal.SIGINT, self._stop)
        try:
            for number in range(self._begin, self._end, step):
                if self._stopped:
                    break
                yield number
                self._next = min(number + step, self._end)
                if time.monotonic() - last >= _TOLD:
                    last = time.monotonic()
                    pace = (self._next - self._begin) / (last - begun)
                    left = (self._end - self._next) / pace / 60
                    print(f"{self._next:,} of {self._end:,}: {standing()}; {left:,.0f} minutes left", flush=True)
        finally:
            signal.signal(signal.SIGINT, before)
        if self._next < self._end:
            print(f"stopped; to go on: {self._command} --seed {self._seed} --begin {self._next} --count {self._end}")

    def _stop(self, number: int, frame: object) -> None:
        self._stopped = True

    @property
    def told(self) -> str:
        """Return which rounds were done, in words."""
        return f"rounds {self._begin:,} to {self._next:,} of {self._end:,}"


def rounds(words: str | None, module: str, count: int) -> tuple[argparse.Namespace, Numbers]:
    """Parse the options of a benchmark of rounds. Returns the options and the numbers."""
    parser = argparse.ArgumentParser(description=words, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=count, help="the number of rounds, those before --begin included")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--begin", type=int, default=0, help="the first round, where others were done before")
    options = parser.parse_args()
    return options, Numbers(f"python -m {module}", options.seed, options.begin, options.count)
