"""The search as you type, what is offered where nothing matches, and the way back from both."""

from __future__ import annotations

from textual.widget import Widget

from arxtui.model.expr import Expr, Regex, Sort, terms_of
from arxtui.query import parse
from arxtui.tui.actions import Place
from arxtui.tui.screens.counting import Counting

_ON_THE_SPOT = 0.03
"""Seconds that the search before may have taken for the next to be answered before the key is painted."""


class Searching(Counting):
    """The panes, with ways from one list to another."""

    def on_mount(self) -> None:
        """Each key searches; Enter in the box keeps the search."""
        self.bar.when_typed = self._typed
        self.bar.when_kept = self._search_kept

    def action_search(self) -> None:
        """Open the box with the query of the list."""
        self.remember()
        self.arrive(Place.SEARCH)
        self.bar.open(self.view.query)
        self.update_bars()

    def focus_moved(self, widget: Widget) -> None:
        """Whoever leaves the box for a pane keeps the search."""
        if self.bar.searching and widget.id != "search":
            self._keep_search(self.view.query)
        super().focus_moved(widget)

    def _typed(self, query: str) -> None:
        spot = self.view.back[-1]
        if query == spot.query:
            self.open_view(query, at=spot.key, typing=spot.typing)
        else:
            self.show_query(query, typing=True)

    def show_query(self, query: str, *, typing: bool = False, said: str = "") -> None:
        """List a query from its top: in the frame of the key where that is quick, else as soon as it is found; and say
        something with it."""
        meant = parse(query, typing=typing)
        by_key = meant.sort in (Sort.NEW, Sort.ANNOUNCED)
        if by_key and self.view.seconds < _ON_THE_SPOT and not _has_regex(meant.expr):
            self.list_now(query, typing=typing, said=said)
        else:
            self.open_view(query, typing=typing, to_top=True, said=said)

    def _search_kept(self, query: str) -> None:
        """What comes after Enter must meet the papers that were searched for, however fast it was typed."""
        if query not in (self.view.query, self.view.back[-1].query):
            self.list_now(query, typing=True)
        self._keep_search(query)
        self.go_to(Place.LIST)

    def _keep_search(self, query: str) -> None:
        self.bar.close()
        if self.view.back and self.view.back[-1].query == query:
            self.view.back.pop()
        self.update_bars()

    def action_back(self) -> None:
        """Out of the search; out of a pane; out of a view. Fingers press Esc by habit, so the bare list stays."""
        if self.bar.searching:
            self.bar.close()
            self.step_back()
            self.go_to(Place.LIST)
        elif self.place is not Place.LIST:
            self.go_to(Place.LIST)
        elif self.view.back:
            self.step_back()

    def step_back(self) -> None:
        """Return to the spot that was remembered last."""
        spot = self.view.back.pop()
        self.open_view(spot.query, at=spot.key, typing=spot.typing)

    # What might be meant

    def action_down(self) -> None:
        """One down, among the offers too."""
        if self._offering:
            self._choose_offer(1)
        else:
            super().action_down()

    def action_up(self) -> None:
        """One up, among the offers too."""
        if self._offering:
            self._choose_offer(-1)
        else:
            super().action_up()

    def action_next_pane(self) -> None:
        """Take what is offered; else round the panes."""
        if self._offering:
            self._take_offer()
        else:
            super().action_next_pane()

    def action_choose(self) -> None:
        """Take what is offered; else go to the paper's detail."""
        if self._offering:
            self._take_offer()
        elif self.place is Place.LIST and self.papers.count:
            self.go_to(Place.DETAIL)

    @property
    def _offering(self) -> bool:
        return bool(self.offers) and self.place in (Place.LIST, Place.SEARCH)

    def _choose_offer(self, step: int) -> None:
        self.offered = (self.offered + step) % len(self.offers)
        self.update_bars()

    def _take_offer(self) -> None:
        query = self.offers[self.offered]
        if self.bar.searching:
            self.bar.put(query)
        else:
            self.leave_for(query)


def _has_regex(expr: Expr) -> bool:
    """Whether a query asks for a pattern, which may take seconds."""
    return any(isinstance(term, Regex) for term in terms_of(expr))
