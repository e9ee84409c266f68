"""The pane on the left: what the list can be filtered by."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.tui.present.filters import FilterRow, filter_line
from arxtui.tui.present.line import Piece
from arxtui.tui.widgets.lines import Lines


class FilterPane(Lines):
    """Announcement days, views and categories; the row that the list shows is marked."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: list[FilterRow] = []
        self._shown = ""

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self._rows)

    @property
    def row_query(self) -> str | None:
        """The query of the row under the cursor."""
        return self._rows[self.cursor].query if self._rows else None

    def may_rest(self, index: int) -> bool:
        """Headings are passed over."""
        return self._rows[index].query is not None

    def pieces(self, index: int, width: int, *, here: bool) -> Sequence[Piece]:
        """The line of a row."""
        row = self._rows[index]
        return filter_line(row, width, here=here, shown=row.query is not None and row.query == self._shown)

    def unread(self, query: str) -> int | None:
        """How many papers of a row's query are unread; None when no row has it."""
        return next((row.unread for row in self._rows if row.query == query), None)

    def show(self, rows: list[FilterRow], shown: str) -> None:
        """Show these rows; ``shown`` is the query in the list. The cursor stays on its query."""
        query = self.row_query if rows and self.cursor < self.count else None
        wanted = shown if query is None or not self.has_focus else query
        if rows == self._rows and shown == self._shown and wanted == query:
            return
        self._rows, self._shown = rows, shown
        found = next((index for index, row in enumerate(rows) if row.query == wanted), None)
        self.cursor = found if found is not None else min(self.cursor, max(len(rows) - 1, 0))
        self.resized()
        if rows:
            self.go(self.cursor)
        self.refresh()
