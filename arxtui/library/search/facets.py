"""Facet counts: how the papers of a query divide by the rows of the filter pane."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from arxtui.library.search.key_sets import key_set
from arxtui.library.search.resolve import mentions_hidden
from arxtui.library.search.set_counts import Count, Papers, SetCounts
from arxtui.library.views import Facets
from arxtui.model.expr import And, Expr, Keys, Not
from arxtui.model.frozen import changed
from arxtui.model.marks import HIDDEN, RATINGS

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.search.queries import Queries

_INDEXED = frozenset({"archives", "categories", "months", "badges"})
"""The fields of ``Facets`` that the index counts."""
ALL_PARTS = _INDEXED | {"unread", "muted", "tags", "ratings"}
"""All fields of ``Facets`` but the total."""
_Name = TypeVar("_Name", str, int)


class FacetCounts:
    """Facet counts of queries."""

    def __init__(self, context: LibraryContext, queries: Queries) -> None:
        self._context = context
        self._queries = queries
        self._set_counts = SetCounts(context)

    def of(self, text: str, *, typing: bool = False, only: Collection[str] = ALL_PARTS) -> Facets:
        """Return the exact facet counts of a query. ``typing`` is as for ``Search.listing``. Only the fields in
        ``only``, of ``ALL_PARTS``, are counted."""
        unresolved = self._queries.parse(text, typing=typing).expr
        expr = self._queries.resolve(unresolved)
        indexed = self._indexed(expr) if _INDEXED.intersection(only) else None
        sets = self._sets(only)
        every_set = [keys for named in sets.values() for _, keys in named]
        count = self._set_counts.counter(expr, indexed.total if indexed else None, every_set)
        return changed(
            indexed or Facets(0),
            unread=sum(count(keys) for _, keys in sets["unread"]),
            muted=self._muted(unresolved) if "muted" in only else 0,
            tags=tuple(_counted(sets["tags"], count)),
            ratings=tuple(_counted(sets["ratings"], count)),
        )

    def hidden_by_rules(self, text: str) -> int:
        """Return how many papers of a query are hidden by rules and not by the user; 0 for a query that requests hidden
        papers. The query with ``is:muted`` added lists them. Takes a search if the query does."""
        return self._muted(self._queries.parse(text).expr)

    def _indexed(self, expr: Expr) -> Facets:
        """Return the facets that the index counts, and the total."""
        counts = self._context.index().counts(expr, self._context.go_on)
        badges = tuple(_badges(dict(counts.badges), counts.total).items())
        return Facets(counts.total, counts.archives, counts.categories, counts.months, badges)

    def _sets(self, only: Collection[str]) -> dict[str, list[tuple[Any, Papers]]]:
        """Return the sets of keys for the facets that are not counted by the index, by facet; empty for those not
        requested."""
        resolver = self._queries.resolver()
        parts: dict[str, Callable[[], Iterable[tuple[Any, Papers]]]] = {
            "unread": lambda: [("unread", resolver.state("unread"))],
            "tags": partial(self._kept, "tags", resolver.tags),
            "ratings": partial(self._kept, "ratings", self._ratings),
        }
        return {part: list(read()) if part in only else [] for part, read in parts.items()}

    def _kept(
        self, part: str, read: Callable[[], Iterable[tuple[_Name, Sequence[int]]]]
    ) -> list[tuple[_Name, frozenset[int]]]:
        """Return the sets of a facet as they were read last, unless something was written since."""
        return self._context.unless_written(
            f"facets: {part}", lambda: [(name, frozenset(keys)) for name, keys in read()]
        )

    def _ratings(self) -> list[tuple[int, list[int]]]:
        """Return (rating, the papers with this rating), best first."""
        ratings = self._queries.resolver().ratings()
        return (
            [(rating, [key for key in ratings if ratings[key] == rating]) for rating in reversed(RATINGS)]
            if ratings
            else []
        )

    def _muted(self, unresolved: Expr) -> int:
        """Return how many papers of a query are hidden by rules and not by the user; 0 for a query that requests such
        papers."""
        rules, resolver = self._queries.rules(), self._queries.resolver()
        if rules is None or mentions_hidden(unresolved) or not rules.muted():
            return 0
        bare = resolver.bare(unresolved)
        expr = self._queries.settle(And((bare, rules.as_query(bare), Not(Keys(resolver.state(HIDDEN.name))))))
        known = key_set(expr)
        return self._context.index().count(expr) if known is None else len(known.keys)


def _counted(named: Iterable[tuple[_Name, Papers]], count: Count) -> Iterator[tuple[_Name, int]]:
    return ((name, papers) for name, keys in named if (papers := count(keys)))


def _badges(by_number: Mapping[int, int], total: int) -> dict[str, int]:
    """Return the counts by badge name, from those by the numbers of ``search.schema.BADGE``."""
    theorem = sum(papers for badge, papers in by_number.items() if badge > 1)
    named = {"theorem": theorem, "recognition": by_number.get(1, 0), "none": by_number.get(0, 0)}
    named["unreviewed"] = total - sum(named.values())
    return {name: papers for name, papers in named.items() if papers}
