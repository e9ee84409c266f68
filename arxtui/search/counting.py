"""Counts of the papers that match a query: in total, and by the facets of the filter pane."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from arxtui.model.expr import Expr
from arxtui.search.open_index import OpenIndex
from arxtui.search.schema import ARCHIVE, BADGE, CATEGORY, KEY, MONTH, SUBMITTED
from arxtui.tuples import NamedTuple

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

_MAX_BUCKETS = 2_000
"""The most buckets of an aggregation: more than there are categories, archives, months or numbers of theorem links."""

_TOTAL = {"value_count": {"field": KEY}}


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
