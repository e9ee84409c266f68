"""Search as you type, and the queries that are offered if nothing matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widget import Widget

from arxtui.query.chips import narrowable
from arxtui.query.literal_words import as_meant
from arxtui.query.parser import corrected
from arxtui.tui.actions import Place
from arxtui.tui.state.query_edit import without_repeats
from arxtui.tui.state.saved import LineHistory
from arxtui.tui.state.signals import Signal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from arxtui.tui.services.navigator import Navigator
    from arxtui.tui.services.panes import Panes
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.state.view import ListPosition
    from arxtui.tui.widgets.panes import PanesScreen


_NO_COMPLETION = "nothing to complete"


class Search:
    """The search box: each letter searches, and Enter or a click on a pane keeps the search and sends ``kept``."""

    def __init__(
        self, screen: PanesScreen, status: StatusBar, navigator: Navigator, panes: Panes, history: Path
    ) -> None:
        self._bar = screen.bar
        self._papers = screen.papers
        self._session = screen.session
        self._status = status
        self._navigator = navigator
        self._panes = panes
        self.kept: Signal[[]] = Signal()
        self._history = LineHistory(history)
        self._recalled: str | None = None
        """The search of the history that is in the box."""
        self._initial_query = ""
        """The query with which the box was opened."""
        self._ahead: Sequence[ListPosition] = ()
        """The lists ahead before the box was opened, which it leaves as they are if it is cancelled."""
        self._bar.when_typed = self._search_typed
        self._bar.when_kept = self._submit

    def open(self) -> None:
        """Open the box with the list's query, for the user to extend."""
        self._ahead = tuple(self._session.view.ahead)
        self._navigator.remember()
        self._panes.show(Place.SEARCH)
        self._initial_query = narrowable(self._session.view.query)
        self._bar.open(self._initial_query)
        self._history.begin()
        self._status.update()

    def say_nothing_to_complete(self) -> None:
        """Say, until the next letter or Enter, that Tab has nothing to complete."""
        self._status.say_while(_NO_COMPLETION, "Nothing to complete · Enter keeps the search · Esc cancels it")

    def recall(self, step: int) -> bool:
        """While searching, put an earlier (negative) or later search of the history into the box; at first only from
        the top of the list, in which these keys move otherwise. Return whether they do not."""
        text = self._bar.text
        may_begin = step < 0 and not self._papers.cursor and not self.is_offering
        if not self._bar.searching or not (self._recalled == text or may_begin):
            return False
        typed = "" if text == self._initial_query else text
        found = self._history.earlier(typed) if step < 0 else self._history.later(typed)
        if found != typed:
            self._recalled = found or None
            self._bar.put(found or f"{self._initial_query} ".lstrip())
        return True

    def find(self, words: str) -> None:
        """Search for words in the box that was just opened, and keep the search."""
        query = f"{self._initial_query} {words}".strip()
        self._bar.put(query)
        self._submit(query)

    def leave(self) -> bool:
        """Cancel the search and return to the list before it. Return whether a search was open."""
        if not self._bar.searching:
            return False
        self._bar.close()
        self._session.view.ahead[:] = self._ahead
        self._navigator.take_back()
        self._panes.go_to(Place.LIST)
        return True

    def focus_moved(self, widget: Widget) -> None:
        """Keep the search if the focus has moved to a pane."""
        if self._bar.searching and widget.id != "search":
            self._close(self._session.view.requested.query)  # its papers may not be listed yet
            self.kept.send()

    def _search_typed(self, query: str) -> None:
        self._status.cause_ended(_NO_COMPLETION)
        spot = self._session.view.back[-1]
        if query == self._initial_query:
            self._navigator.open(query, at=spot.key, typing=spot.typing)
        else:
            self._navigator.show_query(query, typing=True)

    def _submit(self, query: str) -> None:
        """Keep the search. The keys after Enter wait for the papers of this search."""
        self._status.cause_ended(_NO_COMPLETION)
        view = self._session.view
        if query == self._initial_query:
            query = view.back[-1].query
        else:
            query = without_repeats(query)
            if query != view.requested.query:
                self._navigator.show_query(query, typing=True)
            self._history.add(query)
        self._close(query)
        self._panes.go_to(Place.LIST)
        self.kept.send()

    def _close(self, query: str) -> None:
        self._bar.close()
        back = self._session.view.back
        if back and back[-1].query == query:
            back.pop()
        if note := self._session.note_on_literals:
            self._status.say(note)
        else:
            self._status.update()

    # Offered queries

    @property
    def is_offering(self) -> bool:
        """Whether the keys can choose an offered query."""
        return bool(self._session.offers) and self._session.place in (Place.LIST, Place.SEARCH)

    def choose_offer(self, step: int) -> bool:
        """Choose another of the offered queries. Return whether there are any."""
        if not self.is_offering:
            return False
        self._session.offered = (self._session.offered + step) % len(self._session.offers)
        self._status.update()
        return True

    def take_offer(self) -> bool:
        """Search for the chosen offered query. While searching, apply the corrections of the faults instead, or search
        for the categories and operators that were read as words. Return False if there is nothing to apply."""
        if self.is_offering:
            query = self._session.offers[self._session.offered]
        elif self._bar.searching and any(fault.meant for fault in self._bar.faults):
            query = corrected(self._session.view.requested.query, self._bar.faults)
        elif self._bar.searching and self._session.note_on_literals:
            query = as_meant(self._session.view.requested.query)
        else:
            return False
        if self._bar.searching:
            self._bar.put(query)
        else:
            self._navigator.replace(query)
        return True
