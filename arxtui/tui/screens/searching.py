"""The search as you type, the filter's rows, and the way back from both."""

from __future__ import annotations

from textual import events, on

from arxtui.tui.actions import Place
from arxtui.tui.screens.browsing import Browsing
from arxtui.tui.screens.panes import Layout
from arxtui.tui.widgets.filter_pane import FilterPane
from arxtui.tui.widgets.lines import Lines
from arxtui.tui.widgets.search_bar import SearchBar


class Searching(Browsing):
    """The panes, with ways from one list to another."""

    def on_mount(self) -> None:
        """Enter in the box keeps the search."""
        self.bar.when_kept = self._search_kept

    def action_search(self) -> None:
        """Open the box with the query of the list."""
        self.remember()
        self.arrive(Place.SEARCH)
        self.bar.open(self.view.query)
        if self.view.listing:
            self.bar.show_matches(self.view.listing.total, ())
        self.update_bars()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Whoever leaves the box for a pane keeps the search."""
        if self.bar.searching and event.widget is self.focused and event.widget.id != "search":
            self._keep_search(self.view.query)

    @on(SearchBar.Changed)
    def _search_changed(self, event: SearchBar.Changed) -> None:
        if not self.bar.searching:
            return
        spot = self.view.back[-1]
        same = event.text == spot.query
        self.open_view(event.text, at=spot.key if same else None, typing=spot.typing if same else True, to_top=not same)

    def _search_kept(self, query: str) -> None:
        """What comes after Enter must meet the papers that were searched for, however fast it was typed."""
        if query not in (self.view.query, self.view.back[-1].query):
            self.list_now(query)
        self._keep_search(query)
        self.go_to(Place.LIST)

    def _keep_search(self, query: str) -> None:
        self.bar.close()
        if self.view.back and self.view.back[-1].query == query:
            self.view.back.pop()
        self.update_bars()

    def action_back(self) -> None:
        """Out of the search; out of a pane; out of a view."""
        if self.bar.searching:
            self.bar.close()
            self._return()
            self.go_to(Place.LIST)
        elif self.place is not Place.LIST:
            self.go_to(Place.LIST)
        elif self.view.back:
            self._return()
        elif self.panes_layout is Layout.ONE:
            self.go_to(Place.FILTER)

    def _return(self) -> None:
        spot = self.view.back.pop()
        self.open_view(spot.query, at=spot.key, typing=spot.typing)

    def action_choose(self) -> None:
        """Show what the row of the filter names; go to the paper's detail."""
        if self.place is Place.FILTER:
            self._choose_filter()
        elif self.place is Place.LIST and self.papers.count:
            self.go_to(Place.DETAIL)

    @on(Lines.Chosen)
    def _row_clicked(self, event: Lines.Chosen) -> None:
        if isinstance(event.lines, FilterPane):
            self._choose_filter()

    def _choose_filter(self) -> None:
        query = self.filters.row_query
        if query is not None:
            self.leave_for(query)
            self.go_to(Place.LIST)
