"""Which of a few papers match each of many queries."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from tantivy import Occur, Query

from arxtui.model.expr import Expr, Keys
from arxtui.search.open_index import OpenIndex
from arxtui.search.schema import KEY

TOGETHER = 24
"""The most queries of one search: a score is a 32-bit float, which represents integers of so many bits exactly."""


def matches_among(opened: OpenIndex, keys: Sequence[int], exprs: Sequence[Expr]) -> list[array[int]]:
    """Return the ascending keys of those of the papers that match, for each query.

    Two dozen queries are one search: each adds its own power of two to the score of a paper, so the score says which of
    them match.
    """
    found = [array("q") for _ in exprs]
    if keys:
        among = Query.const_score_query(opened.query(Keys(keys)), 0.0)
        for start in range(0, len(exprs), TOGETHER):
            for key, score in _scored(opened, among, exprs[start : start + TOGETHER], len(keys)):
                for place in range(score.bit_length()):
                    if score >> place & 1:
                        found[start + place].append(key)
    return found


def _scored(opened: OpenIndex, among: Query, exprs: Sequence[Expr], limit: int) -> list[tuple[int, int]]:
    """Return (key, sum of ``1 << place`` of the matching queries), ascending, of the papers that match any query."""
    marking = [Query.const_score_query(opened.query(expr), float(1 << place)) for place, expr in enumerate(exprs)]
    clauses = [(Occur.Must, among), *((Occur.Should, query) for query in marking)]
    hits = opened.searcher.search(Query.boolean_query(clauses), limit, count=False).hits
    matching = [(int(score or 0), address) for score, address in hits if score]
    keys = opened.searcher.fast_field_values(KEY, [address for _, address in matching])
    return sorted((int(key or 0), score) for key, (score, _) in zip(keys, matching, strict=True))
