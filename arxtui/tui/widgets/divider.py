"""The rule between two panes."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.strip import Strip

from arxtui.tui.terminal.views import StripWidget
from arxtui.tui.widgets.ink import paint


class Divider(StripWidget):
    """A rule one cell wide or one line high that the mouse can drag."""

    class Dragged(Message):
        """The mouse has dragged the rule to a cell of the screen."""

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
        """Return the strip of a line of the rule."""
        width = self.size.width
        return paint(self, [("│" if width == 1 else "─" * width, "rule")], width)

    def on_mouse_down(self) -> None:
        """Capture the mouse."""
        self.capture_mouse()

    def on_mouse_up(self) -> None:
        """Release the mouse."""
        self.release_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Post where the rule was dragged to."""
        if self.app.mouse_captured is self:
            self.post_message(self.Dragged(self, event.screen_x, event.screen_y))
