"""Newest or oldest first: the first papers that a query means, from as few of them as can be."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from tantivy import Order, Query, SearchResult

from arxtui.model.expr import And, Expr, Keys, Not, Sort
from arxtui.search.months import bounds, keys_within, within
from arxtui.search.opened import Opened
from arxtui.search.schema import KEY

_SOON_LOOKED_UP = 200
_SIFTED_A_KEY = 20
"""Papers that are handed out in half the time in which a key is looked up."""
_MOST_SIFTED = 100_000
_SPARE = 1.5
"""How many times as many papers are asked for as should hold a list's worth of a set."""
_FEW_MONTHS = 36
"""More of them are not looked for as terms: so many lists of papers take longer than what lies outside of them."""


class Hits(NamedTuple):
    """The first keys (``array('q')``) in the order asked for. ``total`` papers match in all; at least so many where it
    is not ``exact``."""

    keys: array[int]
    total: int = 0
    exact: bool = True


class _Parted(NamedTuple):
    """A conjunction in two parts: ``keys``, ascending, which are ``barred`` or else wanted, and the ``rest``."""

    rest: And
    keys: Sequence[int]
    barred: bool

    @property
    def expr(self) -> Expr:
        """The conjunction with one set of keys."""
        return And((*self.rest.parts, Not(Keys(self.keys)) if self.barred else Keys(self.keys)))

    def among(self, keys: Sequence[int]) -> array[int]:
        """Those of the keys that the set lets pass, in their order."""
        if not keys:
            return array("q")
        known = frozenset(_between(self.keys, min(keys), max(keys)))
        return array("q", (key for key in keys if (key in known) is not self.barred))


def by_key(opened: Opened, expr: Expr, limit: int, sort: Sort) -> Hits:
    """The first papers: of the months at that end where these have enough of them, else of all."""
    if parted := _parted(expr):
        if hits := _sifted(opened, parted, limit, sort):
            return hits
        expr = parted.expr
    months = opened.months.at_the_end(newest=sort is not Sort.OLD)
    cut = keys_within(expr, months) if months else expr
    if months and not _is_among_few(cut, limit):
        query = within(opened.index.schema, opened.query(cut), months)
        keys, found = keys_in_order(opened, query, limit, sort)
        if len(keys) == limit:
            return Hits(keys, found, exact=False)
    keys, found = keys_in_order(opened, opened.query(expr), limit, sort)
    return Hits(keys, found)


def narrowed(opened: Opened, expr: Expr) -> Expr:
    """The query, its sets of keys cut to those that its other terms find where that is quicker than to look them up."""
    parted = _parted(expr)
    if parted is None or parted.barred:
        return expr
    hits = _sifted(opened, parted, _MOST_SIFTED, Sort.NEW)
    return parted._replace(keys=sorted(hits.keys)).expr if hits and hits.exact else parted.expr


def without_barred(expr: Expr) -> tuple[Expr, frozenset[int]]:
    """The query without the keys that are barred beside its other terms, and these."""
    parted = _parted(expr)
    return (parted.rest, frozenset(parted.keys)) if parted and parted.barred else (expr, frozenset())


def keys_in_order(opened: Opened, query: Query, limit: int, sort: Sort) -> tuple[array[int], int]:
    """The first keys that tantivy's query finds, and how many there are in all."""
    order = Order.Asc if sort is Sort.OLD else Order.Desc
    found = opened.searcher.search(query, limit, order_by_field=KEY, order=order)
    return array("q", [key for key, _ in found.hits]), total_of(found)


def total_of(found: SearchResult) -> int:
    """How many papers were found in all."""
    # tantivy's own stubs leave the attribute out.
    return int(found.count)  # type: ignore[attr-defined]


def _sifted(opened: Opened, parted: _Parted, limit: int, sort: Sort) -> Hits | None:
    """The papers of the other terms compared with the set, where that is quicker than to look up each of its keys, else
    None: those of the months at that end where enough of them are in the set, or all where they are few."""
    keys, rate = parted.keys, 0.0
    if len(keys) <= _SOON_LOOKED_UP:
        return None
    if end := opened.months.at_the_end(newest=sort is not Sort.OLD):
        papers = opened.months.papers(end)
        held = len(_between(keys, *bounds(end)))
        share = (papers - held if parted.barred else held) / papers
        asked = int(_SPARE * limit / share) + 1 if share else papers
        query = within(opened.index.schema, opened.query(parted.rest), end)
        first, found = keys_in_order(opened, query, asked if asked <= _SIFTED_A_KEY * held else 1, sort)
        sifted = parted.among(first)
        if len(sifted) >= limit:
            return Hits(sifted[:limit], len(sifted), exact=False)
        rate = found / papers
    months = [] if parted.barred else opened.months.between(keys[0], keys[-1])
    most = min(_SIFTED_A_KEY * len(keys), _MOST_SIFTED)
    if rate * (opened.months.papers(months) if months else opened.searcher.num_docs) > most:
        return None
    query = opened.query(parted.rest)
    if 0 < len(months) <= _FEW_MONTHS:
        query = within(opened.index.schema, query, months)
    every, found = keys_in_order(opened, query, most, sort)
    sifted = parted.among(every)
    return Hits(sifted[:limit], len(sifted)) if found <= most else None


def _parted(expr: Expr) -> _Parted | None:
    """None for a query without sets of keys beside its other terms."""
    parts = expr.parts if isinstance(expr, And) else ()
    wanted = [part.keys for part in parts if isinstance(part, Keys)]
    barred = [part.part.keys for part in parts if isinstance(part, Not) and isinstance(part.part, Keys)]
    rest = And(tuple(part for part in parts if not isinstance(part.part if isinstance(part, Not) else part, Keys)))
    if not (rest.parts and (wanted or barred)):
        return None
    if len(wanted) + len(barred) == 1:
        return _Parted(rest, (wanted or barred)[0], bool(barred))
    left_out = frozenset[int]().union(*barred)
    if not wanted:
        return _Parted(rest, sorted(left_out), barred=True)
    return _Parted(rest, sorted(frozenset(wanted[0]).intersection(*wanted[1:]) - left_out), barred=False)


def _between(keys: Sequence[int], first: int, last: int) -> Sequence[int]:
    return keys[bisect_left(keys, first) : bisect_right(keys, last)]


def _is_among_few(expr: Expr, limit: int) -> bool:
    """Whether a query names fewer papers, beside its other terms, than fill a list."""
    parts = expr.parts if isinstance(expr, And) else (expr,)
    return any(isinstance(part, Keys) and len(part.keys) < limit for part in parts)
