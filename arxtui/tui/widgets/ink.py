"""From inked pieces to strips: the one way text gets onto the screen."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from arxtui.tui.present.line import Piece
from arxtui.tui.themes import LOOKS


# C0, DEL, C1 and what reorders text: nothing of it may reach the terminal, whoever forgot to clean.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def look_inks(widget: Widget) -> dict[str, Style]:
    """The inks of the theme in use."""
    return (LOOKS.get(widget.app.theme) or LOOKS["dark"]).inks


def paint(widget: Widget, pieces: Iterable[Piece], width: int, row: str = "") -> Strip:
    """A strip of exactly ``width`` cells on the widget's own ground; ``row`` names the ink laid under all of it."""
    inks = look_inks(widget)
    ground = widget.rich_style
    under = inks[row] if row else Style.null()
    segments = [Segment(_safe(text), ground + inks[ink] + under) for text, ink in pieces if text]
    return Strip(segments).adjust_cell_length(width, ground + under)


def _safe(text: str) -> str:
    return text if text.isprintable() else _CONTROLS.sub("", text)


class Bar(Widget):
    """One line of pieces."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._pieces: list[Piece] = []

    def show(self, pieces: list[Piece]) -> None:
        """Show these pieces."""
        if pieces != self._pieces:
            self._pieces = pieces
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The line; anything below it is blank."""
        return paint(self, self._pieces if y == 0 else (), self.size.width)
