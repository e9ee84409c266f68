"""A list whose rows are all read in one go, and read again when something has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arxtui.tui.present.line import Piece
from arxtui.tui.widgets.lines import Draw, Lines, Row


class Table(Lines[Row]):
    """A list of rows. Two rows with the same ``identity`` are the same row, even if they differ otherwise; ``empty`` is
    shown if there are no rows, one piece per paragraph."""

    rows: Sequence[Row]

    def __init__(
        self, draw: Draw[Row], identity: Callable[[Row], object], empty: Sequence[Piece], *, id: str | None = None
    ) -> None:
        super().__init__(draw, id=id)
        self.is_filled = False
        """Whether rows, or an empty result, have been shown."""
        self._identity = identity
        self._empty = empty

    @property
    def width(self) -> int:
        """The width of a row in cells without the scroll bar: the text of a row can reach its end."""
        return self.scrollable_content_region.width

    def show(self, rows: Sequence[Row]) -> None:
        """Show these rows; the cursor stays on its row if that row is still there."""
        identity = None if self.row is None else self._identity(self.row)
        self.rows, self.is_filled = rows, True
        self.cursor = next((place for place, row in enumerate(rows) if self._identity(row) == identity), 0)
        self.explain(self._empty)
        self.window.extend()
        self.window.make_visible(self.cursor)
        self.refresh()
