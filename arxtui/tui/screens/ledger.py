"""The ledger: what arXiv announced, day by day and category by category, and whether all of it is here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from arxtui.library.views import LedgerRow
from arxtui.tui.actions import Area
from arxtui.tui.present.key_line import Key, keys_of
from arxtui.tui.present.ledger import alarm_lines, empty_text, head_line, ledger_line, row_query
from arxtui.tui.present.line import Line, Piece
from arxtui.tui.screens.overlay import Overlay
from arxtui.tui.widgets.ink import Bar
from arxtui.tui.widgets.page import TextPage
from arxtui.tui.widgets.table import Table

if TYPE_CHECKING:
    from arxtui.library.views import LedgerView

_MOST_ALARMS = 5
"""Lines of alarms that are in sight; more are scrolled."""


class LedgerScreen(Overlay["str | None"]):
    """Dismissed with the query of a row, or None. ``read`` asks for the ledger, which is then shown; ``repair`` begins
    to fetch what is missing; ``progress`` is what is being done."""

    AUTO_FOCUS: ClassVar[str | None] = "#ledger-rows"
    own_area: ClassVar[Area] = Area.LEDGER
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("L", "leave", show=False, priority=True, id="ledger"),
        Binding("enter,right,l", "open", show=False, priority=True),
        Binding("F", "fetch_missing", show=False, priority=True, id="repair"),
    ]

    def __init__(self, read: Callable[[], object], repair: Callable[[], object], progress: str) -> None:
        self.rows = Table(self._row_line, lambda row: (row.day, row.category), empty_text(), id="ledger-rows")
        super().__init__("The ledger", "what arXiv announced, and whether it is all here", self.rows)
        self._read = read
        self._repair = repair
        self._progress = progress
        self._is_whole = True
        self._above: dict[LedgerRow, LedgerRow] = {}
        self._alarms: tuple[str, ...] = ()
        self._alarms_page = TextPage(self._alarm_lines, id="ledger-alarms")
        self._columns = Bar()

    def parts(self) -> Iterable[Widget]:
        """Alarms, and the table under the names of its columns."""
        yield self._alarms_page
        yield self._columns
        yield self.rows

    def on_mount(self) -> None:
        """Ask for what there is to show."""
        self._read()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the columns, too."""
        self._columns.show(head_line(event.size.width))
        self._fit_alarms()

    def show(self, view: LedgerView) -> None:
        """Show the ledger as it is now."""
        self._alarms = view.alarms
        self._fit_alarms()
        self._columns.display = bool(view.rows)
        self._above = {row: above for above, row in pairwise(view.rows)}
        self.rows.show(view.rows)
        self._is_whole = not view.alarms and not any(row.state not in ("complete", "quiet") for row in view.rows)
        self.write_foot()

    @property
    def keys(self) -> Sequence[Key]:
        """What is done with a row."""
        return [("Enter", "its papers"), *self._repair_key, ("Esc", "back")]

    @property
    def _repair_key(self) -> Sequence[Key]:
        return keys_of(["fetch_missing"], Area.LEDGER)

    @property
    def useful_keys(self) -> Sequence[Key]:
        """Without rows there are no papers to see, and nothing is fetched where nothing is missing."""
        papers, *_, back = self.keys
        return [*([papers] if self.rows.count else []), *([] if self._is_whole else self._repair_key), back]

    @property
    def said(self) -> Piece:
        """What is being done goes before what was said."""
        return (self._progress, "dim") if self._progress else super().said

    def show_progress(self, words: str) -> None:
        """Say what is being done, while it is."""
        self._progress = words
        self.write_foot()

    def action_open(self) -> None:
        """The papers of the row."""
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
        self._alarms_page.styles.height = min(lines, _MOST_ALARMS)
        self._alarms_page.display = bool(lines)
        self._alarms_page.lay_out()
