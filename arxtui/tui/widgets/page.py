"""Scrollable text that is laid out to the width: the base class of the detail pane and the help."""

from __future__ import annotations

from collections.abc import Callable

from textual import events, on
from textual.message import Message
from textual.strip import Strip

from arxtui.tui.present.line import Line
from arxtui.tui.terminal.views import StripView, set_extent
from arxtui.tui.widgets.ink import paint, wheel_step

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
