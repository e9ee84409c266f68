"""The months of an index. A search by date reads the months at one end first."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import accumulate

import tantivy
from tantivy import Occur, Query

from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import join_key, split_key
from arxtui.model.expr import Expr, Keys, Term, with_terms
from arxtui.model.longlist import LongList
from arxtui.search import schema as fields

Fetch = Callable[[str, int], Sequence[int]]
"""Returns the keys of (month, number of papers), in the order of the list."""


class MonthlyKeys(LongList):
    """The keys of all papers that match a query, newest or oldest first. Fetched months are cached, eight bytes per
    paper."""

    def __init__(self, months: Iterable[tuple[str, int]], fetch: Fetch) -> None:
        """Create the list; ``months`` are (term, number of papers) in the order of the list."""
        self._months = list(months)
        self._ends = list(accumulate(papers for _, papers in self._months))
        self._fetch = fetch
        self._held: dict[int, Sequence[int]] = {}

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def at(self, place: int) -> int:
        """Return the key of a row; fetches its month at the first read."""
        month = bisect_right(self._ends, place)
        return self._month(month)[place - self._ends[month]]  # relative to the end of its month

    def __iter__(self) -> Iterator[int]:
        for at in range(len(self._months)):
            yield from self._month(at)

    def _month(self, at: int) -> Sequence[int]:
        if at not in self._held:
            self._held[at] = self._fetch(*self._months[at])
        return self._held[at]


_SEARCHED_FIRST = 30_000
"""Papers that are searched first. For all but the rarest queries, so many contain fifty matches; for rare queries, all
matches are found as quickly."""
_MIN_PAPERS = 4 * _SEARCHED_FIRST
"""With fewer papers in the index, limiting the search to months saves no time."""


class Months(NamedTuple):
    """(term, number of papers) for every month, oldest first. The counts can include replaced documents that tantivy
    has not yet merged away."""

    counts: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, searcher: tantivy.Searcher, layout: fields.Layout) -> Months:
        """Return the months of an index; empty for an old layout without months as terms."""
        return cls(tuple(sorted(searcher.terms_with_prefix(fields.MONTH, ""))) if layout.has_prefixes else ())

    def at_the_end(self, *, newest: bool) -> list[str]:
        """Return the terms of the newest or oldest months that contain enough papers to be searched first; empty if the
        index is too small for that to save time."""
        if sum(papers for _, papers in self.counts) < _MIN_PAPERS:
            return []
        terms, papers = [], 0
        for term, count in reversed(self.counts) if newest else self.counts:
            if papers >= _SEARCHED_FIRST:
                break
            terms.append(term)
            papers += count
        return terms

    def between(self, first: int, last: int) -> list[str]:
        """Return the terms of the months from the month of one key to the month of another."""
        begin, end = split_key(first)[0], split_key(last)[0]
        return [term for term, _ in self.counts if begin <= int(term) <= end]

    def papers(self, months: Collection[str]) -> int:
        """Return the number of papers in the months."""
        return sum(papers for term, papers in self.counts if term in months)


def bounds(months: Iterable[str]) -> tuple[int, int]:
    """Return the first and last possible key of consecutive months."""
    numbers = sorted(map(int, months))
    return join_key(numbers[0], 0), join_key(numbers[-1] + 1, 0) - 1


def keys_within(expr: Expr, months: list[str]) -> Expr:
    """Return the query with its key sets cut to consecutive months, which leaves fewer keys to look up."""
    first, last = bounds(months)

    def cut(term: Term) -> Expr:
        if not isinstance(term, Keys):
            return term
        return Keys(term.keys[bisect_left(term.keys, first) : bisect_right(term.keys, last)])

    return with_terms(expr, cut)


def within_months(schema: tantivy.Schema, query: Query, months: list[str]) -> Query:
    """Return the query restricted to the months."""
    in_months = Query.boolean_query(
        [(Occur.Should, Query.term_query(schema, fields.MONTH, term, "basic")) for term in months]
    )
    return Query.boolean_query([(Occur.Must, query), (Occur.Must, in_months)])
