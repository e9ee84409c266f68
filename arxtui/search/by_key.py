"""Search in the order of keys, newest or oldest first, reading as few papers as possible."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from tantivy import Order, Query, SearchResult

from arxtui.light import NamedTuple
from arxtui.model.expr import And, Category, Expr, Field, Keys, Not, Or, Sort, Word, conjuncts
from arxtui.search.months import bounds, keys_within, within_months
from arxtui.search.open_index import OpenIndex
from arxtui.search.schema import CATEGORY, KEY
from arxtui.text import words
from arxtui.text.matching.forms import forms


def at_most(opened: OpenIndex, expr: Expr) -> float:
    """Return an upper bound of the number of matching papers; infinity if finding one would take a search."""
    match expr:
        case And((_, *_) as parts):
            return min(at_most(opened, part) for part in parts)
        case Or(parts):
            return sum(at_most(opened, part) for part in parts)
        case Word(text, Field.ANY, prefix) if len(text_words := words(text)) == 1:
            return _with_prefix(opened, text_words[0]) if prefix else _with_word(opened, text_words[0])
        case Category(pattern) if not pattern.endswith("*"):
            return opened.searcher.doc_freq(CATEGORY, pattern)
        case _:
            return math.inf


def _with_word(opened: OpenIndex, word: str) -> float:
    return sum(opened.papers_with(form) for form in forms(word))


def _with_prefix(opened: OpenIndex, prefix: str) -> float:
    listed = [opened.words_with_prefix(name, prefix) for name in opened.layout.anywhere]
    if any(words_of_field is None for words_of_field in listed):
        return math.inf
    # A prefix also finds the other forms of the word, which need not begin with it.
    return _with_word(opened, prefix) + sum(papers for each in listed for _, papers in each or ())


_ALWAYS_LOOKED_UP = 200
"""A set of so few keys is always looked up directly."""
_SCANNED_PER_KEY = 20
"""Papers that tantivy returns in half the time of one key lookup."""
_MAX_SCANNED = 100_000
"""The most papers that are read to compare them with a set of keys."""
_OVERSAMPLING = 1.5
"""The factor by which more papers are requested than are expected to contain ``limit`` papers of a set."""
_MAX_CLUSTERING = 2
"""How many times as frequent a rare word can be in some months as in the others: a subject can be new."""
_MAX_MONTHS = 36
"""The most months that a query names as terms. Reading the lists of more months takes longer than reading the papers
outside them."""


class Hits(NamedTuple):
    """The first keys (``array('q')``) in the requested order. ``total`` is the number of matching papers; if not
    ``exact``, a lower bound of it."""

    keys: array[int]
    total: int = 0
    exact: bool = True


class _KeySetQuery(NamedTuple):
    """A conjunction in two parts: a set of ascending ``keys``, required or ``excluded``, and the ``rest`` of the
    terms."""

    rest: And
    keys: Sequence[int]
    excluded: bool

    @property
    def expr(self) -> Expr:
        """The whole conjunction, with a single set of keys."""
        return And((*self.rest.parts, Not(Keys(self.keys)) if self.excluded else Keys(self.keys)))

    def among(self, keys: Sequence[int]) -> array[int]:
        """Return those of the given keys that the set admits, in the given order."""
        if not keys:
            return array("q")
        known = frozenset(_between(self.keys, min(keys), max(keys)))
        return array("q", (key for key in keys if (key in known) is not self.excluded))


def by_key(opened: OpenIndex, expr: Expr, limit: int, sort: Sort) -> Hits:
    """Return the first papers: from the months at that end if they contain enough papers, otherwise from all months."""
    if split := _split_key_sets(expr):
        if hits := _scan_months(opened, split, limit, sort):
            return hits
        expr = split.expr
    months = opened.months.at_the_end(newest=sort is not Sort.OLD)
    in_end_months = keys_within(expr, months) if months else expr
    if months and not _is_among_few(in_end_months, limit) and not _is_rare(opened, expr, months, limit):
        query = opened.query(in_end_months)
        keys, total = keys_in_order(opened, within_months(opened.index.schema, query, months), limit, sort)
        if len(keys) == limit:
            return Hits(keys, total, exact=False)
        query = query if in_end_months == expr else opened.query(expr)
    else:
        query = opened.query(expr)
    keys, total = keys_in_order(opened, query, limit, sort)
    return Hits(keys, total)


def narrow_key_set(opened: OpenIndex, expr: Expr) -> Expr:
    """Return the query with its required key set reduced to the keys that match the other terms, if that is faster than
    looking all of them up."""
    split = _split_key_sets(expr)
    if split is None or split.excluded:
        return expr
    hits = _scan_months(opened, split, _MAX_SCANNED, Sort.NEW)
    return split._replace(keys=sorted(hits.keys)).expr if hits and hits.exact else split.expr


def split_excluded(expr: Expr) -> tuple[Expr, frozenset[int]]:
    """Return the query without its excluded keys, and those keys."""
    split = _split_key_sets(expr)
    return (split.rest, frozenset(split.keys)) if split and split.excluded else (expr, frozenset())


def keys_in_order(opened: OpenIndex, query: Query, limit: int, sort: Sort) -> tuple[array[int], int]:
    """Return the first keys that a tantivy query matches, and the total number of matches."""
    order = Order.Asc if sort is Sort.OLD else Order.Desc
    result = opened.searcher.search(query, limit, order_by_field=KEY, order=order)
    return array("q", [key for key, _ in result.hits]), total_of(result)


def total_of(result: SearchResult) -> int:
    """Return the total number of matches."""
    # tantivy's own stubs leave the attribute out.
    return int(result.count)  # type: ignore[attr-defined]


def _scan_months(opened: OpenIndex, split: _KeySetQuery, limit: int, sort: Sort) -> Hits | None:
    """Compare the papers that match the other terms with the set of keys.

    Uses the months at the requested end if they contain enough papers of the set, otherwise all papers if there are
    few. Returns None if looking up each key of the set is faster.
    """
    keys, rate = split.keys, 0.0
    if len(keys) <= _ALWAYS_LOOKED_UP:
        return None
    if end := opened.months.at_the_end(newest=sort is not Sort.OLD):
        papers = opened.months.papers(end)
        in_months = len(_between(keys, *bounds(end)))
        share = (papers - in_months if split.excluded else in_months) / papers
        requested = int(_OVERSAMPLING * limit / share) + 1 if share else papers
        query = within_months(opened.index.schema, opened.query(split.rest), end)
        first, matches = keys_in_order(
            opened, query, requested if requested <= _SCANNED_PER_KEY * in_months else 1, sort
        )
        common = split.among(first)
        if len(common) >= limit:
            return Hits(common[:limit], len(common), exact=False)
        rate = matches / papers
    months = [] if split.excluded else opened.months.between(keys[0], keys[-1])
    max_scanned = min(_SCANNED_PER_KEY * len(keys), _MAX_SCANNED)
    if rate * (opened.months.papers(months) if months else opened.searcher.num_docs) > max_scanned:
        return None
    query = opened.query(split.rest)
    if 0 < len(months) <= _MAX_MONTHS:
        query = within_months(opened.index.schema, query, months)
    every, matches = keys_in_order(opened, query, max_scanned, sort)
    common = split.among(every)
    return Hits(common[:limit], len(common)) if matches <= max_scanned else None


def _split_key_sets(expr: Expr) -> _KeySetQuery | None:
    """Split a conjunction into its sets of keys and its other terms; None if it lacks either."""
    parts = conjuncts(expr)
    required = [part.keys for part in parts if isinstance(part, Keys)]
    excluded = [part.part.keys for part in parts if isinstance(part, Not) and isinstance(part.part, Keys)]
    rest = And(tuple(part for part in parts if not isinstance(part.part if isinstance(part, Not) else part, Keys)))
    if not (rest.parts and (required or excluded)):
        return None
    if len(required) + len(excluded) == 1:
        return _KeySetQuery(rest, (required or excluded)[0], bool(excluded))
    all_excluded = frozenset[int]().union(*excluded)
    if not required:
        return _KeySetQuery(rest, sorted(all_excluded), excluded=True)
    return _KeySetQuery(rest, sorted(frozenset(required[0]).intersection(*required[1:]) - all_excluded), excluded=False)


def _between(keys: Sequence[int], first: int, last: int) -> Sequence[int]:
    return keys[bisect_left(keys, first) : bisect_right(keys, last)]


def _is_rare(opened: OpenIndex, expr: Expr, months: Sequence[str], limit: int) -> bool:
    """Whether some months are unlikely to contain ``limit`` matching papers, because a word of the query is rare."""
    share = opened.months.papers(months) / opened.searcher.num_docs
    return _MAX_CLUSTERING * share * at_most(opened, expr) < limit


def _is_among_few(expr: Expr, limit: int) -> bool:
    """Whether a query requires a set of keys with fewer than ``limit`` papers."""
    return any(isinstance(part, Keys) and len(part.keys) < limit for part in conjuncts(expr))
