"""From inked pieces to strips: the one way text gets onto the screen."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from arxtui.config.key_names import read_keys
from arxtui.text import cells
from arxtui.tui.present.key_line import key_at
from arxtui.tui.present.line import Piece
from arxtui.tui.terminal.views import StripWidget
from arxtui.tui.themes import look

WHEEL_LINES = 3
# C0, DEL, C1 and what reorders text: nothing of it may reach the terminal, whoever forgot to clean.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def paint(widget: Widget, pieces: Iterable[Piece], width: int, row: str = "") -> Strip:
    """A strip of exactly ``width`` cells in the theme in use; ``row`` names the ink laid under all of it."""
    inks = look(widget.app.theme)
    inked = [(_safe(text), inks.ink(ink, row)) for text, ink in pieces if text]
    room = width - sum(cells(text) for text, _ in inked)
    if room > 0:
        inked.append((" " * room, inks.ink("text", row)))
    strip = Strip(_segments(inked), width - min(room, 0))
    return strip if room >= 0 else strip.adjust_cell_length(width)


def _segments(inked: Iterable[tuple[str, Style]]) -> list[Segment]:
    """As few as show the same: each costs the terminal some thirty bytes, over ssh too, and a blank has no colour."""
    joined: list[Segment] = []
    for text, style in inked:
        if joined and (joined[-1].style == style or (text.isspace() and _blank_alike(joined[-1].style, style))):
            joined[-1] = Segment(joined[-1].text + text, joined[-1].style)
        else:
            joined.append(Segment(text, style))
    return joined


@lru_cache(256)
def _blank_alike(one: Style | None, other: Style) -> bool:
    drawn = (each.underline or each.strike or each.reverse for each in (one, other) if each)
    return one is not None and one.bgcolor == other.bgcolor and not any(drawn)


def _safe(text: str) -> str:
    return text if text.isprintable() else _CONTROLS.sub("", text)


class Bar(StripWidget):
    """A line of pieces; a message may need more than one, and the bar is then as high as it has lines."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: tuple[list[Piece], ...] = ([],)

    @property
    def shown(self) -> list[Piece]:
        """The pieces of the first line."""
        return self._lines[0]

    def show(self, first: list[Piece], *more: list[Piece]) -> None:
        """Show these pieces, a list of them a line."""
        lines = (first, *more)
        if lines == self._lines:
            return
        if len(lines) != len(self._lines):
            self.styles.height = len(lines)
        self._lines = lines
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """A line; anything below the last is blank."""
        return paint(self, self._lines[y] if y < len(self._lines) else (), self.size.width)


class KeyBar(Bar):
    """A bar that names keys. A click on one, or on what it does, is that key."""

    _pressed: str | None = None

    def press(self, x: int, y: int) -> None:
        """The button of the mouse goes down at a cell. What stands there by the time of the click is not meant: a
        message makes way for keys with the first thing that is done."""
        self._pressed = key_at(self._lines[y], x) if y < len(self._lines) else None

    def on_click(self, event: events.Click) -> None:
        """Do what the key does."""
        pressed, self._pressed = self._pressed, None
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
        """Tell which cell it is."""
        self.post_message(self.Clicked(event.x))


def wheel_step(event: events.MouseEvent) -> int:
    """The lines that a turn of the wheel moves: up when negative. Nobody else answers it."""
    event.stop()
    event.prevent_default()
    return WHEEL_LINES if isinstance(event, events.MouseScrollDown) else -WHEEL_LINES
