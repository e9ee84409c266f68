"""What the list shows at a moment, where to return to, and what is new meanwhile."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from arxtui.model.expr import Sort
from arxtui.model.frozen import changed, frozen
from arxtui.query.chips import with_term
from arxtui.tui.narrowing import as_term, finished, undated, words_alone

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.views import Facets, FilterCounts, Freshness, Listing, SavedView
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
    """The query in the list (``typing``: its last word is a beginning), its listing once it is there and how many
    seconds that took, the spot that was ``asked`` for last, and the spots that Escape returns to, newest last."""

    query: str = ""
    typing: bool = False
    listing: Listing | None = None
    seconds: float = 0.0
    asked: Spot = field(default_factory=Spot)
    back: list[Spot] = field(default_factory=list)


@dataclass(slots=True)
class News:
    """What the filter pane and the top line tell: counts, how fresh the sources are, papers waiting for the list; and
    what the user has to know before anything else."""

    counts: FilterCounts | None = None
    freshness: Sequence[Freshness] = ()
    waiting: int = 0
    notice: str = ""


class Found(NamedTuple):
    """The answer to a query, and the seconds that it took."""

    query: str
    typing: bool
    listing: Listing
    seconds: float = 0.0


def take_listing(library: Library, query: str, *, typing: bool) -> Found:
    """Ask the library for a listing."""
    begun = time.perf_counter()
    listing = library.listing(query, typing=typing)
    return Found(query, typing, listing, time.perf_counter() - begun)


def judged(library: Library, rows: Sequence[Row], sort: Sort | None) -> Sequence[Row]:
    """Rows that rules highlight, and scores where the list is in their order."""
    keys = [row.key for row in rows]
    highlighted = library.highlighted(keys)
    scores: Mapping[int, float] = {}
    if sort is Sort.SCORE:
        scores = library.scores(keys)
    elif sort is Sort.FOR_YOU:
        scores = library.for_you(keys)
    if not highlighted and not scores:
        return rows
    return [changed(row, highlighted=row.key in highlighted, score=scores.get(row.key)) for row in rows]


def take_news(library: Library, listing: Listing | None) -> News:
    """Ask the library for all of it."""
    waiting = library.waiting(listing) if listing else 0
    library.prepare_rules()
    return News(library.filters(), library.freshness(), waiting, library.notice())


class Counted(NamedTuple):
    """How the papers of a query divide; the papers per month of the query without its dates (``undated``); where
    nothing matches, queries that might be meant instead, best first."""

    query: str
    typing: bool
    facets: Facets
    undated: str
    months: Sequence[tuple[int, int]]
    offers: Sequence[str] = ()


def take_counts(library: Library, query: str, held: Counted | None, *, typing: bool) -> Counted:
    """Ask the library for all of it; months that are ``held`` for other dates of the same query are not counted
    again."""
    facets = library.facets(query, typing=typing)
    whole = finished(query) if typing else query
    without_dates = undated(whole)
    months: Sequence[tuple[int, int]] = facets.months
    if without_dates != whole:
        again = held and held.undated == without_dates
        months = held.months if held and again else library.facets(without_dates).months
    offers = _offers(library, query) if query and not facets.total else ()
    return Counted(query, typing, facets, without_dates, months, offers)


def _offers(library: Library, query: str) -> Sequence[str]:
    """The query spelt otherwise; else its words in all papers, as they are or spelt otherwise."""
    if found := library.suggestions(query):
        return found
    words = words_alone(query)
    if words in ("", query):
        return ()
    return (words,) if library.listing(words).total else library.suggestions(words)


def take_views(library: Library) -> list[tuple[SavedView, int]]:
    """The saved views, each with its unread papers."""
    return [(view, library.listing(with_term(as_term(view.query), "is:unread")).total) for view in library.views()]


def file_identity(file: Path) -> tuple[int, int] | None:
    """What tells a file from one that took its place; None when there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
