"""The numbers beside the list, counted in the background once the keys rest: the filter pane, and what was meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual.timer import Timer

from arxtui.query.chips import chips
from arxtui.tui.filter_groups import base_of
from arxtui.tui.narrowing import as_term, dates_of, use_of
from arxtui.tui.present.bars import Tally
from arxtui.tui.present.filters import FOR_YOU, UNREVIEWED, FilterRow, Use
from arxtui.tui.present.sections import Counts, filter_rows
from arxtui.tui.present.states import Circumstances
from arxtui.tui.screens.arriving import Arriving
from arxtui.tui.view import Counted, News, take_counts, take_views

if TYPE_CHECKING:
    from arxtui.library.views import Listing, ViewCount

_REST = 0.08
"""Seconds without another list before its papers are counted."""
_LONG_REST = 0.4
"""The same after news: nobody waits for those."""


class Counting(Arriving):
    """The panes, with how the papers of the list divide. The list never waits for it."""

    counted: Counted | None = None
    views: Sequence[ViewCount] = ()
    offered = 0
    """Which of the queries that might be meant is chosen."""
    _reviewed = False
    _rest_timer: Timer | None = None
    _awaits_counts: Callable[[], None] | None = None

    def once_counted(self, act: Callable[[], None]) -> None:
        """Do something that needs numbers when the first of them are there; the keys after it wait for it."""
        if self.counted and self.news.counts:
            act()
        else:
            self._awaits_counts = act

    @property
    def expects_rows(self) -> bool:
        """Numbers that a key is about are on their way, too."""
        return self._awaits_counts is not None or super().expects_rows

    def after_list(self) -> None:
        """Another list is shown: its papers are counted once the keys rest."""
        self.offered = 0
        self._count_after(_REST)
        self.show_filter()

    def show_news(self, news: News) -> None:
        """What arrived changes the numbers of the list's papers too."""
        super().show_news(news)
        self.ask_for_views()
        if self._settled:
            self._count_after(_LONG_REST, anew=True)

    def ask_for_views(self) -> None:
        """Read the saved views and count their papers, in the background."""
        self.ask_in_background(self.count_desk, take_views, self._show_views, topic="views")

    def _show_views(self, views: Sequence[ViewCount]) -> None:
        self.views = views
        self.show_filter()
        self.update_bars()

    @property
    def _settled(self) -> bool:
        """Whether what was counted are the papers in the list."""
        held, view = self.counted, self.view
        return held is not None and (held.query, held.typing) == (view.query, view.typing)

    @property
    def _all_read(self) -> bool:
        """Whether nothing at all is unread."""
        return self.news.counts is not None and not self.news.counts.unread

    @property
    def base_query(self) -> str:
        """The query that the filter's rows and months build upon: the one that their numbers were counted for."""
        counted, asked = self.counted, self.view.asked
        if counted and (counted.query, counted.typing) == (asked.query, asked.typing):
            return counted.base
        return base_of(asked.whole_query, all_read=self._all_read)

    def _count_after(self, seconds: float, *, anew: bool = False) -> None:
        if self._rest_timer:
            self._rest_timer.stop()
        self._rest_timer = self.set_timer(seconds, partial(self._count, anew=anew))

    def _count(self, *, anew: bool) -> None:
        query, typing, held = self.view.query, self.view.typing, None if anew else self.counted
        all_read = self._all_read
        self.ask_in_background(
            self.count_desk,
            lambda library: take_counts(library, query, held, typing=typing, all_read=all_read),
            self._show_counts,
            topic="counts",
        )

    def _show_counts(self, counted: Counted) -> None:
        self.counted = counted
        self._reviewed |= any(papers for badge, papers in counted.facets.badges if badge != UNREVIEWED)
        if self._settled:
            self.show_filter()
            self.update_bars()

    def show_filter(self) -> None:
        """Show the filter's rows. Numbers of another list stay, dim, until those of this one are there."""
        if not self.news.counts:
            return
        counted, query = self.counted, self.view.query
        self.filters.show_months(counted.months if counted else (), dates_of(query))
        rows = filter_rows(
            Counts(
                standing=self.news.counts,
                query=query,
                facets_of=counted.facets_of if counted else None,
                views=self.views,
                opened=self.filters.opened,
                terms=[chip.text for chip in chips(query)],
                reviewed=self._reviewed,
            )
        )
        self.filters.show(rows, query, self._uses(rows), stale=not self._settled)
        if counted and (act := self._awaits_counts):
            self._awaits_counts = None
            act()

    def _uses(self, rows: Sequence[FilterRow]) -> dict[str, Use]:
        """What the query in the list makes of each row's, where it makes anything of it."""
        held = chips(self.view.query)
        told = [(query, row.view) for row in rows if (query := row.query) is not None and query != FOR_YOU]
        terms = {query: as_term(query) if view else query for query, view in told}
        uses = {query: use_of(held, term) for query, term in terms.items()}
        if self.view.query in uses:
            uses[self.view.query] = Use.WITHIN
        return {query: use for query, use in uses.items() if use}

    def tally(self, listing: Listing) -> Tally:
        """How many papers the list has: exactly, once they are counted."""
        if not (self._settled and self.counted):
            return super().tally(listing)
        facets = self.counted.facets
        total = listing.total if listing.exact else facets.total
        states = dict(facets.states)
        return Tally(total, unread=states.get("unread", 0), muted=states.get("muted", 0))

    def view_name(self) -> str:
        """The name of a saved view comes first."""
        saved = (view.name for view, *_ in self.views if view.query == self.view.query)
        return next(saved, None) or super().view_name()

    @property
    def offers(self) -> Sequence[str]:
        """Queries that might be meant by one that nothing matches."""
        return self.counted.offers if self.counted and self._settled and not self.papers.count else ()

    def circumstances(self) -> Circumstances:
        """What is offered stands in the list's place."""
        return super().circumstances()._replace(offers=tuple(self.offers), offered=self.offered)
