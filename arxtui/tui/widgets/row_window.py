"""Which rows of a list are in sight, and scrolling the list by whole rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arxtui.tui.state.rows_in_sight import RowsInSight
from arxtui.tui.terminal.views import set_extent

if TYPE_CHECKING:
    from arxtui.tui.widgets.lines import Lines

_LEAST_ROWS = 3
"""Rows that a list has room for below a heading; a lower list has no headings."""


class RowWindow:
    """The rows of ``lines`` that are in sight. The first line in sight is always the first line of a row."""

    def __init__(self, lines: Lines[Any]) -> None:
        self._lines = lines

    @property
    def top(self) -> int:
        """The first row in sight."""
        return self._lines.scroll_offset.y // self._lines.row_height

    @property
    def sight(self) -> RowsInSight:
        """The rows in sight."""
        return self.sight_from(self.top)

    def sight_from(self, top: int) -> RowsInSight:
        """The rows in sight when the one at ``top`` is the first."""
        lines = self._lines
        height = lines.scrollable_content_region.height
        has_headings = lines.headings is not None and height > _LEAST_ROWS * lines.row_height
        begins = lines.headings.begins if lines.headings and has_headings else None
        return RowsInSight(top, height, lines.count, lines.row_height, begins)

    def extend(self, top: int | None = None) -> None:
        """Make the list so long that its last row can be brought into sight; ``top`` is the row that is about to be
        the first in sight, where that is another one than now."""
        sight = self.sight if top is None else self.sight_from(top)
        set_extent(self._lines, sight.last_top * sight.row_height + sight.height)

    def scroll_to(self, row: int) -> None:
        """Put a row at the top, as far as there are rows below it."""
        row, lines = max(row, 0), self._lines
        if self.sight_from(row).last_top * lines.row_height != lines.max_scroll_y:
            self.extend(row)
        lines.scroll_to(y=row * lines.row_height, animate=False)

    def bring_into_sight(self, row: int) -> None:
        """Scroll as little as leaves some rows between a row and the edge."""
        if self._lines.size.height and (top := self.sight.top_for(row)) != self.top:
            self.scroll_to(top)
