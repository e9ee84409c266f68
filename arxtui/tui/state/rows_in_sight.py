"""Which rows of a list are in sight, and where its cursor may stand among them. Knows nothing of the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

SCROLL_OFF = 3
"""How many rows are left, where there is room, between the cursor and the edge."""


class RowsInSight(NamedTuple):
    """``height`` rows from ``top`` on, of ``total``."""

    top: int
    height: int
    total: int

    def top_for(self, cursor: int) -> int:
        """The top that brings the cursor into sight, moved as little as leaves some rows to the edge."""
        top = min(max(self.top, cursor + self._margin - self.height + 1), max(cursor - self._margin, 0))
        return max(min(top, self.total - self.height), 0)

    def cursor_for(self, cursor: int) -> int:
        """Where the cursor goes so that it is in sight; as it is where it would not be lost."""
        lowest = self.top + (self._margin if self.top else 0)
        bottom = self.top + self.height
        return min(max(cursor, lowest), bottom - 1 - (self._margin if bottom < self.total else 0))

    @property
    def _margin(self) -> int:
        return min(SCROLL_OFF, (self.height - 1) // 2)


def resting_place(place: int, step: int, count: int, may_rest: Callable[[int], bool]) -> int | None:
    """The row at ``place``, else the next in the direction of ``step`` (1 or -1), else the next in the other, on which
    a cursor may rest; None where there is none."""
    for direction in (step, -step):
        rows = range(max(place, 0), count) if direction > 0 else range(place, -1, -1)
        if (found := next(filter(may_rest, rows), None)) is not None:
            return found
    return None
