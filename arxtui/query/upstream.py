"""Translation of a query into arXiv's search language, and the list of terms that arXiv does not support.

The translated query matches at least every paper that the query means, so the local search over arXiv's results is
complete. A plural that arXiv's stemming covers is not searched separately; names are searched as typed. Unsupported
terms are left out. So is the negation of words, because arXiv would exclude every word of the same stem. arXiv's
operators have no precedence and group to the right, so every bracket is written. The language is documented in the API
user's manual (https://info.arxiv.org/help/api/user-manual.html#query_details); how fields match is visible in arXiv's
source code (https://github.com/arXiv/arxiv-search).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from arxtui.light import NamedTuple, pattern
from arxtui.model import expr
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.arxiv.taxonomy import CATEGORIES, RETIRED, listed_under
from arxtui.query.chips import chips
from arxtui.query.parser import QueryError, parse
from arxtui.text import words
from arxtui.text.matching.forms import forms
from arxtui.text.matching.hyphens import compounds

_EARLIEST, _LATEST = date(1991, 1, 1), date(2099, 12, 31)
_KNOWN = "words, phrases, categories, days of submission, identifiers and DOIs"
_ORDERS = {
    expr.Sort.OLD: ("submittedDate", False),
    expr.Sort.BEST: ("relevance", True),
    expr.Sort.UPDATED: ("lastUpdatedDate", True),
}
# Stop words of Lucene's English analyzer: arXiv does not index them in titles, abstracts and comments.
_UNINDEXED = frozenset(
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this "
    "to was will with".split()
)
_CODES = tuple(dict.fromkeys((*CATEGORIES, *RETIRED)))
_STEMMED = frozenset({expr.Field.ANY, expr.Field.TITLE, expr.Field.ABSTRACT})
"""The fields in which arXiv matches words by Porter's stem (M. F. Porter, An algorithm for suffix stripping, 1980)."""
_VOWEL = pattern("[aeiouy]")
_SPECIAL = pattern(r'["\\*?]')
_PLAIN = pattern(r"[\w'’-]+")


class ArxivQuery(NamedTuple):
    """A query for arXiv: ``search_query``, its order as API parameters, and ``left_out``, the parts of the typed query
    that ``search_query`` does not express or expresses only in part."""

    search_query: str
    sort_by: str
    descending: bool
    left_out: tuple[str, ...]


def for_arxiv(query: expr.Query, now: datetime | None = None) -> ArxivQuery:
    """Translate a query for arXiv. Raises QueryError if no supported term is left. ``now`` is as for ``parse``."""
    bounds = _Translator()
    search_query = bounds.of(query.expr, wide=True)
    if search_query is None:
        text = query.text.strip()
        reason = (
            f"the query '{text}' contains nothing that arXiv can search for" if text else "the query for arXiv is empty"
        )
        raise QueryError(expr.Fault(0, len(text), f"{reason}; use {_KNOWN}"), text)
    typed = ((chip.text, parse(chip.text, now=now).expr) for chip in chips(query.text))
    left_out = tuple(text for text, tree in typed if any(term in bounds.left_out for term in expr.terms_of(tree)))
    return ArxivQuery(search_query, *_ORDERS.get(query.sort, ("submittedDate", True)), left_out)


class _Translator:
    """The translator. ``left_out`` collects the terms that the result does not express, or expresses only in part."""

    def __init__(self) -> None:
        self.left_out: list[expr.Term] = []

    def of(self, tree: expr.Expr, *, wide: bool) -> str | None:
        """Return a query that matches at least what ``tree`` means (``wide``), or at most that. None if arXiv cannot
        express it, or if it only excludes."""
        match tree:
            case expr.And(parts):
                translated = self._all_of(parts, wide=wide)
            case expr.Or(parts):
                translated = self._any_of(parts, wide=wide)
            case expr.Not():
                translated = None
            case _:
                translated = _term(tree, wide=wide)
        if translated is None:
            self.left_out += expr.terms_of(tree)
        return translated

    def _all_of(self, parts: Iterable[expr.Expr], *, wide: bool) -> str | None:
        required, excluded = [], []
        for part in parts:
            if isinstance(part, expr.Not):
                excluded.append(self.of(part.part, wide=not wide))
            else:
                required.append(self.of(part, wide=wide))
        if not wide and None in (*required, *excluded):
            return None
        left, right = _join("AND", required), _join("OR", excluded)
        return f"({left} ANDNOT {right})" if left and right else left

    def _any_of(self, parts: Iterable[expr.Expr], *, wide: bool) -> str | None:
        translated = [self.of(part, wide=wide) for part in parts]
        return None if wide and None in translated else _join("OR", translated)


def _join(operator: str, parts: Iterable[str | None]) -> str | None:
    """Join the parts that are not empty, in brackets if there are several; None if there are none."""
    present = list(dict.fromkeys(filter(None, parts)))
    return f"({f' {operator} '.join(present)})" if len(present) > 1 else present[0] if present else None


def _term(term: expr.Term, *, wide: bool) -> str | None:
    match term:
        case expr.Category(pattern) if pattern != "*":
            return _category(pattern)
        case expr.Dated(first, last, added=False):
            return _submitted(first, last, wide=wide)
        case expr.Word(text, expr.Field.ID, prefix=False):
            return _identifier(text, wide=wide)
        case expr.Word(text, expr.Field.DOI, prefix=False) if wide and not _SPECIAL.search(text):
            # arXiv's search is case-sensitive for DOIs; DOIs themselves are not.
            return _any_of("doi", (text, text.lower(), text.upper()))
        case expr.Word(_, expr.Field.VENUE):
            return None
        case expr.Word(text, field, prefix=False) if wide:
            return _any_of(field.value or "all", _spellings(text, field))
        case expr.Phrase(text, field) if wide and _is_indexed(words(text), field):
            return _any_of(field.value or "all", _as_typed(text, words(text)))
    return None


def _category(pattern: str) -> str | None:
    """Return the query for a category, or for all that begin with a prefix (``cs.*``), under every code that a record
    can name instead."""
    stem = pattern.rstrip("*")
    is_meant = pattern.__eq__ if stem == pattern else lambda code: code.startswith(stem)
    others = [code for code in _CODES if not is_meant(code) and any(map(is_meant, listed_under((code,))))]
    return _join("OR", (f"cat:{code}" for code in (pattern, *others)))


def _submitted(first: date | None, last: date | None, *, wide: bool) -> str:
    """Return the range of submission in minutes of GMT: up to the midnight after the last day (wide), or up to the
    start of its last minute."""
    begin, end = (min(max(day, _EARLIEST), _LATEST) for day in (first or _EARLIEST, last or _LATEST))
    until = f"{end + timedelta(days=1):%Y%m%d}0000" if wide else f"{end:%Y%m%d}2359"
    return f"submittedDate:[{begin:%Y%m%d}0000 TO {until}]"


def _identifier(text: str, *, wide: bool) -> str | None:
    """Return the query for an identifier; None if invalid. arXiv matches an old identifier by its number alone, which
    other archives can share, so an old one has only a wide translation."""
    try:
        _, slash, number = ArxivId.parse(text).base.rpartition("/")
    except ValueError:
        return None
    return f"id:{number}" if wide or not slash else None


def _spellings(text: str, field: expr.Field) -> list[str]:
    """Return a word in each form that counts as equal here; empty for a word that arXiv does not index."""
    text_words = words(text)
    if not _is_indexed(text_words, field):
        return []
    as_one_word = text_words if len(text_words) == 1 else ["".join(text_words)] if compounds(text) else []
    forms_of_word = [word for each in as_one_word for word in ((each,) if field is expr.Field.AUTHOR else forms(each))]
    return [*_as_typed(text, text_words), *(_by_stem(forms_of_word) if field in _STEMMED else forms_of_word)]


def _by_stem(words: Iterable[str]) -> list[str]:
    """Return the singulars and plurals that are needed for arXiv's stemming to match all of the forms."""
    stems: list[str] = []
    for word in words:
        if not any(_has_same_stem(*sorted((word, each), key=len)) for each in stems):
            stems.append(word)
    return stems


def _has_same_stem(singular: str, plural: str) -> bool:
    """Whether Porter's algorithm removes the ending by which the plural differs from the singular."""
    if plural.endswith("ies"):
        return plural[:-3] in (singular[:-1], singular[:-2]) and bool(_VOWEL.search(plural[:-3]))
    if plural == f"{singular}es":
        return singular.endswith("ss") or not singular.endswith("s")
    return plural == f"{singular}s"


def _as_typed(text: str, text_words: list[str]) -> list[str]:
    """Return the words side by side, and also with the accents and hyphens as typed, because arXiv folds only some
    fields."""
    typed = " ".join(text.lower().split())
    plain = " ".join(text_words)
    return [plain, typed] if all(map(_PLAIN.fullmatch, typed.split())) else [plain]


def _is_indexed(text_words: list[str], field: expr.Field) -> bool:
    return field is expr.Field.AUTHOR or not _UNINDEXED.issuperset(text_words)


def _any_of(prefix: str, texts: Iterable[str]) -> str | None:
    """Return the disjunction of texts in a field, all quoted so that none is read as an operator."""
    return _join("OR", (f'{prefix}:"{text}"' for text in texts))
