"""Regular expressions across words: no index term matches them, so the texts themselves are searched.

The search covers the newest papers that match the other terms of the query: for ``cat:cs.DC /a b/`` those in cs.DC,
for ``x /a b/ OR y /c d/`` those with x or y, for ``/a b/`` alone all papers. A paper whose text was not searched never
matches by an expression, not even by a negated one.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from arxtui.model.expr import And, Expr, Keys, Not, Or, Regex, Term, terms_of, with_terms
from arxtui.model.frozen import changed, frozen

if TYPE_CHECKING:
    from arxtui.search.some_words import SomeWords

MAX_SCANNED = 20_000
"""The largest number of papers whose texts are searched for one query."""


@frozen
class ScanResult:
    """The results of a search in the texts of the first ``papers`` papers: the matching keys for each expression. While
    ``goes_on``, the search has not finished."""

    matches: tuple[Sequence[int], ...]
    papers: int
    goes_on: bool = False


@frozen
class IndexQuery:
    """A query whose regular expressions are replaced by keys. ``note`` says in words what was not searched; empty if
    all was. While ``goes_on``, the search has not finished and the next call returns more. ``answer`` are the papers
    that have some words of its question, if it has one."""

    expr: Expr
    note: str = ""
    goes_on: bool = False
    answer: SomeWords | None = None


Newest = Callable[[Expr], tuple[Sequence[int], int]]
"""Returns the newest ``MAX_SCANNED`` papers that match a query, newest first, and the total number of matches."""
Look = Callable[[Sequence[Regex], Sequence[int]], ScanResult]


def too_large_across(expr: Expr, takes: Callable[[Regex], bool]) -> Expr:
    """Mark the regular expressions that are too large for the index to be searched in texts."""

    def across(term: Term) -> Expr:
        return changed(term, across=True) if isinstance(term, Regex) and not (term.across or takes(term)) else term

    return with_terms(expr, across)


def settle(expr: Expr, newest: Newest, look: Look) -> IndexQuery:
    """Replace the regular expressions by the keys that ``look`` finds among the papers from ``newest``."""
    expressions = tuple(dict.fromkeys(_across(expr)))
    if not expressions:
        return IndexQuery(expr)
    keys, total = newest(Or(_distinct(_beside(expr, ()))))
    scan = look(expressions, keys)
    matches = dict(zip(expressions, map(_ascending, scan.matches), strict=True))
    if scan.papers >= total:
        return IndexQuery(_replaced(expr, matches, None))
    seen = _ascending(keys[: scan.papers])
    note = f"the regular expression was tried on the newest {scan.papers:,} of {total:,} papers"
    return IndexQuery(_replaced(expr, matches, seen), f"{note} so far" if scan.goes_on else note, scan.goes_on)


def _across(expr: Expr) -> Iterator[Regex]:
    return (term for term in terms_of(expr) if isinstance(term, Regex) and term.across)


def _beside(expr: Expr, terms: tuple[Expr, ...]) -> Iterator[Expr]:
    """Yield, for each expression, the query that limits its search: the other terms of the surrounding conjunctions."""
    match expr:
        case Regex(across=True):
            yield And(terms)
        case Not(part):
            yield from _beside(part, terms)
        case And(parts):
            plain = tuple(part for part in parts if not any(_across(part)))
            for part in parts:
                yield from _beside(part, (*terms, *plain))
        case Or(parts):
            for part in parts:
                yield from _beside(part, terms)


def _distinct(terms: Iterable[Expr]) -> tuple[Expr, ...]:
    # Keys are not hashable.
    distinct: list[Expr] = []
    for each in terms:
        if each not in distinct:
            distinct.append(each)
    return tuple(distinct)


def _replaced(expr: Expr, matches: Mapping[Regex, Keys], seen: Keys | None, *, barred: bool = False) -> Expr:
    """Replace the expressions by their results. ``seen`` are the papers searched, None for all; ``barred`` is true
    inside a negation."""
    match expr:
        case Regex(across=True):
            return Or((matches[expr], Not(seen))) if barred and seen else matches[expr]
        case Not(part):
            return Not(_replaced(part, matches, seen, barred=not barred))
        case And(parts):
            return And(tuple(_replaced(part, matches, seen, barred=barred) for part in parts))
        case Or(parts):
            return Or(tuple(_replaced(part, matches, seen, barred=barred) for part in parts))
        case _:
            return expr


def _ascending(keys: Sequence[int]) -> Keys:
    return Keys(array("q", sorted(keys)))
