"""Search in the order of keys, newest or oldest first, reading as few papers as possible."""

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
"""A set of so few keys is always looked up directly."""
_SIFTED_A_KEY = 20
"""Papers that tantivy returns in half the time of one key lookup."""
_MOST_SIFTED = 100_000
"""The most papers that are read to compare them with a set of keys."""
_SPARE = 1.5
"""The factor by which more papers are requested than are expected to contain ``limit`` papers of a set."""
_FEW_MONTHS = 36
"""The most months that a query names as terms. Reading the lists of more months takes longer than reading the papers
outside them."""


class Hits(NamedTuple):
    """The first keys (``array('q')``) in the requested order. ``total`` is the number of matching papers; if not
    ``exact``, a lower bound of it."""

    keys: array[int]
    total: int = 0
    exact: bool = True


class _Parted(NamedTuple):
    """A conjunction in two parts: a set of ascending ``keys``, excluded if ``barred`` and required otherwise, and the
    ``rest`` of the terms."""

    rest: And
    keys: Sequence[int]
    barred: bool

    @property
    def expr(self) -> Expr:
        """The whole conjunction, with a single set of keys."""
        return And((*self.rest.parts, Not(Keys(self.keys)) if self.barred else Keys(self.keys)))

    def among(self, keys: Sequence[int]) -> array[int]:
        """Return those of the given keys that the set admits, in the given order."""
        if not keys:
            return array("q")
        known = frozenset(_between(self.keys, min(keys), max(keys)))
        return array("q", (key for key in keys if (key in known) is not self.barred))


def by_key(opened: Opened, expr: Expr, limit: int, sort: Sort) -> Hits:
    """Return the first papers: from the months at that end if they contain enough papers, otherwise from all months."""
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
    """Return the query with its required key set reduced to the keys that match the other terms, if that is faster than
    looking all of them up."""
    parted = _parted(expr)
    if parted is None or parted.barred:
        return expr
    hits = _sifted(opened, parted, _MOST_SIFTED, Sort.NEW)
    return parted._replace(keys=sorted(hits.keys)).expr if hits and hits.exact else parted.expr


def without_barred(expr: Expr) -> tuple[Expr, frozenset[int]]:
    """Return the query without its excluded keys, and those keys."""
    parted = _parted(expr)
    return (parted.rest, frozenset(parted.keys)) if parted and parted.barred else (expr, frozenset())


def keys_in_order(opened: Opened, query: Query, limit: int, sort: Sort) -> tuple[array[int], int]:
    """Return the first keys that a tantivy query matches, and the total number of matches."""
    order = Order.Asc if sort is Sort.OLD else Order.Desc
    found = opened.searcher.search(query, limit, order_by_field=KEY, order=order)
    return array("q", [key for key, _ in found.hits]), total_of(found)


def total_of(found: SearchResult) -> int:
    """Return the total number of matches."""
    # tantivy's own stubs leave the attribute out.
    return int(found.count)  # type: ignore[attr-defined]


def _sifted(opened: Opened, parted: _Parted, limit: int, sort: Sort) -> Hits | None:
    """Compare the papers that match the other terms with the set of keys.

    Uses the months at the requested end if they contain enough papers of the set, otherwise all papers if there are
    few. Returns None if looking up each key of the set is faster.
    """
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
    """Split a conjunction into its sets of keys and its other terms; None if it lacks either."""
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
    """Whether a query requires a set of keys with fewer than ``limit`` papers."""
    parts = expr.parts if isinstance(expr, And) else (expr,)
    return any(isinstance(part, Keys) and len(part.keys) < limit for part in parts)
