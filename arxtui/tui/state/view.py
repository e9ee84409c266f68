"""What the list shows, the places to return to, and news that arrived in the meantime."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from arxtui.light import NamedTuple, changed, frozen
from arxtui.model.expr import Fault, Grouping, Sort
from arxtui.query import parse
from arxtui.query.chips import with_term
from arxtui.query.incomplete import with_stars
from arxtui.tui.present.filter.rows import UNREAD
from arxtui.tui.state.filter_groups import FilterGroup, base_of, constrained_groups, without_group
from arxtui.tui.state.query_edit import completed, usual_grouping, without_date_terms, words_alone

if TYPE_CHECKING:
    from arxtui.library.context import Stamp
    from arxtui.library.facade import Library
    from arxtui.library.views import Facets, FilterCounts, Freshness, Listing, ViewCount
    from arxtui.model.views import Row


@frozen
class ListPosition:
    """A place to return to: a query, whether it was still being typed, the key of the paper under the cursor, that of
    the paper whose text was open over the list, and the number of visible rows above the cursor."""

    query: str = ""
    key: int | None = None
    typing: bool = False
    text: int | None = None
    above: int | None = None

    @property
    def whole_query(self) -> str:
        """The query in a form whose meaning does not change when terms are appended."""
        return completed(self.query) if self.typing else self.query


@dataclass(slots=True)
class View:
    """The list's query (``typing``: its last word is the beginning of a word), its listing once it has arrived, the
    position that was ``requested`` last, and the positions that Escape returns to (``back``) and that were left by
    Escape (``ahead``), each newest last."""

    query: str = ""
    typing: bool = False
    listing: Listing | None = None
    requested: ListPosition = field(default_factory=ListPosition)
    is_awaited: bool = False
    """Whether the listing of ``requested`` is still awaited."""
    shown: int = 0
    """Number of lists shown so far, which identifies the list that a request was about. A list that grows keeps its
    number."""
    back: list[ListPosition] = field(default_factory=list)
    ahead: list[ListPosition] = field(default_factory=list)

    @property
    def faults(self) -> Sequence[Fault]:
        """Faults of the query, as if typing had ended."""
        return parse(self.shown_query).faults

    @property
    def shown_query(self) -> str:
        """The query as it is shown above the list: the beginning of a word gets its star, as in a view or rule made
        from the query. An unfinished term stays."""
        return with_stars(self.query) if self.typing else self.query


@dataclass(slots=True)
class News:
    """Numbers of the filter pane and the top line: counts, freshness of the sources, number of papers waiting for the
    list, the most important notice, and whether an act can be undone.

    ``stamp`` identifies the last write that the news include; ``listing`` is the list that ``waiting`` was counted for.
    If only marks changed since the previous news, ``still_counted`` are the counts of the list's query that they do not
    change. ``is_automatic``: no action of the user caused them.
    """

    counts: FilterCounts | None = None
    freshness: Sequence[Freshness] = ()
    waiting: int = 0
    notice: str = ""
    read_this_week: int = 0
    """Number of papers the user has read since Monday; counted only if nothing is unread."""
    undoable: bool = False
    stamp: Stamp | None = None
    listing: Listing | None = None
    still_counted: QueryCounts | None = None
    is_automatic: bool = False

    def reset_waiting(self, listing: Listing) -> None:
        """Reset ``waiting`` because another list is shown."""
        self.waiting, self.listing = 0, listing


_NO_NEWS = News()
DEFAULT_QUERIES = ("", UNREAD)
"""The queries with which the reader opens when no place is stored."""
PATIENCE = 0.2
"""Seconds after which the partial results of a regular expression search are shown."""


class ListingResult(NamedTuple):
    """Listing of a query."""

    query: str
    typing: bool
    listing: Listing


def fetch_listing(library: Library, query: str, *, typing: bool, group: str = Grouping.NONE) -> ListingResult:
    """Return a listing from the library; ``group`` is the setting for the groups of the inbox and of days. A regular
    expression search returns when the first papers are found, a look-up of references before; the caller requests the
    listing again while it goes on."""
    while True:
        usual = usual_grouping(query, group)
        listing = library.search.listing(query, typing=typing, patience=PATIENCE, group=usual)
        if listing.keys or not (listing.goes_on and listing.untried):
            return ListingResult(query, typing, listing)


def with_rule_results(library: Library, rows: Sequence[Row], sort: Sort) -> Sequence[Row]:
    """Return the rows with the highlighting of rules, and with scores if the list is sorted by them."""
    keys = [row.key for row in rows]
    highlighted = library.rules.highlighted(keys)
    scores: Mapping[int, float] = {}
    if sort is Sort.SCORE:
        scores = library.rules.scores(keys)
    elif sort is Sort.FOR_YOU:
        scores = library.ranking.scores(keys)
    if not highlighted and not scores:
        return rows
    return [changed(row, highlighted=row.key in highlighted, score=scores.get(row.key)) for row in rows]


def fetch_news(
    library: Library, listing: Listing | None, before: News = _NO_NEWS, shown: ShownCounts | None = None
) -> News:
    """Return the current news from the library. What changed marks cannot affect is copied from the news ``before``."""
    stamp = library.session.written()
    marks = stamp.marks_since(before.stamp) if before.stamp else None
    library.rules.prepare()
    counts = library.counts.filters()
    return News(
        counts,
        library.session.freshness(),
        _count_waiting(library, listing, before, marks),
        library.session.notice(),
        0 if counts.unread else library.journal.read_this_week(),
        library.journal.can_undo(),
        stamp,
        listing,
        _still_counted(library, shown, marks) if shown and marks is not None else None,
    )


def _count_waiting(library: Library, listing: Listing | None, before: News, marks: frozenset[str] | None) -> int:
    if listing is None:
        return 0
    if listing is before.listing and marks is not None and not library.search.depends_on_marks(listing.query, marks):
        return before.waiting
    return library.search.waiting(listing)


class QueryCounts(NamedTuple):
    """Facet counts of a query; the papers per month of the query without its dates (``undated``); and, if nothing
    matches, suggested queries, best first.

    ``base`` is the query that the filter's rows build upon, and ``base_facets`` are its facet counts. If ``base`` has
    terms of a group, the rows of this group are counted without those terms: ``grouped`` maps the group to that query
    and its facet counts.
    """

    query: str
    typing: bool
    facets: Facets
    undated: str
    months: Sequence[tuple[int, int]]
    offers: Sequence[str] = ()
    base: str = ""
    base_facets: Facets | None = None
    grouped: Mapping[FilterGroup, tuple[str, Facets]] = MappingProxyType({})

    def facets_of(self, group: FilterGroup) -> Facets:
        """Return the facet counts for the rows of a group."""
        if group in self.grouped:
            return self.grouped[group][1]
        return self.base_facets or self.facets


class ShownCounts(NamedTuple):
    """The facet counts shown for the list's query, if there are any, and for the saved views."""

    counted: QueryCounts | None
    views: Sequence[ViewCount]


def _still_counted(library: Library, shown: ShownCounts, marks: frozenset[str]) -> QueryCounts | None:
    """Return the facet counts that are shown after a change of marks alone. Returns None if there are no counts, or if
    one of the counted queries filters by these marks."""
    if (counted := shown.counted) is None:
        return None
    counted_for = (counted.query, counted.base, *(query for query, _ in counted.grouped.values()))
    queries = {*counted_for, *(view.query for view, *_ in shown.views)}
    return None if any(library.search.depends_on_marks(parse(query), marks) for query in queries) else counted


def fetch_counts(
    library: Library, query: str, former: QueryCounts | None, *, typing: bool, all_read: bool = False
) -> QueryCounts:
    """Return the facet counts of a query from the library. Reuse from ``former`` the months of a query that differs
    only in its dates, and the counts of a group whose query is unchanged. ``all_read``: no paper at all is unread."""
    facets = library.facets.of(query, typing=typing)
    complete = completed(query) if typing else query
    base = base_of(complete, all_read=all_read)
    base_facets = facets if base == complete else library.facets.of(base)
    without_dates = without_date_terms(base)
    months: Sequence[tuple[int, int]] = base_facets.months
    if without_dates != base:
        same_dates = former and former.undated == without_dates
        months = former.months if former and same_dates else library.facets.of(without_dates, only=("months",)).months
    # Rules can hide the papers that would be listed.
    is_empty = not facets.total and not facets.muted
    offers = _offers(library, query) if query and is_empty else ()
    return QueryCounts(
        query, typing, facets, without_dates, months, offers, base, base_facets, _group_counts(library, base, former)
    )


def _group_counts(library: Library, base: str, former: QueryCounts | None) -> dict[FilterGroup, tuple[str, Facets]]:
    """Return the counts of the groups that the query has terms of, each counted without those terms."""
    groups = {}
    for group in constrained_groups(base):
        wider = without_group(base, group)
        former_counts = former.grouped.get(group) if former else None
        unchanged = former_counts if former_counts and former_counts[0] == wider else None
        groups[group] = unchanged or (wider, library.facets.of(wider, only=group.parts))
    return groups


def _offers(library: Library, query: str) -> Sequence[str]:
    """Return corrected spellings of the query; otherwise its words without filters, if they match or can be corrected,
    and the query for papers that have some of the words.
    Return nothing for a query with a syntax fault, because no spelling corrects it and its words cannot be
    separated."""
    if suggestions := library.suggestions.of(query):
        return suggestions
    some = library.suggestions.some_words(query)
    words = words_alone(query)
    if words in ("", query):
        return (some,) if some else ()
    others = (words,) if library.search.listing(words).total else library.suggestions.of(words)
    return (*others, some) if some else others


def fetch_views(library: Library) -> list[ViewCount]:
    """Return each saved view with its number of papers and of unread papers."""
    return [
        (view, library.search.total(view.query), library.search.total(with_term(view.query, UNREAD)))
        for view in library.views.all()
    ]


def file_identity(file: Path) -> tuple[int, int] | None:
    """Return the device and inode number of a file, which change when the file is replaced; None if the file is
    missing."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
