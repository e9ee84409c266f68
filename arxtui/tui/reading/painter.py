"""Draws the figures of the open paper: on a thread of their own, in a process. Both begin with the first figure."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from arxtui.figures.decoding import NotDrawnError
from arxtui.figures.drawing import Drawer, Sheet
from arxtui.figures.size import SVG
from arxtui.figures.terminals import Graphics, cells_of, graphics_of, is_asked
from arxtui.reader.figures import mentions
from arxtui.tui.pictures.graphics import cell_size, clearing_sequence, drawing_sequence, offset, pixels_of
from arxtui.tui.pictures.strips import Painted, paper_of, strips
from arxtui.tui.terminal.timers import call_after

if TYPE_CHECKING:
    from textual.timer import Timer

    from arxtui.figures.safe import View
    from arxtui.library.facade import Library
    from arxtui.model.document import Document
    from arxtui.tui.context import Context
    from arxtui.tui.pictures.gallery import Drawing
    from arxtui.tui.reading.panes import ReadingPanes, ReadingState
    from arxtui.tui.services.library_threads import Answer, LibraryThread


_REST_SECONDS = 0.1
"""Time in which the cells below a picture are painted: later, they would be painted over it."""
_DEVICE_ATTRIBUTES = "\x1b[c"


class FigurePainter:
    """Draws stored figures by their addresses. Callbacks are called on the screen's thread, ``failed`` with a
    NotDrawnError or the error of the library."""

    def __init__(self, screen: ReadingPanes, state: ReadingState, context: Context) -> None:
        self._screen = screen
        self._state = state
        self._context = context
        self._drawer = Drawer()
        self._thread: LibraryThread | None = None
        self._timer: Timer | None = None
        self._is_drawn = False

    @property
    def graphics(self) -> Graphics:
        """The protocol for figures over the whole screen."""
        app, setting = self._screen.app, self._context.session.settings.ui.pictures
        return graphics_of(setting, os.environ, app.device_attributes or ())

    def ask_terminal(self) -> None:
        """Query what the terminal can show, once, unless the settings or the environment tell. The answer comes as a
        message to the screen."""
        app, setting = self._screen.app, self._context.session.settings.ui.pictures
        is_known = app.device_attributes is not None or self.graphics is not Graphics.BLOCKS
        if not is_known and is_asked(setting, os.environ):
            app.device_attributes = frozenset()
            app.write_sequence(_DEVICE_ATTRIBUTES)

    def strips(
        self,
        drawing: Drawing,
        then: Callable[[Painted], object],
        failed: Callable[[Exception], object],
        topic: str,
    ) -> None:
        """Draw a figure in cells. A newer request with the same ``topic`` replaces this one."""
        kind, _ = cells_of(self._context.session.settings.ui.pictures, os.environ)
        sheet = Sheet(drawing.columns, drawing.lines, kind, drawing.view, paper_of(drawing.theme))

        def draw(library: Library) -> Painted:
            rows, left_out = self._drawer.cells(*self._stored(library, drawing.address), sheet)
            return Painted(strips(rows, drawing.theme), left_out)

        self._ask(draw, then, failed, topic)

    def pixels(
        self,
        drawing: Drawing,
        room: tuple[int, int],
        then: Callable[[Painted], object],
        failed: Callable[[Exception], object],
        topic: str,
    ) -> None:
        """Have the terminal draw a figure with its own graphics, in the middle of a room of so many cells at the
        upper left of the screen."""
        app, graphics = self._screen.app, self.graphics
        sheet = Sheet(*pixels_of(drawing.columns, drawing.lines, cell_size(app.size)), view=drawing.view)
        to_middle = offset((drawing.columns, drawing.lines), room)

        def draw(library: Library) -> str:
            png = self._drawer.png(*self._stored(library, drawing.address), sheet)
            return to_middle + drawing_sequence(graphics, png, os.environ)

        def show(sequence: str) -> None:
            self.clear()
            then(Painted([]))
            self._timer = call_after(app.screen, _REST_SECONDS, lambda: self._write(f"\x1b7\x1b[H{sequence}\x1b8"))

        self._ask(draw, show, failed, topic)

    def png(
        self,
        address: str,
        sheet: Sheet,
        then: Callable[[bytes], object],
        failed: Callable[[Exception], object],
    ) -> None:
        """Draw a figure as PNG."""
        self._ask(lambda library: self._drawer.png(*self._stored(library, address), sheet), then, failed, "png")

    def panels(self, address: str, then: Callable[[list[View]], object]) -> None:
        """Find the panels of a figure: none of a picture of pixels."""

        def find(library: Library) -> list[View]:
            data, type = self._stored(library, address)
            return self._drawer.panels(data) if type == SVG else []

        self._ask(find, then, lambda _: then([]), "panels")

    def mentions(self, document: Document, anchors: tuple[str, ...], then: Callable[[Sequence[str]], object]) -> None:
        """Find the sentences of a document that refer to a figure."""
        self._ask(lambda _: mentions(document.blocks, anchors), then, lambda _: None, "mentions")

    def clear(self) -> None:
        """Remove the figure that the terminal drew: where that has no sequence for it, write over it."""
        app = self._screen.app
        if self._timer:
            self._timer.stop()
        if not self._is_drawn:
            return
        self._is_drawn = False
        if sequence := clearing_sequence(self.graphics, os.environ):
            app.write_sequence(sequence)
        else:
            app.screen.refresh()

    def _write(self, sequence: str) -> None:
        self._is_drawn = True
        self._screen.app.write_sequence(sequence)

    def close(self) -> None:
        """End the thread and the process. A drawing in progress is given up."""
        self._drawer.close()
        if self._thread:
            self._thread.close()

    def _stored(self, library: Library, address: str) -> tuple[bytes, str]:
        figure = library.texts.figure(self._state.key, address, self._state.version)
        if not figure.data:
            raise NotDrawnError(f"it is not stored: {figure.reason}")
        return figure.data, figure.type

    def _ask(
        self,
        question: Callable[[Library], Answer],
        then: Callable[[Answer], object],
        failed: Callable[[Exception], object],
        topic: str,
    ) -> None:
        if self._thread is None:
            self._thread = self._context.threads.new("figures")

        def attempt(library: Library) -> Answer | NotDrawnError:
            try:
                return question(library)
            except NotDrawnError as error:  # the figure's fault, not an error of the library
                return error

        def deliver(answer: Answer | NotDrawnError) -> None:
            if isinstance(answer, NotDrawnError):
                failed(answer)
            else:
                then(answer)

        self._thread.ask(attempt, deliver, failed, topic=topic)
