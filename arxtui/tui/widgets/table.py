"""A list whose rows are read at once, and again when something changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arxtui.tui.present.line import Piece
from arxtui.tui.widgets.lines import Draw, Lines, Row


class Table(Lines[Row]):
    """``identity`` is what makes two rows the same one, whatever else changed about it; ``empty`` is what stands there,
    a paragraph each, when it turns out that there are no rows."""

    rows: Sequence[Row]

    def __init__(
        self, draw: Draw[Row], identity: Callable[[Row], object], empty: Sequence[Piece], *, id: str | None = None
    ) -> None:
        super().__init__(draw, id=id)
        self.is_filled = False
        """Whether it was shown what there is, if only that there is nothing."""
        self._identity = identity
        self._empty = empty

    @property
    def width(self) -> int:
        """Cells of a row beside the scroll bar: a row is text to its end."""
        return self.scrollable_content_region.width

    def show(self, rows: Sequence[Row]) -> None:
        """Show these; the cursor stays on its row, where that is still there."""
        held = None if self.row is None else self._identity(self.row)
        self.rows, self.is_filled = rows, True
        self.cursor = next((place for place, row in enumerate(rows) if self._identity(row) == held), 0)
        self.explain(self._empty)
        self.window.extend()
        self.window.bring_into_sight(self.cursor)
        self.refresh()
