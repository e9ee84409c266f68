"""An open index, at one commit, and the "best first" order: which terms of a query have weight.

The weight of a word or phrase is its BM25 score (k1 = 1.2, b = 0.75; Robertson and Zaragoza, doi:10.1561/1500000019) in
the abstract, plus the score in ``other``, plus twice the score in the title; each form of a word is scored separately.
Categories, dates and marks have no weight, nor do words in at least a fifth of the abstracts, nor do prefixes. For a
prefix, papers that contain it as a whole word come first, best first; then the papers in which a word begins with it,
by the weight of the other words. Without any weight, and for equal scores, the newest papers come first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import tantivy

from arxtui.model.expr import And, Expr, Field, Not, Or, Phrase, Word
from arxtui.search import schema as fields
from arxtui.search.months import Months
from arxtui.search.translate import Translator, any_of
from arxtui.text import words

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory


COMMON = 0.2
"""The share of the papers from which a word is common: it says nothing about a paper, and would make tantivy score all
of them."""
_UNWEIGHTED = (Field.ID, Field.DOI)
_MIN_LISTED_PREFIX, _MAX_LISTED = 6, 50
"""The shortest prefix whose words are listed, and the most words that are looked up one by one. Listing thousands of
words takes longer than building an automaton, and so does looking up hundreds."""
_AUTOMATA = 16
_FREQUENCIES = 10_000
_MIN_PAPERS = 10_000
"""With fewer papers than this, ``common_from`` is computed as for this number, so that words in a small index still
count."""


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


class OpenIndex:
    """An index that can be searched, and ``change_number``, the change number of the cache up to which it is built (0
    for a new one).

    ``links`` is the temporary folder of links through which an index on a read-only disk is open; it is deleted with
    this object.
    """

    def __init__(
        self,
        folder: Path,
        index: tantivy.Index,
        searcher: tantivy.Searcher,
        change_number: int,
        links: TemporaryDirectory[str] | None = None,
    ) -> None:
        self.folder = folder
        self.index = index
        self.searcher = searcher
        self.change_number = change_number
        self.links = links
        self._automata: dict[tuple[str, str], tantivy.Query] = {}
        self._categories: dict[str, tantivy.Query] = {}
        self._frequencies: dict[str, int] = {}
        self._listed: dict[tuple[str, str], list[tuple[str, int]] | None] = {}

    @cached_property
    def layout(self) -> fields.Layout:
        """The layout of the index's schema."""
        return fields.layout_of(self.folder.name)

    @cached_property
    def months(self) -> Months:
        """The months of the index."""
        return Months.of(self.searcher, self.layout)

    def query(self, expr: Expr, *, ranked: bool = False) -> tantivy.Query:
        """Translate a query to tantivy's form, with scores if ``ranked``."""
        return Translator(self.index.schema, self.layout, self, ranked=ranked).query(expr)

    def matching(self, name: str, pattern: str) -> tantivy.Query:
        """Return the query for the words of a field that match a pattern. Recent automata are cached, as callers test
        whether a pattern is small enough before they run the query."""
        if (name, pattern) not in self._automata:
            if len(self._automata) >= _AUTOMATA:
                self._automata.clear()
            self._automata[name, pattern] = tantivy.Query.regex_query(self.index.schema, name, pattern)
        return self._automata[name, pattern]

    def words_with_prefix(self, name: str, prefix: str) -> list[tuple[str, int]] | None:
        """Return (word, number of papers) for the words of a field that begin with a prefix; None if the prefix is
        short or the words are many. Recent answers are cached, as a search needs them several times."""
        if len(prefix) < _MIN_LISTED_PREFIX:
            return None
        if (name, prefix) not in self._listed:
            if len(self._listed) >= _AUTOMATA:
                self._listed.clear()
            listed = self.searcher.terms_with_prefix(name, prefix, limit=_MAX_LISTED + 1)
            self._listed[name, prefix] = listed if len(listed) <= _MAX_LISTED else None
        return self._listed[name, prefix]

    def categories(self, stem: str) -> tantivy.Query:
        """Return the query for the categories that begin with ``stem``, cached, as many rules name the same archive."""
        if stem not in self._categories:
            if len(self._categories) >= _AUTOMATA:
                self._categories.clear()
            codes = [code for code, _ in self.searcher.terms_with_prefix(fields.CATEGORY, stem)]
            terms = [tantivy.Query.term_query(self.index.schema, fields.CATEGORY, code, "basic") for code in codes]
            self._categories[stem] = any_of(terms)
        return self._categories[stem]

    def is_common(self, word: str) -> bool:
        """Whether a folded word is in so many abstracts that it does not distinguish papers."""
        return self.searcher.doc_freq(fields.ABSTRACT, word) >= self.common_from

    def papers_with(self, word: str) -> int:
        """Return the number of papers that contain a folded word, cached, as papers share most of their words. In the
        current layout, each word of a paper is in only one of the summed fields."""
        if word not in self._frequencies:
            if len(self._frequencies) >= _FREQUENCIES:
                self._frequencies.clear()
            self._frequencies[word] = sum(self.searcher.doc_freq(name, word) for name in self.layout.anywhere)
        return self._frequencies[word]

    @property
    def common_from(self) -> float:
        """The number of papers from which a word is common."""
        return COMMON * max(self.searcher.num_docs, _MIN_PAPERS)
