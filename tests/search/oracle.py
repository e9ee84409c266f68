"""The correct result of a query, computed by checking every paper: slow, but simple enough to trust.

The rules are those of docs/query.md. Only the folding of words is the program's own (``text.matching.words``,
``readable``, ``forms``, ``compounds``). A text is one string, in which each word has a blank before and after it and
each value ends with a bar. Therefore words, beginnings of words, and consecutive words are substrings.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from arxtui.model.arxiv.ids import key_named, month_number, split_key, year_month
from arxtui.model.arxiv.taxonomy import CANONICAL, CATEGORIES
from arxtui.model.expr import (
    And,
    Badge,
    Category,
    Dated,
    Expr,
    Field,
    Has,
    Keys,
    Not,
    Or,
    Phrase,
    Regex,
    Sort,
    Source,
    Word,
)
from arxtui.search.document import Document
from arxtui.text import readable, words
from arxtui.text.matching.forms import forms
from arxtui.text.matching.hyphens import compounds

TITLE, ABSTRACT, AUTHORS, REVIEW = Field.TITLE.value, Field.ABSTRACT.value, Field.AUTHOR.value, "review"
ANYWHERE = (TITLE, ABSTRACT, AUTHORS, REVIEW)


class Held(NamedTuple):
    """A paper and its texts by field name of the query language; the text of ``ANY`` combines all fields in
    ``ANYWHERE``."""

    document: Document
    texts: dict[str, str]


_FEW = 3
"""Up to this length, the unfinished last word of several typed words can match the beginning of any word of the
paper."""

Test = Callable[[Held], bool]


class Oracle:
    """Papers in memory; each of them is checked against a query."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self.papers = {document.key: Held(document, _texts(document)) for document in documents}

    def matching(self, expr: Expr) -> set[int]:
        """Return the keys of the papers that match a query."""
        is_meant = meaning(expr)
        return {key for key, held in self.papers.items() if is_meant is None or is_meant(held)}

    def in_order(self, found: Iterable[int], sort: Sort) -> list[int]:
        """Return the keys sorted by key or by last update."""
        if sort is Sort.UPDATED:
            return sorted(found, key=lambda key: (_updated(self.papers[key].document), key), reverse=True)
        return sorted(found, reverse=sort is Sort.NEW)

    def by_category(self, found: Iterable[int]) -> Counter[str]:
        """Count the papers of each category, cross-lists included."""
        return Counter(code for key in found for code in self._categories(key))

    def by_archive(self, found: Iterable[int]) -> Counter[str]:
        """Count the papers of each archive."""
        return Counter(archive for key in found for archive in {code.split(".")[0] for code in self._categories(key)})

    def by_month(self, found: Iterable[int]) -> Counter[int]:
        """Count the papers submitted in each month (numbered by ``month_number``)."""
        days = (_published(self.papers[key].document) for key in found)
        return Counter(month_number(day.year, day.month) for day in days)

    def by_badge(self, found: Iterable[int]) -> Counter[int]:
        """Count the reviewed papers by best badge: 0 for none, 1 for Recognition, 1 + n for n theorem links."""
        badges = (_best_badge(self.papers[key].document) for key in found)
        return Counter(badge for badge in badges if badge is not None)

    def _categories(self, key: int) -> set[str]:
        return _codes(self.papers[key].document.paper.categories)


def _codes(categories: Iterable[str]) -> set[str]:
    """Return every code of a paper's categories: as named, at present, and of arXiv's pairs of equal categories."""
    present = {CANONICAL.get(code, code) for code in categories}
    return {
        *categories,
        *present,
        *(alias for alias in CANONICAL if alias in CATEGORIES and CANONICAL[alias] in present),
    }


def meaning(expr: Expr) -> Test | None:
    """Return a test whether a paper matches; None for an expression without a condition, such as signs without a letter
    or digit."""
    match expr:
        case Word(text, Field.ID | Field.DOI as field, prefix):
            return _named(text, field, prefix=prefix)
        case Word(text, field, prefix):
            return _word(text, field, prefix=prefix) if words(text) else None
        case Phrase(text, field):
            asked = words(text)
            return _stands(field.value, [row(asked)]) if asked else None
        case Not(part):
            inner = meaning(part)
            return lambda held: inner is not None and not inner(held)
        case And(parts):
            return _all_of(parts)
        case Or(parts):
            tests = [test for part in parts if (test := meaning(part))]
            return lambda held: any(test(held) for test in tests)
        case Regex(pattern, field, across=False):
            found = lru_cache(maxsize=None)(re.compile(pattern).search)
            return lambda held: any(map(found, held.texts[field.value].replace("|", " ").split()))
        case _:
            return lambda held: _is(held.document, expr)


def row(asked: list[str]) -> str:
    """Return consecutive words as they appear in a text."""
    return "".join(f" {word} " for word in asked)


def _all_of(parts: tuple[Expr, ...]) -> Test | None:
    """Return a test of all parts. Parts without a condition are ignored, also after NOT."""
    tests = [test for part in parts if (not isinstance(part, Not) or meaning(part.part)) and (test := meaning(part))]
    return (lambda held: all(test(held) for test in tests)) if tests else None


def _word(text: str, field: Field, *, prefix: bool) -> Test:
    *before, last = words(text)
    if before and prefix and len(last) <= _FEW:
        return _begun(text, before, last, field)
    sought = [row(before) + (f" {last}" if prefix else f" {last} ")]
    whole = "".join([*before, last])
    if before and compounds(text):
        sought.append(f" {whole}" if prefix else f" {whole} ")
    if not before or compounds(text):
        sought += [f" {form} " for form in ([whole] if field in (Field.AUTHOR, Field.VENUE) else forms(whole))]
    return _stands(field.value, sought)


def _begun(text: str, before: list[str], last: str, field: Field) -> Test:
    """Return a test for words followed by a short unfinished word, which can match the beginning of any word of the
    paper."""
    apart = _stands(field.value, [row(before)]), _stands(field.value, [f" {last}"])
    whole = "".join([*before, last])
    joined = _stands(field.value, [f" {whole}", *(f" {form} " for form in forms(whole))])
    return lambda held: all(test(held) for test in apart) or bool(compounds(text) and joined(held))


def _stands(name: str, sought: list[str]) -> Test:
    """Return a test whether one of these strings is in a text."""
    if len(sought) == 1:
        return lambda held: sought[0] in held.texts[name]
    return lambda held: any(each in held.texts[name] for each in sought)


def _named(text: str, field: Field, *, prefix: bool) -> Test:
    if field is Field.DOI:
        result = text.lower()
        return lambda held: any(
            doi.startswith(result) if prefix else doi == result
            for doi in (held.document.paper.doi or "").lower().split()
        )
    try:
        key = key_named(text)
    except ValueError:
        return lambda held: held.document.paper.id.startswith(text) if prefix else held.document.paper.id == text
    return lambda held: held.document.key == key


def _is(document: Document, expr: Expr) -> bool:
    paper = document.paper
    match expr:
        case Category(pattern) if pattern.endswith("*"):
            return any(code.startswith(pattern[:-1]) for code in _codes(paper.categories))
        case Category(pattern):
            return pattern in _codes(paper.categories)
        case Keys(keys):
            return document.key in keys
        case Dated(first, last, True):
            return _between(first, document.added, last)
        case Dated(first, last):
            return _between(first, _published(document), last)
        case Badge(name, least):
            best = _best_badge(document)
            return best is not None and (best > least if name == "theorem" else best == (name == "recognition"))
        case Source(name):
            return name in document.sources
        case Has("doi"):
            return bool(paper.doi)
        case Has("review"):
            return bool(document.reviews)
    raise AssertionError(expr)


def _between(first: date | None, day: date | None, last: date | None) -> bool:
    return day is not None and (first is None or first <= day) and (last is None or day <= last)


def _published(document: Document) -> date:
    published = document.paper.published
    return published.date() if published else date(*year_month(split_key(document.key)[0]), 1)


def _updated(document: Document) -> date:
    updated = document.paper.updated
    return updated.date() if updated else _published(document)


def _best_badge(document: Document) -> int | None:
    links = [review.theorem_links for review in document.reviews]
    return max(0 if count is None else 1 + count for count in links) if links else None


def _texts(document: Document) -> dict[str, str]:
    paper = document.paper
    texts = {
        TITLE: _text([paper.title]),
        ABSTRACT: _text([paper.abstract]),
        AUTHORS: _text(author.name for author in paper.authors),
        REVIEW: _text(text for review in document.reviews for text in (review.headline, review.deck)),
        Field.COMMENT.value: _text([paper.comment or ""]),
        Field.JOURNAL.value: _text([paper.journal_ref or ""]),
    }
    return {**texts, Field.ANY.value: "".join(texts[name] for name in ANYWHERE)}


def _text(values: Iterable[str]) -> str:
    """Return the text of a field: the words of each value, followed by each joined compound as a value of its own."""
    shown = [readable(value) for value in values]
    result = [words_of for each in shown for words_of in (words(each), *([joined] for joined in compounds(each)))]
    return "".join(f"{row(words_of)}|" for words_of in result if words_of)
