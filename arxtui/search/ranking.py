"""The "best first" order: which terms of a query have weight.

The weight of a word or phrase is its BM25 score (k1 = 1.2, b = 0.75; Robertson and Zaragoza, doi:10.1561/1500000019) in
the abstract, plus the score in ``other``, plus twice the score in the title; each form of a word is scored separately.
Categories, dates and marks have no weight, nor do words in at least a fifth of the abstracts, nor do prefixes. For a
prefix, papers that contain it as a whole word come first, best first; then the papers in which a word begins with it,
by the weight of the other words. Without any weight, and for equal scores, the newest papers come first.
"""

from __future__ import annotations

from collections.abc import Callable

from arxtui.model.expr import And, Expr, Field, Not, Or, Phrase, Word
from arxtui.text import words

COMMON = 0.2
"""The share of the papers from which a word is common: it says nothing about a paper, and would make tantivy score all
of them."""
_UNWEIGHTED = (Field.ID, Field.DOI)


def has_weight(expr: Expr, is_common: Callable[[str], bool]) -> bool:
    """Whether any part of a query has weight."""
    match expr:
        case Word(text, field, False) | Phrase(text, field):
            return field not in _UNWEIGHTED and not all(map(is_common, words(text)))
        case And(parts) | Or(parts):
            return any(has_weight(part, is_common) for part in parts)
        case _:
            return False


def prefixes_as_words(expr: Expr) -> Expr:
    """Return the query with every prefix read as a whole word; an equal query if it has no prefix."""
    match expr:
        case Word(text, field, True) if field not in _UNWEIGHTED:
            return Word(text, field)
        case And(parts):
            return And(tuple(map(prefixes_as_words, parts)))
        case Or(parts):
            return Or(tuple(map(prefixes_as_words, parts)))
        case Not():
            return expr
        case _:
            return expr
