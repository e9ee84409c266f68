"""What the list shows at a moment, where to return to, and what is new meanwhile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from arxtui.model.expr import Sort
from arxtui.model.frozen import changed, frozen
from arxtui.query import parse
from arxtui.query.chips import with_term
from arxtui.query.typed import starred
from arxtui.tui.state.filter_groups import Group, base_of, constrained, without_group
from arxtui.tui.state.query_edit import as_term, finished, undated, words_alone

if TYPE_CHECKING:
    from arxtui.library.context import Stamp
    from arxtui.library.facade import Library
    from arxtui.library.views import Facets, FilterCounts, Freshness, Listing, ViewCount
    from arxtui.model.expr import Fault
    from arxtui.model.views import Row


@frozen
class Spot:
    """A place to come back to: a query, how it was read, and the paper the cursor was on."""

    query: str = ""
    key: int | None = None
    typing: bool = False

    @property
    def whole_query(self) -> str:
        """The query as it means the same when more is written after it."""
        return finished(self.query) if self.typing else self.query


@dataclass(slots=True)
class View:
    """The query in the list (``typing``: its last word is a beginning), its listing once it is there, the spot that was
    ``asked`` for last, and the spots that Escape returns to, newest last."""

    query: str = ""
    typing: bool = False
    listing: Listing | None = None
    asked: Spot = field(default_factory=Spot)
    is_awaited: bool = False
    """Whether the listing of that spot is on its way."""
    shown: int = 0
    """How many lists were shown: what was asked about one of them is known by it. One that has grown is the same."""
    back: list[Spot] = field(default_factory=list)

    @property
    def faults(self) -> Sequence[Fault]:
        """What is wrong with the query, once it is not being typed any more."""
        return parse(self.shown_query).faults

    @property
    def shown_query(self) -> str:
        """The query as it is shown above the list, where it is not typed any more: a beginning has its sign, as in the
        view or the rule that is made of it. A term that asks for nothing yet stays."""
        return starred(self.query) if self.typing else self.query


@dataclass(slots=True)
class News:
    """What the filter pane and the top line tell: counts, how fresh the sources are, papers waiting for the list;
    what the user has to know before anything else; and whether any act can be undone.

    ``stamp`` says what was written until then, ``listing`` for which list the waiting papers were counted. Where only
    marks were given or taken since the news before, ``recounted`` are the numbers of the list's query then and now.
    """

    counts: FilterCounts | None = None
    freshness: Sequence[Freshness] = ()
    waiting: int = 0
    notice: str = ""
    read_this_week: int = 0
    """Where nothing is unread: how many papers the user has read since Monday."""
    undoable: bool = False
    stamp: Stamp | None = None
    listing: Listing | None = None
    recounted: tuple[Counted, Counted] | None = None

    def listed(self, listing: Listing) -> None:
        """Another list is shown, for which nothing waits yet."""
        self.waiting, self.listing = 0, listing


_NO_NEWS = News()
PATIENCE = 0.2
"""Seconds after which what a regular expression has found so far is shown."""


class Found(NamedTuple):
    """The answer to a query."""

    query: str
    typing: bool
    listing: Listing


def take_listing(library: Library, query: str, *, typing: bool) -> Found:
    """Ask the library for a listing. One of a regular expression comes with the first papers that are found, and is to
    be asked for again while it goes on."""
    while (listing := library.search.listing(query, typing=typing, patience=PATIENCE)).goes_on and not listing.keys:
        pass
    return Found(query, typing, listing)


def judged(library: Library, rows: Sequence[Row], sort: Sort) -> Sequence[Row]:
    """Rows that rules highlight, and scores where the list is in their order."""
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


def take_news(library: Library, listing: Listing | None, before: News = _NO_NEWS, held: Held | None = None) -> News:
    """Ask the library for all of it. What marks alone cannot have changed since the news ``before`` is not asked
    again."""
    stamp = library.session.written()
    marks = stamp.marks_since(before.stamp) if before.stamp else None
    library.rules.prepare()
    counts = library.counts.filters()
    return News(
        counts,
        library.session.freshness(),
        _waiting(library, listing, before, marks),
        library.session.notice(),
        0 if counts.unread else library.journal.read_this_week(),
        library.journal.can_undo(),
        stamp,
        listing,
        _recounted(library, held, marks) if held and marks is not None else None,
    )


def _waiting(library: Library, listing: Listing | None, before: News, marks: frozenset[str] | None) -> int:
    if listing is None:
        return 0
    if listing is before.listing and marks is not None and not library.search.depends_on_marks(listing.query, marks):
        return before.waiting
    return library.search.waiting(listing)


class Counted(NamedTuple):
    """How the papers of a query divide; the papers per month of the query without its dates (``undated``); where
    nothing matches, queries that might be meant instead, best first.

    ``base`` is the query that the filter's rows build upon, and ``base_facets`` how its papers divide. The rows of a
    group of which it says something are counted without that: ``grouped`` has, by group, the query so and how its
    papers divide.
    """

    query: str
    typing: bool
    facets: Facets
    undated: str
    months: Sequence[tuple[int, int]]
    offers: Sequence[str] = ()
    base: str = ""
    base_facets: Facets | None = None
    grouped: Mapping[Group, tuple[str, Facets]] = MappingProxyType({})

    def facets_of(self, group: Group) -> Facets:
        """How the papers divide among which the rows of a group are counted."""
        if group in self.grouped:
            return self.grouped[group][1]
        return self.base_facets or self.facets


class Held(NamedTuple):
    """The numbers that are shown: of the list's query, where they are there, and of the saved views."""

    counted: Counted | None
    views: Sequence[ViewCount]


def _recounted(library: Library, held: Held, marks: frozenset[str]) -> tuple[Counted, Counted] | None:
    """The numbers of the query that is counted, before and now that some marks, and nothing else, were given or taken.
    None where there are none, or marks decide which papers they are of."""
    counted = held.counted
    if counted is None:
        return None
    counted_for = (counted.query, counted.base, *(query for query, _ in counted.grouped.values()))
    queries = {*counted_for, *(view.query for view, *_ in held.views)}
    if any(library.search.depends_on_marks(parse(query), marks) for query in queries):
        return None

    def anew(query: str, facets: Facets, *, typing: bool = False) -> Facets:
        states = dict(facets.states) | library.facets.marked(query, marks, typing=typing)
        return facets._replace(states=tuple((name, papers) for name, papers in states.items() if papers))

    facets, base = anew(counted.query, counted.facets, typing=counted.typing), counted.base_facets
    now = counted._replace(
        facets=facets,
        base_facets=facets if base is counted.facets else base and anew(counted.base, base),
        grouped={
            group: (query, anew(query, found) if "states" in group.parts else found)
            for group, (query, found) in counted.grouped.items()
        },
    )
    return counted, now


def take_counts(library: Library, query: str, held: Counted | None, *, typing: bool, all_read: bool = False) -> Counted:
    """Ask the library for all of it; months that are ``held`` for other dates of the same query, and a group's numbers
    that are held for the same query without it, are not counted again. ``all_read``: nothing at all is unread."""
    facets = library.facets.of(query, typing=typing)
    whole = finished(query) if typing else query
    base = base_of(whole, all_read=all_read)
    base_facets = facets if base == whole else library.facets.of(base)
    without_dates = undated(base)
    months: Sequence[tuple[int, int]] = base_facets.months
    if without_dates != base:
        again = held and held.undated == without_dates
        months = held.months if held and again else library.facets.of(without_dates, only=("months",)).months
    is_empty = not facets.total and not dict(facets.states).get("muted")  # rules hide what would be there
    offers = _offers(library, query) if query and is_empty else ()
    return Counted(
        query, typing, facets, without_dates, months, offers, base, base_facets, _grouped(library, base, held)
    )


def _grouped(library: Library, base: str, held: Counted | None) -> dict[Group, tuple[str, Facets]]:
    """The numbers of the groups of which a query says something, each counted without that."""
    found = {}
    for group in constrained(base):
        wider = without_group(base, group)
        before = held.grouped.get(group) if held else None
        known = before if before and before[0] == wider else None
        found[group] = known or (wider, library.facets.of(wider, only=group.parts))
    return found


def _offers(library: Library, query: str) -> Sequence[str]:
    """The query spelt otherwise; else its words in all papers, as they are or spelt otherwise. None for a query that
    cannot be understood, which no other spelling mends and whose words are not told apart."""
    if found := library.suggestions.of(query):
        return found
    words = words_alone(query)
    if words in ("", query):
        return ()
    return (words,) if library.search.listing(words).total else library.suggestions.of(words)


def take_views(library: Library) -> list[ViewCount]:
    """The saved views, each with its papers and the unread ones among them."""
    return [
        (view, library.search.total(view.query), library.search.total(with_term(as_term(view.query), "is:unread")))
        for view in library.views.all()
    ]


def file_identity(file: Path) -> tuple[int, int] | None:
    """What tells a file from one that took its place; None when there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
