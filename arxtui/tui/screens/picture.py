"""The figures of a text over the whole screen, in the best quality that the terminal supports: enlarged, moved, and one
after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Size
from textual.screen import Screen
from textual.strip import Strip

from arxtui.figures.safe import WHOLE, View
from arxtui.light import NamedTuple
from arxtui.model.counted import counted
from arxtui.text import cells
from arxtui.tui.actions import Area
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.pictures.strips import Painted, fit
from arxtui.tui.present.line import Piece, clip_center, foreign, key_line, keys_of, message_lines
from arxtui.tui.screens.picture_texts import PictureTextsScreen
from arxtui.tui.terminal.input_parser import DeviceReported
from arxtui.tui.terminal.views import StripWidget
from arxtui.tui.widgets.ink import KeyBar, paint

if TYPE_CHECKING:
    from arxtui.tui.terminal.app import TerminalApp

_ZOOMS = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0)
_STEP = 0.25
"""The part of what is shown by which a key moves a picture."""
_WORDS_BESIDE = 150
"""Width of the screen from which the words about a figure stand beside it."""
_WORDS_WIDTH = 44
_LINES_BELOW = 3


class ShownFigure(NamedTuple):
    """A figure: its address, its caption, and its anchors in the text."""

    address: str
    caption: str
    anchors: tuple[str, ...] = ()


class Place(NamedTuple):
    """Where and how large a figure is drawn: its cells from side to side and from top to bottom, the part shown, and
    the room in whose middle it stands."""

    columns: int
    lines: int
    view: View
    room: Size


class Painter(Protocol):
    """Draws figures on another thread. A newer request for the screen replaces the one before."""

    def size(self, address: str) -> tuple[float, float] | None:
        """Return a figure's size in pixels; None if it is not known."""

    def texts(self, address: str) -> Sequence[str]:
        """Return the text of a figure, in lines; none if it has none."""

    def paint(self, address: str, place: Place, then: Callable[[Painted], object]) -> None:
        """Pass the drawing of a figure to ``then``; without strips where the terminal was told to draw it."""

    def clear(self) -> None:
        """Remove the figure that the terminal drew."""

    def ask_terminal(self) -> None:
        """Query whether the terminal has graphics, if that is not known."""

    def find_mentions(self, anchors: tuple[str, ...], then: Callable[[Sequence[str]], object]) -> None:
        """Pass the sentences of the text that refer to a figure to ``then``."""

    def find_panels(self, address: str, then: Callable[[list[View]], object]) -> None:
        """Pass the parts of a figure that are its panels to ``then``; none if it has not several."""

    def open_outside(self, address: str) -> None:
        """Open a figure in another program."""

    def subscribe_faults(self, say: Callable[[str], object]) -> None:
        """Say why a figure cannot be drawn."""


class Canvas(StripWidget):
    """The area of a picture: its strips in the middle, or blank where the terminal draws it."""

    def __init__(self) -> None:
        super().__init__(id="canvas")
        self._strips: list[Strip] = []

    def show(self, strips: list[Strip]) -> None:
        """Show a drawing."""
        self._strips = strips
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return a line of the picture."""
        width, height = self.size
        row = y - (height - len(self._strips)) // 2
        if not 0 <= row < len(self._strips):
            return paint(self, (), width)
        left = (width - self._strips[row].cell_length) // 2
        right = width - left - self._strips[row].cell_length
        return Strip.join([paint(self, (), left), self._strips[row], paint(self, (), right)]).crop(0, width)


class FigureWords(StripWidget):
    """The caption of a figure, and the sentences about it if there is room."""

    def __init__(self) -> None:
        super().__init__(id="figure-words")
        self._lines: list[list[Piece]] = []

    def show(self, caption: str, mentions: Sequence[str], size: Size) -> None:
        """Show the words about a figure, beside it on a wide screen, otherwise below without the ``mentions``."""
        is_beside = size.width >= _WORDS_BESIDE
        width = _WORDS_WIDTH - 2 if is_beside else size.width
        paragraphs = [(caption, "text"), *((sentence, "dim") for sentence in mentions if is_beside)]
        self._lines = []
        for words, ink in paragraphs:
            rows = size.height if is_beside else _LINES_BELOW
            self._lines += [*message_lines([(foreign(words), ink)], width, rows), *([[]] if is_beside else [])]
        self.styles.dock = "right" if is_beside else "bottom"
        self.styles.width = _WORDS_WIDTH if is_beside else "1fr"
        self.styles.height = "1fr" if is_beside else max(len(self._lines), 1)
        self.styles.margin = (0, 0, 0, 0) if is_beside else (0, 0, 1, 0)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return a line of the words."""
        left: list[Piece] = [("  ", "text")] if self.size.width == _WORDS_WIDTH else []
        return paint(self, [*left, *(self._lines[y] if y < len(self._lines) else ())], self.size.width)


class PictureScreen(Screen[None], inherit_bindings=False):
    """Figures of a text, one at a time; ``at`` is the first one."""

    app: TerminalApp
    own_area: ClassVar[Area] = Area.PICTURE
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space,backspace", "leave", show=False, priority=True),
    ]

    def __init__(self, figures: Sequence[ShownFigure], at: int, painter: Painter) -> None:
        super().__init__()
        self._figures = figures
        self._at = at
        self._painter = painter
        self._zoom = 1.0
        self._centre = (0.5, 0.5)
        self._panel = 0
        self._panels: list[View] | None = None
        self._left_out: Sequence[str] = ()
        self._canvas = Canvas()
        self._words = FigureWords()
        self._foot = KeyBar(id="picture-foot")  # kept, not queried: a drawing can come when the screen is being closed

    def compose(self) -> ComposeResult:
        """Build the picture, the words about it, and the footer."""
        with Horizontal():
            yield self._canvas
            yield self._words
        yield self._foot

    def on_mount(self) -> None:
        """Show the figure; draw it again whenever another program used the terminal."""
        self.app.app_resume_signal.subscribe(self, lambda _: self._draw())
        self._painter.subscribe_faults(self._failed)
        self._painter.ask_terminal()
        self.show_keys()

    def on_resize(self, event: events.Resize) -> None:
        """Draw the picture as large as fits."""
        self._show_words()
        self._draw()

    def on_device_reported(self, event: DeviceReported) -> None:
        """Draw the picture with the graphics that the terminal has."""
        self._draw()

    def on_unmount(self) -> None:
        """Remove the picture from the terminal."""
        self._painter.clear()

    def action_leave(self) -> None:
        """Return to the text."""
        self.dismiss()

    def action_open_picture(self) -> None:
        """Close the screen and open the picture in another program."""
        self.dismiss()
        self._painter.open_outside(self._figures[self._at].address)

    def action_next_picture(self) -> None:
        """Show the next figure."""
        self._turn_to(self._at + 1)

    def action_previous_picture(self) -> None:
        """Show the figure before."""
        self._turn_to(self._at - 1)

    def action_next_panel(self) -> None:
        """Show the next panel of the figure as large as fits; after the last, the whole figure."""
        figure = self._figures[self._at]

        def show(panels: list[View]) -> None:
            if self.is_attached and figure is self._figures[self._at]:
                self._panels = panels
                self._show_panel(panels)

        if self._panels is None:
            self._painter.find_panels(figure.address, show)
        else:
            self._show_panel(self._panels)

    def action_enlarge_picture(self) -> None:
        """Enlarge the figure."""
        self._set_zoom(next((zoom for zoom in _ZOOMS if zoom > self._zoom), _ZOOMS[-1]))

    def action_shrink_picture(self) -> None:
        """Shrink the figure, down to the whole of it."""
        self._set_zoom(next((zoom for zoom in reversed(_ZOOMS) if zoom < self._zoom), 1.0))

    def action_whole_picture(self) -> None:
        """Show the whole figure."""
        self._panel = 0
        self._set_zoom(1.0)

    def action_picture_texts(self) -> None:
        """List the texts of the figure, and what the paper says about it."""
        self._painter.clear()
        figure = self._figures[self._at]
        screen = PictureTextsScreen(figure.caption, self._painter.texts(figure.address), self._left_out)
        self.app.push_screen(screen, lambda _: self._draw())
        self._painter.find_mentions(figure.anchors, screen.add_mentions)

    def action_picture_left(self) -> None:
        """Show more of the left."""
        self._move(-_STEP, 0)

    def action_picture_right(self) -> None:
        """Show more of the right."""
        self._move(_STEP, 0)

    def action_picture_up(self) -> None:
        """Show more of the top."""
        self._move(0, -_STEP)

    def action_picture_down(self) -> None:
        """Show more of the bottom."""
        self._move(0, _STEP)

    def show_keys(self) -> None:
        """Show the keys, the number of the figure and its size in the footer."""
        has_others, count = len(self._figures) > 1, len(self._left_out)
        names = ["enlarge_picture", "picture_texts", *["next_picture"] * has_others, "next_panel", "open_picture"]
        words = {"picture_texts": f"{counted(count, 'text')} without room"} if count else {}
        place = f" {self._at + 1} of {len(self._figures)} " if has_others else ""
        place += f" panel {self._panel} of {len(self._panels)} " if self._panels and self._panel else ""
        place += f" {self._zoom:.2g}× " if self._zoom > 1 else ""
        keys = [("Esc", "back"), *keys_of(names, Area.PICTURE, words)]
        shown = [*key_line(keys, self.size.width - cells(place), gap=2), (place, "dim")]
        self._foot.show([*self.app.dispatcher.pieces] or shown)

    def say(self, text: str, ink: str = "dim") -> None:
        """Show a message in the footer."""
        self._foot.show([(clip_center(text, self.size.width), ink)])

    def _failed(self, reason: str) -> None:
        if self.is_attached:
            self._canvas.show([])
            self.say(reason, "fault")

    def _turn_to(self, at: int) -> None:
        self._at = at % len(self._figures)
        self._painter.clear()
        self._canvas.show([])  # not the figure before, beside the words about this one
        self._show_words()
        self._panel, self._panels, self._left_out = 0, None, ()
        self._set_zoom(1.0)

    def _show_panel(self, panels: Sequence[View]) -> None:
        """Show the panel after the one that is shown; 0 is the whole figure."""
        if not panels:
            self.say(f"No panels are known of this picture: {key_for('enlarge_picture', Area.PICTURE)} enlarges it")
            return
        self._panel = (self._panel + 1) % (len(panels) + 1)
        x, y, width, height = panels[self._panel - 1] if self._panel else WHOLE
        self._centre = x + width / 2, y + height / 2
        room = zip(self._whole(), self._canvas.size, (width, height), strict=True)
        self._set_zoom(min(most / (whole * part) for whole, most, part in room))

    def _show_words(self) -> None:
        figure = self._figures[self._at]

        def add(mentions: Sequence[str]) -> None:
            if self.is_attached and figure is self._figures[self._at]:
                self._words.show(figure.caption, mentions, self.size)

        add(())
        if figure.anchors and self.size.width >= _WORDS_BESIDE:
            self._painter.find_mentions(figure.anchors, add)

    def _set_zoom(self, zoom: float) -> None:
        self._zoom = min(max(zoom, _ZOOMS[0]), _ZOOMS[-1])
        self.show_keys()
        self._draw()

    def _move(self, right: float, down: float) -> None:
        _, _, width, height = self._place().view
        self._centre = self._centre[0] + right * width, self._centre[1] + down * height
        self._draw()

    def _whole(self) -> tuple[int, int]:
        """Return the cells from side to side and from top to bottom of the whole picture as it fits into the screen."""
        size, screen = self._painter.size(self._figures[self._at].address), self._canvas.size
        if not size or not screen.area:
            return screen
        return fit(round(size[0]), round(size[1]), *screen, enlarged=True)

    def _place(self) -> Place:
        """Return the place of the picture; its centre is moved to where no edge is within the screen."""
        screen = self._canvas.size
        if not screen.area or not self._painter.size(self._figures[self._at].address):
            return Place(screen.width, screen.height, WHOLE, screen)
        enlarged = [round(each * self._zoom) for each in self._whole()]
        columns, lines = (min(each, most) for each, most in zip(enlarged, screen, strict=True))
        width, height = columns / enlarged[0], lines / enlarged[1]
        x, y = (
            min(max(middle, part / 2), 1 - part / 2) for middle, part in zip(self._centre, (width, height), strict=True)
        )
        self._centre = x, y
        return Place(columns, lines, (x - width / 2, y - height / 2, width, height), screen)

    def _draw(self) -> None:
        """Have the picture drawn after the next repaint, when the sizes of the widgets are known."""
        self.call_after_refresh(self._paint)

    def _paint(self) -> None:
        if self.is_attached and self._canvas.size.area:
            figure = self._figures[self._at]
            self._painter.paint(figure.address, self._place(), partial(self._show, figure))

    def _show(self, figure: ShownFigure, painted: Painted) -> None:
        """Show a drawing, unless the user has gone on to another figure, and how many texts have no room in it."""
        if self.is_attached and figure is self._figures[self._at]:
            self._canvas.show(painted.strips)
            self._left_out = painted.left_out
            self.show_keys()
