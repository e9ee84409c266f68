"""The guided tour on the main screen: a strip above the key line that takes no keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.tui.keys.in_force import key_for

if TYPE_CHECKING:
    from pathlib import Path

    from arxtui.tui.present.tour import Tour
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.widgets.panes import PanesScreen


class GuidedTour:
    """Shows the tour. If the file ``offer`` exists, the tour begins once without a key press. The tour's modules are
    not imported before it begins."""

    def __init__(self, screen: PanesScreen, status: StatusBar, offer: Path) -> None:
        self._screen = screen
        self._status = status
        self._offer = offer
        self._tour: Tour | None = None

    def begin(self) -> None:
        """Begin the tour if it is offered."""
        try:
            self._offer.unlink()
        except OSError:
            return
        self.toggle()

    def toggle(self) -> None:
        """Begin, leave or resume the tour."""
        from arxtui.tui.present.tour import Tour  # few users take the tour

        tour = self._tour = self._tour or Tour()
        tour.toggle()
        self.show()
        if not tour.is_shown:
            self._status.say(f"The tour is paused · {key_for('tour')} continues it")

    def did(self, id: str) -> None:
        """Record that a command has run."""
        if self._tour and self._tour.did(id, self._screen.session.place):
            self.show()

    def search_kept(self) -> None:
        """Record that a search was kept."""
        if self._tour:
            self.did(self._tour.SEARCH_KEPT)

    def show(self) -> None:
        """Write the strip to the width of the terminal, or hide it."""
        tour = self._tour
        self._screen.set_class(tour is not None and tour.is_shown, "-touring")
        if tour and tour.is_shown:
            self._screen.tour.show(*tour.lines(self._screen.app.size.width))
