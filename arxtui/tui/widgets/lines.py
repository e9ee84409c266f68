"""A list that draws its rows as they come into sight: the ground of filter, list and picker."""

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
from arxtui.tui.state.rows_in_sight import HEAD, nearest_allowed_row
from arxtui.tui.terminal.views import StripView
from arxtui.tui.widgets.ink import paint, wheel_step
from arxtui.tui.widgets.row_window import RowWindow

_DOUBLE = 2
"""Clicks at one place that belong together."""
Row = TypeVar("Row")
Drawn = TypeVar("Drawn", contravariant=True)
Shown = TypeVar("Shown", covariant=True)


class Draw(Protocol[Drawn]):
    """Draws a row."""

    def __call__(self, row: Drawn, width: int, /, *, here: bool) -> Sequence[Piece]:
        """The line of a row in so many cells; ``here`` when the cursor stands on it."""


class Rows(Protocol[Shown]):
    """Rows by number, made when they are asked for or before."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> Shown: ...


class Headings(Protocol):
    """Headings above the rows that begin a group."""

    begins: Callable[[int], bool]
    """Whether a row begins a group."""

    def line(self, row: int, width: int) -> Sequence[Piece]:
        """The heading of the group of a row, in so many cells."""


class _Clicked(Message):
    """The mouse was on a row."""

    def __init__(self, lines: Lines[Any]) -> None:
        super().__init__()
        self._lines = lines

    @property
    def control(self) -> Lines[Any]:
        """The list."""
        return self._lines


class Lines(StripView, Generic[Row], can_focus=True, inherit_bindings=False):
    """The lines of ``rows``, with a cursor. ``draw`` makes the line of a row, of several the first; ``may_rest`` says
    whether the cursor may stand on it: on every one, where it is None."""

    class Chosen(_Clicked):
        """A row was clicked."""

    class Opened(_Clicked):
        """A row was clicked twice in a row."""

    def __init__(
        self, draw: Draw[Row], may_rest: Callable[[Row], bool] | None = None, *, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.rows: Rows[Row] = ()
        self.cursor = 0
        self.draws: tuple[Draw[Row], ...] = (draw,)
        """What draws each line of a row; as many as a row has."""
        self.headings: Headings | None = None
        self.window = RowWindow(self)
        self._may_rest = may_rest
        self._words: Sequence[Piece] = ()
        self._lines: Sequence[tuple[int, int]] = ()
        """What is painted on each line in sight: a row, and the line of it."""
        self.when_moved: Callable[[], None] = lambda: None
        """Called at once, so that what depends on the cursor is painted in the same frame."""

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @property
    def row_height(self) -> int:
        """Lines of a row."""
        return len(self.draws)

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if self.cursor < self.count else None

    def may_rest(self, index: int) -> bool:
        """Whether the cursor may stand on a row."""
        return self._may_rest is None or self._may_rest(self.rows[index])

    @property
    def width(self) -> int:
        """Cells of a row. Asked of the layout, never remembered: the first frame is painted before the first event of
        a resize arrives."""
        return self.size.width

    def on_resize(self, event: events.Resize) -> None:
        """Keep the cursor in sight."""
        self.window.extend()
        self.window.bring_into_sight(self.cursor)

    def refresh_row(self, index: int) -> None:
        """Paint a row again, if it is in sight."""
        sight = self.window.sight
        if 0 <= index - sight.top <= sight.most_rows:
            self.refresh_lines(self.scroll_offset.y + sight.y_of(index), self.row_height)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of a part of the list."""
        self._lines = self.window.sight.lines()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """The strip ``y`` lines below the top."""
        if y < len(self._lines):
            return self.strip(*self._lines[y])
        words = () if self.count else _words_line(self._words, y, self.width, self.window.sight.most_rows)
        return paint(self, words, self.width)

    def explain(self, words: Sequence[Piece]) -> None:
        """What to say where there are no rows: a paragraph each."""
        if self._words != words:
            self._words = words
            if not self.count:
                self.refresh()

    def strip(self, index: int, line: int = 0) -> Strip:
        """The strip of a line of a row, or of the heading above it (``HEAD``)."""
        if line == HEAD:
            return paint(self, self.headings.line(index, self.width) if self.headings else (), self.width)
        here = index == self.cursor
        ground = ("cursor" if self.has_focus else "cursor-blurred") if here else ""
        return self.paint_row(index, ground, here=here, line=line)

    def paint_row(self, index: int, ground: str = "", *, here: bool, line: int = 0) -> Strip:
        """The strip of a line of a row, with the ink ``ground`` laid under it."""
        return paint(self, self.draws[line](self.rows[index], self.width, here=here), self.width, ground)

    def go(self, index: int, *, step: int = 1) -> None:
        """Put the cursor on the row at ``index``, or the next one in the direction of ``step`` where it may rest."""
        wanted = min(max(index, 0), self.count - 1)
        place = nearest_allowed_row(wanted, 1 if step >= 0 else -1, self.count, self.may_rest)
        if place is None:
            return
        before, self.cursor = self.cursor, place
        if before != place:
            self.refresh_row(before)
            self.refresh_row(place)
            self.when_moved()
        self.window.bring_into_sight(place)

    def move(self, step: int) -> None:
        """So many rows down; up when negative."""
        self.go(self.cursor + step, step=step)

    def page(self, direction: int) -> None:
        """A screenful down (1) or up (-1)."""
        window = self.window
        step = window.sight.page(direction)
        window.scroll_to(window.top + step)
        self.move(step)

    def to_end(self, *, last: bool) -> None:
        """To the first or the last row."""
        self.go(self.count - 1 if last else 0, step=-1 if last else 1)
        if not last:
            self.scroll_to(y=0, animate=False)

    def on_click(self, event: events.Click) -> None:
        """The cursor goes where the mouse is."""
        index = self.index_at(event)
        if index is not None and self.may_rest(index):
            self.go(index)
            self.post_message(self.Chosen(self))
            if event.chain == _DOUBLE:
                self.post_message(self.Opened(self))

    def index_at(self, event: events.MouseEvent) -> int | None:
        """The row under the mouse."""
        y, lines = event.get_content_offset_capture(self).y, self.window.sight.lines()
        index, line = lines[y] if 0 <= y < len(lines) else (0, HEAD)
        return None if line == HEAD else index

    def on_scroll_to(self, event: ScrollTo) -> None:
        """The scroll bar is dragged; the cursor comes along."""
        event.stop()
        event.prevent_default()
        if event.y is not None:
            to_end = event.y >= self.max_scroll_y
            self._roll((self.count if to_end else round(event.y / self.row_height)) - self.window.top)

    @on(ScrollDown)
    @on(ScrollUp)
    def _bar_clicked(self, event: ScrollDown | ScrollUp) -> None:
        """A click below the thumb, or above it."""
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
        """The cursor's row shows whether the keys go here."""
        self.refresh_row(self.cursor)

    def _roll(self, rows: int) -> None:
        """Move the rows; the cursor comes along when it would be lost."""
        self.window.scroll_to(self.window.top + rows)
        self.go(self.window.sight.cursor_for(self.cursor), step=rows)


def _words_line(words: Sequence[Piece], y: int, width: int, height: int) -> Sequence[Piece]:
    """The line at ``y`` of an empty list of ``width`` by ``height`` cells: words that say why."""
    lines = [(line, ink) for text, ink in words for line in wrap(text, max(width - 4, 1))]
    first = max(min(height // 3 - 1, height - len(lines)), 0)
    text, ink = lines[y - first] if first <= y < first + len(lines) else ("", "text")
    return [(clip_center(text, width), ink)] if text else ()
