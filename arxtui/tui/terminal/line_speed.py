"""Estimate of the output that a slow serial line has not transmitted yet.

The kernel accepts many frames before a write has to wait, and shows all of them in turn. It does not report how much
of a terminal's output is waiting (for pseudo-terminals ``TIOCOUTQ`` is always 0), so the estimate is from the speed to
which the line is set, which ssh passes on.
"""

from __future__ import annotations

import termios
import time
from collections.abc import Callable

_SPEEDS = {getattr(termios, f"B{speed}"): speed for speed in (300, 600, 1_200, 1_800, 2_400, 4_800, 9_600, 19_200)}
"""The speeds of slow lines, in bits a second. Pseudo-terminals are set to 38,400, which therefore means nothing."""
_BITS = 10
"""Bits of a byte on a serial line, with its start and stop bit."""
_OUTPUT_SPEED = 5
_MAX_WAITING = 0.1
"""Seconds of output that can be waiting when a frame is painted."""


def bytes_per_second(terminal: int) -> float | None:
    """Return the speed of a slow line; None if the terminal is not on one."""
    try:
        speed = _SPEEDS.get(termios.tcgetattr(terminal)[_OUTPUT_SPEED])
    except termios.error:
        return None
    return speed / _BITS if speed else None


class LineQueue:
    """The bytes that were written and not yet transmitted, if the line transmits ``rate`` bytes a second; always empty
    without a rate."""

    def __init__(self, rate: float | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._empty_at = 0.0

    def add(self, size: int) -> None:
        """Count written bytes."""
        if self._rate:
            self._empty_at = max(self._empty_at, self._clock()) + size / self._rate

    @property
    def is_long(self) -> bool:
        """Whether a frame that is painted now would be shown late."""
        return self._empty_at - self._clock() > _MAX_WAITING
