"""Work on the user's library that no key waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.widgets.panes import PanesScreen

INTERVAL = 120.0
"""Seconds between two looks for unused space. A look at a large library takes up to 60 ms of CPU time, in a thread."""
_REST_SECONDS = 10.0
"""Seconds without a key before a look: an act that is done meanwhile can wait for half a second."""


class Housekeeping:
    """Gives back the unused space of ``library.db`` while the reader is open."""

    def __init__(self, screen: PanesScreen, threads: LibraryThreads) -> None:
        self._screen = screen
        self._threads = threads

    def begin(self) -> None:
        """Start looking for unused space at intervals."""
        self._screen.set_interval(INTERVAL, self._reclaim_space)

    def _reclaim_space(self) -> None:
        if self._screen.app.input.rest >= _REST_SECONDS:
            self._threads.ask_in_background(
                self._threads.act, lambda library: library.session.reclaim_space(), lambda _: None, topic="space"
            )
