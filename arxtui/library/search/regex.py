"""Regular expressions across words: no term of the index answers them, so the texts themselves are looked through.

What is looked through are the newest papers that the terms beside the expression mean: of ``cat:cs.DC /a b/`` those in
cs.DC, of ``x /a b/ OR y /c d/`` those with x or y, of ``/a b/`` alone all. A paper that was not looked at is in no list
on account of an expression, not even of one with a minus before it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from arxtui.model.expr import And, Expr, Keys, Not, Or, Regex, Term, terms_of, with_terms
from arxtui.model.frozen import changed

LOOKED_AT = 20_000
"""The most papers that are looked at for one query."""


class Looked(NamedTuple):
    """What looking through the first ``papers`` of a list found: the keys for each expression; more are to be found
    while it ``goes_on``."""

    found: tuple[Sequence[int], ...]
    papers: int
    goes_on: bool = False


class Settled(NamedTuple):
    """A query without such expressions; ``note`` says in words what was not looked at, empty when all was. While it
    ``goes_on``, more is to be found when it is asked again."""

    expr: Expr
    note: str = ""
    goes_on: bool = False


Newest = Callable[[Expr], tuple[Sequence[int], int]]
"""The newest ``LOOKED_AT`` papers that a query means, newest first, and how many it means in all."""
Look = Callable[[Sequence[Regex], Sequence[int]], Looked]


def too_large_across(expr: Expr, takes: Callable[[Regex], bool]) -> Expr:
    """The query, the expressions that the index does not take looked for in the texts as well."""

    def across(term: Term) -> Expr:
        return changed(term, across=True) if isinstance(term, Regex) and not (term.across or takes(term)) else term

    return with_terms(expr, across)


def settle(expr: Expr, newest: Newest, look: Look) -> Settled:
    """Make sets of keys of the expressions that ``look`` finds, among the papers that ``newest`` gives."""
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
    """For each expression what must hold of a paper for it to matter: the other terms of every conjunction around."""
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
    # Lists of keys have no hash.
    kept: list[Expr] = []
    for each in terms:
        if each not in kept:
            kept.append(each)
    return tuple(kept)


def _replaced(expr: Expr, found: Mapping[Regex, Keys], seen: Keys | None, *, barred: bool = False) -> Expr:
    """``seen`` are the papers looked at, None for all; ``barred``: what is found is left out."""
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
