"""Column layout of a reading page."""

from __future__ import annotations

from arxtui.tuples import NamedTuple

TWO_COLUMNS = 180
"""Minimum width of a two-column page, in cells."""
_GUTTER = 6
"""Gap between two columns, in cells."""
MARGIN = 2
"""Minimum margin on each side of the text, in cells."""


class PageGrid(NamedTuple):
    """Column layout, in cells: the left edge of each column (``lefts``), the width of a column, the margin within it,
    the maximum width of a line of text (``measure``) and of a wide line such as a table (``room``)."""

    lefts: tuple[int, ...]
    width: int
    margin: int
    measure: int
    room: int

    @classmethod
    def of(cls, width: int, measure: int, *, two: bool) -> PageGrid:
        """Return the layout of a page ``width`` cells wide, for lines of at most ``measure`` cells. ``two``: use two
        columns if the page is wide enough."""
        if two and width >= TWO_COLUMNS:
            column = min(measure, (width - _GUTTER) // 2 - MARGIN)
            left = (width - _GUTTER) // 2 - column
            return cls((left, left + column + _GUTTER), column, 0, column, column)
        column = max(min(measure, width - 2 * MARGIN), 1)
        return cls((0,), width, (width - column) // 2, column, max(width - 2, 1))
