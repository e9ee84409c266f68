"""Translation of a query tree into tantivy queries. The queries are built from objects, so the user's text is not
parsed a second time."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Protocol

import tantivy
from tantivy import FieldType, Occur, Query

from arxtui.model.arxiv.ids import key_named, month_number
from arxtui.model.expr import (
    Acted,
    And,
    Announced,
    Badge,
    Category,
    Dated,
    Expr,
    Field,
    Has,
    Keys,
    Like,
    Listed,
    Not,
    Note,
    Or,
    Phrase,
    Rated,
    Regex,
    Source,
    State,
    Tag,
    Term,
    Word,
)
from arxtui.search import schema as fields
from arxtui.search.schema import Layout
from arxtui.text import compounds, forms, words
from arxtui.text.matching.regex import word_pattern

_FIELDS = {
    Field.TITLE: (fields.TITLE,),
    Field.ABSTRACT: (fields.ABSTRACT,),
    Field.AUTHOR: (fields.AUTHORS,),
    Field.COMMENT: (fields.COMMENT,),
    Field.JOURNAL: (fields.JOURNAL,),
    Field.VENUE: (fields.VENUE,),
}
_WITH_PLACES = (fields.TITLE, fields.ABSTRACT, fields.AUTHORS, fields.REVIEW)
"""The fields in which a phrase can match if no field is given."""
_TITLE_BOOST = 2.0
_LONGEST = 100
"""A longer prefix is read as a whole word: tantivy limits the size of automata, and words are not longer."""
_SPECIAL = re.compile(r"[^\w\s]", re.ASCII)
_LAST_DAY = date.max.toordinal()

_MONTHS_BY_TERM = 24
"""Longer ranges are looked up in the column of days: reading the posting lists of so many months takes longer."""


class Lexicon(Protocol):
    """The data that the translation needs from the index."""

    def matching(self, name: str, pattern: str) -> Query:
        """Return the query for the words of an index field that match a pattern. Raises ValueError for a pattern that
        is too large."""

    def codes(self, stem: str) -> list[str]:
        """Return the categories that begin with ``stem``."""

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
        self._reads = "freq" if ranked else "basic"

    def query(self, expr: Expr) -> Query:
        """Return the query for the matching papers. Raises UnresolvedError for a term that is not resolved to keys."""
        return self._meaning(expr) or self.everything()

    def everything(self) -> Query:
        """Return the query for every paper; it excludes the state document."""
        return self._all_but([Query.term_query(self._schema, fields.STATE, fields.STATE_TERM)])

    def _meaning(self, expr: Expr) -> Query | None:
        """Translate an expression. Returns None if it does not filter: an empty conjunction, a word without a letter or
        digit."""
        match expr:
            case Not(part):
                inner = self._meaning(part)
                return self._all_but([inner] if inner else [self.everything()])
            case And(parts):
                return self._all_of(parts)
            case Or(()):
                return Query.empty_query()
            case Or(parts):
                return _any_of([query for part in parts if (query := self._meaning(part))])
            case Word(text, field, prefix):
                return self._word(text, field, prefix=prefix)
            case Phrase(text, field):
                return self._phrase(text, field)
            case Regex(pattern, field, across=False):
                return self._unweighted(self._matching(pattern, field))
            case _:
                return self._unweighted(self._fact(expr))

    def _all_of(self, parts: tuple[Expr, ...]) -> Query | None:
        wanted = [query for part in parts if not isinstance(part, Not) and (query := self._meaning(part))]
        barred = [query for part in parts if isinstance(part, Not) and (query := self._meaning(part.part))]
        if barred and not wanted:
            return self._all_but(barred)
        clauses = [(Occur.Must, query) for query in wanted] + [(Occur.MustNot, query) for query in barred]
        return Query.boolean_query(clauses) if clauses else None

    def _all_but(self, barred: list[Query]) -> Query:
        state = Query.term_query(self._schema, fields.STATE, fields.STATE_TERM)
        clauses = [(Occur.MustNot, query) for query in (state, *barred)]
        return self._unweighted(Query.boolean_query([(Occur.Must, Query.all_query()), *clauses]))

    def _unweighted(self, query: Query) -> Query:
        return Query.const_score_query(query, 0.0) if self._ranked else query

    def _fact(self, expr: Term) -> Query:
        """Translate a term without weight: a paper either has a category or has not."""
        match expr:
            case Category(pattern):
                return self._category(pattern)
            case Keys(keys):
                return Query.term_set_query(self._schema, fields.KEY, list(keys))
            case Dated(first, last, added):
                return self._between(fields.ADDED, first, last) if added else self._submitted(first, last)
            case Badge():
                return self._badge(expr)
            case Source(name):
                return self._term(fields.FACT, f"source:{name}")
            case Has(what) if what not in ("note", "tag", "rating", "list"):
                return self._term(fields.FACT, f"has:{what}")
            case State() | Announced() | Tag() | Note() | Rated() | Listed() | Acted() | Has() | Like() | Regex():
                raise UnresolvedError(f"not resolved into keys: {expr}")
            case _:
                raise AssertionError(expr)

    def _category(self, pattern: str) -> Query:
        if not pattern.endswith("*"):
            return self._term(fields.CATEGORY, pattern)
        return _any_of([self._term(fields.CATEGORY, code) for code in self._lexicon.codes(pattern[:-1])])

    def _submitted(self, first: date | None, last: date | None) -> Query:
        """Match whole months if they are few, and days in the first and last of them."""
        if first is None or last is None or not 0 <= _months(first, last) < _MONTHS_BY_TERM:
            return self._between(fields.PUBLISHED, first, last)
        begin = month_number(first.year, first.month)
        terms = [fields.month_term(month) for month in range(begin, begin + _months(first, last) + 1)]
        within = _any_of([self._term(fields.SUBMITTED, term) for term in terms])
        whole = first.day == 1 and (last + timedelta(days=1)).day == 1
        exactly = [] if whole else [(Occur.Must, self._between(fields.PUBLISHED, first, last))]
        return Query.boolean_query([(Occur.Must, within), *exactly])

    def _between(self, name: str, first: date | None, last: date | None) -> Query:
        begin, end = first.toordinal() if first else 0, last.toordinal() if last else _LAST_DAY
        if begin > end:
            return Query.empty_query()
        return Query.range_query(self._schema, name, FieldType.Unsigned, begin, end)

    def _badge(self, badge: Badge) -> Query:
        if badge.name == "theorem":
            return Query.range_query(self._schema, fields.BADGE, FieldType.Unsigned, 1 + max(badge.least, 1), None)
        return Query.term_query(self._schema, fields.BADGE, int(badge.name == "recognition"))

    # Words

    def _word(self, text: str, field: Field, *, prefix: bool) -> Query | None:
        match field:
            case Field.ID:
                return self._unweighted(self._identifier(text, prefix=prefix))
            case Field.DOI:
                return self._unweighted(self._raw(fields.DOI, fields.doi_term(text), prefix=prefix))
        asked = words(text)
        if not asked:
            return None
        if len(asked) == 1:
            return self._one_word(asked[0], field, prefix=prefix)
        apart = self._unweighted(self._row_begun(asked, field)) if prefix else self._row(asked, field)
        return _any_of([apart, self._one_word("".join(asked), field, prefix=prefix)]) if compounds(text) else apart

    def _row_begun(self, asked: list[str], field: Field) -> Query:
        """Match adjacent words, the last of which is a prefix.

        For a short prefix the words need not be adjacent: tantivy would search the phrase with each of the thousands of
        words that have this prefix.
        """
        *before, last = asked
        if len(last) > fields.LONGEST_BEGINNING:
            return self._row(asked, field, begun=True)
        return Query.boolean_query(
            [(Occur.Must, self._row(before, field)), (Occur.Must, _any_of(self._begun(last, field)))]
        )

    def _one_word(self, word: str, field: Field, *, prefix: bool) -> Query:
        # The names Roberts and ICS are no plurals.
        meant = (word,) if field in (Field.AUTHOR, Field.VENUE) else forms(word)
        whole = [self._term(name, form) for form in meant for name in self._names(field)]
        if prefix:
            # A word that only begins with the prefix must not outrank the whole word, so neither has weight.
            return self._unweighted(_any_of([*self._begun(word, field), *whole]))
        if self._ranked and self._lexicon.is_common(word):
            return self._unweighted(_any_of(whole))
        if self._ranked and field is Field.ANY and self._layout.helped:
            whole += [Query.boost_query(self._term(fields.TITLE, form), _TITLE_BOOST) for form in meant]
        return _any_of(whole)

    def _begun(self, word: str, field: Field) -> list[Query]:
        if field is Field.ANY and self._layout.helped and len(word) <= fields.LONGEST_BEGINNING:
            return [self._term(fields.BEGIN, word)]
        return [self._begun_in(name, word) for name in self._names(field)]

    def _begun_in(self, name: str, word: str) -> Query:
        if len(word) <= self._layout.begun.get(name, 0):
            return self._term(fields.BEGIN, fields.beginning_in(name, word))
        return self._raw(name, word, prefix=True)

    def _names(self, field: Field) -> tuple[str, ...]:
        return names_of(field, self._layout)

    def _phrase(self, text: str, field: Field) -> Query | None:
        if field in (Field.ID, Field.DOI):
            return self._word(text, field, prefix=False)
        asked = words(text)
        if not asked:
            return None
        found = self._row(asked, field)
        return self._unweighted(found) if all(map(self._lexicon.is_common, asked)) else found

    def _row(self, asked: list[str], field: Field, *, begun: bool = False) -> Query:
        if len(asked) == 1:
            return _any_of([self._term(name, asked[0]) for name in self._names(field)])
        names = _WITH_PLACES if field is Field.ANY else _FIELDS[field]
        return _any_of([self._in_a_row(name, asked, begun) for name in names])

    def _in_a_row(self, name: str, asked: list[str], begun: bool) -> Query:  # noqa: FBT001
        if begun and len(asked[-1]) <= _LONGEST:
            return Query.regex_phrase_query(self._schema, name, [*asked[:-1], f"{asked[-1]}.*"])
        return Query.phrase_query(self._schema, name, list(asked))

    def _matching(self, pattern: str, field: Field) -> Query:
        whole = word_pattern(pattern)
        if whole is None:
            raise UnresolvedError(f"needs the text across words: {pattern!r}")
        return _any_of([self._lexicon.matching(name, whole) for name in self._names(field)])

    def _identifier(self, text: str, *, prefix: bool) -> Query:
        try:
            return Query.term_query(self._schema, fields.KEY, key_named(text))
        except ValueError:
            return self._raw(fields.ID, text.strip(), prefix=prefix)

    def _term(self, name: str, term: str) -> Query:
        return Query.term_query(self._schema, name, term, self._reads)

    def _raw(self, name: str, term: str, *, prefix: bool) -> Query:
        if prefix and len(term) <= _LONGEST:
            escaped = _SPECIAL.sub(lambda found: f"\\{found[0]}", term)
            return Query.regex_query(self._schema, name, f"{escaped}.*")
        return self._term(name, term)


def _months(first: date, last: date) -> int:
    """Return the number of months from the month of the first day to the month of the last."""
    return (last.year - first.year) * 12 + last.month - first.month


def names_of(field: Field, layout: Layout) -> tuple[str, ...]:
    """Return the index fields that contain the words of a query field."""
    return layout.anywhere if field is Field.ANY else _FIELDS[field]


def _any_of(queries: list[Query]) -> Query:
    if len(queries) == 1:
        return queries[0]
    return Query.boolean_query([(Occur.Should, query) for query in queries]) if queries else Query.empty_query()
