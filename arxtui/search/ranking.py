"""Best first: what of a query has weight.

A word or phrase weighs by BM25 (k1 = 1.2, b = 0.75; Robertson and Zaragoza, doi:10.1561/1500000019) in the abstract,
plus in ``other``, plus twice in the title; each of its forms by itself. Categories, dates and marks weigh nothing, nor
do words that a fifth of the abstracts have. Nor does the beginning of a word: papers that have it as a whole word come
first, best first; then those in which a word begins so, by the weight of the other words. Where nothing has weight,
and among equals, the newest come first.
"""

from __future__ import annotations

from collections.abc import Callable

from arxtui.model.expr import And, Expr, Field, Not, Or, Phrase, Word
from arxtui.text import words

COMMON = 0.2
"""The share of the papers from which on a word tells nothing, and would have all of them weighed."""
_UNWEIGHTED = (Field.ID, Field.DOI)


def weighs(expr: Expr, is_common: Callable[[str], bool]) -> bool:
    """Whether anything in a query has weight."""
    match expr:
        case Word(text, field, False) | Phrase(text, field):
            return field not in _UNWEIGHTED and not all(map(is_common, words(text)))
        case And(parts) | Or(parts):
            return any(weighs(part, is_common) for part in parts)
        case _:
            return False


def in_whole_words(expr: Expr) -> Expr:
    """The query with every beginning taken for a whole word; the same when there is none."""
    match expr:
        case Word(text, field, True) if field not in _UNWEIGHTED:
            return Word(text, field)
        case And(parts):
            return And(tuple(map(in_whole_words, parts)))
        case Or(parts):
            return Or(tuple(map(in_whole_words, parts)))
        case Not():
            return expr
        case _:
            return expr
