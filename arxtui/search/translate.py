"""From a query's tree to tantivy's queries, built from parts: nothing a user types is parsed a second time."""

from __future__ import annotations

import re

import tantivy
from tantivy import Occur

from arxtui.model.expr import And, Announced, Category, Expr, Field, Keys, Not, Or, Phrase, State, Word
from arxtui.model.ids import key_named
from arxtui.search import schema as fields
from arxtui.text import words

_ANY = (fields.TITLE, fields.ABSTRACT, fields.AUTHORS, fields.REVIEW)
_FIELDS = {
    Field.ANY: _ANY,
    Field.TITLE: (fields.TITLE,),
    Field.ABSTRACT: (fields.ABSTRACT,),
    Field.AUTHOR: (fields.AUTHORS,),
    Field.COMMENT: (fields.COMMENT,),
    Field.JOURNAL: (fields.JOURNAL,),
}
_BOOST = {fields.TITLE: 3.0}
_SHORT = 2
"""A beginning of so few letters stands for too many words to look for all of them in every abstract."""
_LONGEST = 100
"""A longer beginning is taken for a whole word: tantivy's automata have a limit, and no word goes on there."""
_REGEX = re.compile(r"[^\w\s]", re.ASCII)


class UnresolvedError(Exception):
    """A state of the library, or a day, that was not made into keys first."""


class Translator:
    """Builds the queries of one schema."""

    def __init__(self, schema: tantivy.Schema) -> None:
        self._schema = schema

    def query(self, expr: Expr) -> tantivy.Query:
        """The papers that are meant. UnresolvedError for a state or day that is not made into keys."""
        return self._meaning(expr) or self.everything()

    def everything(self) -> tantivy.Query:
        """Every paper; the document of the state is none."""
        return self._all_but([tantivy.Query.term_query(self._schema, fields.STATE, fields.STATE_TERM)])

    def _meaning(self, expr: Expr) -> tantivy.Query | None:
        """None for what asks for nothing: an empty conjunction, a word without a letter or digit."""
        match expr:
            case Word(text, field, prefix):
                return self._term(text, field, prefix=prefix)
            case Phrase(text, field):
                return self._term(text, field, prefix=False)
            case Category(pattern):
                return self._raw(fields.CATEGORY, pattern.removesuffix("*"), prefix=pattern.endswith("*"))
            case Keys(keys):
                return tantivy.Query.term_set_query(self._schema, fields.KEY, list(keys))
            case Not(part):
                inner = self._meaning(part)
                return self._all_but([inner] if inner else [self.everything()])
            case And(parts):
                return self._all_of(parts)
            case Or(()):
                return tantivy.Query.empty_query()
            case Or(parts):
                return _any_of([query for part in parts if (query := self._meaning(part))])
            case State() | Announced():
                raise UnresolvedError(f"not resolved into keys: {expr}")

    def _all_of(self, parts: tuple[Expr, ...]) -> tantivy.Query | None:
        wanted = [query for part in parts if not isinstance(part, Not) and (query := self._meaning(part))]
        barred = [query for part in parts if isinstance(part, Not) and (query := self._meaning(part.part))]
        if barred and not wanted:
            return self._all_but(barred)
        clauses = [(Occur.Must, query) for query in wanted] + [(Occur.MustNot, query) for query in barred]
        return tantivy.Query.boolean_query(clauses) if clauses else None

    def _all_but(self, barred: list[tantivy.Query]) -> tantivy.Query:
        state = tantivy.Query.term_query(self._schema, fields.STATE, fields.STATE_TERM)
        clauses = [(Occur.MustNot, query) for query in (state, *barred)]
        return tantivy.Query.boolean_query([(Occur.Must, tantivy.Query.all_query()), *clauses])

    def _term(self, text: str, field: Field, *, prefix: bool) -> tantivy.Query | None:
        match field:
            case Field.ID:
                return self._identifier(text, prefix=prefix)
            case Field.DOI:
                return self._raw(fields.DOI, fields.bare_doi(text), prefix=prefix)
            case _:
                return self._text(text, field, prefix=prefix)

    def _identifier(self, text: str, *, prefix: bool) -> tantivy.Query:
        try:
            key = key_named(text)
        except ValueError:
            return self._raw(fields.ID, text.strip(), prefix=prefix)
        return tantivy.Query.term_query(self._schema, fields.KEY, key)

    def _text(self, text: str, field: Field, *, prefix: bool) -> tantivy.Query | None:
        asked = words(text)
        if not asked:
            return None
        return _any_of([self._in_field(name, asked, prefix=prefix) for name in _FIELDS[field]])

    def _in_field(self, name: str, asked: list[str], *, prefix: bool) -> tantivy.Query:
        query = self._query_of_words(name, asked, prefix=prefix and not _too_short(name, asked))
        return tantivy.Query.boost_query(query, _BOOST[name]) if name in _BOOST else query

    def _query_of_words(self, name: str, asked: list[str], *, prefix: bool) -> tantivy.Query:
        if len(asked) == 1:
            return self._raw(name, asked[0], prefix=prefix)
        if prefix and len(asked[-1]) <= _LONGEST:
            return tantivy.Query.regex_phrase_query(self._schema, name, [*asked[:-1], f"{asked[-1]}.*"])
        return tantivy.Query.phrase_query(self._schema, name, list(asked))

    def _raw(self, name: str, term: str, *, prefix: bool) -> tantivy.Query:
        if prefix and len(term) <= _LONGEST:
            return tantivy.Query.regex_query(self._schema, name, f"{_REGEX.sub(_escaped, term)}.*")
        return tantivy.Query.term_query(self._schema, name, term)


def _any_of(queries: list[tantivy.Query]) -> tantivy.Query | None:
    if len(queries) < 2:
        return queries[0] if queries else None
    return tantivy.Query.boolean_query([(Occur.Should, query) for query in queries])


def _too_short(name: str, asked: list[str]) -> bool:
    return name == fields.ABSTRACT and len(asked) == 1 and len(asked[0]) <= _SHORT and asked[0].isascii()


def _escaped(found: re.Match[str]) -> str:
    return f"\\{found[0]}"
