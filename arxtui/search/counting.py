"""Counts of the papers that match a query, in total and by the facets of the filter pane; and which of a few papers
match each of many queries."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from tantivy import Occur, Query

from arxtui.light import NamedTuple
from arxtui.model.expr import Expr, Keys
from arxtui.search.open_index import OpenIndex
from arxtui.search.schema import ARCHIVE, BADGE, CATEGORY, KEY, MONTH, SUBMITTED

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor


_MAX_BUCKETS = 2_000
"""The most buckets of an aggregation: more than there are categories, archives, months or numbers of theorem links."""

_TOTAL = {"value_count": {"field": KEY}}
TOGETHER = 24
"""The most queries of one search: a score is a 32-bit float, which represents integers of so many bits exactly."""


class Counts(NamedTuple):
    """The counts of matching papers: in total, by category and archive (cross-lists included, most frequent first), by
    month of submission (oldest first, month numbers as in ``model.ids``) and by best badge (``search.schema.BADGE``;
    papers without a review are not counted)."""

    total: int = 0
    categories: tuple[tuple[str, int], ...] = ()
    archives: tuple[tuple[str, int], ...] = ()
    months: tuple[tuple[int, int], ...] = ()
    badges: tuple[tuple[int, int], ...] = ()


def count(opened: OpenIndex, expr: Expr) -> int:
    """Return the number of matching papers."""
    # A search would also score and sort the papers.
    return int(_aggregate(opened, expr, {"total": _TOTAL})["total"]["value"])


def by_category(opened: OpenIndex, expr: Expr) -> dict[str, int]:
    """Return the number of matching papers for each category."""
    return dict(_buckets(_aggregate(opened, expr, {CATEGORY: _terms(CATEGORY)})[CATEGORY]))


def by_month(opened: OpenIndex, expr: Expr) -> list[tuple[str, int]]:
    """Return the number of matching papers for each month term of the index."""
    return _buckets(_aggregate(opened, expr, {MONTH: _terms(MONTH)})[MONTH])


def counts(opened: OpenIndex, expr: Expr, go_on: Callable[[], None]) -> Counts:
    """Return all counts. ``go_on`` is called before each of two aggregations, which cannot be interrupted, and can
    raise to stop. They take about the same time and run in parallel, as tantivy releases the interpreter lock; each
    finds the papers once for both of its counts."""

    def count_by(*names: str) -> list[list[tuple[str, int]]]:
        go_on()
        result = _aggregate(opened, expr, {name: _terms(name) for name in names})
        return [_buckets(result[name]) for name in names]

    rest = _executor().submit(count_by, CATEGORY, BADGE)
    archives, months = count_by(ARCHIVE, SUBMITTED)
    categories, badges = rest.result()
    return Counts(
        sum(papers for _, papers in months),  # each paper has one
        tuple(categories),
        tuple(archives),
        tuple(sorted((int(month), papers) for month, papers in months)),
        tuple(sorted((int(badge), papers) for badge, papers in badges)),
    )


def _aggregate(opened: OpenIndex, expr: Expr, aggregations: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = opened.searcher.aggregate(opened.query(expr), aggregations)
    return result


def _terms(name: str) -> dict[str, Any]:
    return {"terms": {"field": name, "size": _MAX_BUCKETS}}


def _buckets(result: dict[str, Any]) -> list[tuple[str, int]]:
    return [(bucket["key"], bucket["doc_count"]) for bucket in result["buckets"]]


@cache
def _executor() -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor  # slow: imports logging; only the filter pane needs it

    return ThreadPoolExecutor(1, "arxtui-counting")


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
