"""Which of a few papers match each of many queries."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from tantivy import Occur, Query

from arxtui.model.expr import Expr, Keys, Sort
from arxtui.search.by_key import keys_in_order
from arxtui.search.open_index import OpenIndex

_PARTS = 16
"""Into how many parts the queries are divided."""


def matches_among(opened: OpenIndex, keys: Sequence[int], exprs: Sequence[Expr]) -> list[array[int]]:
    """Return the ascending keys of those of the papers that match, for each query.

    Most queries match none of a few papers. So one search asks for the papers that match any query, then each part of
    the queries is asked about these papers alone.
    """
    queries = [opened.query(expr) for expr in exprs]
    found = [array("q") for _ in queries]

    def search(first: int, end: int, keys: Sequence[int]) -> None:
        any_of = Query.boolean_query([(Occur.Should, query) for query in queries[first:end]])
        both = Query.boolean_query([(Occur.Must, opened.query(Keys(keys))), (Occur.Must, any_of)])
        matching, _ = keys_in_order(opened, both, len(keys), Sort.OLD)
        if end - first == 1:
            found[first] = matching
        elif matching:
            size = -(-(end - first) // _PARTS)
            for start in range(first, end, size):
                search(start, min(start + size, end), matching)

    if keys and queries:
        search(0, len(queries), keys)
    return found
