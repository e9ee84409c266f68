"""The bibliography that the user writes: the list marks which papers it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.files import stamp
from arxtui.light import deferred

with deferred():
    from arxtui.library.references.file_entries import FileEntries

if TYPE_CHECKING:
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.widgets.panes import PanesScreen


class OwnBibliography:
    """Reads the file of the settings whenever it has changed."""

    def __init__(self, screen: PanesScreen, threads: LibraryThreads) -> None:
        self._screen = screen
        self._session = screen.session
        self._threads = threads
        self._seen: object = None

    def look(self) -> None:
        """Read the file in the background if it has changed since the last look, or if it is another one."""
        file = self._session.settings.export.bibliography_file
        seen = (file, stamp(file)) if file else None
        if seen != self._seen:
            self._seen = seen
            self._threads.ask_in_background(
                self._threads.count, lambda _: FileEntries.read(file), self._show, topic="bibliography"
            )

    def _show(self, entries: FileEntries | None) -> None:
        self._session.bibliography = entries
        self._screen.papers.rows.forget()
