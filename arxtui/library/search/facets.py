"""Facet counts: how the papers of a query divide by the rows of the filter pane, and its authors by their number of
papers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import is_not
from typing import TYPE_CHECKING, Any, TypeVar

from arxtui.library.rules.name_forms import form_of
from arxtui.library.search.key_sets import KeySet, key_set
from arxtui.library.search.resolve import mentions_hidden
from arxtui.library.views import AuthorCounts, Facets
from arxtui.light import changed
from arxtui.model.expr import And, Expr, Keys, Not
from arxtui.model.marks import HIDDEN, RATINGS
from arxtui.query.chips import author_term
from arxtui.store.cache.keys import MonthKeys
from arxtui.text import words

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.search.queries import Queries


MAX_FETCHED = 20_000
"""The size of a set and of the query's results above which the index counts their intersection without fetching keys.
After a harvest most papers are fresh."""
HANDED_OUT = 4
"""How many keys of a result the index returns in the time that it needs to look up one key."""

Papers = Sequence[int] | frozenset[int]
"""The keys of a set of papers: ascending, or, if they are the same object for several queries, a frozenset."""
Count = Callable[[Papers], int]
_SHOWN = 10
_CANDIDATES = 200
"""How many of the most frequent names are counted exactly: the order of a sample is not that of all papers."""
_MOST_PAPERS = 5_000
_MOST_NAMES = 50_000
"""How many papers, evenly drawn from the list, and names of their authors are looked at: a tenth of a second.
In large collaborations a paper has thousands."""


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

    def authors(self, text: str) -> AuthorCounts:
        """Return the authors with the most papers of a query."""
        return count_authors(self._context, self._queries, text)

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


def count_authors(context: LibraryContext, queries: Queries, text: str) -> AuthorCounts:
    """Return the authors with the most papers of a query, each with the exact number of papers that the query has with
    the author's term added."""
    unresolved = queries.parse(text).expr
    keys = _all_keys(context, queries.resolve(unresolved))
    context.go_on()
    names, sampled = _most_frequent(context, keys[:: -(-len(keys) // _MOST_PAPERS) or 1])
    followed = context.settings.follow.authors
    authors: list[tuple[str, int, bool]] = []
    for name in names:
        context.go_on()
        expr = queries.resolve(And((unresolved, queries.parse(author_term(name)).expr)))
        known = key_set(expr)
        if papers := context.index().count(expr) if known is None else len(known.keys):
            authors.append((name, papers, any(form_of(each, [name]) for each in followed)))
    authors.sort(key=lambda author: (-author[1], author[0]))
    return AuthorCounts(tuple(authors[:_SHOWN]), sampled if sampled < len(keys) else 0)


def _all_keys(context: LibraryContext, expr: Expr) -> Sequence[int]:
    known = key_set(expr)
    if known is None:
        return context.index().sequence(expr)
    return known.among(context.cache.month_keys() if known.inverted else MonthKeys(()))


def _most_frequent(context: LibraryContext, keys: Sequence[int]) -> tuple[list[str], int]:
    """Return the names that the most of these papers have, and the number of papers looked at. Spellings that differ in
    case and accents alone are one name, in its most frequent spelling."""
    spellings: Counter[str] = Counter()
    stored, looked_at, room = context.cache.papers.readable(keys), 0, _MOST_NAMES
    for key in keys:
        if room <= 0:
            break
        looked_at += 1
        if paper := stored.get(key):
            spellings.update({author.name for author in paper.authors})
            room -= len(paper.authors)
    papers: Counter[tuple[str, ...]] = Counter()
    names: dict[tuple[str, ...], str] = {}
    for name, number in spellings.most_common():
        if folded := tuple(words(name)):
            papers[folded] += number
            names.setdefault(folded, name)
    ordered = sorted(papers, key=lambda folded: (-papers[folded], folded))
    return [names[folded] for folded in ordered[:_CANDIDATES]], looked_at
