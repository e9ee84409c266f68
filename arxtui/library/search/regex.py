"""Regular expressions across words: no index term matches them, so the texts themselves are searched.

The search covers the papers whose words contain the fragments that the expression needs (``diffus`` and ``model`` for
``/diffus.*model/``) and that match the other terms of the query: for ``cat:cs.DC /a b/`` those in cs.DC, for ``x /a b/
OR y /c d/`` those with x or y. If they are too many, only the newest are searched. A paper that has the fragments and
whose text was not searched never matches by the expression, not even by a negated one.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from arxtui.library.search.key_sets import key_set
from arxtui.model.expr import EVERYTHING, And, Expr, Keys, Not, Or, Regex, Term, terms_of, with_terms
from arxtui.model.frozen import changed, frozen
from arxtui.text.matching.regex import AllOf, AnyOf, Fragments, fragments

MAX_SCANNED = 100_000
"""The largest number of papers whose texts are searched for one query."""
_SEARCHED_WHOLE = 5_000
"""The largest number of known papers that are all searched, whatever words they have."""


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
    all was, and ``untried`` how many papers that is. While ``goes_on``, the search has not finished and the next call
    returns more."""

    expr: Expr
    note: str = ""
    goes_on: bool = False
    untried: int = 0


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
    candidates = Or(_distinct(_candidates(expr, ())))
    keys, total = newest(candidates)
    scan = look(expressions, keys)
    matches = dict(zip(expressions, map(_ascending, scan.matches), strict=True))
    if scan.papers >= total:
        return IndexQuery(_replaced(expr, matches, None))
    untried = (
        _ascending(keys[scan.papers :])
        if len(keys) >= total
        else And((candidates, Not(_ascending(keys[: scan.papers]))))
    )
    note = f"the regular expression was tried on the newest {scan.papers:,} of {total:,} papers that may match"
    note = f"{note} so far" if scan.goes_on else note
    return IndexQuery(_replaced(expr, matches, untried), note, scan.goes_on, total - scan.papers)


def _across(expr: Expr) -> Iterator[Regex]:
    return (term for term in terms_of(expr) if isinstance(term, Regex) and term.across)


def _candidates(expr: Expr, terms: tuple[Expr, ...]) -> Iterator[Expr]:
    """Yield, for each expression, the query that limits its search: the fragments that it needs, and the other terms of
    the surrounding conjunctions."""
    match expr:
        case Regex(across=True):
            known = key_set(And(terms))
            # The index lacks kept papers that left the cache.
            is_short = known is not None and not known.inverted and len(known.keys) <= _SEARCHED_WHOLE
            yield And(terms if is_short else (*terms, _with_fragments(expr)))
        case Not(part):
            yield from _candidates(part, terms)
        case And(parts):
            plain = tuple(part for part in parts if not any(_across(part)))
            for part in parts:
                yield from _candidates(part, (*terms, *plain))
        case Or(parts):
            for part in parts:
                yield from _candidates(part, terms)


def _with_fragments(regex: Regex) -> Expr:
    """Return the query for the papers whose words contain what an expression needs; for all if that is nothing."""

    def query(needed: Fragments | None) -> Expr:
        match needed:
            case AllOf(parts):
                return And(tuple(map(query, parts)))
            case AnyOf(parts):
                return Or(tuple(map(query, parts)))
            case None:
                return EVERYTHING
            case _:
                return Regex(needed, regex.field)

    return query(fragments(regex.pattern))


def _distinct(terms: Iterable[Expr]) -> tuple[Expr, ...]:
    # Keys are not hashable.
    distinct: list[Expr] = []
    for each in terms:
        if each not in distinct:
            distinct.append(each)
    return tuple(distinct)


def _replaced(expr: Expr, matches: Mapping[Regex, Keys], untried: Expr | None, *, barred: bool = False) -> Expr:
    """Replace the expressions by their results. ``untried`` are the papers that may match and were not searched;
    ``barred`` is true inside a negation."""
    match expr:
        case Regex(across=True):
            return Or((matches[expr], untried)) if barred and untried else matches[expr]
        case Not(part):
            return Not(_replaced(part, matches, untried, barred=not barred))
        case And(parts):
            return And(tuple(_replaced(part, matches, untried, barred=barred) for part in parts))
        case Or(parts):
            return Or(tuple(_replaced(part, matches, untried, barred=barred) for part in parts))
        case _:
            return expr


def _ascending(keys: Sequence[int]) -> Keys:
    return Keys(array("q", sorted(keys)))
