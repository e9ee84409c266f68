"""A list whose rows are read at once, and again when something changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from arxtui.tui.present.line import Piece
from arxtui.tui.widgets.lines import Lines

Row = TypeVar("Row")


class Table(Lines, Generic[Row]):
    """``empty`` is what stands there, a paragraph each, when it turns out that there are no rows."""

    def __init__(self, empty: Sequence[Piece], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.rows: Sequence[Row] = ()
        self.is_filled = False
        """Whether it was shown what there is, if only that there is nothing."""
        self._empty = empty

    @staticmethod
    def identity(row: Row) -> object:
        """What makes two rows the same one, whatever else changed about it."""
        raise NotImplementedError

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """Cells of a row beside the scroll bar: a row is text to its end."""
        return self.scrollable_content_region.width

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if self.cursor < self.count else None

    def show(self, rows: Sequence[Row]) -> None:
        """Show these; the cursor stays on its row, where that is still there."""
        held = None if self.row is None else self.identity(self.row)
        self.rows, self.is_filled = rows, True
        self.cursor = next((place for place, row in enumerate(rows) if self.identity(row) == held), 0)
        self.explain(self._empty)
        self.resized()
        self.bring_into_sight()
        self.refresh()
