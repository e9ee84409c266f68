"""The counts beside the list (filter pane) and the suggested queries, computed in the background once the keys rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual.timer import Timer

from arxtui.model.expr import is_misread
from arxtui.query.chips import chips
from arxtui.tui.present.filter.rows import FilterRow, FilterRowLooks, TermUse
from arxtui.tui.present.filter.sections import AUTHORS, RowCounts, filter_rows
from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.services.poller import CountPacing
from arxtui.tui.state.filter_groups import base_of
from arxtui.tui.state.query_edit import as_term, dates_of, use_of
from arxtui.tui.state.view import News, QueryCounts, fetch_counts, fetch_views
from arxtui.tui.terminal.timers import call_after

if TYPE_CHECKING:
    from arxtui.library.views import AuthorCounts, Listing, ViewCount
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.widgets.panes import PanesScreen

_IDLE_SECONDS = 0.08
"""Seconds of idle time after a new list before facets are counted."""
_TYPING_IDLE_SECONDS = 0.2
"""The same while a query is typed: longer than the pause between two letters, because a count takes more processor time
than the search for the letter."""
_NEWS_IDLE_SECONDS = 0.4
"""Seconds of idle time after news before facets are counted; longer, because no user action waits for these counts."""


class FacetCounts:
    """Counts how the papers of the list divide by facet. The list never waits for the counts.

    Changes by other processes make the counts outdated. They are counted again only while the filter is visible, and
    at a limited pace.
    """

    def __init__(self, screen: PanesScreen, status: StatusBar, threads: LibraryThreads) -> None:
        self._screen = screen
        self._session = screen.session
        self._status = status
        self._threads = threads
        self._timer: Timer | None = None
        self._pacing = CountPacing()
        self._pacing_timer: Timer | None = None
        self._is_outdated = False
        self._is_postponed = False

    def run_when_counted(self, action: Callable[[], None]) -> None:
        """Run an action that needs counts: immediately if there are any, otherwise when the first ones arrive. Later
        keys wait for the action."""
        if self._session.counted and self._session.news.counts:
            action()
        else:
            self._session.when_counted = action

    def count_list(self) -> None:
        """Count the papers of a new list once the keys rest."""
        self._session.offered = 0
        self._count_after(_TYPING_IDLE_SECONDS if self._screen.bar.searching else _IDLE_SECONDS)
        self.show_filter()

    def count_complete(self, listing: Listing) -> None:
        """Count the papers of a growing list (a regular-expression search) once the list is finished."""
        if self._is_postponed and not listing.goes_on:
            self._count_after(_IDLE_SECONDS)

    def count_news(self, news: News) -> None:
        """Update the counts after news. If only marks changed on which those of the list do not depend, they stay;
        otherwise count again, at once only after an action of the user."""
        self.show_filter()
        if news.still_counted is not None and news.still_counted is self._session.counted:
            return
        if news.is_automatic:
            self._is_outdated = True
            self.count_outdated()
            return
        self.count_views()
        if self._session.is_counted:
            self._count_after(_NEWS_IDLE_SECONDS, again=True)

    def count_outdated(self) -> None:
        """Count again what is outdated, after the rest that the last count requires. While the filter is not visible,
        nothing is counted; call this method when it becomes visible."""
        if self._is_outdated and not self._pacing_timer and self._is_filter_visible:
            wait = max(self._pacing.wait, _NEWS_IDLE_SECONDS)
            self._pacing_timer = call_after(self._screen, wait, self._count_if_visible)

    def count_views(self) -> None:
        """Read the saved views and count their papers, in the background."""
        threads, count = self._threads, self._pacing.timed(fetch_views)
        threads.ask_in_background(threads.count, count, self._show_views, topic="views", only_reads=True)

    def count_authors(self) -> None:
        """Count the authors of the list's papers, in the background, if their rows are open. They are read from the
        records, which takes longer than all other counts."""
        session, threads = self._session, self._threads
        counted = session.counted
        if counted and session.is_counted and AUTHORS in self._screen.filters.opened:
            threads.ask_in_background(
                threads.count,
                self._pacing.timed(lambda library: library.facets.authors(counted.base)),
                partial(self._show_authors, counted.base),
                topic="authors",
                only_reads=True,
            )

    def _show_authors(self, base: str, authors: AuthorCounts) -> None:
        self._session.authors = base, authors
        self.show_filter()

    def show_filter(self) -> None:
        """Show the filter's rows. Until the list's counts arrive, the counts of the previous list stay, dimmed. A query
        that cannot be parsed has no counts."""
        session, filters = self._session, self._screen.filters
        if not session.news.counts:
            return
        counted, query = session.counted, session.view.query
        filters.timeline.show(counted.months if counted else (), dates_of(query))
        rows = filter_rows(
            RowCounts(
                standing=session.news.counts,
                query=query,
                facets_of=counted.facets_of if counted else None,
                views=session.saved_views,
                opened=filters.opened,
                terms=[chip.text for chip in chips(query)],
                base=base_of(query, all_read=session.all_read),
                authors=session.authors_counted,
            )
        )
        looks = FilterRowLooks(
            stale=not session.is_counted, numberless=self._is_misread(when_finished=not self._screen.bar.searching)
        )
        filters.show(rows, query, _uses(rows, query), looks)
        if counted and (action := session.when_counted):
            session.when_counted = None
            action()

    def _is_misread(self, *, when_finished: bool) -> bool:
        """Return whether the query cannot be parsed; with ``when_finished``, also whether it could not be parsed as a
        finished query."""
        view = self._session.view
        if view.listing is None:
            return False
        return is_misread(view.listing.query.faults) or (when_finished and is_misread(view.faults))

    def _show_views(self, views: Sequence[ViewCount]) -> None:
        self._session.saved_views = views
        self.show_filter()
        self._status.update()

    @property
    def _is_filter_visible(self) -> bool:
        return self._screen.is_current and self._screen.filters.is_on_screen

    def _count_if_visible(self) -> None:
        self._pacing_timer = None
        if not self._is_filter_visible:
            return
        if self._pacing.wait:  # something else was counted in the meantime
            self.count_outdated()
            return
        self._is_outdated = False
        self.count_views()
        if self._session.is_counted:
            self._count(again=True)

    def _count_after(self, seconds: float, *, again: bool = False) -> None:
        self._set_timer(seconds, partial(self._count_at_rest, seconds, again=again))

    def _count_at_rest(self, seconds: float, *, again: bool) -> None:
        """Count once there has been no key for so many seconds, because counts and keys compete for the processor."""
        wait = seconds - self._screen.app.input.rest
        if wait > 0 and self._session.when_counted is None:
            self._set_timer(wait, partial(self._count_at_rest, seconds, again=again))
        else:
            self._count(again=again)

    def _set_timer(self, seconds: float, action: Callable[[], None]) -> None:
        if self._timer:
            self._timer.stop()
        self._timer = call_after(self._screen, seconds, action)

    def _count(self, *, again: bool) -> None:
        """Count the papers of the list, unless the list is unfinished or does not show the whole query."""
        session, threads = self._session, self._threads
        listing = session.view.listing
        self._is_postponed = listing is not None and listing.goes_on
        if self._is_postponed or self._is_misread(when_finished=True):
            return
        query, typing = session.view.query, session.view.typing
        before = None if again or self._is_outdated else session.counted
        all_read = session.all_read
        threads.ask_in_background(
            threads.count,
            self._pacing.timed(lambda library: fetch_counts(library, query, before, typing=typing, all_read=all_read)),
            self._show_counts,
            topic="counts",
            only_reads=True,
        )

    def _show_counts(self, counted: QueryCounts) -> None:
        self._session.counted = counted
        if self._session.is_counted:
            self.show_filter()
            if counted.offers:  # keys now accept one
                self._status.cause_ended(NO_PAPER)
            self._status.update()
            self.count_authors()


def _uses(rows: Sequence[FilterRow], listed: str) -> dict[str, TermUse]:
    """Return how the list's query uses each row's query, leaving out rows that the query does not use. A list that is a
    place is no other place."""
    terms_of_list = chips(listed)
    is_a_place = any(row.is_place and row.query == listed for row in rows)
    row_queries = [
        (query, row.view) for row in rows if (query := row.query) is not None and not (is_a_place and row.is_place)
    ]
    terms = {query: as_term(query) if view else query for query, view in row_queries}
    uses = {query: use_of(terms_of_list, term) for query, term in terms.items()}
    if is_a_place or listed in uses:
        uses[listed] = TermUse.WITHIN
    return {query: use for query, use in uses.items() if use}
