"""Pictures of a text: in the text, on the whole screen, and in another program."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from arxtui.figures.decoding import can_draw
from arxtui.figures.drawing import Sheet
from arxtui.figures.size import SVG
from arxtui.figures.terminals import Graphics
from arxtui.files import write_whole
from arxtui.model.document import Picture
from arxtui.model.fulltext import Figure
from arxtui.reader.figures import captioned_pictures
from arxtui.tui.pictures.gallery import Drawing, Gallery
from arxtui.tui.pictures.strips import Painted
from arxtui.tui.present.line import is_in_ascii
from arxtui.tui.reading.painter import FigurePainter
from arxtui.tui.screens.picture import PictureScreen, Place, ShownFigure

if TYPE_CHECKING:
    from arxtui.tui.context import Context
    from arxtui.tui.reading.bars import Bars
    from arxtui.tui.reading.panes import ReadingPanes, ReadingState

_FOLDER = "pictures"
_ENDINGS = {"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}
"""File endings of the picture types that are opened as files. SVG can contain programs, so it is drawn here first."""
_MAX_DRAWINGS = 16
_MAX_PIXELS = 12_000_000
"""The most pixels of a drawing for another program; a very high figure is drawn smaller."""
_log = logging.getLogger(__name__)


class Pictures:
    """The figures of the document that is shown."""

    def __init__(self, screen: ReadingPanes, state: ReadingState, bars: Bars, context: Context) -> None:
        self._screen = screen
        self._state = state
        self._bars = bars
        self._context = context
        self._painter = FigurePainter(screen, state, context)
        self._gallery = self._new_gallery()
        self._full_size: dict[Drawing, Painted] = {}
        self._on_fault: Callable[[str], object] = bars.say
        self.clear = self._painter.clear
        self.ask_terminal = self._painter.ask_terminal
        self.find_panels = self._painter.panels
        self.close = self._painter.close

    @property
    def room(self) -> Callable[..., int] | None:
        """A function that returns the number of rows for a picture; None if pictures are not drawn."""
        return self._gallery.room if can_draw() and not is_in_ascii() else None

    def reset(self) -> None:
        """Discard the drawn pictures because another document is shown."""
        self._gallery = self._new_gallery()
        self._full_size.clear()
        for page in (self._screen.text, self._screen.preview.text):
            page.pictures.gallery = self._gallery

    def show(self, address: str) -> None:
        """Show a picture on the whole screen. If that is not possible, show the reason in the foot."""
        figure = self._figure(address)
        reason = ""
        if not figure.data:
            reason = f"stored: {figure.reason}" if figure.reason else "stored"
        elif not can_draw():
            reason = "shown here: Pillow is not installed"
        elif is_in_ascii():
            reason = "shown here: the screen is in ASCII"
        if reason:
            self._bars.say(f"This picture is not {reason}", hints=(("o", "opens it"),) if figure.data else ())
            return

        figures = self._figures()
        at = next((number for number, each in enumerate(figures) if each.address == address), None)
        if at is None:
            figures, at = [ShownFigure(address, address)], 0
        self._screen.app.push_screen(PictureScreen(figures, at, self), lambda _: self._closed())

    def open_outside(self, address: str) -> None:
        """Open a picture in another program."""
        figure = self._figure(address)
        if figure.type == SVG and (size := self.size(address)):
            scale = min(1.0, (_MAX_PIXELS / (size[0] * size[1])) ** 0.5)
            sheet = Sheet(max(round(scale * size[0]), 1), max(round(scale * size[1]), 1))
            open_png = partial(self._open_file, ending=".png")
            self._painter.png(address, sheet, open_png, lambda _: self._open_address(address))
        elif figure.type not in _ENDINGS:
            self._open_address(address)
        else:
            self._open_file(figure.data, _ENDINGS[figure.type])

    # For the screen of a picture

    def size(self, address: str) -> tuple[float, float] | None:
        """Return a picture's size in pixels; None if it is not known."""
        return self._gallery.size(Picture(address))

    def texts(self, address: str) -> Sequence[str]:
        """Return the text of a picture, in lines."""
        return self._figure(address).words

    def paint(self, address: str, place: Place, then: Callable[[Painted], object]) -> None:
        """Draw a picture for the whole screen."""
        app = self._screen.app
        drawing = Drawing(address, place.columns, place.lines, app.theme, place.view)
        if self._painter.graphics is not Graphics.BLOCKS:
            self._painter.pixels(drawing, place.room, then, self._failed, "screen")
        elif drawing in self._full_size:
            then(self._full_size[drawing])
        else:

            def show(painted: Painted) -> None:
                if len(self._full_size) >= _MAX_DRAWINGS:
                    del self._full_size[next(iter(self._full_size))]
                self._full_size[drawing] = painted
                then(painted)

            self._painter.strips(drawing, show, self._failed, "screen")

    def find_mentions(self, anchors: tuple[str, ...], then: Callable[[Sequence[str]], object]) -> None:
        """Find the sentences of the text that refer to a picture."""
        if document := self._screen.viewport.document:
            self._painter.mentions(document, anchors, then)

    def subscribe_faults(self, say: Callable[[str], object]) -> None:
        """Report why a picture cannot be drawn to another place than the footer, until its screen is closed."""
        self._on_fault = say

    def _new_gallery(self) -> Gallery:
        return Gallery(self._figure, self._draw_later, lambda: self._screen.text.size.height)

    def _closed(self) -> None:
        self._on_fault = self._bars.say

    def _failed(self, error: Exception) -> None:
        self._on_fault(f"This picture cannot be shown: {error}")

    def _figures(self) -> list[ShownFigure]:
        """Return the pictures of the document, each once."""
        document = self._screen.viewport.document
        figures: dict[str, ShownFigure] = {}
        for picture, whole, caption in captioned_pictures(document) if document else ():
            anchors = whole.anchors if whole else ()
            figures.setdefault(picture.address, ShownFigure(picture.address, caption or picture.address, anchors))
        return list(figures.values())

    def _open_address(self, address: str) -> None:
        browser, state = self._context.browser, self._state
        browser.open(urljoin(browser.text_address(state.key, state.version), address))

    def _open_file(self, data: bytes, ending: str) -> None:
        try:
            file = _write_picture(self._context.paths.cache / _FOLDER, data, ending)
        except OSError as error:
            self._bars.failed(error)
            return
        self._context.browser.external.open_file(file)

    def _figure(self, address: str) -> Figure:
        try:
            return self._context.threads.library.texts.figure(self._state.key, address, self._state.version)
        except Exception as error:
            _log.exception("a figure could not be read")
            return Figure(reason=str(error))

    def _draw_later(self, drawing: Drawing) -> None:
        gallery = self._gallery

        def put(painted: Painted) -> None:
            gallery.put(drawing, painted.strips)
            if self._screen.is_attached and gallery is self._gallery:
                self._screen.text.repaint()
                self._screen.preview.text.repaint()

        def fail(error: Exception) -> None:
            _log.info("a figure cannot be drawn: %s", error)
            put(Painted([]))

        self._painter.strips(drawing, put, fail, repr(drawing))


def _write_picture(folder: Path, data: bytes, ending: str) -> Path:
    """Write a picture to a file for other programs, unless it exists, and return its path."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = folder / f"{hashlib.sha256(data).hexdigest()[:20]}{ending}"
    if not file.exists():
        write_whole(file, data, durable=False)
    return file
