"""Lists of papers: what a query means, in its order."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Container, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import TYPE_CHECKING

from arxtui.library.papers.sections import sections_of
from arxtui.library.search.key_sets import key_set
from arxtui.library.search.resolve import asks_for_marks
from arxtui.library.search.sequences import Backwards, Chained, left_out, whole
from arxtui.library.views import DayStep, Listing, Section
from arxtui.model.expr import (
    EVERYTHING,
    And,
    Expr,
    Keys,
    Not,
    Query,
    Sort,
    day_asked,
    like_asked,
    list_asked,
)
from arxtui.store.cache.keys import MonthKeys

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.search.queries import Queries

_FIRST = 128
"""Papers of a search that are fetched at once, some screenfuls; ``more`` gives the rest."""


class Search:
    """What can be listed."""

    def __init__(self, context: LibraryContext, queries: Queries) -> None:
        self._context = context
        self._cache = context.cache
        self._queries = queries

    def listing(self, text: str, *, typing: bool = False, patience: float | None = None) -> Listing:
        """The papers that a query means; ``typing``: its last word is a beginning. Never fails on a faulty query: what
        is wrong with it is in ``listing.query.faults``. With ``patience`` what a regular expression finds in about so
        many seconds: while the listing ``goes_on``, asking again gives more."""
        return self._listing(self._queries.parse(text, typing=typing), patience)

    def _listing(self, query: Query, patience: float | None = None) -> Listing:
        settled = self._queries.settled(query.expr, patience)
        return self._of(query, settled.expr, settled.note)._replace(goes_on=settled.goes_on)

    def _of(self, query: Query, expr: Expr, unseen: str) -> Listing:
        known = key_set(expr)
        if query.sort is Sort.ANNOUNCED and (day := day_asked(query.expr)):
            return self._day(query, day, expr, unseen)
        if query.sort is Sort.LISTED and (pattern := list_asked(query.expr)):
            return self._in_order(query, self._queries.resolver().listed(pattern), expr, unseen)
        if query.sort is Sort.BEST and (name := like_asked(query.expr)):
            return self._in_order(query, self._queries.alike(name).keys, expr, unseen)
        if query.sort is Sort.SCORE:
            return self._by_points(query, expr, unseen)
        if query.sort is Sort.FOR_YOU:
            return self._for_you(query, expr, unseen)
        if known is not None and query.sort is not Sort.UPDATED:
            keys = known.among(self._cache.month_keys() if known.inverted else MonthKeys(()))
            if query.sort is Sort.OLD:
                return Listing(query, Backwards(keys), len(keys), unseen)
            # There is nothing to rank by.
            return Listing(query._replace(sort=Sort.NEW), keys, len(keys), unseen)
        hits = self._context.index().find(expr, limit=_FIRST, sort=query.sort)
        note = self._note(unseen)
        return Listing(query, hits.keys, hits.total, note, hits.exact)

    def _day(self, query: Query, day: date, expr: Expr, unseen: str) -> Listing:
        whole = sections_of(self._cache, day, self._context.categories, query.expr)
        found, note = self._found(expr, sum(len(section.keys) for section in whole), unseen)
        sections = tuple(Section(kind, array("q", (key for key in keys if key in found))) for kind, keys in whole)
        keys = array("q", chain.from_iterable(section.keys for section in sections))
        return Listing(query, keys, len(keys), note, day=day, sections=sections)

    def _by_points(self, query: Query, expr: Expr, unseen: str) -> Listing:
        """Those with points first, then those without, and last those that lost some; equals newest first."""
        rules = self._queries.rules()
        points = {key: given for key, given in rules.points().items() if given} if rules else {}
        gained, lost = ([key for key in points if (points[key] > 0) is more] for more in (True, False))
        others = And((expr, Not(Keys(sorted(points))))) if points else expr
        rest, note = self._sequence(others, unseen)
        keys = Chained((self._ranked(expr, gained, points), rest, self._ranked(expr, lost, points)))
        return Listing(query, keys, len(keys), note)

    def _for_you(self, query: Query, expr: Expr, unseen: str) -> Listing:
        """Those with a score first; then those without, as all equals newest first."""
        scores = self._cache.ranking_scores.all_scores()
        rest, note = self._sequence(And((expr, Not(Keys(sorted(scores))))) if scores else expr, unseen)
        keys = Chained((self._ranked(expr, list(scores), scores), rest))
        return Listing(query, keys, len(keys), note)

    def _ranked(self, expr: Expr, among: Sequence[int], points: Mapping[int, float]) -> Sequence[int]:
        if not among:
            return ()
        found, _ = self._sequence(And((expr, Keys(sorted(among)))), "")
        return array("q", sorted(found, key=lambda key: (-points[key], -key)))

    def _sequence(self, expr: Expr, unseen: str) -> tuple[Sequence[int], str]:
        """All papers of a resolved query, newest first, and why some may be missing."""
        known = key_set(expr)
        if known is not None:
            return known.among(self._cache.month_keys() if known.inverted else MonthKeys(())), unseen
        return self._context.index().sequence(expr), self._note(unseen)

    def _in_order(self, query: Query, order: Sequence[int], expr: Expr, unseen: str) -> Listing:
        """The papers of a query that are all among some, in the order of these."""
        found, note = self._found(expr, len(order), unseen)
        keys = array("q", (key for key in order if key in found))
        return Listing(query, keys, len(keys), note)

    def _found(self, expr: Expr, most: int, unseen: str) -> tuple[Container[int], str]:
        """The papers of a query that has so many at most, and why some may be missing."""
        known = key_set(expr)
        if known is not None:
            return known.keys, unseen
        found = frozenset(self._context.index().find(expr, limit=max(most, 1)).keys)
        return found, self._note(unseen)

    def _note(self, unseen: str) -> str:
        """Why a search may have missed papers, and what was not looked at."""
        missed = self._context.shortcoming()
        # Of papers like one it is said already.
        return unseen if unseen.startswith(missed) else "; ".join(filter(None, (missed, unseen)))

    def more(self, listing: Listing) -> Listing:
        """The listing as it is now, with all of its papers and their exact number. Of orders other than by age only the
        first ten thousand can be looked at."""
        if listing.complete and listing.exact:
            return listing
        expr = self._queries.resolve(listing.query.expr)
        keys = self._context.index().sequence(expr, listing.query.sort)
        by_age = listing.query.sort in (Sort.NEW, Sort.OLD)
        return listing._replace(keys=keys, total=len(keys) if by_age else self._context.index().count(expr), exact=True)

    def total(self, text: str) -> int:
        """How many papers a query means, exactly."""
        found = self.listing(text)
        return found.total if found.exact else self._context.index().count(self._queries.resolve(found.query.expr))

    def waiting(self, listing: Listing) -> int:
        """How many papers the query has now that are not in the listing; of long lists, how many more it has."""
        now = self._listing(listing.query)
        if listing.query.expr == EVERYTHING:
            return _arrived(now.keys, listing.keys)
        if isinstance(now.keys, array) and now.complete and listing.complete:
            return len(set(now.keys).difference(listing.keys))
        if now.exact and listing.exact:
            return max(now.total - listing.total, 0)
        return _ahead(now, listing)

    def asks_for_marks(self, query: Query, names: Collection[str]) -> bool:
        """Whether a query may mean other papers once marks of these names were given or taken."""
        return asks_for_marks(query.expr, names)

    def day_beside(self, day: date | None, step: int) -> DayStep:
        """The nearest day before (``step`` below 0) or after one on which something was announced in the subscribed
        categories; of no day, the newest."""
        from arxtui.library.papers import days  # the calendar is no business of a list

        return days.day_beside(self._cache, self._context.categories, day, step, self._context.now())


def _arrived(now: Sequence[int], before: Sequence[int]) -> int:
    """How many papers have come to the list of everything. What the user hides meanwhile takes nothing away from them;
    what a rule hides as it comes did not arrive."""
    known = whole(before)
    unseen = sum(key not in known for key in left_out(now) - left_out(before))
    return max(len(whole(now)) - len(known) - unseen, 0)


def _ahead(now: Listing, listing: Listing) -> int:
    """How many of the first papers stand before the first that is held: where numbers are lower bounds, the places
    tell."""
    first = listing.keys[0] if listing.keys else None
    ahead = 0
    for key in now.keys[:_FIRST]:
        if key == first:
            break
        ahead += 1
    return ahead
