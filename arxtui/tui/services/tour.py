"""The guided tour on the main screen: a strip above the key line that takes no keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.tui.keys.in_force import key_for
from arxtui.tui.state.tour import SEARCH_KEPT, Tour

if TYPE_CHECKING:
    from pathlib import Path

    from arxtui.tui.screens.main import MainScreen
    from arxtui.tui.services.status_bar import StatusBar


class GuidedTour:
    """The file ``offer`` is there where the tour is to begin by itself, once."""

    def __init__(self, screen: MainScreen, status: StatusBar, offer: Path) -> None:
        self._screen = screen
        self._status = status
        self._offer = offer
        self._tour = Tour()

    def begin(self) -> None:
        """Begin the tour where it is offered."""
        try:
            self._offer.unlink()
        except OSError:
            return
        self._tour.toggle()
        self.show()

    def toggle(self) -> None:
        """Leave the tour, or go on with it."""
        self._tour.toggle()
        self.show()
        if not (self._tour.is_shown or self._tour.is_over):
            self._status.say(f"The tour is left: {key_for('tour')} goes on with it")

    def did(self, id: str) -> None:
        """Take note of a command that has run."""
        if self._tour.did(id, self._screen.session.place):
            self.show()

    def search_kept(self) -> None:
        """Take note of a search that was kept."""
        self.did(SEARCH_KEPT)

    def show(self) -> None:
        """Write the strip to the width of the terminal, or take it away."""
        self._screen.set_class(self._tour.is_shown, "-touring")
        if self._tour.is_shown:
            from arxtui.tui.present.tour import tour_lines

            self._screen.tour.show(*tour_lines(self._tour.number, self._screen.app.size.width))
