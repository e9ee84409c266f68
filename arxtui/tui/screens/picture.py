"""A picture over the whole screen, in the best quality that the terminal supports."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import Screen
from textual.strip import Strip

from arxtui.figures.decoding import NotDrawnError
from arxtui.tui.actions import Area
from arxtui.tui.pictures.blocks import half_blocks
from arxtui.tui.pictures.graphics import Graphics, cell_size, clearing_sequence, drawing_sequence
from arxtui.tui.present.key_line import keys_of
from arxtui.tui.present.line import clip_center, foreign, named_keys
from arxtui.tui.terminal.views import StripWidget
from arxtui.tui.widgets.ink import Bar, KeyBar, paint

if TYPE_CHECKING:
    from arxtui.tui.terminal.app import TerminalApp


class Canvas(StripWidget):
    """The area of a picture: half blocks in the middle, or blank if the terminal draws the picture itself."""

    def __init__(self, data: bytes, *, blank: bool) -> None:
        super().__init__(id="canvas")
        self._data = data
        self._blank = blank
        self._strips: list[Strip] = []
        self._drawn_size: Size | None = None

    def render_line(self, y: int) -> Strip:
        """Return a line of the picture."""
        width, height = self.size
        if self._drawn_size != self.size and not self._blank:
            self._drawn_size = self.size
            self._strips = half_blocks(self._data, width, height, enlarged=True)
        row = y - (height - len(self._strips)) // 2
        if not 0 <= row < len(self._strips):
            return paint(self, (), width)
        left = (width - self._strips[row].cell_length) // 2
        right = width - left - self._strips[row].cell_length
        return Strip.join([paint(self, (), left), self._strips[row], paint(self, (), right)])


class PictureScreen(Screen[None], inherit_bindings=False):
    """A picture. ``words`` describe what it shows; ``open_outside`` opens it in another program."""

    app: TerminalApp
    own_area: ClassVar[Area] = Area.PICTURE
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space,backspace", "leave", show=False, priority=True),
    ]

    def __init__(self, data: bytes, words: str, graphics: Graphics, open_outside: Callable[[], object]) -> None:
        super().__init__()
        self._data = data
        self._words = words
        self._graphics = graphics
        self._open_outside = open_outside

    def compose(self) -> ComposeResult:
        """Build the picture and the footer."""
        yield Canvas(self._data, blank=self._graphics is not Graphics.BLOCKS)
        yield KeyBar(id="picture-foot")

    def on_mount(self) -> None:
        """Fill the footer; redraw the picture whenever another program used the terminal."""
        self.app.app_resume_signal.subscribe(self, lambda _: self._draw())
        self.show_keys()

    def on_resize(self, event: events.Resize) -> None:
        """Draw the picture as large as fits."""
        self._draw()

    def on_unmount(self) -> None:
        """Remove the picture from the terminal."""
        self._write(clearing_sequence(self._graphics, os.environ))

    def action_leave(self) -> None:
        """Return to the text."""
        self.dismiss()

    def action_open_picture(self) -> None:
        """Close the screen and open the picture in another program."""
        self.dismiss()
        self._open_outside()

    def show_keys(self) -> None:
        """Show the keys and the description of the picture in the footer."""
        keys = named_keys([("Esc", "back"), *keys_of(["open_picture"], Area.PICTURE)])
        pieces = [*self.app.dispatcher.pieces] or [*keys, (f" {foreign(self._words)}", "dim")]
        self.query_one("#picture-foot", Bar).show(pieces)

    def say(self, text: str, ink: str = "dim") -> None:
        """Show a message in the footer."""
        self.query_one("#picture-foot", Bar).show([(clip_center(text, self.size.width), ink)])

    def _draw(self) -> None:
        """Let the terminal draw the picture after the next repaint."""
        if self._graphics is not Graphics.BLOCKS:
            self.call_after_refresh(self._send)

    def _send(self) -> None:
        width, height = self.query_one(Canvas).size
        try:
            sequence = drawing_sequence(self._graphics, self._data, width, height, cell_size(self.app.size), os.environ)
        except NotDrawnError as error:
            self.say(f"This picture cannot be shown: {error}", "fault")
            return
        self._write(f"\x1b7\x1b[H{sequence}\x1b8")

    def _write(self, sequence: str) -> None:
        self.app.write_sequence(sequence)
