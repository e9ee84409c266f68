"""Reading over time: how many papers were opened, read and starred in each of the last weeks, and on each day."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from arxtui.library.views import ReadingSpan
from arxtui.tui.present.key_line import Key
from arxtui.tui.present.reading_history import SpanHeadings, empty_text, head_line, span_line, totals
from arxtui.tui.screens.overlay import Overlay
from arxtui.tui.widgets.ink import Bar
from arxtui.tui.widgets.table import Table

if TYPE_CHECKING:
    from arxtui.tui.present.line import Piece

WEEKS = 12


class ReadingHistory(Overlay["ReadingSpan | None"]):
    """Reading over time. Dismissed with the week or day whose papers should be listed, or None. ``read`` requests the
    weeks, which come back through ``show``."""

    AUTO_FOCUS: ClassVar[str | None] = "#reading-days"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,right,l", "open", show=False, priority=True)]

    def __init__(self, read: Callable[[], object]) -> None:
        self.rows = Table(self._line, lambda span: (span.first, span.last), empty_text(), id="reading-days")
        super().__init__("Reading over time", "", self.rows)
        self._read = read
        self._columns = Bar()
        self._largest: dict[bool, ReadingSpan] = {}
        """The largest numbers of any week (True) and of any day (False)."""

    def parts(self) -> Iterable[Widget]:
        """Return the column headings and the table."""
        yield self._columns
        yield self.rows

    def on_mount(self) -> None:
        """Request the weeks."""
        self._columns.display = False
        self._read()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the column headings to the new width of the table."""
        self.call_after_refresh(self._fit_columns)

    def show(self, weeks: Sequence[ReadingSpan]) -> None:
        """Show these weeks, and below them their days; nothing if there are no days."""
        days = [day for week in weeks for day in week.days]
        self._largest = {spans is weeks: _largest(spans) for spans in (weeks, days) if days}
        self._columns.display = bool(days)
        self.set_subtitle(totals(weeks) if days else "")
        self.rows.headings = SpanHeadings(len(weeks))
        self.rows.show([*weeks, *days] if days else [])
        self.call_after_refresh(self._fit_columns)  # there can be a scroll bar now
        self.update_footer()

    @property
    def keys(self) -> Sequence[Key]:
        """The keys for a row."""
        return [("Enter", "list papers"), ("Esc", "back")]

    @property
    def useful_keys(self) -> Sequence[Key]:
        """The keys with an effect: only the way back without rows."""
        return self.keys if self.rows.count else self.keys[-1:]

    def action_open(self) -> None:
        """Close the screen and list the papers opened or read in the week or on the day."""
        if span := self.rows.row:
            if span.opened or span.read:
                self.dismiss(span)
            else:
                self.say("No paper was opened or read then")

    def _fit_columns(self) -> None:
        self._columns.show(head_line(self.rows.width))

    def _line(self, span: ReadingSpan, width: int, /, *, here: bool) -> Sequence[Piece]:
        return span_line(span, self._largest[span.is_week], width, here=here)


def _largest(spans: Sequence[ReadingSpan]) -> ReadingSpan:
    opened, read, starred = (max(getattr(each, name) for each in spans) for name in ("opened", "read", "starred"))
    return ReadingSpan(spans[0].first, spans[0].last, opened, read, starred)
