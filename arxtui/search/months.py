"""The months of an index, and stretches of them: the newest papers are looked at before all others."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable
from typing import NamedTuple

import tantivy
from tantivy import Occur, Query

from arxtui.model.arxiv.ids import join_key, split_key
from arxtui.model.expr import Expr, Keys, Term, with_terms
from arxtui.search import schema as fields

_STRETCH = 30_000
"""Papers that are looked at first. So many give fifty of all but the rarest queries, and of those all are found as
soon."""
_WORTH_IT = 4 * _STRETCH


class Months(NamedTuple):
    """(term, papers) of every month, oldest first. The counts may include papers that have since been replaced."""

    held: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, searcher: tantivy.Searcher, layout: fields.Layout) -> Months:
        """Those of an index; none of an index without months as terms."""
        return cls(tuple(sorted(searcher.terms_with_prefix(fields.MONTH, ""))) if layout.helped else ())

    def at_the_end(self, *, newest: bool) -> list[str]:
        """The terms of the newest, or oldest, months that hold enough papers to be looked at first; none when all of
        them are so few that there is nothing to gain."""
        if sum(papers for _, papers in self.held) < _WORTH_IT:
            return []
        found, papers = [], 0
        for term, here in reversed(self.held) if newest else self.held:
            if papers >= _STRETCH:
                break
            found.append(term)
            papers += here
        return found

    def between(self, first: int, last: int) -> list[str]:
        """The terms of the months from that of a key to that of another."""
        begin, end = split_key(first)[0], split_key(last)[0]
        return [term for term, _ in self.held if begin <= int(term) <= end]

    def papers(self, months: Collection[str]) -> int:
        """How many papers these months hold."""
        return sum(papers for term, papers in self.held if term in months)


def bounds(months: Iterable[str]) -> tuple[int, int]:
    """The first and the last key that there can be in some months, one after the other."""
    numbers = sorted(map(int, months))
    return join_key(numbers[0], 0), join_key(numbers[-1] + 1, 0) - 1


def keys_within(expr: Expr, months: list[str]) -> Expr:
    """The query with its sets of keys cut to these months, which follow one another: the less there is to look up."""
    first, last = bounds(months)

    def cut(term: Term) -> Expr:
        if not isinstance(term, Keys):
            return term
        return Keys(term.keys[bisect_left(term.keys, first) : bisect_right(term.keys, last)])

    return with_terms(expr, cut)


def within(schema: tantivy.Schema, query: Query, months: list[str]) -> Query:
    """The query in these months alone."""
    some = Query.boolean_query(
        [(Occur.Should, Query.term_query(schema, fields.MONTH, term, "basic")) for term in months]
    )
    return Query.boolean_query([(Occur.Must, query), (Occur.Must, some)])
