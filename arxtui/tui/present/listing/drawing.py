"""Drawing the papers of the list: what the user wants to see of them, in the columns that have room."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import date

from arxtui.model.views import Row
from arxtui.tui.present.line import Piece
from arxtui.tui.present.listing.columns import Columns, needs_details
from arxtui.tui.present.listing.rows import ListLooks, blank_row, lower_row, paper_row, unseen_title


class PaperDrawing:
    """Draws each paper on one line or two, as ``looks`` has it, in ``columns`` fitted to the width of the list."""

    def __init__(self, looks: ListLooks, today: Callable[[], date]) -> None:
        self._today = today
        self.looks = looks
        self.columns = Columns.fit(80, (), today())

    def fit(self, width: int, rows: Collection[Row], *, grouped: bool) -> None:
        """Fit the columns to a list so wide whose first rows are these; ``grouped`` by days or sections."""
        looks = self.looks
        self.columns = Columns.fit(
            width, rows, self._today(), two_lines=looks.two_lines, grouped=grouped, names=looks.columns
        )

    def needs_details(self, width: int) -> bool:
        """Whether a list so wide shows what takes the whole record of each paper."""
        return needs_details(width, self.looks.columns, two_lines=self.looks.two_lines)

    @property
    def draws(self) -> tuple[Callable[..., list[Piece]], ...]:
        """What draws each line of a paper."""
        return (self.first_line, self.second_line) if self.looks.two_lines else (self.first_line,)

    def first_line(self, row: Row | None, width: int, /, *, here: bool) -> list[Piece]:
        """The line with the title; of a paper that is not in the cache any more, that it is not."""
        if row is None:
            return blank_row(self.columns, here=here)
        return paper_row(row, self.columns, self.looks, here=here, picked=row.key in self.looks.picked)

    def second_line(self, row: Row | None, width: int, /, *, here: bool) -> list[Piece]:
        """The line below the title: the rest of it, and the authors."""
        return lower_row(row, self.columns, self.looks, here=here) if row else []

    def unseen_title(self, row: Row | None) -> str:
        """The end of the title of a paper whose line has no room for it."""
        return unseen_title(row, self.columns, self.looks) if row else ""
