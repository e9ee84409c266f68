"""A figure that the terminal's own graphics draw over the lines of a page that are reserved for it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from arxtui.tui.terminal.app import BaseScreen, TerminalApp
from arxtui.tui.terminal.timers import call_after

if TYPE_CHECKING:
    from textual.timer import Timer

    from arxtui.tui.pictures.graphics import RecordFigure
    from arxtui.tui.widgets.page import TextPage

_REST_SECONDS = 0.1


class _Drawn(NamedTuple):
    """A drawn figure, its upper left cell, and the number of full paints of the screen before it."""

    figure: RecordFigure
    x: int
    y: int
    full_updates: int


class FigureLayer:
    """Draws ``figure``, whose first line is ``line`` of the page, while all of its lines are in sight."""

    def __init__(self, page: TextPage) -> None:
        self._page = page
        self._drawn: _Drawn | None = None
        self._timer: Timer | None = None
        self.figure: RecordFigure | None = None
        self.line = 0

    def painted(self) -> None:
        """Draw or remove the figure after the frame that is being painted."""
        if self.figure or self._drawn:
            self._page.call_after_refresh(self.update)

    def update(self) -> None:
        """Remove the figure if it is no longer in its place; draw it there once the page has rested for a moment."""
        wanted = self._wanted()
        if wanted == self._drawn:
            return
        if self._drawn:
            self._clear(self._drawn)
        self._drawn = None
        if self._timer:
            self._timer.stop()
        self._timer = call_after(self._page, _REST_SECONDS, self._draw) if wanted else None

    def _clear(self, drawn: _Drawn) -> None:
        """Remove a picture: where the terminal cannot, write over it, also over cells that are as before."""
        from arxtui.tui.pictures.graphics import clearing_sequence  # not before there is a picture

        screen = self._page.screen
        if clearing := clearing_sequence(drawn.figure.graphics, os.environ):
            self._write(clearing)
        elif isinstance(screen, BaseScreen) and screen.full_updates == drawn.full_updates:
            screen.refresh()

    def _draw(self) -> None:
        if wanted := self._wanted():
            self._write(f"\x1b7\x1b[{wanted.y + 1};{wanted.x + 1}H{wanted.figure.sequence}\x1b8")
        self._drawn = wanted

    def _write(self, sequence: str) -> None:
        app = self._page.app
        assert isinstance(app, TerminalApp)
        app.write_sequence(sequence)

    def _wanted(self) -> _Drawn | None:
        page, figure, screen = self._page, self.figure, self._page.screen
        if not (
            figure and figure.sequence and page.display and screen is page.app.screen and isinstance(screen, BaseScreen)
        ):
            return None
        space = page.scrollable_content_region
        y = space.y + self.line - page.scroll_offset.y
        is_in_sight = space.y <= y <= space.bottom - figure.lines
        return _Drawn(figure, space.x + 1, y, screen.full_updates) if is_in_sight else None
