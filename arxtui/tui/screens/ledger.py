"""The ledger: what arXiv announced, day by day and category by category, and whether all of it is here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.strip import Strip

from arxtui.text import wrap
from arxtui.tui.present.ledger import EMPTY, alarm_lines, head_line, ledger_line, row_query
from arxtui.tui.present.line import Line, Piece, clip_center, foreign
from arxtui.tui.widgets.ink import Bar, paint
from arxtui.tui.widgets.lines import Lines
from arxtui.tui.widgets.page import TextPage

if TYPE_CHECKING:
    from arxtui.library.views import LedgerRow, LedgerView

_MOST_ALARMS = 5
"""Lines of alarms that are in sight; more are scrolled."""
_KEYS = (("Enter", "that day's papers"), ("r", "fetch what is missing"), ("Esc", "back"))


class LedgerRows(Lines):
    """The table. ``rows`` is None until it is read."""

    rows: Sequence[LedgerRow] | None = None

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self.rows or ())

    def show(self, rows: Sequence[LedgerRow]) -> None:
        """Show these; the cursor stays on its day and category."""
        held = self.row
        self.rows = rows
        places = (place for place, row in enumerate(rows) if held and (row.day, row.category) == held[:2])
        self.cursor = next(places, 0)
        self.resized()
        self.bring_into_sight()
        self.refresh()

    @property
    def row(self) -> LedgerRow | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if self.rows and self.cursor < self.count else None

    def pieces(self, index: int, width: int, *, here: bool) -> Sequence[Piece]:
        """The line of a row."""
        assert self.rows is not None
        return ledger_line(self.rows[index], self.rows[index - 1] if index else None, width, here=here)

    def blank(self, y: int) -> Strip:
        """Below the table nothing; in place of an empty one, words that say why."""
        if self.rows is None or self.rows:
            return super().blank(y)
        lines = [(line, ink) for text, ink in EMPTY for line in wrap(text, max(self.width - 4, 10))]
        place = y - max(self.rows_in_sight // 3 - 1, 0)
        if not 0 <= place < len(lines):
            return super().blank(y)
        text, ink = lines[place]
        return paint(self, [(clip_center(text, self.width), ink)], self.width)


class LedgerScreen(Screen["str | None"], inherit_bindings=False):
    """Dismissed with the query of a row, or None. ``read`` asks for the ledger, which is then shown; ``repair`` begins
    to fetch what is missing; ``progress`` is what is being done."""

    AUTO_FOCUS: ClassVar[str | None] = "#ledger-rows"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,L,left,h", "leave", show=False, priority=True),
        Binding("enter,right,l", "open", show=False, priority=True),
        Binding("r,F", "repair", show=False, priority=True),
        Binding("j,down", "move(1)", show=False, priority=True),
        Binding("k,up", "move(-1)", show=False, priority=True),
        Binding("pagedown,ctrl+d", "page(1)", show=False, priority=True),
        Binding("pageup,ctrl+u", "page(-1)", show=False, priority=True),
        Binding("g,home", "end(False)", show=False, priority=True),
        Binding("G,end", "end(True)", show=False, priority=True),
    ]

    def __init__(self, read: Callable[[], object], repair: Callable[[], object], progress: str) -> None:
        super().__init__()
        self._read = read
        self._repair = repair
        self._alarms: tuple[str, ...] = ()
        self._said: Piece = ("", "dim")
        self._progress = progress
        self._ready = False

    def compose(self) -> ComposeResult:
        """Title, alarms, table, a line for what is being done, the keys."""
        with Vertical(id="ledger"):
            yield Bar(id="ledger-title")
            yield TextPage(self._alarm_lines, id="ledger-alarms")
            yield Bar(id="ledger-head")
            yield LedgerRows(id="ledger-rows")
            yield Bar(id="ledger-foot")

    def on_mount(self) -> None:
        """Ask for what there is to show."""
        self._ready = True
        self.query_one("#ledger-title", Bar).show(
            [(" The ledger", "strong"), ("   what arXiv announced, and whether it is all here", "dim")]
        )
        self._write_foot()
        self._read()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the columns."""
        self.query_one("#ledger-head", Bar).show(head_line(event.size.width))
        self._fit_alarms()

    def show(self, view: LedgerView) -> None:
        """Show the ledger as it is now; an answer to an older question may come before there is anything to show it."""
        if not self._ready:
            return
        self._alarms = view.alarms
        self._fit_alarms()
        self.query_one("#ledger-head", Bar).display = bool(view.rows)
        self._rows.show(view.rows)

    def say(self, text: str, ink: str = "dim") -> None:
        """Say something below the table."""
        self._said = (foreign(text), ink)
        self._write_foot()

    def show_progress(self, words: str) -> None:
        """Say what is being done, while it is."""
        self._progress = words
        self._write_foot()

    @on(Lines.Chosen)
    def _clicked(self, event: Lines.Chosen) -> None:
        event.stop()

    def action_leave(self) -> None:
        """Back to the papers."""
        self.dismiss(None)

    def action_open(self) -> None:
        """The papers of the row."""
        if row := self._rows.row:
            self.dismiss(row_query(row))

    def action_repair(self) -> None:
        """Fetch what is missing."""
        self._repair()

    def action_move(self, step: int) -> None:
        """So many rows."""
        self._rows.move(step)

    def action_page(self, direction: int) -> None:
        """A screenful."""
        self._rows.page(direction)

    def action_end(self, last: bool) -> None:  # noqa: FBT001
        """To the first or the last row."""
        self._rows.to_end(last=last)

    def _alarm_lines(self, width: int) -> list[Line]:
        return alarm_lines(self._alarms, width)

    def _fit_alarms(self) -> None:
        page = self.query_one("#ledger-alarms", TextPage)
        lines = len(alarm_lines(self._alarms, self.size.width - 1))
        page.styles.height = min(lines, _MOST_ALARMS)
        page.display = bool(lines)
        page.lay_out()

    def _write_foot(self) -> None:
        if not self._ready:
            return
        said = (self._progress, "dim") if self._progress else self._said
        keys = [piece for key, words in _KEYS for piece in ((f" {key}", "accent"), (f" {words}  ", "dim"))]
        self.query_one("#ledger-foot", Bar).show([(" ", "text"), said] if said[0] else keys)

    @property
    def _rows(self) -> LedgerRows:
        return self.query_one(LedgerRows)
