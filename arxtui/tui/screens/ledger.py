"""The ledger: what arXiv announced by day and category, and whether all of it is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from arxtui.library.views import LedgerRow, LedgerView
from arxtui.tui.actions import Area
from arxtui.tui.present.ledger import alarm_lines, empty_text, head_line, ledger_line, row_query
from arxtui.tui.present.line import Key, Line, Piece, keys_of
from arxtui.tui.screens.overlay import Overlay, Table
from arxtui.tui.widgets.ink import Bar, TextPage

_MAX_ALARM_LINES = 5
"""The largest number of visible lines of alarms; further ones are scrolled."""


class LedgerScreen(Overlay["str | None"]):
    """The ledger. Dismissed with the query of a row, or None. ``read`` requests the ledger, which comes back through
    ``show``; ``repair`` starts to fetch what is missing; ``progress`` describes work in progress."""

    AUTO_FOCUS: ClassVar[str | None] = "#ledger-rows"
    own_area: ClassVar[Area] = Area.LEDGER
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("L", "leave", show=False, priority=True, id="ledger"),
        Binding("enter,right,l", "open", show=False, priority=True),
        Binding("F", "fetch_missing", show=False, priority=True, id="repair"),
    ]

    def __init__(self, read: Callable[[], object], repair: Callable[[], object], progress: str) -> None:
        self.rows = Table(self._row_line, lambda row: (row.day, row.category), empty_text(), id="ledger-rows")
        super().__init__("The ledger", "what arXiv announced, and what is stored", self.rows)
        self._read = read
        self._repair = repair
        self._progress = progress
        self._is_complete = True
        self._above: dict[LedgerRow, LedgerRow] = {}
        self._alarms: tuple[str, ...] = ()
        self._alarms_page = TextPage(self._alarm_lines, id="ledger-alarms")
        self._columns = Bar()

    def parts(self) -> Iterable[Widget]:
        """Return the alarms, the column headings and the table."""
        yield self._alarms_page
        yield self._columns
        yield self.rows

    def on_mount(self) -> None:
        """Request the ledger."""
        self._read()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the column headings and the alarms to the width."""
        self._columns.show(head_line(event.size.width))
        self._fit_alarms()

    def show(self, view: LedgerView) -> None:
        """Show the ledger."""
        self._alarms = view.alarms
        self._fit_alarms()
        self._columns.display = bool(view.rows)
        self._above = {row: above for above, row in pairwise(view.rows)}
        self.rows.show(view.rows)
        self._is_complete = not view.alarms and not any(row.state not in ("complete", "quiet") for row in view.rows)
        self.update_footer()

    @property
    def keys(self) -> Sequence[Key]:
        """The keys for a row."""
        return [("Enter", "list papers"), *self._repair_key, ("Esc", "back")]

    @property
    def _repair_key(self) -> Sequence[Key]:
        return keys_of(["fetch_missing"], Area.LEDGER)

    @property
    def useful_keys(self) -> Sequence[Key]:
        """The keys with an effect: no papers without rows, and nothing to fetch if nothing is missing."""
        papers, *_, back = self.keys
        return [*([papers] if self.rows.count else []), *([] if self._is_complete else self._repair_key), back]

    @property
    def message(self) -> Piece:
        """The message in the footer: work in progress takes precedence."""
        return (self._progress, "dim") if self._progress else super().message

    def show_progress(self, words: str) -> None:
        """Show the progress of work; empty when it ends."""
        self._progress = words
        self.update_footer()

    def action_open(self) -> None:
        """Close the ledger and list the papers of the row."""
        if row := self.rows.row:
            self.dismiss(row_query(row))

    def action_fetch_missing(self) -> None:
        """Fetch what is missing."""
        self._repair()

    def _row_line(self, row: LedgerRow, width: int, /, *, here: bool) -> Sequence[Piece]:
        return ledger_line(row, self._above.get(row), width, here=here)

    def _alarm_lines(self, width: int) -> list[Line]:
        return alarm_lines(self._alarms, width)

    def _fit_alarms(self) -> None:
        lines = len(self._alarm_lines(self.size.width - 1))
        self._alarms_page.styles.height = min(lines, _MAX_ALARM_LINES)
        self._alarms_page.display = bool(lines)
        self._alarms_page.lay_out()
