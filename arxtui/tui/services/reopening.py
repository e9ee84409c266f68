"""Reopening the reader at the place where it was left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.model.counted import counted
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.state.saved import LastPlace, forget
from arxtui.tui.state.view import DEFAULT_QUERIES, News

if TYPE_CHECKING:
    from pathlib import Path

    from arxtui.tui.services.navigator import Navigator
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.state.session import Session
    from arxtui.tui.widgets.paper_list import PaperList


class Reopening:
    """Stores and restores the place, in ``file``. The top of a list with which the reader opens anyway is not stored:
    new papers stand there."""

    def __init__(
        self, papers: PaperList, session: Session, status: StatusBar, navigator: Navigator, file: Path
    ) -> None:
        self._papers = papers
        self._session = session
        self._status = status
        self._navigator = navigator
        self._file = file
        self._may_announce = False

    def begin(self) -> None:
        """List what was listed last; after hours or an announcement, and without a place, what is unread."""
        place = LastPlace.read(self._file) if self._session.settings.ui.reopen else None
        self._session.names.update((place and place.names) or {})
        self._may_announce = self._navigator.begin(place)

    def announce(self, news: News) -> None:
        """Say once how many papers arrived since the last session, because the restored list does not necessarily show
        them."""
        if self._may_announce and news.counts:
            self._may_announce = False
            if news.counts.fresh:
                papers = counted(news.counts.fresh, "new paper")
                way = f"{key_for('show_filter')}, then “Since last time”, lists them"
                self._status.say(f"{papers} since last time · {way}", "accent")

    def end(self) -> None:
        """Store the place for the next session."""
        papers, query = self._papers, self._session.view.shown_query
        if papers.key is None or (papers.cursor == 0 and query in DEFAULT_QUERIES):
            forget(self._file)
        else:
            names = {each: name for each, name in self._session.names.items() if query.startswith(each)}
            LastPlace(query, papers.key, papers.rows_above, names, papers.cursor + 1).write(self._file)
