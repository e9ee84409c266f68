"""Combining filters: the rows of the filter, the chips above the list, the months, the order."""

from __future__ import annotations

from textual import on

from arxtui.query.chips import chips, without
from arxtui.tui import narrowing
from arxtui.tui.actions import Place
from arxtui.tui.filter_groups import query_of
from arxtui.tui.present.filters import FilterRow, Kind
from arxtui.tui.present.histogram import Stretch
from arxtui.tui.screens.searching import Searching
from arxtui.tui.widgets.filter_pane import FilterPane
from arxtui.tui.widgets.search_bar import HeadingBar


class Filtering(Searching):
    """The panes, with a query that is put together by keys."""

    def action_choose(self) -> None:
        """Choose the row of the filter, in place of the others of its group; open a folder; look at the chosen months
        closer."""
        row = self.filters.row if self.place is Place.FILTER else None
        if row is None:
            super().action_choose()
        elif row.kind is Kind.FOLDER:
            self._open_folder(row, opened=not row.opened)
        elif row.kind is Kind.HISTOGRAM:
            self.filters.zoom()
        elif row.query is not None:
            self.leave_for(query_of(self.base_query, row))
            self.go_to(Place.LIST)

    @on(FilterPane.Clicked)
    def _row_clicked(self, event: FilterPane.Clicked) -> None:
        if event.add:
            self.action_narrow()
        elif event.leave_out:
            self.action_exclude()
        else:
            self.action_choose()

    def action_narrow(self) -> None:
        """Narrow the query by the row, or take that back."""
        if term := self._row_term:
            self.refine(narrowing.narrowed(self.view.asked.whole_query, term))

    def action_exclude(self) -> None:
        """Exclude the row from the query, or take that back."""
        if term := self._row_term:
            self.refine(narrowing.narrowed(self.view.asked.whole_query, narrowing.negated(term)))

    def action_drop_chip(self) -> None:
        """Take the dates back on the histogram; else the last part of the query."""
        if not self._drop_dates() and self.view.query:
            self.refine(narrowing.without_last(self.view.asked.whole_query))

    @on(HeadingBar.ChipClicked)
    def _chip_clicked(self, event: HeadingBar.ChipClicked) -> None:
        query = self.view.asked.whole_query
        held = chips(query)
        if event.number < len(held):
            self.refine(without(query, held[event.number]))

    def action_sort(self) -> None:
        """The next order."""
        self.refine(narrowing.next_order(self.view.asked.whole_query))

    def action_back(self) -> None:
        """On the histogram, take the dates back first."""
        if not self._drop_dates():
            super().action_back()

    @property
    def _row_term(self) -> str:
        """The term that the row under the filter's cursor stands for; empty where it stands for none."""
        if self.place is not Place.FILTER:
            self.say("+ and - combine the rows of the filter: f goes there")
            return ""
        row = self.filters.row
        if row is None or not row.query:
            return ""
        return narrowing.as_term(row.query) if row.is_whole else row.query

    def refine(self, query: str) -> None:
        """Show another form of the query; the keyboard stays where it is."""
        if query != self.view.asked.query:
            self.remember()
            self.show_query(query)

    def _open_folder(self, row: FilterRow, *, opened: bool) -> None:
        if opened:
            self.filters.opened.add(row.name)
        else:
            self.filters.opened.discard(row.name)
        self.show_filter()

    # Left and right: folders, months, panes

    def action_go_right(self) -> None:
        """Open the folder; the later months; else the next pane."""
        row = self.filters.row if self.place is Place.FILTER else None
        if row and row.opened is False:
            self._open_folder(row, opened=True)
        elif row and row.kind is Kind.HISTOGRAM:
            self.action_later()
        else:
            self.action_next_pane()

    def action_go_left(self) -> None:
        """Close the folder; the earlier months; else the previous pane."""
        row = self.filters.row if self.place is Place.FILTER else None
        if row and row.opened:
            self._open_folder(row, opened=False)
        elif row and row.kind is Kind.HISTOGRAM:
            self.action_earlier()
        else:
            self.action_previous_pane()

    def action_earlier(self) -> None:
        """The months before."""
        self._go_months(-1, extend=False)

    def action_later(self) -> None:
        """The months after."""
        self._go_months(1, extend=False)

    def action_extend_earlier(self) -> None:
        """The months before as well."""
        self._go_months(-1, extend=True)

    def action_extend_later(self) -> None:
        """The months after as well."""
        self._go_months(1, extend=True)

    def _go_months(self, step: int, *, extend: bool) -> None:
        self.once_counted(lambda: self._step_months(step, extend=extend))

    def _step_months(self, step: int, *, extend: bool) -> None:
        bars = self.filters.bars
        if bars is None:
            self.say("There are no months to go through")
            return
        self._narrow_to(self.filters.timeline.step(bars, step, extend=extend))

    @on(FilterPane.MonthsChosen)
    def _months_chosen(self, event: FilterPane.MonthsChosen) -> None:
        self._narrow_to(event.months)

    def _narrow_to(self, months: Stretch) -> None:
        """Narrow the query to some months. Going on from months to months is one step to Escape."""
        query = narrowing.dated(self.base_query, months)
        back = self.view.back
        if not back or narrowing.undated(back[-1].whole_query) != narrowing.undated(query):
            self.remember()
        self.show_query(query)

    def _drop_dates(self) -> bool:
        """With the cursor on the histogram, show all months again; whether there was anything to take back."""
        if self.place is not Place.FILTER or not self.filters.on_months or not self.filters.timeline.chosen:
            return False
        query, back = narrowing.undated(self.view.asked.whole_query), self.view.back
        if back and back[-1].whole_query == query:
            self.step_back()
        else:
            self.refine(query)
        return True
