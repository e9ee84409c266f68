"""The end of the first refresh of a new library: few papers are announced on one day, and many more were fetched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.model.counted import counted
from arxtui.tui.actions import Place
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.filter.rows import UNREAD

if TYPE_CHECKING:
    from arxtui.tui.services.background.jobs import Jobs
    from arxtui.tui.services.background.upstream import Upstream
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.navigator import Navigator
    from arxtui.tui.widgets.panes import PanesScreen


class FirstHour:
    """Lists all papers once if the inbox, in which the user has not moved yet, does not fill the screen."""

    def __init__(
        self, screen: PanesScreen, threads: LibraryThreads, navigator: Navigator, jobs: Jobs, upstream: Upstream
    ) -> None:
        self._papers = screen.papers
        self._session = screen.session
        self._threads = threads
        self._navigator = navigator
        self._jobs = jobs
        self._upstream = upstream
        self._refreshing = False
        self.is_over = False
        """Whether the first refresh has ended, or was in an earlier session."""

    def begin(self) -> None:
        """Do nothing later if the reader was opened before, or with papers."""
        library = self._threads.library
        self.is_over = not library.session.is_first or bool(library.papers.count())

    def look(self, *_: object) -> None:
        """List all papers once the first refresh has ended and its papers are counted."""
        is_refreshing = self._jobs.is_working("refresh")
        counts = self._session.news.counts
        if self.is_over or is_refreshing or not self._refreshing or counts is None or not counts.all:
            self._refreshing |= is_refreshing
            return
        self.is_over = True
        is_in_list = self._session.place is Place.LIST and self._session.view.shown_query == UNREAD
        is_untouched = is_in_list and not self._papers.cursor and not self._session.selection
        if is_untouched and not self._upstream.is_by_hand and counts.unread < min(counts.all, self._papers.size.height):
            new, older = counted(counts.unread, "new paper"), counted(counts.all - counts.unread, "older one")
            words = f"{new} (●) and {older} were fetched · {key_for('inbox')} lists the new ones"
            self._navigator.leave_for("", message=words)
