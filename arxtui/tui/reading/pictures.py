"""Pictures of a text: in the text, on the whole screen, and in another program."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from arxtui.figures.decoding import NotDrawnError, can_draw, decode_picture
from arxtui.files import write_whole
from arxtui.model.fulltext import Figure
from arxtui.tui.pictures.gallery import Drawing, Gallery, draw
from arxtui.tui.pictures.graphics import Graphics, graphics_of

if TYPE_CHECKING:
    from textual.strip import Strip

    from arxtui.library.facade import Library
    from arxtui.tui.context import Context
    from arxtui.tui.reading.bars import Bars
    from arxtui.tui.reading.panes import ReadingPanes
    from arxtui.tui.reading.state import ReadingState

_FOLDER = "pictures"
_ENDINGS = {"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}
"""File endings of the picture types that are opened as files. Other types (such as SVG) can contain programs, so they
are opened at their web address."""
_log = logging.getLogger(__name__)


class Pictures:
    """The figures of the document that is shown."""

    def __init__(self, screen: ReadingPanes, state: ReadingState, bars: Bars, context: Context) -> None:
        self._screen = screen
        self._state = state
        self._bars = bars
        self._context = context
        self._gallery = Gallery(self._figure, self._draw_later)

    @property
    def room(self) -> Callable[..., int] | None:
        """A function that returns the number of rows for a picture; None if pictures are not drawn."""
        return self._gallery.room if can_draw() and not self._screen.app.no_color else None

    def reset(self) -> None:
        """Discard the drawn pictures because another document is shown."""
        self._gallery = Gallery(self._figure, self._draw_later)
        for page in (self._screen.text, self._screen.preview.text):
            page.pictures.gallery = self._gallery

    def show(self, address: str) -> None:
        """Show a picture on the whole screen. If that is not possible, show the reason in the foot."""
        figure = self._figure(address)
        if not figure.data:
            reason = f": {figure.reason}" if figure.reason else ""
            self._bars.say(f"This picture is not stored{reason}")
            return
        try:
            graphics = self._graphics(figure)
        except NotDrawnError as error:
            self._bars.say(f"This picture is not shown here: {error}", hints=(("o", "opens it"),))
            return
        from arxtui.tui.screens.picture import PictureScreen

        open_outside = partial(self.open, address)
        self._screen.app.push_screen(PictureScreen(figure.data, self._caption(address), graphics, open_outside))

    def open(self, address: str) -> None:
        """Open a picture in another program."""
        figure, browser, state = self._figure(address), self._context.browser, self._state
        ending = _ENDINGS.get(figure.type)
        if not figure.data or ending is None:
            browser.open(urljoin(browser.text_address(state.key, state.version), address))
            return
        try:
            file = _write_picture(self._context.paths.cache / _FOLDER, figure.data, ending)
        except OSError as error:
            self._bars.failed(error)
            return
        browser.external.open_file(file)

    def _graphics(self, figure: Figure) -> Graphics:
        """Return the terminal graphics for a picture. Raises: NotDrawnError if the picture cannot be shown."""
        if not can_draw():
            raise NotDrawnError("Pillow is not installed")
        decode_picture(figure.data)
        graphics = graphics_of(self._context.session.settings.ui.pictures)
        if self._screen.app.no_color and graphics is Graphics.BLOCKS:
            raise NotDrawnError("colours are switched off (NO_COLOR)")
        return graphics

    def _caption(self, address: str) -> str:
        view = self._screen.viewport
        placed = view.page.pictures(view.top, view.top + view.rows) if view.page else []
        return next((each.alt for each in placed if each.address == address), "") or address

    def _figure(self, address: str) -> Figure:
        try:
            return self._context.threads.library.texts.figure(self._state.key, address, self._state.version)
        except Exception as error:
            _log.exception("a figure could not be read")
            return Figure(reason=str(error))

    def _draw_later(self, drawing: Drawing) -> None:
        key, version, gallery = self._state.key, self._state.version, self._gallery

        def draw_strips(library: Library) -> list[Strip]:
            return draw(library.texts.figure(key, drawing.address, version), drawing)

        self._context.threads.ask(
            draw_strips, lambda strips: self._on_drawn(gallery, drawing, strips), self._bars.failed
        )

    def _on_drawn(self, gallery: Gallery, drawing: Drawing, strips: list[Strip]) -> None:
        gallery.put(drawing, strips)
        if self._screen.is_attached and gallery is self._gallery:
            self._screen.text.repaint()
            self._screen.preview.text.repaint()


def _write_picture(folder: Path, data: bytes, ending: str) -> Path:
    """Write a picture to a file for other programs, unless it exists, and return its path."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = folder / f"{hashlib.sha256(data).hexdigest()[:20]}{ending}"
    if not file.exists():
        write_whole(file, data, durable=False)
    return file
