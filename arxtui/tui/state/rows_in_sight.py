"""Visible rows of a list, and the allowed positions of its cursor. Independent of the screen."""

from __future__ import annotations

from collections.abc import Callable

from arxtui.light import NamedTuple

SCROLL_OFF = 3
"""Minimum number of rows between the cursor and the edge, if there is room."""
HEAD = -1
"""Line number of the group heading, which stands above line 0 of its row."""


class RowsInSight(NamedTuple):
    """The visible part of a list: the rows from ``top`` on, of ``total`` rows, on ``height`` lines, with ``row_height``
    lines a row; ``open_row``, if there is one, has a line more.

    ``begins`` returns whether a row begins a group. If ``begins`` is set, the first line is the heading of the top
    row's group, and each further row that begins a group has a heading above it. The scroll position is a row, not a
    line, so only the visible rows must be known, however long the list is.
    """

    top: int
    height: int
    total: int
    row_height: int = 1
    begins: Callable[[int], bool] | None = None
    open_row: int | None = None

    @property
    def rows(self) -> int:
        """Number of whole rows that fit from the top on; at least 1."""
        return self._rows_from(self.top)

    @property
    def most_rows(self) -> int:
        """Number of whole rows that fit without headings; at least 1."""
        return max(self._room // self.row_height, 1)

    @property
    def last_top(self) -> int:
        """The top at which the last row is the last visible one. Far from the end this is an estimate that ignores
        headings."""
        if self.begins is None or self.top + 2 * self.most_rows < self.total:
            return max(self.total - self.most_rows, 0)
        return self._top_with_last(self.total - 1)

    def lines(self) -> list[tuple[int, int]]:
        """Return (row, line of the row) for each visible line in use; the line is ``HEAD`` for a heading."""
        lines: list[tuple[int, int]] = []
        row = self.top
        while len(lines) < self.height and row < self.total:
            if self.begins and (row == self.top or self.begins(row)):
                lines.append((row, HEAD))
            lines.extend((row, line) for line in range(self.height_of(row)))
            row += 1
        return lines[: self.height]

    def height_of(self, row: int) -> int:
        """Return the number of lines of a row without its heading."""
        return self.row_height + (row == self.open_row)

    def y_of(self, row: int) -> int:
        """Return the number of lines between the first visible line and the first line of a row below it."""
        is_below_open = self.open_row is not None and self.top <= self.open_row < row
        first = (row - self.top) * self.row_height + is_below_open
        return first + 1 + self._headings(self.top, row) if self.begins else first

    def top_for(self, cursor: int) -> int:
        """Return the top nearest to the present one that shows the cursor with the margin to the edge."""
        lowest = self._top_with_last(min(cursor + self._margin, max(self.total - 1, 0)))
        return min(
            max(self.top, lowest), max(cursor - self._margin, 0), self._replace(top=max(self.top, lowest)).last_top
        )

    def cursor_for(self, cursor: int) -> int:
        """Return the visible row nearest to the cursor, respecting the margin to the edge."""
        lowest = self.top + (self._margin if self.top else 0)
        bottom = self.top + self.rows
        return min(max(cursor, lowest), bottom - 1 - (self._margin if bottom < self.total else 0))

    def page(self, direction: int) -> int:
        """Return the number of rows to scroll for one screenful down (1) or up (-1), negative for up. One row stays
        visible."""
        below = max(self.rows - 1, 1)
        if direction > 0:
            return below
        above = self._top_with_last(self.top)
        return min(above - self.top, -1) if above else -max(below, self.top)

    @property
    def _room(self) -> int:
        """The number of lines for rows of the usual height. The open row is always visible."""
        return self.height - (self.open_row is not None)

    @property
    def _margin(self) -> int:
        rows = (self._room - 1) // (self.row_height + 1) if self.begins else self.most_rows
        return min(SCROLL_OFF, max(rows - 1, 0) // 2)

    def _rows_from(self, top: int) -> int:
        if self.begins is None:
            return self.most_rows
        row, left = top, self._room - 1 - self.row_height
        while row + 1 < self.total and (left := left - self._lines_of(row + 1)) >= 0:
            row += 1
        return row + 1 - top

    def _top_with_last(self, last: int) -> int:
        """Return the top at which ``last`` is the last row that is completely visible."""
        if self.begins is None:
            return max(last + 1 - self.most_rows, 0)
        top, left = last, self._room - 1 - self.row_height
        while top > 0 and (left := left - self._lines_of(top)) >= 0:
            top -= 1
        return top

    def _lines_of(self, row: int) -> int:
        """Return the number of lines of a row below the top, including its heading."""
        return self.row_height + bool(self.begins and self.begins(row))

    def _headings(self, top: int, row: int) -> int:
        return sum(map(self.begins, range(top + 1, row + 1))) if self.begins else 0


def nearest_allowed_row(place: int, step: int, count: int, may_rest: Callable[[int], bool]) -> int | None:
    """Return the row nearest to ``place`` that ``may_rest`` allows for the cursor, first in the direction of ``step``
    (1 or -1), then in the other. Returns None if no row is allowed."""
    for direction in (step, -step):
        rows = range(max(place, 0), count) if direction > 0 else range(place, -1, -1)
        if (row := next(filter(may_rest, rows), None)) is not None:
            return row
    return None
