"""A list that draws only its visible rows: the base class of filter pane, paper list and picker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from textual import events, on
from textual.geometry import Region
from textual.message import Message
from textual.scrollbar import ScrollDown, ScrollTo, ScrollUp
from textual.strip import Strip

from arxtui.text import wrap
from arxtui.tui.present.line import Piece, clip_center
from arxtui.tui.state.rows_in_sight import HEAD, RowsInSight, nearest_allowed_row
from arxtui.tui.terminal.views import StripView, set_extent
from arxtui.tui.widgets.ink import paint, wheel_step

_DOUBLE = 2
"""The number of clicks in a double click."""
_LEAST_ROWS = 3
"""The minimum number of rows below a heading; a list with less height shows no headings."""
Row = TypeVar("Row")
Drawn = TypeVar("Drawn", contravariant=True)
Shown = TypeVar("Shown", covariant=True)


class Draw(Protocol[Drawn]):
    """A function that draws a row."""

    def __call__(self, row: Drawn, width: int, /, *, here: bool) -> Sequence[Piece]:
        """Return the line of a row in ``width`` cells; ``here`` if the cursor is on it."""


class Rows(Protocol[Shown]):
    """Rows by number, which can be created when they are first read."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> Shown: ...


class Headings(Protocol):
    """Headings above the first rows of groups."""

    begins: Callable[[int], bool]
    """Returns whether a row is the first of a group."""

    def line(self, row: int, width: int) -> Sequence[Piece]:
        """Return the heading of a row's group in ``width`` cells."""


class RowWindow:
    """The visible rows of ``lines``. The first visible line is always the first line of a row."""

    def __init__(self, lines: Lines[Any]) -> None:
        self._lines = lines

    @property
    def top(self) -> int:
        """The index of the first visible row."""
        return self._lines.scroll_offset.y // self._lines.row_height

    @property
    def sight(self) -> RowsInSight:
        """The visible rows."""
        return self.sight_from(self.top)

    def sight_from(self, top: int) -> RowsInSight:
        """Return the rows that are visible when the row at ``top`` is the first."""
        lines = self._lines
        height = lines.scrollable_content_region.height
        has_headings = lines.headings is not None and height > _LEAST_ROWS * lines.row_height
        begins = lines.headings.begins if lines.headings and has_headings else None
        return RowsInSight(top, height, lines.count, lines.row_height, begins, lines.open_row)

    def extend(self, top: int | None = None) -> None:
        """Set the length of the scroll area so that the last row can become visible. ``top`` is the row that is about
        to be the first visible one, if it differs from the present one."""
        sight = self.sight if top is None else self.sight_from(top)
        set_extent(self._lines, sight.last_top * sight.row_height + sight.height)

    def scroll_to(self, row: int) -> None:
        """Scroll so that a row is at the top, as far as there are rows below it."""
        row, lines = max(row, 0), self._lines
        if self.sight_from(row).last_top * lines.row_height != lines.max_scroll_y:
            self.extend(row)
        lines.scroll_to(y=row * lines.row_height, animate=False)

    def make_visible(self, row: int) -> None:
        """Make a row visible with some rows between it and the edge, scrolling as little as possible."""
        if self._lines.size.height and (top := self.sight.top_for(row)) != self.top:
            self.scroll_to(top)


class _Clicked(Message):
    """A row was clicked."""

    def __init__(self, lines: Lines[Any]) -> None:
        super().__init__()
        self._lines = lines

    @property
    def control(self) -> Lines[Any]:
        """The list."""
        return self._lines


class Lines(StripView, Generic[Row], can_focus=True, inherit_bindings=False):
    """A list of ``rows`` with a cursor. ``draw`` draws a row, or the first line of a row with several. ``may_rest``
    returns whether the cursor can stand on a row; if None, it can stand on every row."""

    class Chosen(_Clicked):
        """A row was clicked."""

    class Opened(_Clicked):
        """A row was double-clicked."""

    def __init__(
        self, draw: Draw[Row], may_rest: Callable[[Row], bool] | None = None, *, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.rows: Rows[Row] = ()
        self.cursor = 0
        self.draws: tuple[Draw[Row], ...] = (draw,)
        """The functions that draw the lines of a row, one per line."""
        self.headings: Headings | None = None
        self.window = RowWindow(self)
        self._may_rest = may_rest
        self._words: Sequence[Piece] = ()
        self._lines: Sequence[tuple[int, int]] = ()
        """For each visible line, the row and the line of this row that it shows."""
        self.when_moved: Callable[[], None] = lambda: None
        """Called immediately when the cursor moves, so that what depends on the cursor is painted in the same frame."""

    @property
    def count(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def row_height(self) -> int:
        """The number of lines per row."""
        return 1

    @property
    def open_row(self) -> int | None:
        """The row that has a line more than the others; None if there is none."""
        return None

    @property
    def row(self) -> Row | None:
        """The row under the cursor; None in an empty list."""
        return self.rows[self.cursor] if self.cursor < self.count else None

    def may_rest(self, index: int) -> bool:
        """Return whether the cursor can stand on a row."""
        return self._may_rest is None or self._may_rest(self.rows[index])

    @property
    def width(self) -> int:
        """The width of a row in cells. Read from the layout each time, because the first frame is painted before the
        first resize event arrives."""
        return self.size.width

    def on_resize(self, event: events.Resize) -> None:
        """Keep the cursor visible."""
        self.window.extend()
        self.window.make_visible(self.cursor)

    def watch_has_focus(self, has_focus: bool) -> None:  # noqa: FBT001 - Textual's signature
        """Repaint the row under the cursor, which shows whether the list has the focus."""
        super().watch_has_focus(has_focus)
        self.refresh_row(self.cursor)

    def refresh_row(self, index: int) -> None:
        """Repaint a row if it is visible."""
        self._refresh_rows(index, index)

    def _refresh_rows(self, first: int, last: int) -> None:
        """Repaint the visible rows from ``first`` to ``last``."""
        sight = self.window.sight
        first, last = max(first, sight.top), min(last, sight.top + sight.most_rows)
        if first <= last:
            y, end = sight.y_of(first), sight.y_of(last) + sight.height_of(last)
            self.refresh_lines(self.scroll_offset.y + y, end - y)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the strips of a part of the list."""
        self._lines = self.window.sight.lines()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Return the strip of visible line ``y``."""
        if y < len(self._lines):
            return self.strip(*self._lines[y])
        words = () if self.count else _words_line(self._words, y, self.width, self.window.sight.most_rows)
        return paint(self, words, self.width)

    def explain(self, words: Sequence[Piece]) -> None:
        """Set the words to show while there are no rows, one piece per paragraph."""
        if self._words != words:
            self._words = words
            if not self.count:
                self.refresh()

    def strip(self, index: int, line: int = 0) -> Strip:
        """Return the strip of a line of a row, or of the heading above the row (``HEAD``)."""
        if line == HEAD:
            return paint(self, self.headings.line(index, self.width) if self.headings else (), self.width)
        here = index == self.cursor
        ground = ("cursor" if self.has_focus else "cursor-blurred") if here else ""
        return self.paint_row(index, ground, here=here, line=line)

    def paint_row(self, index: int, ground: str = "", *, here: bool, line: int = 0) -> Strip:
        """Return the strip of a line of a row, with the ink ``ground`` under the whole line."""
        return paint(self, self.draws[line](self.rows[index], self.width, here=here), self.width, ground)

    def go(self, index: int, *, step: int = 1) -> None:
        """Put the cursor on the row at ``index``, or on the next row in the direction of ``step`` where it can
        stand."""
        target = min(max(index, 0), self.count - 1)
        place = nearest_allowed_row(target, 1 if step >= 0 else -1, self.count, self.may_rest)
        if place is None:
            return
        before, self.cursor = self.cursor, place
        if before != place:
            if self.open_row is None:
                self.refresh_row(before)
                self.refresh_row(place)
            else:  # the rows between move by the line that one loses and the other gets
                self._refresh_rows(min(before, place), max(before, place))
            self.when_moved()
        self.window.make_visible(place)

    def move(self, step: int) -> None:
        """Move the cursor down by ``step`` rows; up if negative."""
        self.go(self.cursor + step, step=step)

    def page(self, direction: int) -> None:
        """Move a screenful down (1) or up (-1)."""
        window = self.window
        step = window.sight.page(direction)
        window.scroll_to(window.top + step)
        self.move(step)

    def to_end(self, *, last: bool) -> None:
        """Move to the first or the last row."""
        self.go(self.count - 1 if last else 0)
        if not last:
            self.scroll_to(y=0, animate=False)

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the clicked row; a double click also opens the row."""
        index = self.index_at(event)
        if index is not None and self.may_rest(index):
            self.go(index)
            self.post_message(self.Chosen(self))
            if event.chain == _DOUBLE:
                self.post_message(self.Opened(self))

    def index_at(self, event: events.MouseEvent) -> int | None:
        """Return the index of the row under the mouse; None on a heading or below the rows."""
        y, lines = event.get_content_offset_capture(self).y, self.window.sight.lines()
        index, line = lines[y] if 0 <= y < len(lines) else (0, HEAD)
        return None if line == HEAD else index

    def on_scroll_to(self, event: ScrollTo) -> None:
        """Scroll as the scroll bar is dragged; the cursor stays visible."""
        event.stop()
        event.prevent_default()
        if event.y is not None:
            to_end = event.y >= self.max_scroll_y
            self._roll((self.count if to_end else round(event.y / self.row_height)) - self.window.top)

    @on(ScrollDown)
    @on(ScrollUp)
    def _page_clicked(self, event: ScrollDown | ScrollUp) -> None:
        """Move a screenful after a click above or below the scroll bar's thumb."""
        event.stop()
        event.prevent_default()
        self.page(1 if isinstance(event, ScrollDown) else -1)

    @on(events.MouseScrollDown)
    @on(events.MouseScrollUp)
    def _wheel_turned(self, event: events.MouseEvent) -> None:
        self._roll(wheel_step(event))

    @on(events.Focus)
    @on(events.Blur)
    def _focus_changed(self) -> None:
        """Repaint the row under the cursor, which shows whether the list has the focus."""
        self.refresh_row(self.cursor)

    def _roll(self, rows: int) -> None:
        """Scroll by a number of rows; the cursor moves only if it would leave the visible rows."""
        self.window.scroll_to(self.window.top + rows)
        self.go(self.window.sight.cursor_for(self.cursor), step=rows)


def _words_line(words: Sequence[Piece], y: int, width: int, height: int) -> Sequence[Piece]:
    """Return line ``y`` of the explanation in an empty list of ``width`` by ``height`` cells."""
    lines = [(line, ink) for text, ink in words for line in wrap(text, width - 4)]
    first = max(min(height // 3 - 1, height - len(lines)), 0)
    text, ink = lines[y - first] if first <= y < first + len(lines) else ("", "text")
    return [(clip_center(text, width), ink)] if text else ()
