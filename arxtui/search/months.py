"""The months of an index. A search by date reads the months at one end first."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable
from typing import NamedTuple

import tantivy
from tantivy import Occur, Query

from arxtui.model.arxiv.ids import join_key, split_key
from arxtui.model.expr import Expr, Keys, Term, with_terms
from arxtui.search import schema as fields

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
