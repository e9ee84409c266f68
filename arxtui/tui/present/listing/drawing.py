"""Drawing of papers in the list, with the columns that fit."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import date

from arxtui.model.views import Row
from arxtui.tui.present.line import Piece
from arxtui.tui.present.listing.columns import UNREAD, Columns, are_mixed, needs_details
from arxtui.tui.present.listing.rows import ListLooks, blank_row, lower_row, paper_row


class PaperDrawing:
    """Draws each paper on one or two lines, as ``looks`` says, in ``columns`` fitted to the width of the list."""

    def __init__(self, looks: ListLooks, today: Callable[[], date]) -> None:
        self._today = today
        self.looks = looks
        self.columns = Columns.fit(80, (), today())

    def fit(self, width: int, rows: Collection[Row], *, grouped: bool) -> None:
        """Fit the columns to the list's width and first rows. ``grouped``: the list has headings of days or
        sections."""
        looks = self.looks
        self.columns = Columns.fit(
            width,
            rows,
            self._today(),
            two_lines=looks.two_lines,
            grouped=grouped,
            names=looks.columns,
            archives=looks.archives,
        )

    def needs_details(self, width: int) -> bool:
        """Return whether a list of this width shows columns that need the whole record of each paper."""
        return needs_details(width, self.looks.columns, two_lines=self.looks.two_lines)

    def tells_unread_less(self, rows: Collection[Row]) -> bool:
        """Return whether some of these rows are unread and some are not, and the list has no column for their signs
        although it could have, or titles of one look."""
        columns = self.columns
        is_shown = any(column is UNREAD for column, _ in (*columns.before, *columns.after))
        lacks_column = UNREAD.name in self.looks.columns and not is_shown and UNREAD.cells(columns.width, rows) > 0
        return lacks_column or (are_mixed(rows) and not columns.mixed)

    def first_line(self, row: Row | None, width: int, /, *, here: bool) -> list[Piece]:
        """Return the line with the title; a placeholder if the paper is no longer in the cache."""
        if row is None:
            return blank_row(self.columns, here=here)
        return paper_row(row, self.columns, self.looks, here=here, picked=row.key in self.looks.picked)

    def second_line(self, row: Row | None, width: int, /, *, here: bool) -> list[Piece]:
        """Return the line below the title, with the rest of the title and the authors."""
        return lower_row(row, self.columns, self.looks, here=here) if row else []
