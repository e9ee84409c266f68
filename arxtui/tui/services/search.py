"""The search as you type, and what is offered where nothing matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widget import Widget

from arxtui.query.bare_codes import with_categories
from arxtui.query.chips import narrowable
from arxtui.query.faults import corrected
from arxtui.tui.actions import Place
from arxtui.tui.state.query_edit import without_repeats
from arxtui.tui.state.signals import Signal

if TYPE_CHECKING:
    from arxtui.tui.screens.main import MainScreen
    from arxtui.tui.services.navigator import Navigator
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.state.session import Session


class Search:
    """The search box: each letter searches, Enter keeps the search; then ``kept`` is sent."""

    def __init__(self, screen: MainScreen, session: Session, status: StatusBar, navigator: Navigator) -> None:
        self._screen = screen
        self._session = session
        self._status = status
        self._navigator = navigator
        self._bar = screen.bar
        self.kept: Signal[[]] = Signal()
        self._opened = ""
        """The query with which the box was opened."""
        self._bar.when_typed = self._typed
        self._bar.when_kept = self._kept

    def open(self) -> None:
        """Open the box with the query of the list, of which what is typed is a part."""
        self._navigator.remember()
        self._screen.show_pane(Place.SEARCH)
        self._opened = narrowable(self._session.view.query)
        self._bar.open(self._opened)
        self._status.update()

    def find(self, words: str) -> None:
        """Search for words in the box that was just opened, and keep the search."""
        query = f"{self._opened} {words}".strip()
        self._bar.put(query)
        self._kept(query)

    def leave(self) -> bool:
        """Drop the search and return to the list before it; whether there was one."""
        if not self._bar.searching:
            return False
        self._bar.close()
        self._navigator.step_back()
        self._screen.go_to(Place.LIST)
        return True

    def focus_moved(self, widget: Widget) -> None:
        """Whoever leaves the box for a pane keeps the search."""
        if self._bar.searching and widget.id != "search":
            self._keep(self._session.view.query)

    def _typed(self, query: str) -> None:
        spot = self._session.view.back[-1]
        if query == self._opened:
            self._navigator.open(query, at=spot.key, typing=spot.typing)
        else:
            self._navigator.show_query(query, typing=True)

    def _kept(self, query: str) -> None:
        """What comes after Enter waits for the papers that were searched for."""
        view = self._session.view
        query = view.back[-1].query if query == self._opened else without_repeats(query)
        if query not in (view.requested.query, view.back[-1].query):
            self._navigator.show_query(query, typing=True)
        self._keep(query)
        self._screen.go_to(Place.LIST)
        self.kept.send()

    def _keep(self, query: str) -> None:
        self._bar.close()
        back = self._session.view.back
        if back and back[-1].query == query:
            back.pop()
        if note := self._session.note_on_codes:
            self._status.say(note)
        else:
            self._status.update()

    # What might be meant

    @property
    def is_offering(self) -> bool:
        """Whether another query is offered to the keys."""
        return bool(self._session.offers) and self._session.place in (Place.LIST, Place.SEARCH)

    def choose_offer(self, step: int) -> bool:
        """Choose another of the offered queries; whether there are any."""
        if not self.is_offering:
            return False
        self._session.offered = (self._session.offered + step) % len(self._session.offers)
        self._status.update()
        return True

    def take_offer(self) -> bool:
        """Search for the chosen one of the offered queries, or while searching for what the faults say may be meant, or
        the categories that were taken for words; whether there are any."""
        if self.is_offering:
            query = self._session.offers[self._session.offered]
        elif self._bar.searching and any(fault.meant for fault in self._bar.faults):
            query = corrected(self._session.view.requested.query, self._bar.faults)
        elif self._bar.searching and self._session.note_on_codes:
            query = with_categories(self._session.view.requested.query)
        else:
            return False
        if self._bar.searching:
            self._bar.put(query)
        else:
            self._navigator.leave_for(query)
        return True
