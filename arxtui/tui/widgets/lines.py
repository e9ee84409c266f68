"""A list that draws its rows as they come into sight, one line each: the ground of filter, list and picker."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.message import Message
from textual.scrollbar import ScrollDown, ScrollTo, ScrollUp
from textual.strip import Strip

from arxtui.text import wrap
from arxtui.tui.present.line import Piece, clip_center
from arxtui.tui.widgets.ink import InkedView, paint, set_extent

SCROLL_OFF = 3
WHEEL_LINES = 3


class Lines(InkedView, can_focus=True, inherit_bindings=False):
    """Rows by number, with a cursor. Subclasses say how many there are and what each looks like."""

    class Chosen(Message):
        """A row was clicked."""

        def __init__(self, lines: Lines) -> None:
            super().__init__()
            self.lines = lines

        @property
        def control(self) -> Lines:
            """The list."""
            return self.lines

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.cursor = 0
        self._words: Sequence[Piece] = ()
        self.when_moved: Callable[[], None] = lambda: None
        """Called at once, so that what depends on the cursor is painted in the same frame."""

    @property
    def count(self) -> int:
        """How many rows there are."""
        raise NotImplementedError

    def pieces(self, index: int, width: int, *, here: bool) -> Sequence[Piece]:
        """What a row looks like; ``here`` when the cursor stands on it."""
        raise NotImplementedError

    def may_rest(self, index: int) -> bool:
        """Whether the cursor may stand on a row."""
        return True

    @property
    def width(self) -> int:
        """Cells of a row. Asked of the layout, never remembered: the first frame is painted before the first event of
        a resize arrives."""
        return self.size.width

    @property
    def rows_in_sight(self) -> int:
        """Rows that fit."""
        return max(self.scrollable_content_region.height, 1)

    @property
    def top(self) -> int:
        """The row at the top of the screen."""
        return self.scroll_offset.y

    def resized(self) -> None:
        """Tell the scroll bar how many rows there are now."""
        set_extent(self, self.count)

    def on_resize(self, event: events.Resize) -> None:
        """Keep the cursor in sight."""
        self.resized()
        self.bring_into_sight()

    def render_line(self, y: int) -> Strip:
        """The strip of the row at ``y`` lines below the top."""
        index = self.top + y
        return self.strip(index) if index < self.count else self.blank(y)

    def explain(self, words: Sequence[Piece]) -> None:
        """What to say where there are no rows: a paragraph each."""
        if self._words != words:
            self._words = words
            if not self.count:
                self.refresh()

    def blank(self, y: int) -> Strip:
        """The line at ``y`` where there is no row: in an empty list, words that say why."""
        if self.count:
            return paint(self, (), self.width)
        lines = [(line, ink) for text, ink in self._words for line in wrap(text, max(self.width - 4, 1))]
        first = max(min(self.rows_in_sight // 3 - 1, self.rows_in_sight - len(lines)), 0)
        words = [lines[y - first]] if first <= y < first + len(lines) else []
        return paint(self, [(clip_center(text, self.width), ink) for text, ink in words], self.width)

    def strip(self, index: int) -> Strip:
        """The strip of a row."""
        here = index == self.cursor
        row = ("cursor" if self.has_focus else "cursor-blurred") if here else ""
        return paint(self, self.pieces(index, self.width, here=here), self.width, row)

    def go(self, index: int, *, step: int = 1) -> None:
        """Put the cursor on the row at ``index``, or the next one in the direction of ``step`` where it may rest."""
        place = self._resting_place(min(max(index, 0), self.count - 1), 1 if step >= 0 else -1)
        if place is None:
            return
        before, self.cursor = self.cursor, place
        if before != place:
            self.refresh_lines(before)
            self.refresh_lines(place)
            self.when_moved()
        self.bring_into_sight()

    def go_high(self, index: int) -> None:
        """Put the cursor on the row at ``index``, and the row near the top."""
        self.go(index)
        self.scroll_to(y=max(index - SCROLL_OFF, 0), animate=False)

    def move(self, step: int) -> None:
        """So many rows down; up when negative."""
        self.go(self.cursor + step, step=step)

    def page(self, direction: int) -> None:
        """A screenful down (1) or up (-1)."""
        step = max(self.rows_in_sight - 1, 1) * direction
        self.scroll_to(y=self.top + step, animate=False)
        self.move(step)

    def to_end(self, *, last: bool) -> None:
        """To the first or the last row."""
        self.go(self.count - 1 if last else 0, step=-1 if last else 1)
        if not last:
            self.scroll_to(y=0, animate=False)

    def bring_into_sight(self) -> None:
        """Scroll as little as leaves some rows between the cursor and the edge."""
        if not self.size.height:
            return
        height = self.rows_in_sight
        margin = min(SCROLL_OFF, (height - 1) // 2)
        lowest, highest = self.cursor + margin - height + 1, self.cursor - margin
        top = min(max(self.top, lowest), max(highest, 0))
        top = max(min(top, self.count - height), 0)
        if top != self.top:
            self.scroll_to(y=top, animate=False)

    def on_click(self, event: events.Click) -> None:
        """The cursor goes where the mouse is."""
        index = self.top + event.get_content_offset_capture(self).y
        if 0 <= index < self.count and self.may_rest(index):
            self.go(index)
            self.post_message(self.Chosen(self))

    def on_scroll_to(self, event: ScrollTo) -> None:
        """The scroll bar is dragged; the cursor comes along."""
        event.stop()
        event.prevent_default()
        if event.y is not None:
            self._roll(round(event.y) - self.top)

    def on_scroll_down(self, event: ScrollDown) -> None:
        """A click below the thumb."""
        event.stop()
        event.prevent_default()
        self.page(1)

    def on_scroll_up(self, event: ScrollUp) -> None:
        """A click above it."""
        event.stop()
        event.prevent_default()
        self.page(-1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel moves the rows."""
        self._wheel(event, WHEEL_LINES)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The same, upwards."""
        self._wheel(event, -WHEEL_LINES)

    def on_focus(self) -> None:
        """The cursor's row shows that the keys go here."""
        self.refresh_lines(self.cursor)

    def on_blur(self) -> None:
        """The cursor's row shows that the keys go elsewhere."""
        self.refresh_lines(self.cursor)

    def _wheel(self, event: events.MouseEvent, lines: int) -> None:
        event.stop()
        event.prevent_default()
        self._roll(lines)

    def _roll(self, lines: int) -> None:
        """Move the rows; the cursor comes along when it would be lost."""
        self.scroll_to(y=self.top + lines, animate=False)
        height = self.rows_in_sight
        margin = min(SCROLL_OFF, (height - 1) // 2)
        lowest = self.top + (margin if self.top else 0)
        highest = self.top + height - 1 - (margin if self.top + height < self.count else 0)
        self.go(min(max(self.cursor, lowest), highest), step=lines)

    def _resting_place(self, index: int, step: int) -> int | None:
        for direction in (step, -step):
            place = index
            while 0 <= place < self.count:
                if self.may_rest(place):
                    return place
                place += direction
        return None
