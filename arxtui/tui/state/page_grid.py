"""Where the columns of a page stand."""

from __future__ import annotations

from typing import NamedTuple

TWO_COLUMNS = 180
"""Cells from which on a page is set in two columns."""
_GUTTER = 6
"""Cells between two columns."""
_MARGIN = 2
"""Cells beside the text, at least."""


class Grid(NamedTuple):
    """Where the columns stand: the cell at which each begins, the cells of each, the margin within it, and the cells of
    a line of text and of something wide."""

    lefts: tuple[int, ...]
    width: int
    margin: int
    measure: int
    room: int

    @classmethod
    def of(cls, width: int, measure: int, *, two: bool) -> Grid:
        """The grid of a page so many cells wide, for lines of at most ``measure`` cells; ``two``: in two columns, where
        they fit."""
        if two and width >= TWO_COLUMNS:
            column = min(measure, (width - _GUTTER) // 2 - _MARGIN)
            left = (width - _GUTTER) // 2 - column
            return cls((left, left + column + _GUTTER), column, 0, column, column)
        column = max(min(measure, width - 2 * _MARGIN), 1)
        return cls((0,), width, (width - column) // 2, column, max(width - 2, 1))
