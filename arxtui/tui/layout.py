"""The arrangement of the panes by the size of the terminal."""

from __future__ import annotations

from enum import StrEnum

from arxtui.tui.state.pane_sizes import BESIDE

BESIDE_COLUMNS = 140
"""The number of columns from which there is room for the detail beside the list."""
LOW_ROWS = 16
"""The least number of terminal rows for the margins of a page; on a lower terminal the page gets these rows."""


class Layout(StrEnum):
    """An arrangement of the panes."""

    WIDE = "-wide"
    """Filter, list and detail side by side."""
    STACKED = "-stacked"
    """The filter beside the list, the detail under the list."""
    SPLIT = "-split"
    """Two panes: the filter beside the list, or the filter beside the detail."""
    MEDIUM = "-medium"
    """The detail under the list; the filter only while it has the focus."""
    ONE = "-one"
    """One pane at a time."""
    TINY = "-tiny"
    """No panes: the terminal is too small."""

    @classmethod
    def of(cls, columns: int, rows: int, detail: str = BESIDE) -> Layout:
        """Return the layout for a terminal of this size, in cells, with the ``detail`` where the user wants it."""
        if columns < 30 or rows < 8:
            return cls.TINY
        if columns >= 120 and rows >= 12:
            is_wide = detail == BESIDE and columns >= BESIDE_COLUMNS
            return cls.WIDE if is_wide else cls.STACKED if rows > 24 else cls.SPLIT
        return cls.MEDIUM if columns > 80 and rows > 24 else cls.ONE

    @property
    def has_filter(self) -> bool:
        """Whether the filter stands beside the other panes."""
        return self in (Layout.WIDE, Layout.STACKED, Layout.SPLIT)

    @property
    def has_detail(self) -> bool:
        """Whether the detail stands beside or under the list."""
        return self in (Layout.WIDE, Layout.STACKED, Layout.MEDIUM)
