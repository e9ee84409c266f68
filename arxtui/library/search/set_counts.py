"""How many papers of given sets match a query: of marks, tags, lists and days, for the rows of the filter pane."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import is_not
from typing import TYPE_CHECKING

from arxtui.library.search.key_sets import KeySet, key_set
from arxtui.model.expr import And, Expr, Keys, Not

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext

MAX_FETCHED = 20_000
"""The size of a set and of the query's results above which the index counts their intersection without fetching keys.
After a harvest most papers are fresh."""
HANDED_OUT = 4
"""How many keys of a result the index returns in the time that it needs to look up one key."""

Papers = Sequence[int] | frozenset[int]
"""The keys of a set of papers: ascending, or, if they are the same object for several queries, a frozenset."""
Count = Callable[[Papers], int]


class SetCounts:
    """Counts the papers of sets that match a query. Remembers what it has found out about the frozensets."""

    def __init__(self, context: LibraryContext) -> None:
        self._context = context
        self._kept: list[frozenset[int]] = []
        self._kept_union: frozenset[int] = frozenset()
        """The union of the frozensets of the last query, ``_kept``."""
        self._change_number = -1
        self._looked_up: set[int] = set()
        self._absent: set[int] = set()
        """The papers that were looked up in the index at ``_change_number``, and those of them that it lacks."""
        self._seen: Sequence[Papers] = ()
        """The sets whose papers were all looked up for the last query."""

    def counter(self, expr: Expr, total: int | None, sets: Sequence[Papers]) -> Count:
        """Return a function that counts the papers of one of the sets that match the query. ``total`` is the number of
        the query's results; None if not yet counted."""
        known = key_set(expr)
        if known is not None:
            return partial(count_known, known)
        total = self._context.index().count(expr) if total is None else total
        matching = self._matching(expr, total, [keys for keys in sets if min(len(keys), total) <= MAX_FETCHED])

        def count(keys: Papers) -> int:
            if min(len(keys), total) <= MAX_FETCHED:
                return count_known(matching, keys)
            return self._context.index().count(And((expr, Keys(sorted(keys) if isinstance(keys, frozenset) else keys))))

        return count

    def _matching(self, expr: Expr, total: int, sets: Sequence[Papers]) -> KeySet:
        """Return papers of which each of the sets contains exactly its matches of a query with ``total`` results.

        Fetches the results, or the papers that do not match, or looks the papers of the sets up, whichever is fastest:
        a lookup takes as long as returning several results.
        """
        others = self._without_kept(sets)
        size = len(self._kept_union) + sum(map(len, others))
        if not total or not size:
            return KeySet(frozenset())
        index, few = self._context.index(), HANDED_OUT * size
        if total <= few:
            return KeySet(frozenset(index.find(expr, limit=total).keys))
        if self._context.cache.count() - total < few and len(rest := index.find(Not(expr), limit=few).keys) < few:
            absent = self._absent_from_index([self._kept_union, *others])
            return KeySet(frozenset(rest).union(absent), inverted=True)
        union = self._kept_union.union(*others)
        return KeySet(frozenset(index.find(And((expr, Keys(sorted(union)))), limit=len(union)).keys))

    def _without_kept(self, sets: Sequence[Papers]) -> list[Papers]:
        """Return the sets that are no frozensets, and bring the union of the frozensets up to date."""
        kept = [keys for keys in sets if isinstance(keys, frozenset)]
        if len(kept) != len(self._kept) or any(map(is_not, kept, self._kept)):
            self._kept, self._kept_union = kept, frozenset().union(*kept)
        return [keys for keys in sets if not isinstance(keys, frozenset)]

    def _absent_from_index(self, sets: Sequence[Papers]) -> set[int]:
        """Return the papers of the sets, and some others, that the index lacks: it may lag behind the cache, and marks
        outlive deleted papers."""
        index = self._context.index()
        if index.change_number != self._change_number:
            self._change_number, self._looked_up, self._absent, self._seen = index.change_number, set(), set(), ()
        new = [keys for keys in sets if not any(keys is seen for seen in self._seen)]
        self._seen = sets
        if unknown := sorted(set[int]().union(*new) - self._looked_up):
            self._looked_up.update(unknown)
            self._absent.update(set(unknown).difference(index.find(Keys(unknown), limit=len(unknown)).keys))
        return self._absent


def count_known(known: KeySet, keys: Papers) -> int:
    """Return how many of the papers are in a set of papers."""
    if known.is_everything:
        return len(keys)
    inside = len(known.keys.intersection(keys))
    return len(keys) - inside if known.inverted else inside
