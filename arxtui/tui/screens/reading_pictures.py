"""The pictures of a text: drawn among it, shown over the whole screen, opened outside."""

from __future__ import annotations

import hashlib
import logging
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from arxtui.files import write_whole
from arxtui.model.fulltext import Figure
from arxtui.reader.lines import Role
from arxtui.reader.options import Options
from arxtui.tui.pictures.gallery import Drawing, Gallery, draw
from arxtui.tui.pictures.graphics import Graphics, graphics_of
from arxtui.tui.pictures.opening import NotDrawnError, can_draw, opened
from arxtui.tui.present.reading_looks import ReadingLooks
from arxtui.tui.present.reading_targets import targets
from arxtui.tui.screens.reading_tabs import Tabs

if TYPE_CHECKING:
    from textual.strip import Strip

    from arxtui.library.facade import Library
    from arxtui.model.document import Document
    from arxtui.reader.lines import Place
    from arxtui.tui.context import Context

_FOLDER = "pictures"
_ENDINGS = {"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}
"""Of pictures that are opened as files; others, which may hold programs (SVG), are opened where they come from."""
_log = logging.getLogger(__name__)


class Illustrated(Tabs):
    """The page, with its pictures."""

    def __init__(self, context: Context, key: int) -> None:
        super().__init__(context, key)
        self._gallery = Gallery(self._figure, self._draw_later)

    def show_document(self, document: Document, place: Place | None) -> None:
        """Another document has other pictures."""
        self._gallery = Gallery(self._figure, self._draw_later)
        self.text.gallery = self.preview.text.gallery = self._gallery
        self.text.options = self.options(self.looks)
        super().show_document(document, place)

    def load(self) -> None:
        """Pictures that have come since then are drawn."""
        missing = self.state.figures_missing
        super().load()
        if self.state.figures_missing < missing and not self.tab:
            self._gallery = Gallery(self._figure, self._draw_later)
            self.text.gallery = self.preview.text.gallery = self._gallery
            self.text.lay_out(self.options(self.looks))

    def options(self, looks: ReadingLooks) -> Options:
        """With room for pictures, where they are to be drawn."""
        room = self._gallery.room if looks.pictures and can_draw() and not self.app.no_color else None
        return super().options(looks)._replace(picture_height=room)

    def action_pictures(self) -> None:
        """Drawn, or as frames."""
        if not can_draw():
            self.say("Pictures are drawn with the extra 'images': pip install 'arxtui[images]'")
            return
        drawn = not self.looks.pictures
        self.show_looks(self.looks._replace(pictures=drawn))
        self.say("Pictures are drawn" if drawn else "Pictures are frames with their words")

    def show_picture(self, address: str) -> None:
        """Show a picture over the whole screen; where that cannot be, open it outside."""
        figure = self._figure(address)
        if not figure.data:
            self.say(f"This picture is not here: {figure.reason}" if figure.reason else "This picture is not here")
            return
        try:
            if not can_draw():
                raise NotDrawnError("the extra 'images' is not installed")
            opened(figure.data)
            graphics = graphics_of(self.context.session.settings.ui.pictures)
            if self.app.no_color and graphics is Graphics.BLOCKS:
                raise NotDrawnError("colours are switched off (NO_COLOR)")
        except NotDrawnError as error:
            self.say(f"This picture is not shown here: {error}", hints=(("o", "opens it"),))
            return
        from arxtui.tui.screens.picture import PictureScreen

        outside = partial(self._open_picture, address)
        self.app.push_screen(PictureScreen(figure.data, self._words_of(address), graphics, outside))

    def action_open(self) -> None:
        """The chosen link or picture, else the first picture in sight, else the paper's page."""
        chosen = self.chosen or next(iter(targets(self.text.in_sight, (Role.PICTURE,))), None)
        if chosen and chosen.role is Role.PICTURE:
            self._open_picture(chosen.name)
        else:
            super().action_open()

    def _open_picture(self, address: str) -> None:
        figure = self._figure(address)
        ending = _ENDINGS.get(figure.type)
        if not figure.data or ending is None:
            self.open_outside(urljoin(self.context.browser.text_address(self.key, self.version), address))
            return
        try:
            file = _written(self.context.paths.cache / _FOLDER, figure.data, ending)
        except OSError as error:
            self.failed(error)
            return
        self.context.browser.external.open_file(file)

    def _words_of(self, address: str) -> str:
        page = self.text.page
        placed = page.pictures(self.text.top, self.text.top + self.text.rows) if page else []
        return next((each.alt for each in placed if each.address == address), "") or address

    def _figure(self, address: str) -> Figure:
        try:
            return self.context.threads.library.figure(self.key, address, self.version)
        except Exception as error:
            _log.exception("a figure could not be read")
            return Figure(reason=str(error))

    def _draw_later(self, drawing: Drawing) -> None:
        def made(library: Library) -> list[Strip]:
            return draw(library.figure(self.key, drawing.address, self.version), drawing)

        gallery = self._gallery
        self.context.threads.ask(made, lambda strips: self._drawn(gallery, drawing, strips), self.failed)

    def _drawn(self, gallery: Gallery, drawing: Drawing, strips: list[Strip]) -> None:
        gallery.put(drawing, strips)
        if self.is_attached and gallery is self._gallery:
            self.text.repaint()
            self.preview.text.repaint()


def _written(folder: Path, data: bytes, ending: str) -> Path:
    """The file that holds a picture, for programs outside."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = folder / f"{hashlib.sha256(data).hexdigest()[:20]}{ending}"
    if not file.exists():
        write_whole(file, data, durable=False)
    return file
