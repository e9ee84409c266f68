"""Regular expressions across words: no index term matches them, so the texts themselves are searched.

The search covers the newest papers that match the other terms of the query: for ``cat:cs.DC /a b/`` those in cs.DC,
for ``x /a b/ OR y /c d/`` those with x or y, for ``/a b/`` alone all papers. A paper whose text was not searched never
matches by an expression, not even by a negated one.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from arxtui.model.expr import And, Expr, Keys, Not, Or, Regex, Term, terms_of, with_terms
from arxtui.model.frozen import changed

LOOKED_AT = 20_000
"""The largest number of papers whose texts are searched for one query."""


class Looked(NamedTuple):
    """The results of a search in the texts of the first ``papers`` papers: the matching keys for each expression. While
    ``goes_on``, the search has not finished."""

    found: tuple[Sequence[int], ...]
    papers: int
    goes_on: bool = False


class Settled(NamedTuple):
    """A query whose regular expressions are replaced by keys. ``note`` says in words what was not searched; empty if
    all was. While ``goes_on``, the search has not finished and the next call returns more."""

    expr: Expr
    note: str = ""
    goes_on: bool = False


Newest = Callable[[Expr], tuple[Sequence[int], int]]
"""Returns the newest ``LOOKED_AT`` papers that match a query, newest first, and the total number of matches."""
Look = Callable[[Sequence[Regex], Sequence[int]], Looked]


def too_large_across(expr: Expr, takes: Callable[[Regex], bool]) -> Expr:
    """Mark the regular expressions that are too large for the index to be searched in texts."""

    def across(term: Term) -> Expr:
        return changed(term, across=True) if isinstance(term, Regex) and not (term.across or takes(term)) else term

    return with_terms(expr, across)


def settle(expr: Expr, newest: Newest, look: Look) -> Settled:
    """Replace the regular expressions by the keys that ``look`` finds among the papers from ``newest``."""
    asked = tuple(dict.fromkeys(_across(expr)))
    if not asked:
        return Settled(expr)
    keys, total = newest(Or(_distinct(_beside(expr, ()))))
    looked = look(asked, keys)
    found = dict(zip(asked, map(_ascending, looked.found), strict=True))
    if looked.papers >= total:
        return Settled(_replaced(expr, found, None))
    seen = _ascending(keys[: looked.papers])
    note = f"the regular expression was looked for in the newest {looked.papers:,} of {total:,} papers"
    return Settled(_replaced(expr, found, seen), f"{note} so far" if looked.goes_on else note, looked.goes_on)


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
    kept: list[Expr] = []
    for each in terms:
        if each not in kept:
            kept.append(each)
    return tuple(kept)


def _replaced(expr: Expr, found: Mapping[Regex, Keys], seen: Keys | None, *, barred: bool = False) -> Expr:
    """Replace the expressions by their results. ``seen`` are the papers searched, None for all; ``barred`` is true
    inside a negation."""
    match expr:
        case Regex(across=True):
            return Or((found[expr], Not(seen))) if barred and seen else found[expr]
        case Not(part):
            return Not(_replaced(part, found, seen, barred=not barred))
        case And(parts):
            return And(tuple(_replaced(part, found, seen, barred=barred) for part in parts))
        case Or(parts):
            return Or(tuple(_replaced(part, found, seen, barred=barred) for part in parts))
        case _:
            return expr


def _ascending(keys: Sequence[int]) -> Keys:
    return Keys(array("q", sorted(keys)))
