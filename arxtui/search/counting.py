"""Counting the papers that a query means: in all, and by what the filter pane tells apart."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from arxtui.model.expr import Expr
from arxtui.search.opened import Opened
from arxtui.search.schema import ARCHIVE, BADGE, CATEGORY, KEY, MONTH, SUBMITTED

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

_MOST = 2_000
"""More than there are categories, archives, months or numbers of theorem links."""

_TOTAL = {"value_count": {"field": KEY}}


class Counts(NamedTuple):
    """Papers in all, and by category and archive (cross-lists included, commonest first), by month of submission
    (oldest first, as numbers of ``model.ids``) and by best badge (``search.schema.BADGE``; not those without a review).
    """

    total: int = 0
    categories: tuple[tuple[str, int], ...] = ()
    archives: tuple[tuple[str, int], ...] = ()
    months: tuple[tuple[int, int], ...] = ()
    badges: tuple[tuple[int, int], ...] = ()


def count(opened: Opened, expr: Expr) -> int:
    """Papers in all."""
    # A search would weigh and sort what it counts.
    return int(_aggregated(opened, expr, {"total": _TOTAL})["total"]["value"])


def by_category(opened: Opened, expr: Expr) -> dict[str, int]:
    """Papers of each category."""
    return dict(_buckets(_aggregated(opened, expr, {CATEGORY: _terms(CATEGORY)})[CATEGORY]))


def by_month(opened: Opened, expr: Expr) -> list[tuple[str, int]]:
    """Papers of each month, as it stands in the index."""
    return _buckets(_aggregated(opened, expr, {MONTH: _terms(MONTH)})[MONTH])


def counts(opened: Opened, expr: Expr, go_on: Callable[[], None]) -> Counts:
    """All of it, in parts: none of them can be stopped, so ``go_on`` is called before each, and may raise. The two
    halves take about as long and run side by side: tantivy lets go of the interpreter."""

    def divided(name: str) -> list[tuple[str, int]]:
        go_on()
        return _buckets(_aggregated(opened, expr, {name: _terms(name)})[name])

    rest = _helper().submit(lambda: (divided(CATEGORY), divided(BADGE)))
    archives, months = divided(ARCHIVE), divided(SUBMITTED)
    categories, badges = rest.result()
    return Counts(
        sum(papers for _, papers in months),  # each paper has one
        tuple(categories),
        tuple(archives),
        tuple(sorted((int(month), papers) for month, papers in months)),
        tuple(sorted((int(badge), papers) for badge, papers in badges)),
    )


def _aggregated(opened: Opened, expr: Expr, what: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = opened.searcher.aggregate(opened.query(expr), what)
    return told


def _terms(name: str) -> dict[str, Any]:
    return {"terms": {"field": name, "size": _MOST}}


def _buckets(told: dict[str, Any]) -> list[tuple[str, int]]:
    return [(bucket["key"], bucket["doc_count"]) for bucket in told["buckets"]]


@cache
def _helper() -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor  # which loads logging, for the numbers of the filter pane alone

    return ThreadPoolExecutor(1, "arxtui-counting")
