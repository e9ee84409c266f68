"""Listings: the papers that a query matches, in the order of the query, and the days beside a day of announcements."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import chain
from typing import TYPE_CHECKING

from arxtui.library.search.key_sets import Backwards, Chained, contains, key_set, left_out, whole
from arxtui.library.search.resolve import depends_on_marks
from arxtui.library.views import DayStep, Listing, QuietDay, Why
from arxtui.light import changed, deferred
from arxtui.model import expr
from arxtui.model.arxiv.calendar import eastern_day, is_announcement_day, is_feed_day
from arxtui.model.arxiv.day_numbers import AnnounceType, DayNumbers
from arxtui.model.marks import HIDDEN, STARRED
from arxtui.store.cache.database import Cache
from arxtui.store.cache.keys import MonthKeys

with deferred():
    from arxtui.library.papers.sections import announced_types, sections_of
    from arxtui.library.search.grouping import grouped, is_part

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.search.queries import Queries


_DAY = timedelta(days=1)


def day_beside(cache: Cache, categories: Sequence[str], day: date | None, step: int, now: datetime) -> DayStep:
    """Return the nearest day before (``step`` < 0) or after ``day`` with an announcement in the categories.

    After the newest day there is none; the quiet days then reach until today, and the day of the next announcement is
    given. Without a ``day``, return the newest.
    """
    nearest = cache.announcements.day_beside(day, step, categories)
    if day is None or (nearest is None and step < 0):
        return DayStep(nearest)
    due = None if nearest else _next_day(eastern_day(now))
    first, last = (nearest, day) if nearest and step < 0 else (day, nearest or eastern_day(now) + _DAY)
    silent = _silent_days(cache, categories, first, last)
    quiet = (QuietDay(each, why_quiet(each) or silent.get(each, Why.UNHEARD)) for each in _days_between(first, last))
    return DayStep(nearest, tuple(quiet), due)


def why_quiet(day: date) -> Why | None:
    """Return the reason why arXiv's calendar has no announcement on a day; None if there should be one."""
    if is_announcement_day(day):
        return None
    return Why.HOLIDAY if is_feed_day(day) else Why.WEEKEND


def _silent_days(cache: Cache, categories: Sequence[str], first: date, last: date) -> dict[date, Why]:
    """Return the days on which arXiv itself reported no announcements in any of the categories."""
    silent_days = [
        {
            claim.day
            for claim in cache.announced_days.of(category, first, last)
            if claim.trusted and not any(claim.counts or ())
        }
        for category in categories
    ]
    return dict.fromkeys(set.intersection(*silent_days) if silent_days else (), Why.NOTHING)


def _next_day(day: date) -> date:
    while not is_announcement_day(day := day + _DAY):
        pass
    return day


def _days_between(first: date, last: date) -> Iterator[date]:
    return (first + _DAY * place for place in range(1, (last - first).days))


_FIRST = 128
"""The number of results that a search fetches first, some screenfuls; ``more`` returns the rest."""


class Search:
    """Listings of papers by query."""

    def __init__(self, context: LibraryContext, queries: Queries) -> None:
        self._context = context
        self._cache = context.cache
        self._queries = queries
        self._by_topic: Listing | None = None
        """The listing whose papers were grouped by topic last: while papers leave it, the topics stay."""

    def listing(
        self,
        text: str,
        *,
        typing: bool = False,
        patience: float | None = None,
        group: expr.Grouping = expr.Grouping.NONE,
    ) -> Listing:
        """Return the papers that a query matches, in the groups that it names, otherwise in those of ``group``.

        ``typing`` means that the last word is a prefix. An invalid query raises nothing: its errors are in
        ``listing.query.faults``. ``patience`` limits the evaluation of a regular expression to about that many seconds:
        while the listing ``goes_on``, the next call returns more papers.
        """
        listing = self._listing(self._queries.parse(text, typing=typing), patience)
        grouping = listing.query.group or group
        if grouping is expr.Grouping.NONE:
            return listing
        listing = changed(listing, query=changed(listing.query, group=grouping))
        if listing.goes_on:
            return listing
        before = self._by_topic if grouping is expr.Grouping.TOPIC else None
        found = grouped(self._context, self._queries, listing, grouping, self.more, before)
        if grouping is expr.Grouping.TOPIC and found.groups and not (before and is_part(found, before)):
            self._by_topic = found
        return found

    def _listing(self, query: expr.Query, patience: float | None = None, *, looks_up: bool = True) -> Listing:
        settled, answer = self._queries.answered(query.expr, patience, looks_up=looks_up)
        if query.sort is expr.Sort.BEST and answer:
            listing = self._in_order(query, answer.keys, settled.tree, settled.note)
            listing = changed(listing, words=answer.words)
        else:
            listing = self._of(query, settled.tree, settled.note)
        return changed(listing, goes_on=settled.goes_on, untried=settled.untried)

    def _of(self, query: expr.Query, tree: expr.Expr, unseen: str) -> Listing:
        known = key_set(tree)
        if query.sort is expr.Sort.ANNOUNCED and (day := expr.single_day(query.expr)):
            return self._day(query, day, tree, unseen)
        if query.sort is expr.Sort.LISTED and (pattern := expr.single_list(query.expr)):
            return self._in_order(query, self._queries.resolver().listed(pattern), tree, unseen)
        if query.sort is expr.Sort.CITED and (name := expr.single_citing(query.expr)):
            return self._in_order(query, self._queries.cited(name), tree, unseen)
        if query.sort is expr.Sort.BEST and (name := expr.single_like(query.expr)):
            return self._in_order(query, self._queries.alike(name).keys, tree, unseen)
        if query.sort is expr.Sort.SCORE:
            return self._by_points(query, tree, unseen)
        if query.sort is expr.Sort.FOR_YOU:
            return self._for_you(query, tree, unseen)
        if known is not None and query.sort is not expr.Sort.UPDATED:
            keys = known.among(self._cache.month_keys() if known.inverted else MonthKeys(()))
            if query.sort is expr.Sort.OLD:
                return Listing(query, Backwards(keys), len(keys), unseen)
            # There are no scores to sort by.
            return Listing(changed(query, sort=expr.Sort.NEW), keys, len(keys), unseen)
        hits = self._context.index().find(tree, limit=_FIRST, sort=query.sort)
        note = self._note(unseen)
        return Listing(query, hits.keys, hits.total, note, hits.exact)

    def _day(self, query: expr.Query, day: date, tree: expr.Expr, unseen: str) -> Listing:
        announced = self._announced(query, day)
        matching, note = self._found(tree, len(announced), unseen)
        types = {key: kind for key, kind in announced.items() if key in matching}
        sections = sections_of(types)
        keys = array("q", chain.from_iterable(section.keys for section in sections))
        return Listing(query, keys, len(keys), note, day=day, sections=sections, types=types)

    def day_numbers(self, listing: Listing, day: date) -> DayNumbers | None:
        """Return the numbers of a listing's papers that were announced on a day; None while not all of its papers are
        known. The keys of the listing must be sorted."""
        if not listing.complete:
            return None
        types = self._announced(listing.query, day)
        return DayNumbers.of(kind for key, kind in types.items() if contains(listing.keys, key))

    def _announced(self, query: expr.Query, day: date) -> Mapping[int, AnnounceType]:
        return announced_types(self._cache, day, day, self._context.categories, query.expr).get(day, {})

    def _by_points(self, query: expr.Query, tree: expr.Expr, unseen: str) -> Listing:
        """List papers with positive points first, then those without, and those with negative points last; newest first
        among equals."""
        rules = self._queries.rules()
        points = {key: given for key, given in rules.points().items() if given} if rules else {}
        gained, lost = ([key for key in points if (points[key] > 0) is more] for more in (True, False))
        others = expr.And((tree, expr.Not(expr.Keys(sorted(points))))) if points else tree
        rest, note = self._sequence(others, unseen)
        keys = Chained((self._ranked(tree, gained, points), rest, self._ranked(tree, lost, points)))
        return Listing(query, keys, len(keys), note)

    def _for_you(self, query: expr.Query, tree: expr.Expr, unseen: str) -> Listing:
        """List what is undecided first, then what is read, starred or hidden; in both, papers with a score first, then
        those without; newest first among equals."""
        scores, state = self._cache.ranking_scores.all_scores(), self._queries.resolver().state
        decided = expr.Keys(sorted({*state("read"), *state(STARRED.name), *state(HIDDEN.name)}))
        parts: list[Sequence[int]] = []
        note = unseen
        for part in (expr.And((tree, expr.Not(decided))), expr.And((tree, decided))) if decided.keys else (tree,):
            rest, note = self._sequence(
                expr.And((part, expr.Not(expr.Keys(sorted(scores))))) if scores else part, unseen
            )
            parts += [self._ranked(part, list(scores), scores), rest]
        keys = Chained(parts)
        return Listing(query, keys, len(keys), note)

    def _ranked(self, tree: expr.Expr, among: Sequence[int], points: Mapping[int, float]) -> Sequence[int]:
        if not among:
            return ()
        keys, _ = self._sequence(expr.And((tree, expr.Keys(sorted(among)))), "")
        return array("q", sorted(keys, key=lambda key: (-points[key], -key)))

    def _sequence(self, tree: expr.Expr, unseen: str) -> tuple[Sequence[int], str]:
        """Return all papers of a resolved query, newest first, and why some may be missing."""
        known = key_set(tree)
        if known is not None:
            return known.among(self._cache.month_keys() if known.inverted else MonthKeys(())), unseen
        return self._context.index().sequence(tree), self._note(unseen)

    def _in_order(self, query: expr.Query, order: Sequence[int], tree: expr.Expr, unseen: str) -> Listing:
        """List the papers of a query in the order of ``order``, which contains all of them."""
        matching, note = self._found(tree, len(order), unseen)
        keys = array("q", (key for key in order if key in matching))
        return Listing(query, keys, len(keys), note)

    def _found(self, tree: expr.Expr, most: int, unseen: str) -> tuple[Container[int], str]:
        """Return the papers of a query that has at most ``most`` results, and why some may be missing."""
        known = key_set(tree)
        if known is not None:
            return known.keys, unseen
        matching = frozenset(self._context.index().find(tree, limit=max(most, 1)).keys)
        return matching, self._note(unseen)

    def _note(self, unseen: str) -> str:
        """Return why a search may have missed papers, joined with ``unseen``, what was not searched."""
        missed = self._context.shortcoming()
        # For a search of similar papers, ``unseen`` already contains the reason.
        return unseen if unseen.startswith(missed) else "; ".join(filter(None, (missed, unseen)))

    def more(self, listing: Listing) -> Listing:
        """Return the listing in its present state, with all of its papers and their exact number. In orders other than
        by age only the first ten thousand papers are available."""
        if listing.complete and listing.exact:
            return listing
        tree = self._queries.resolve(listing.query.expr)
        keys = self._context.index().sequence(tree, listing.query.sort)
        by_age = listing.query.sort in (expr.Sort.NEW, expr.Sort.OLD)
        total = len(keys) if by_age else self._context.index().count(tree)
        return changed(listing, keys=keys, total=total, exact=True)

    def total(self, text: str) -> int:
        """Return the exact number of papers that a query matches."""
        return self.total_of(self._listing(self._queries.parse(text)))

    def total_of(self, listing: Listing) -> int:
        """Return the exact number of papers that the query of a listing matches."""
        if listing.exact:
            return listing.total
        return self._context.index().count(self._queries.resolve(listing.query.expr))

    def waiting(self, listing: Listing) -> int:
        """Return the number of papers that match the query now and are not in the listing; for long lists, the growth
        of the total."""
        now = self._listing(listing.query, looks_up=False)
        if listing.groups and now.complete:
            return len(set(now.keys).difference(listing.keys))
        if listing.query.expr == expr.EVERYTHING:
            return _arrived(now.keys, listing.keys)
        if isinstance(now.keys, array) and now.complete and listing.complete:
            return len(set(now.keys).difference(listing.keys))
        if now.exact and listing.exact:
            return max(now.total - listing.total, 0)
        return _ahead(now, listing)

    def depends_on_marks(self, query: expr.Query, names: Collection[str]) -> bool:
        """Whether the results of a query may change when marks of these names are set or removed."""
        return depends_on_marks(query.expr, names)

    def day_beside(self, day: date | None, step: int) -> DayStep:
        """Return the nearest day before (``step`` < 0) or after ``day`` with an announcement in the subscribed
        categories; without a ``day``, the newest."""
        return day_beside(self._cache, self._context.categories, day, step, self._context.now())


def _arrived(now: Sequence[int], before: Sequence[int]) -> int:
    """Return how many papers were added to the list of everything. Papers that the user has hidden since are not
    subtracted; papers that a rule hides on arrival do not count."""
    known = whole(before)
    unseen = sum(key not in known for key in left_out(now) - left_out(before))
    return max(len(whole(now)) - len(known) - unseen, 0)


def _ahead(now: Listing, listing: Listing) -> int:
    """Return how many of the first papers precede the first paper of ``listing``; used where totals are lower
    bounds."""
    first = listing.keys[0] if listing.keys else None
    ahead = 0
    for key in now.keys[:_FIRST]:
        if key == first:
            break
        ahead += 1
    return ahead
