"""The arrangement of the panes by the size of the terminal, and the sizes that the user has chosen."""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from pathlib import Path

from arxtui.light import changed, frozen
from arxtui.tui.state.saved import read_saved, save

BESIDE, BELOW = "beside", "below"
"""Where the detail stands if there is room: beside the list or below it."""
_FILTER = range(18, 61)
_DETAIL = range(20, 81)


@frozen
class PaneSizes:
    """Sizes, folded state and position of the panes. A folded pane is visible only while it has the focus.
    ``filter_cells`` is the width of the filter pane in cells; ``detail_percent`` is the detail pane's share of the list
    and the detail pane, ``detail_side`` where it stands (``BESIDE`` or ``BELOW``)."""

    filter_folded: bool = False
    detail_folded: bool = False
    filter_cells: int = 27
    detail_percent: int = 40
    detail_side: str = BESIDE

    def with_filter(self, cells: int) -> PaneSizes:
        """Return a copy with this width of the filter pane, clamped to the allowed range."""
        return changed(self, filter_cells=min(max(cells, _FILTER[0]), _FILTER[-1]))

    def with_detail(self, percent: int) -> PaneSizes:
        """Return a copy with this share of the detail pane, clamped to the allowed range."""
        return changed(self, detail_percent=min(max(percent, _DETAIL[0]), _DETAIL[-1]))

    @classmethod
    def read(cls, file: Path) -> PaneSizes:
        """Return the saved sizes; the defaults if the file is missing, unreadable or invalid."""
        data = read_saved(file)
        defaults = asdict(cls())
        sizes = cls(**{name: data[name] for name in defaults if type(data.get(name)) is type(defaults[name])})
        return sizes.with_filter(sizes.filter_cells).with_detail(sizes.detail_percent)

    def write(self, file: Path) -> None:
        """Save the sizes."""
        save(file, asdict(self), "the sizes of the panes")


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
