"""The visible rows of a list, and scrolling by whole rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arxtui.tui.state.rows_in_sight import RowsInSight
from arxtui.tui.terminal.views import set_extent

if TYPE_CHECKING:
    from arxtui.tui.widgets.lines import Lines

_LEAST_ROWS = 3
"""The minimum number of rows below a heading; a list with less height shows no headings."""


class RowWindow:
    """The visible rows of ``lines``. The first visible line is always the first line of a row."""

    def __init__(self, lines: Lines[Any]) -> None:
        self._lines = lines

    @property
    def top(self) -> int:
        """The index of the first visible row."""
        return self._lines.scroll_offset.y // self._lines.row_height

    @property
    def sight(self) -> RowsInSight:
        """The visible rows."""
        return self.sight_from(self.top)

    def sight_from(self, top: int) -> RowsInSight:
        """Return the rows that are visible when the row at ``top`` is the first."""
        lines = self._lines
        height = lines.scrollable_content_region.height
        has_headings = lines.headings is not None and height > _LEAST_ROWS * lines.row_height
        begins = lines.headings.begins if lines.headings and has_headings else None
        return RowsInSight(top, height, lines.count, lines.row_height, begins)

    def extend(self, top: int | None = None) -> None:
        """Set the length of the scroll area so that the last row can become visible. ``top`` is the row that is about
        to be the first visible one, if it differs from the present one."""
        sight = self.sight if top is None else self.sight_from(top)
        set_extent(self._lines, sight.last_top * sight.row_height + sight.height)

    def scroll_to(self, row: int) -> None:
        """Scroll so that a row is at the top, as far as there are rows below it."""
        row, lines = max(row, 0), self._lines
        if self.sight_from(row).last_top * lines.row_height != lines.max_scroll_y:
            self.extend(row)
        lines.scroll_to(y=row * lines.row_height, animate=False)

    def make_visible(self, row: int) -> None:
        """Make a row visible with some rows between it and the edge, scrolling as little as possible."""
        if self._lines.size.height and (top := self.sight.top_for(row)) != self.top:
            self.scroll_to(top)
