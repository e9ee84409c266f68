"""Widgets that paint lines of pieces: bars, and pages of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual import events, on
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from arxtui.config.keys import read_keys
from arxtui.text import cells
from arxtui.tui.present.line import Key, Line, Piece, key_at, key_line
from arxtui.tui.terminal.sequences import look_alike_blank
from arxtui.tui.terminal.views import StripView, StripWidget, set_extent
from arxtui.tui.themes import look

WHEEL_LINES = 3
# C0, DEL, C1 and characters that reorder text must never reach the terminal, even where a text was not cleaned before.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def paint(widget: Widget, pieces: Iterable[Piece], width: int, row: str = "") -> Strip:
    """Return a strip of exactly ``width`` cells in the current theme; ``row`` names the ink under the whole line."""
    inks = look(widget.app.theme)
    inked = [(_safe(text), inks.ink(ink, row)) for text, ink in pieces if text]
    room = width - sum(cells(text) for text, _ in inked)
    if room > 0:
        inked.append((" " * room, inks.ink("text", row)))
    strip = Strip(_segments(inked), width - min(room, 0))
    return strip if room >= 0 else strip.adjust_cell_length(width)


def _segments(inked: Iterable[tuple[str, Style]]) -> list[Segment]:
    """Return as few segments as possible: each costs the terminal about thirty bytes, also over ssh, and a blank has no
    text colour."""
    joined: list[Segment] = []
    for text, style in inked:
        if joined and (joined[-1].style == style or (text.isspace() and look_alike_blank(joined[-1].style, style))):
            joined[-1] = Segment(joined[-1].text + text, joined[-1].style)
        else:
            joined.append(Segment(text, style))
    return joined


def _safe(text: str) -> str:
    return text if text.isprintable() else _CONTROLS.sub("", text)


class Bar(StripWidget):
    """A bar of one line of pieces; a message can need more lines, and then the bar is as high as its lines."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: tuple[list[Piece], ...] = ([],)

    @property
    def shown(self) -> list[Piece]:
        """The pieces of the first line."""
        return self._lines[0]

    def show(self, first: list[Piece], *more: list[Piece]) -> None:
        """Show these lines of pieces."""
        lines = (first, *more)
        if lines == self._lines:
            return
        if len(lines) != len(self._lines):
            self.styles.height = len(lines)
        self._lines = lines
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return the strip of a line; below the last line the bar is blank."""
        return paint(self, self._lines[y] if y < len(self._lines) else (), self.size.width)


class KeyBar(Bar):
    """A bar that names keys: those given to ``show``, or as many of ``keys`` as fit its width. A click on a key or on
    its description presses this key."""

    _pressed_key: str | None = None

    def __init__(self, *, id: str | None = None, keys: Sequence[Key] = ()) -> None:
        super().__init__(id=id)
        self._keys = keys

    def on_resize(self, event: events.Resize) -> None:
        """Fit the keys to the width."""
        if self._keys:
            self.show(key_line(self._keys, event.size.width))

    def press(self, x: int, y: int) -> None:
        """Remember the key at the cell where the mouse button went down. The click uses this key, because the bar can
        change before the click: the first action replaces a message with keys."""
        self._pressed_key = key_at(self._lines[y], x) if y < len(self._lines) else None

    def on_click(self, event: events.Click) -> None:
        """Press the key that was remembered."""
        pressed, self._pressed_key = self._pressed_key, None
        if pressed:
            self.app.simulate_key(read_keys(pressed))


class SectionsBar(Bar):
    """The sections of a day."""

    class Clicked(Message):
        """A cell was clicked."""

        def __init__(self, cell: int) -> None:
            super().__init__()
            self.cell = cell

    def on_click(self, event: events.Click) -> None:
        """Post which cell was clicked."""
        self.post_message(self.Clicked(event.x))


def wheel_step(event: events.MouseEvent) -> int:
    """Return the number of lines that a turn of the wheel moves, negative for up, and stop the event."""
    event.stop()
    event.prevent_default()
    return WHEEL_LINES if isinstance(event, events.MouseScrollDown) else -WHEEL_LINES


LayOut = Callable[[int], list[Line]]


class TextPage(StripView, can_focus=True, inherit_bindings=False):
    """Lines that are laid out for the current width; a click on a line with a link follows the link."""

    class LinkChosen(Message):
        """A link was clicked."""

        def __init__(self, url: str) -> None:
            super().__init__()
            self.url = url

    def __init__(self, lay_out: LayOut, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lay_out = lay_out
        self._lines: list[Line] = []
        self._width = 0

    def lay_out(self) -> None:
        """Lay out the lines again."""
        self._width = self.scrollable_content_region.width
        self._lines = self._lay_out(self._width) if self._width else []
        set_extent(self, len(self._lines))
        self.refresh(self.size.region)

    def render_line(self, y: int) -> Strip:
        """Return the strip of visible line ``y``."""
        index = self.scroll_offset.y + y
        line = self._lines[index] if index < len(self._lines) else Line()
        return paint(self, line.pieces, self._width, line.ground)

    def on_resize(self, event: events.Resize) -> None:
        """Lay out the text for the new width, and stay at about the same place in the text."""
        if self.scrollable_content_region.width == self._width:
            return
        place = self.scroll_offset.y / len(self._lines) if self._lines else 0.0
        self.lay_out()
        self.scroll_to(y=round(place * len(self._lines)), animate=False)

    def move(self, step: int) -> None:
        """Scroll down by ``step`` lines; up if negative."""
        self.scroll_to(y=self.scroll_offset.y + step, animate=False)

    def page(self, direction: int) -> None:
        """Scroll a screenful down (1) or up (-1), with an overlap of two lines."""
        self.move(max(self.scrollable_content_region.height - 2, 1) * direction)

    def to_end(self, *, last: bool) -> None:
        """Scroll to the first or the last line."""
        self.scroll_to(y=len(self._lines) if last else 0, animate=False)

    def go(self, line: int) -> None:
        """Scroll to a line, counted from 0."""
        self.scroll_to(y=line, animate=False)

    def on_click(self, event: events.Click) -> None:
        """Follow the link on the clicked line."""
        index = self.scroll_offset.y + event.get_content_offset_capture(self).y
        if 0 <= index < len(self._lines) and (url := self._lines[index].url):
            self.post_message(self.LinkChosen(url))

    @on(events.MouseScrollDown)
    @on(events.MouseScrollUp)
    def _wheel_turned(self, event: events.MouseEvent) -> None:
        self.move(wheel_step(event))
