"""Which rows of a list are in sight, and where its cursor may stand among them. Knows nothing of the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

SCROLL_OFF = 3
"""How many rows are left, where there is room, between the cursor and the edge."""
HEAD = -1
"""The number of the line above the first line of a row, where a group's heading stands."""


class RowsInSight(NamedTuple):
    """The rows from ``top`` on, of ``total``, on ``height`` lines, ``row_height`` lines each.

    With ``begins``, which tells of a row whether a group begins there, the first line is the heading of the group of
    the top row, and each further row that begins a group has a heading above it. The place is always a row, never a
    line: only the rows in sight need to be known, however many there are.
    """

    top: int
    height: int
    total: int
    row_height: int = 1
    begins: Callable[[int], bool] | None = None

    @property
    def rows(self) -> int:
        """How many whole rows fit from the top on; at least one."""
        return self._rows_from(self.top)

    @property
    def most_rows(self) -> int:
        """How many whole rows fit where no heading takes a line."""
        return max(self.height // self.row_height, 1)

    @property
    def last_top(self) -> int:
        """The top at which the last row is the last in sight. Far from the end it is an estimate without headings."""
        if self.begins is None or self.top + 2 * self.most_rows < self.total:
            return max(self.total - self.most_rows, 0)
        return self._top_with_last(self.total - 1)

    def lines(self) -> list[tuple[int, int]]:
        """The row and the line of it (``HEAD``: its group's heading) for each line in sight that has any."""
        own = range(self.row_height)
        found: list[tuple[int, int]] = []
        row = self.top
        while len(found) < self.height and row < self.total:
            if self.begins and (row == self.top or self.begins(row)):
                found.append((row, HEAD))
            found.extend((row, line) for line in own)
            row += 1
        return found[: self.height]

    def y_of(self, row: int) -> int:
        """How many lines below the first in sight a row below the top begins."""
        first = (row - self.top) * self.row_height
        return first + 1 + self._headings(self.top, row) if self.begins else first

    def top_for(self, cursor: int) -> int:
        """The top that brings the cursor into sight, moved as little as leaves some rows to the edge."""
        lowest = self._top_with_last(min(cursor + self._margin, max(self.total - 1, 0)))
        return min(
            max(self.top, lowest), max(cursor - self._margin, 0), self._replace(top=max(self.top, lowest)).last_top
        )

    def cursor_for(self, cursor: int) -> int:
        """Where the cursor goes so that it is in sight; as it is where it would not be lost."""
        lowest = self.top + (self._margin if self.top else 0)
        bottom = self.top + self.rows
        return min(max(cursor, lowest), bottom - 1 - (self._margin if bottom < self.total else 0))

    def page(self, direction: int) -> int:
        """How many rows a screenful down (1) or up (-1) is, less one that stays in sight; negative when up."""
        above = self._top_with_last(self.top)
        return max(self.rows - 1, 1) * direction if direction > 0 or not above else min(above - self.top, -1)

    @property
    def _margin(self) -> int:
        rows = (self.height - 1) // (self.row_height + 1) if self.begins else self.most_rows
        return min(SCROLL_OFF, max(rows - 1, 0) // 2)

    def _rows_from(self, top: int) -> int:
        if self.begins is None:
            return self.most_rows
        row, left = top, self.height - 1 - self.row_height
        while row + 1 < self.total and (left := left - self._lines_of(row + 1)) >= 0:
            row += 1
        return row + 1 - top

    def _top_with_last(self, last: int) -> int:
        """The top at which a row is the last that is wholly in sight."""
        if self.begins is None:
            return max(last + 1 - self.most_rows, 0)
        top, left = last, self.height - 1 - self.row_height
        while top > 0 and (left := left - self._lines_of(top)) >= 0:
            top -= 1
        return top

    def _lines_of(self, row: int) -> int:
        """Lines of a row below the top, with the heading above it."""
        return self.row_height + bool(self.begins and self.begins(row))

    def _headings(self, top: int, row: int) -> int:
        return sum(map(self.begins, range(top + 1, row + 1))) if self.begins else 0


def resting_place(place: int, step: int, count: int, may_rest: Callable[[int], bool]) -> int | None:
    """The row at ``place``, else the next in the direction of ``step`` (1 or -1), else the next in the other, on which
    a cursor may rest; None where there is none."""
    for direction in (step, -step):
        rows = range(max(place, 0), count) if direction > 0 else range(place, -1, -1)
        if (found := next(filter(may_rest, rows), None)) is not None:
            return found
    return None
