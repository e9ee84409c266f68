"""The rule between two panes."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.strip import Strip

from arxtui.tui.terminal.views import StripWidget
from arxtui.tui.widgets.ink import paint


class Divider(StripWidget):
    """One cell wide or one line high; the mouse drags it."""

    class Dragged(Message):
        """The mouse has moved the rule to a cell of the screen."""

        def __init__(self, divider: Divider, x: int, y: int) -> None:
            super().__init__()
            self.divider = divider
            self.x = x
            self.y = y

        @property
        def control(self) -> Divider:
            """The rule."""
            return self.divider

    def render_line(self, y: int) -> Strip:
        """A part of the rule."""
        width = self.size.width
        return paint(self, [("│" if width == 1 else "─" * width, "rule")], width)

    def on_mouse_down(self) -> None:
        """Take hold of the rule."""
        self.capture_mouse()

    def on_mouse_up(self) -> None:
        """Let go."""
        self.release_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The rule comes along."""
        if self.app.mouse_captured is self:
            self.post_message(self.Dragged(self, event.screen_x, event.screen_y))
