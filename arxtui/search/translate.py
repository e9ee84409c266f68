"""Translation of a query tree into tantivy queries. The queries are built from objects, so the user's text is not
parsed a second time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Protocol

import tantivy
from tantivy import FieldType, Occur, Query

from arxtui.model import expr
from arxtui.model.arxiv.ids import key_named, month_number
from arxtui.search import schema as fields
from arxtui.search.schema import Layout
from arxtui.text import words
from arxtui.text.matching.forms import forms
from arxtui.text.matching.hyphens import compounds
from arxtui.text.matching.regex import word_pattern

_FIELDS = {
    expr.Field.TITLE: (fields.TITLE,),
    expr.Field.ABSTRACT: (fields.ABSTRACT,),
    expr.Field.AUTHOR: (fields.AUTHORS,),
    expr.Field.COMMENT: (fields.COMMENT,),
    expr.Field.JOURNAL: (fields.JOURNAL,),
    expr.Field.VENUE: (fields.VENUE,),
}
_PHRASE_FIELDS = (fields.TITLE, fields.ABSTRACT, fields.AUTHORS, fields.REVIEW)
"""The fields in which a phrase can match if no field is given."""
_TITLE_BOOST = 2.0
ADJACENT_FROM = 4
"""Letters from which on a prefix must follow the words before it."""
_MAX_PREFIX = 100
"""A longer prefix is read as a whole word: tantivy limits the size of automata, and words are not longer."""
_MAX_KEY_TERMS = 1_000
"""So many keys are looked up one by one, in a third of the time of a set of keys spread over the index. A larger set is
faster as a set, in particular if its keys are close together."""
_SPECIAL = re.compile(r"[^\w\s]", re.ASCII)
_LAST_DAY = date.max.toordinal()

_MONTHS_BY_TERM = 24
"""Longer ranges are looked up in the column of days: reading the posting lists of so many months takes longer."""


class Lexicon(Protocol):
    """The data that the translation needs from the index."""

    def matching(self, name: str, pattern: str) -> Query:
        """Return the query for the words of an index field that match a pattern. Raises ValueError for a pattern that
        is too large."""

    def words_with_prefix(self, name: str, prefix: str) -> list[tuple[str, int]] | None:
        """Return (word, number of papers) for the words of an index field that begin with a prefix; None if they are
        better found by an automaton."""

    def categories(self, stem: str) -> Query:
        """Return the query for the categories that begin with ``stem``."""

    def is_common(self, word: str) -> bool:
        """Whether a folded word is in so many papers that it does not distinguish them (``search.ranking``)."""


class UnresolvedError(Exception):
    """A term that the library must resolve to keys before the search, and has not."""


class Translator:
    """Builds the queries for one schema; with scores for "best first" if ``ranked``."""

    def __init__(self, schema: tantivy.Schema, layout: Layout, lexicon: Lexicon, *, ranked: bool = False) -> None:
        self._schema = schema
        self._layout = layout
        self._lexicon = lexicon
        self._ranked = ranked
        self._index_option = "freq" if ranked else "basic"

    def query(self, tree: expr.Expr) -> Query:
        """Return the query for the matching papers. Raises UnresolvedError for a term that is not resolved to keys."""
        return self._translate(tree) or self.everything()

    def everything(self) -> Query:
        """Return the query for every paper; it excludes the state document."""
        return self._all_but([Query.term_query(self._schema, fields.STATE, fields.STATE_TERM)])

    def _translate(self, tree: expr.Expr) -> Query | None:
        """Translate an expression. Returns None if it does not filter: an empty conjunction, a word without a letter or
        digit."""
        match tree:
            case expr.Not(part):
                inner = self._translate(part)
                return self._all_but([inner] if inner else [self.everything()])
            case expr.And(parts):
                return self._all_of(parts)
            case expr.Or(()):
                return Query.empty_query()
            case expr.Or(parts):
                return any_of([query for part in parts if (query := self._translate(part))])
            case expr.Word(text, field, prefix):
                return self._word(text, field, prefix=prefix)
            case expr.Phrase(text, field):
                return self._phrase(text, field)
            case expr.Regex(pattern, field, across=False):
                return self._unweighted(self._matching(pattern, field))
            case _:
                return self._unweighted(self._unweighted_term(tree))

    def _all_of(self, parts: tuple[expr.Expr, ...]) -> Query | None:
        required = [query for part in parts if not isinstance(part, expr.Not) and (query := self._translate(part))]
        excluded = [query for part in parts if isinstance(part, expr.Not) and (query := self._translate(part.part))]
        if excluded and not required:
            return self._all_but(excluded)
        clauses = [(Occur.Must, query) for query in required] + [(Occur.MustNot, query) for query in excluded]
        return Query.boolean_query(clauses) if clauses else None

    def _all_but(self, excluded: list[Query]) -> Query:
        state = Query.term_query(self._schema, fields.STATE, fields.STATE_TERM)
        clauses = [(Occur.MustNot, query) for query in (state, *excluded)]
        return self._unweighted(Query.boolean_query([(Occur.Must, Query.all_query()), *clauses]))

    def _unweighted(self, query: Query) -> Query:
        return Query.const_score_query(query, 0.0) if self._ranked else query

    def _unweighted_term(self, tree: expr.Term) -> Query:
        """Translate a term without weight: a paper either has a category or has not."""
        match tree:
            case expr.Category(pattern):
                return self._category(pattern)
            case expr.Keys(keys):
                return self._among(keys)
            case expr.Dated(first, last, added):
                return self._between(fields.ADDED, first, last) if added else self._submitted(first, last)
            case expr.Badge():
                return self._badge(tree)
            case expr.Source(name):
                return self._term(fields.FACT, f"source:{name}")
            case expr.Has(what) if what not in ("note", "tag", "rating", "list"):
                return self._term(fields.FACT, f"has:{what}")
            case _:
                raise UnresolvedError(f"not resolved into keys: {tree}")

    def _among(self, keys: Sequence[int]) -> Query:
        if len(keys) > _MAX_KEY_TERMS:
            return Query.term_set_query(self._schema, fields.KEY, list(keys))
        return any_of([Query.term_query(self._schema, fields.KEY, key) for key in keys])

    def _category(self, pattern: str) -> Query:
        if pattern.endswith("*"):
            return self._lexicon.categories(pattern[:-1])
        return self._term(fields.CATEGORY, pattern)

    def _submitted(self, first: date | None, last: date | None) -> Query:
        """Match whole months if they are few, and days in the first and last of them."""
        if first is None or last is None or _months(first, last) >= _MONTHS_BY_TERM:
            return self._between(fields.PUBLISHED, first, last)
        begin = month_number(first.year, first.month)
        terms = [fields.month_term(month) for month in range(begin, begin + _months(first, last) + 1)]
        within = any_of([self._term(fields.SUBMITTED, term) for term in terms])
        whole_months = first.day == 1 and (last + timedelta(days=1)).day == 1
        exactly = [] if whole_months else [(Occur.Must, self._between(fields.PUBLISHED, first, last))]
        return Query.boolean_query([(Occur.Must, within), *exactly])

    def _between(self, name: str, first: date | None, last: date | None) -> Query:
        begin, end = first.toordinal() if first else 0, last.toordinal() if last else _LAST_DAY
        return Query.range_query(self._schema, name, FieldType.Unsigned, begin, end)

    def _badge(self, badge: expr.Badge) -> Query:
        if badge.name == "theorem":
            return Query.range_query(self._schema, fields.BADGE, FieldType.Unsigned, 1 + badge.least, None)
        return Query.term_query(self._schema, fields.BADGE, int(badge.name == "recognition"))

    # Words

    def _word(self, text: str, field: expr.Field, *, prefix: bool) -> Query | None:
        match field:
            case expr.Field.ID:
                return self._unweighted(self._identifier(text, prefix=prefix))
            case expr.Field.DOI:
                return self._unweighted(self._raw(fields.DOI, fields.doi_term(text), prefix=prefix))
        text_words = words(text)
        if not text_words:
            return None
        if len(text_words) == 1:
            return self._one_word(text_words[0], field, prefix=prefix)
        apart = self._unweighted(self._row_with_prefix(text_words, field)) if prefix else self._row(text_words, field)
        return any_of([apart, self._one_word("".join(text_words), field, prefix=prefix)]) if compounds(text) else apart

    def _row_with_prefix(self, row: list[str], field: expr.Field) -> Query:
        """Match adjacent words, the last of which is a prefix.

        For a short prefix the words need not be adjacent: tantivy would search the phrase with each of the thousands of
        words that have this prefix.
        """
        *before, last = row
        if len(last) >= ADJACENT_FROM:
            return self._row(row, field, prefix=True)
        return Query.boolean_query(
            [(Occur.Must, self._row(before, field)), (Occur.Must, any_of(self._starting_with(last, field)))]
        )

    def _one_word(self, word: str, field: expr.Field, *, prefix: bool) -> Query:
        # The names Roberts and ICS are no plurals.
        word_forms = (word,) if field in (expr.Field.AUTHOR, expr.Field.VENUE) else forms(word)
        exact = [self._term(name, form) for form in word_forms for name in self._names(field)]
        if prefix:
            # A word that only begins with the prefix must not outrank the whole word, so neither has weight.
            return self._unweighted(any_of([*self._starting_with(word, field), *exact]))
        if self._ranked and self._lexicon.is_common(word):
            return self._unweighted(any_of(exact))
        if self._ranked and field is expr.Field.ANY and self._layout.has_prefixes:
            exact += [Query.boost_query(self._term(fields.TITLE, form), _TITLE_BOOST) for form in word_forms]
        return any_of(exact)

    def _starting_with(self, word: str, field: expr.Field) -> list[Query]:
        if field is expr.Field.ANY and self._layout.has_prefixes and len(word) <= fields.MAX_PREFIX:
            return [self._term(fields.BEGIN, word)]
        return [self._starting_with_in(name, word) for name in self._names(field)]

    def _starting_with_in(self, name: str, word: str) -> Query:
        if len(word) <= self._layout.prefix_lengths.get(name, 0):
            return self._term(fields.BEGIN, fields.field_prefix(name, word))
        if (listed := self._lexicon.words_with_prefix(name, word)) is not None:
            return any_of([self._term(name, each) for each, _ in listed])
        return self._raw(name, word, prefix=True)

    def _names(self, field: expr.Field) -> tuple[str, ...]:
        return names_of(field, self._layout)

    def _phrase(self, text: str, field: expr.Field) -> Query | None:
        if field in (expr.Field.ID, expr.Field.DOI):
            return self._word(text, field, prefix=False)
        text_words = words(text)
        if not text_words:
            return None
        query = self._row(text_words, field)
        return self._unweighted(query) if all(map(self._lexicon.is_common, text_words)) else query

    def _row(self, row: list[str], field: expr.Field, *, prefix: bool = False) -> Query:
        if len(row) == 1:
            return any_of([self._term(name, row[0]) for name in self._names(field)])
        names = _PHRASE_FIELDS if field is expr.Field.ANY else _FIELDS[field]
        return any_of([self._adjacent(name, row, prefix) for name in names])

    def _adjacent(self, name: str, row: list[str], prefix: bool) -> Query:  # noqa: FBT001
        if prefix and len(row[-1]) <= _MAX_PREFIX:
            return Query.regex_phrase_query(self._schema, name, [*row[:-1], f"{row[-1]}.*"])
        return Query.phrase_query(self._schema, name, list(row))

    def _matching(self, pattern: str, field: expr.Field) -> Query:
        pattern_of_word = word_pattern(pattern)
        if pattern_of_word is None:
            raise UnresolvedError(f"needs the text across words: {pattern!r}")
        return any_of([self._lexicon.matching(name, pattern_of_word) for name in self._names(field)])

    def _identifier(self, text: str, *, prefix: bool) -> Query:
        try:
            return Query.term_query(self._schema, fields.KEY, key_named(text))
        except ValueError:
            return self._raw(fields.ID, text, prefix=prefix)

    def _term(self, name: str, term: str) -> Query:
        return Query.term_query(self._schema, name, term, self._index_option)

    def _raw(self, name: str, term: str, *, prefix: bool) -> Query:
        if prefix and len(term) <= _MAX_PREFIX:
            escaped = _SPECIAL.sub(lambda match: f"\\{match[0]}", term)
            return self._lexicon.matching(name, f"{escaped}.*")
        return self._term(name, term)


def _months(first: date, last: date) -> int:
    """Return the number of months from the month of the first day to the month of the last."""
    return (last.year - first.year) * 12 + last.month - first.month


def names_of(field: expr.Field, layout: Layout) -> tuple[str, ...]:
    """Return the index fields that contain the words of a query field."""
    return layout.anywhere if field is expr.Field.ANY else _FIELDS[field]


def any_of(queries: list[Query]) -> Query:
    """Return the query for what matches any of some queries."""
    if len(queries) == 1:
        return queries[0]
    return Query.boolean_query([(Occur.Should, query) for query in queries])
