"""The pane on the left: what the list can be filtered by, and how many papers each filter leaves."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from textual import events
from textual.message import Message
from textual.strip import Strip

from arxtui.tui.present.filters import FilterRow, Kind, RowLooks, Use, filter_line
from arxtui.tui.present.histogram import ROWS, Histogram, Stretch, stretch_name
from arxtui.tui.present.line import Piece, spread
from arxtui.tui.present.sections import HISTOGRAM, MONTHS
from arxtui.tui.state.month_range import Timeline
from arxtui.tui.widgets.ink import paint
from arxtui.tui.widgets.lines import Lines

_MARGIN = 3
_USUAL_WIDTH = 26


class FilterPane(Lines):
    """Rows that are queries, each with what the list's query makes of it; and the months, as bars."""

    class Clicked(Message):
        """A row was clicked: ``add`` to narrow the query by it, ``leave_out`` to exclude it, else to show it alone."""

        def __init__(self, *, add: bool, leave_out: bool) -> None:
            super().__init__()
            self.add = add
            self.leave_out = leave_out

    class MonthsChosen(Message):
        """Months were chosen with the mouse."""

        def __init__(self, months: Stretch) -> None:
            super().__init__()
            self.months = months

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: list[FilterRow] = []
        self._uses: Mapping[str, Use] = {}
        self._shown = ""
        self._stale = False
        self._pressed: int | None = None
        self.timeline = Timeline()
        self.opened: set[str] = set()
        """The folders whose rows are shown."""

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self._rows)

    @property
    def row(self) -> FilterRow | None:
        """The row under the cursor."""
        return self._rows[self.cursor] if self.cursor < self.count else None

    def rows_of(self, queries: Container[str | None]) -> list[FilterRow]:
        """The rows that stand for one of these queries."""
        return [row for row in self._rows if row.query in queries]

    def may_rest(self, index: int) -> bool:
        """Headings are passed over."""
        return self._rows[index].kind is not Kind.HEADING

    def pieces(self, index: int, width: int, *, here: bool) -> Sequence[Piece]:
        """The line of a row."""
        row = self._rows[index]
        if row.name.startswith(HISTOGRAM):
            return self._bars_line(row.line, here=here)
        use = self._uses.get(row.query, Use.NONE) if row.query is not None else Use.NONE
        line = filter_line(row, width, RowLooks(here and self.has_focus, use, self._stale))
        return spread(line, [*self._months_told(), (" ", "text")], width) if row.name == MONTHS else line

    def show(self, rows: list[FilterRow], shown: str, uses: Mapping[str, Use], *, stale: bool) -> None:
        """Show these rows; ``shown`` is the query in the list, ``uses`` what it makes of the rows' queries; ``stale``
        numbers are being counted anew. The cursor stays on its row, at its height; while the keyboard is elsewhere it
        goes to the row that is shown."""
        elsewhere = shown != self._shown and self.screen.focused is not self
        self._shown = shown
        if (rows, uses, stale) == (self._rows, self._uses, self._stale):
            return
        before, height = self.row, self.cursor - self.top
        self._rows, self._uses, self._stale = rows, uses, stale
        wanted = next((row.name for row in rows if row.query == shown), None) if elsewhere else None
        self._put_cursor((before.name if before else "") if wanted is None else wanted, height)
        self.refresh()

    def show_months(self, counts: Sequence[tuple[int, int]], chosen: Stretch | None) -> None:
        """Show the papers of these months, with those that the query is narrowed to."""
        if self.timeline.show(counts, chosen):
            self.refresh_bars()

    def _put_cursor(self, name: str, height: int) -> None:
        found = next((index for index, row in enumerate(self._rows) if row.name == name), None)
        moved = found != self.cursor
        self.cursor = found if found is not None else min(self.cursor, max(self.count - 1, 0))
        self.resized()
        if moved and found is not None:
            self.scroll_to(y=max(found - height, 0), animate=False)
        if self.count:
            self.go(self.cursor)

    # The months

    @property
    def on_months(self) -> bool:
        """Whether the cursor is on the histogram."""
        return self.row is not None and self.row.kind is Kind.HISTOGRAM

    @property
    def bars(self) -> Histogram | None:
        """The bars at the pane's width; at its usual one while it is out of sight."""
        return self.timeline.bars((self.width or _USUAL_WIDTH) - _MARGIN - 1)

    @property
    def opens(self) -> bool:
        """Whether there is something to open under the cursor; of the months, whether they can be shown finer."""
        bars = self.bars if self.on_months else None
        return self.timeline.can_zoom(bars) if bars else self.row is not None and not self.on_months

    def zoom(self) -> bool:
        """Show the chosen months alone, finer; whether that can be."""
        bars = self.bars
        zoomed = bars is not None and self.timeline.zoom(bars)
        if zoomed:
            self.refresh_bars()
        return zoomed

    def refresh_bars(self) -> None:
        """Draw the bars anew."""
        for index, row in enumerate(self._rows):
            if row.name.startswith(HISTOGRAM) or row.name == MONTHS:
                self.refresh_lines(index)

    def _bars_line(self, line: int, *, here: bool) -> list[Piece]:
        margin: Piece = (" › " if here else "   ", "accent")
        bars = self.bars
        if bars is None:
            return [margin, ("no dates", "faint")] if line == ROWS - 1 else []
        if line == ROWS:
            return [margin, (bars.years(), "faint" if self._stale else "dim")]
        return [margin, *bars.row(line, self.timeline.chosen, "faint" if self._stale else "dim")]

    def _months_told(self) -> list[Piece]:
        chosen, bars = self.timeline.chosen, self.bars
        if not chosen or not bars or not chosen.meets(bars.whole):
            return []
        return [(stretch_name(chosen), "accent")]

    def strip(self, index: int) -> Strip:
        """The strip of a row; the histogram is one thing on several lines, so none of them has the cursor's ground."""
        if self._rows[index].name.startswith(HISTOGRAM):
            return paint(self, self.pieces(index, self.width, here=index == self.cursor), self.width)
        return super().strip(index)

    # The mouse

    def on_click(self, event: events.Click) -> None:
        """Show a row; with Ctrl narrow the query by it, with Alt exclude it."""
        event.prevent_default()
        index = self._index_at(event)
        if index is not None and self.may_rest(index) and not self._rows[index].name.startswith(HISTOGRAM):
            self.go(index)
            self.post_message(self.Clicked(add=event.ctrl, leave_out=event.meta))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A range of months begins where the button goes down."""
        index, bars = self._index_at(event), self.bars
        if bars and index is not None and self._rows[index].name.startswith(HISTOGRAM):
            self._pressed = self._bar_at(event, bars)
            self.capture_mouse()
            self._drag(bars, self._pressed)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """... and reaches as far as the mouse is dragged."""
        if self._pressed is not None and (bars := self.bars):
            self._drag(bars, self._bar_at(event, bars))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """... until the button is let go."""
        if self._pressed is not None:
            self._pressed = None
            self.release_mouse()
            if self.timeline.chosen:
                self.post_message(self.MonthsChosen(self.timeline.chosen))

    def _drag(self, bars: Histogram, bar: int) -> None:
        if self._pressed is not None:
            self.timeline.choose(bars, self._pressed, bar)
            self.refresh_bars()

    def _index_at(self, event: events.MouseEvent) -> int | None:
        index = self.top + event.get_content_offset_capture(self).y
        return index if 0 <= index < self.count else None

    def _bar_at(self, event: events.MouseEvent, bars: Histogram) -> int:
        return bars.bar_at(event.get_content_offset_capture(self).x - _MARGIN)
