"""Pacing of the counts that changes by other processes cause, so that a long import does not keep the reader busy."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from arxtui.library.facade import Library

Answer = TypeVar("Answer")
_REST = 20
"""The rest after a count, as a multiple of its CPU time: repeated counts take at most a twentieth of a processor."""


class CountPacing:
    """The time that must pass before counting again without an action of the user."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, cpu: Callable[[], float] = time.process_time
    ) -> None:
        self._clock = clock
        self._cpu = cpu  # of all threads, because the index counts in two
        self._rest_ends = 0.0

    @property
    def wait(self) -> float:
        """The remaining seconds; 0 if a count can begin."""
        return max(self._rest_ends - self._clock(), 0.0)

    def timed(self, count: Callable[[Library], Answer]) -> Callable[[Library], Answer]:
        """Return the same count, which is followed by a rest also if it fails or is overtaken. It can run in any
        thread."""

        def run(library: Library) -> Answer:
            begun = self._cpu()
            try:
                return count(library)
            finally:
                self._rest_ends = max(self._rest_ends, self._clock() + _REST * (self._cpu() - begun))

        return run
