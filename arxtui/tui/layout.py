"""How the panes stand at which size of the terminal."""

from __future__ import annotations

from enum import StrEnum


class Layout(StrEnum):
    """How the panes share the terminal. Titles come first: a pane stands beside the list only where the titles keep
    room to be read whole."""

    WIDE = "-wide"
    """Filter, list and detail side by side."""
    STACKED = "-stacked"
    """The filter beside the list, the detail under the list."""
    SPLIT = "-split"
    """The filter beside the list, or beside the detail."""
    MEDIUM = "-medium"
    """The detail under the list; the filter when the keyboard is there."""
    ONE = "-one"
    """One at a time."""
    TINY = "-tiny"
    """None."""

    @classmethod
    def of(cls, columns: int, rows: int) -> Layout:
        """The layout for a terminal of this size."""
        if columns < 30 or rows < 8:
            return cls.TINY
        if columns >= 120 and rows >= 12:
            return cls.WIDE if columns >= 220 else cls.STACKED if rows > 24 else cls.SPLIT
        return cls.MEDIUM if columns > 80 and rows > 24 else cls.ONE

    @property
    def has_filter(self) -> bool:
        """Whether the filter stands beside the others."""
        return self in (Layout.WIDE, Layout.STACKED, Layout.SPLIT)

    @property
    def has_detail(self) -> bool:
        """Whether the detail stands beside or under the list."""
        return self in (Layout.WIDE, Layout.STACKED, Layout.MEDIUM)
