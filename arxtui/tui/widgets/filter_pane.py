"""The filter pane on the left: what the list can be filtered by, and how many papers each filter leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from textual import events
from textual.message import Message
from textual.strip import Strip

from arxtui.light import changed
from arxtui.tui.present.filter.histogram import Histogram, MonthRange, MonthSelection, bars_line, scale
from arxtui.tui.present.filter.rows import FilterRow, FilterRowLooks, RowKind, TermUse, filter_line
from arxtui.tui.present.filter.sections import HISTOGRAM, MONTHS
from arxtui.tui.present.line import Piece, spread
from arxtui.tui.widgets.lines import Lines

_MARGIN = 3
_USUAL_WIDTH = 26


class FilterPane(Lines[FilterRow]):
    """Rows that each have a query and show how the list's query uses it; and a histogram of the months."""

    rows: Sequence[FilterRow]

    class Clicked(Message):
        """A row was clicked: with ``add``, narrow the query by the row; with ``leave_out``, exclude the row; with
        neither, show the row alone."""

        def __init__(self, *, add: bool, leave_out: bool) -> None:
            super().__init__()
            self.add = add
            self.leave_out = leave_out

    class MonthsChosen(Message):
        """Months were chosen with the mouse."""

        def __init__(self, months: MonthRange) -> None:
            super().__init__()
            self.months = months

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(self._line, lambda row: row.kind is not RowKind.HEADING, id=id)
        self._uses: Mapping[str, TermUse] = {}
        self._shown = ""
        self._looks = FilterRowLooks()
        self._pressed_bar: int | None = None
        self.timeline = MonthSelection()
        self.timeline.changed.subscribe(self._refresh_bars)
        self.when_visible: Callable[[], None] = lambda: None
        self.opened: set[str] = set()
        """The names of the folders whose rows are shown."""

    def show(self, rows: Sequence[FilterRow], shown: str, uses: Mapping[str, TermUse], looks: FilterRowLooks) -> None:
        """Show these rows. ``shown`` is the list's query, ``uses`` says how it uses the rows' queries, and ``looks``
        are the display options of the counts. The cursor stays on its row and at its height. When the query has changed
        while the pane has no focus, and when the first rows arrive, the cursor goes to the row of the list's query."""
        elsewhere = shown != self._shown and not (self.rows and self.screen.focused is self)
        self._shown = shown
        if (rows, uses, looks) == (self.rows, self._uses, self._looks):
            return
        before, height = self.row, self.cursor - self.window.top
        self.rows, self._uses, self._looks = rows, uses, looks
        target = next((row.name for row in rows if row.query == shown), None) if elsewhere else None
        if target is not None:
            self._put_cursor(target)
        else:
            self._put_cursor(before.name if before else "", height)
        self.refresh()

    def _put_cursor(self, name: str, height: int | None = None) -> None:
        """Put the cursor on a row. With a height, the row is shown there if it has moved."""
        row_index = next((index for index, row in enumerate(self.rows) if row.name == name), None)
        moved = row_index != self.cursor
        self.cursor = row_index if row_index is not None else min(self.cursor, max(self.count - 1, 0))
        self.window.extend()
        if moved and row_index is not None and height is not None:
            self.window.scroll_to(row_index - height)
        if self.count:
            self.go(self.cursor)

    def _line(self, row: FilterRow, width: int, /, *, here: bool) -> Sequence[Piece]:
        if _is_of_histogram(row):
            return bars_line(self.bars, row.line, self.timeline.chosen, here=here, stale=self._looks.stale)
        use = self._uses.get(row.query, TermUse.NONE) if row.query is not None else TermUse.NONE
        line = filter_line(row, width, changed(self._looks, here=here and self.has_focus, use=use))
        if row.name != MONTHS:
            return line
        return spread(line, [*scale(self.bars, self.timeline.chosen), (" ", "text")], width)

    def strip(self, index: int, line: int = 0) -> Strip:
        """Return the strip of a row. The histogram is one item on several lines, so its lines have no cursor
        background."""
        if _is_of_histogram(self.rows[index]):
            return self.paint_row(index, here=index == self.cursor)
        return super().strip(index)

    # The months

    @property
    def on_months(self) -> bool:
        """Whether the cursor is on the histogram."""
        return self.row is not None and self.row.kind is RowKind.HISTOGRAM

    @property
    def bars(self) -> Histogram | None:
        """The histogram at the pane's width, or at the usual width while the pane is hidden."""
        return self.timeline.bars((self.width or _USUAL_WIDTH) - _MARGIN - 1)

    @property
    def can_open(self) -> bool:
        """Whether the row under the cursor can be opened; for the histogram, whether it can zoom in."""
        bars = self.bars if self.on_months else None
        return self.timeline.can_zoom(bars) if bars else self.row is not None and not self.on_months

    def _refresh_bars(self) -> None:
        for index, row in enumerate(self.rows):
            if _is_of_histogram(row) or row.name == MONTHS:
                self.refresh_row(index)

    # The mouse

    def on_show(self) -> None:
        """Report that the pane has become visible."""
        self.when_visible()

    def on_click(self, event: events.Click) -> None:
        """Show the clicked row alone; with Ctrl narrow the query by it, with Alt exclude it."""
        event.prevent_default()
        index = self.index_at(event)
        if index is not None and self.may_rest(index) and not _is_of_histogram(self.rows[index]):
            self.go(index)
            self.post_message(self.Clicked(add=event.ctrl, leave_out=event.meta))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin a range of months."""
        index, bars = self.index_at(event), self.bars
        if bars and index is not None and _is_of_histogram(self.rows[index]):
            self._pressed_bar = _bar_at(self, event, bars)
            self.capture_mouse()
            self.on_mouse_move(event)

    def on_mouse_move(self, event: events.MouseEvent) -> None:
        """Extend the range of months to the mouse."""
        if self._pressed_bar is not None and (bars := self.bars):
            self.timeline.choose(bars, self._pressed_bar, _bar_at(self, event, bars))
            self._refresh_bars()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """End the range of months."""
        if self._pressed_bar is not None:
            self._pressed_bar = None
            self.release_mouse()
            if self.timeline.chosen:
                self.post_message(self.MonthsChosen(self.timeline.chosen))


def _is_of_histogram(row: FilterRow) -> bool:
    return row.name.startswith(HISTOGRAM)


def _bar_at(pane: FilterPane, event: events.MouseEvent, bars: Histogram) -> int:
    return bars.bar_at(event.get_content_offset_capture(pane).x - _MARGIN)
