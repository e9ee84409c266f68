"""A query as arXiv's own search takes it, and what of it arXiv does not know.

arXiv is asked for no less than the query means, so that what it finds, searched here, is all of it. A plural that its
own stemming takes for the word is not asked for; names are asked for as they are typed. Terms that it does not know are
left out; so is the negation of words, which it would take for all words of their stem. Its operators have
no precedence and group to the right, so every bracket is written. The language is that of the API user's manual
(https://info.arxiv.org/help/api/user-manual.html#query_details); how its fields match is told by its own source code
(https://github.com/arXiv/arxiv-search).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.expr import (
    And,
    Category,
    Dated,
    Expr,
    Fault,
    Field,
    Not,
    Or,
    Phrase,
    Query,
    Sort,
    Term,
    Word,
    terms_of,
)
from arxtui.patterns import pattern
from arxtui.query.chips import chips
from arxtui.query.errors import QueryError
from arxtui.query.parser import parse
from arxtui.text import compounds, forms, words

_EARLIEST, _LATEST = date(1991, 1, 1), date(2099, 12, 31)
_KNOWN = "words, phrases, categories, days of submission, identifiers and DOIs"
_ORDERS = {
    Sort.OLD: ("submittedDate", False),
    Sort.BEST: ("relevance", True),
    Sort.UPDATED: ("lastUpdatedDate", True),
}
# What Lucene's analyzer for English leaves out of titles, abstracts and comments: alone, such a word finds nothing.
_UNINDEXED = frozenset(
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this "
    "to was will with".split()
)
_STEMMED = frozenset({Field.ANY, Field.TITLE, Field.ABSTRACT})
"""Where arXiv finds a word by Porter's stem of it (M. F. Porter, An algorithm for suffix stripping, 1980)."""
_VOWEL = pattern("[aeiouy]")
_SPECIAL = pattern(r'["\\*?]')
_PLAIN = pattern(r"[\w'’-]+")


class Asked(NamedTuple):
    """A query for arXiv: ``search_query``, its order as parameters of the API, and the parts of the query, as they were
    typed, that it says nothing of or less than they mean."""

    search_query: str
    sort_by: str
    descending: bool
    left_out: tuple[str, ...]


def for_arxiv(query: Query, today: date | None = None) -> Asked:
    """The query as arXiv is asked. QueryError when nothing is left to look for. ``today`` as for ``parse``."""
    bounds = _Bounds()
    search_query = bounds.of(query.expr, wide=True)
    if search_query is None:
        text = query.text.strip()
        said = (
            f"a query of '{text}' alone leaves arXiv nothing to look for" if text else "arXiv must be asked something"
        )
        raise QueryError(Fault(0, len(text), f"{said}; it knows {_KNOWN}"), text)
    typed = ((chip.text, parse(chip.text, today=today).expr) for chip in chips(query.text))
    left_out = tuple(text for text, expr in typed if any(term in bounds.left_out for term in terms_of(expr)))
    return Asked(search_query, *_ORDERS.get(query.sort, ("submittedDate", True)), left_out)


class _Bounds:
    """Translates; ``left_out`` are the terms that are not, or not wholly, in what came of it."""

    def __init__(self) -> None:
        self.left_out: list[Term] = []

    def of(self, expr: Expr, *, wide: bool) -> str | None:
        """A query that finds no less than is meant (``wide``), or no more. None where there is none: for what arXiv
        does not know, and for what only leaves out."""
        match expr:
            case And(parts):
                found = self._all_of(parts, wide=wide)
            case Or(parts):
                found = self._any_of(parts, wide=wide)
            case Not():
                found = None
            case _:
                found = _term(expr, wide=wide)
        if found is None:
            self.left_out += terms_of(expr)
        return found

    def _all_of(self, parts: Iterable[Expr], *, wide: bool) -> str | None:
        wanted, barred = [], []
        for part in parts:
            if isinstance(part, Not):
                barred.append(self.of(part.part, wide=not wide))
            else:
                wanted.append(self.of(part, wide=wide))
        if not wide and None in (*wanted, *barred):
            return None
        left, right = _joined("AND", wanted), _joined("OR", barred)
        return f"({left} ANDNOT {right})" if left and right else left

    def _any_of(self, parts: Iterable[Expr], *, wide: bool) -> str | None:
        found = [self.of(part, wide=wide) for part in parts]
        return None if wide and None in found else _joined("OR", found)


def _joined(operator: str, parts: Iterable[str | None]) -> str | None:
    """The parts that say something, in brackets where there are several."""
    said = list(dict.fromkeys(filter(None, parts)))
    return f"({f' {operator} '.join(said)})" if len(said) > 1 else said[0] if said else None


def _term(term: Term, *, wide: bool) -> str | None:
    match term:
        case Category(pattern) if pattern != "*":
            return f"cat:{pattern}"
        case Dated(first, last, added=False):
            return _submitted(first, last, wide=wide)
        case Word(text, Field.ID, prefix=False):
            return _identifier(text, wide=wide)
        case Word(text, Field.DOI, prefix=False) if wide and not _SPECIAL.search(text):
            # To arXiv upper and lower case make a difference, to a DOI none.
            return _any_of("doi", (text, text.lower(), text.upper()))
        case Word(_, Field.VENUE):
            return None
        case Word(text, field, prefix=False) if wide:
            return _any_of(field.value or "all", _spellings(text, field))
        case Phrase(text, field) if wide and _is_indexed(words(text), field):
            return _any_of(field.value or "all", _as_typed(text, words(text)))
    return None


def _submitted(first: date | None, last: date | None, *, wide: bool) -> str:
    """The days in minutes of GMT: up to the midnight after them, or up to the beginning of their last minute."""
    begin, end = (min(max(day, _EARLIEST), _LATEST) for day in (first or _EARLIEST, last or _LATEST))
    until = f"{end + timedelta(days=1):%Y%m%d}0000" if wide else f"{end:%Y%m%d}2359"
    return f"submittedDate:[{begin:%Y%m%d}0000 TO {until}]"


def _identifier(text: str, *, wide: bool) -> str | None:
    """A new identifier. Of an old one arXiv takes the number alone, which other archives may have too."""
    try:
        _, slash, number = ArxivId.parse(text).base.rpartition("/")
    except ValueError:
        return None
    return f"id:{number}" if wide or not slash else None


def _spellings(text: str, field: Field) -> list[str]:
    """A word in each form that counts as the same here; none where arXiv finds nothing by it."""
    asked = words(text)
    if not _is_indexed(asked, field):
        return []
    whole = asked if len(asked) == 1 else ["".join(asked)] if compounds(text) else []
    same = [word for each in whole for word in ((each,) if field is Field.AUTHOR else forms(each))]
    return [*_as_typed(text, asked), *(_by_stem(same) if field in _STEMMED else same)]


def _by_stem(words: Iterable[str]) -> list[str]:
    """Of the singulars and plurals of a word those that it takes for arXiv's stemming to find them all."""
    kept: list[str] = []
    for word in words:
        if not any(_has_same_stem(*sorted((word, each), key=len)) for each in kept):
            kept.append(word)
    return kept


def _has_same_stem(singular: str, plural: str) -> bool:
    """Whether Porter's algorithm takes off what the one form has more than the other."""
    if plural.endswith("ies"):
        return plural[:-3] in (singular[:-1], singular[:-2]) and bool(_VOWEL.search(plural[:-3]))
    if plural == f"{singular}es":
        return singular.endswith("ss") or not singular.endswith("s")
    return plural == f"{singular}s"


def _as_typed(text: str, asked: list[str]) -> list[str]:
    """Words side by side, and with the accents and hyphens that they were typed with: arXiv folds some fields only."""
    typed = " ".join(text.lower().split())
    row = " ".join(asked)
    return [row, typed] if all(map(_PLAIN.fullmatch, typed.split())) else [row]


def _is_indexed(asked: list[str], field: Field) -> bool:
    return field is Field.AUTHOR or not _UNINDEXED.issuperset(asked)


def _any_of(prefix: str, texts: Iterable[str]) -> str | None:
    """Any of these texts in a field; all in quotes, so that none is an operator."""
    return _joined("OR", (f'{prefix}:"{text}"' for text in texts))
