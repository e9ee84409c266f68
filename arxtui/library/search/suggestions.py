"""Suggestions for queries with few results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from arxtui.model.expr import Expr, Regex, terms_of
from arxtui.query.bare_codes import with_categories
from arxtui.query.chips import name_term
from arxtui.query.tokens import Token, TokenKind, tokenize
from arxtui.query.vocabulary import ALIASES, WORD_FIELDS
from arxtui.text import words
from arxtui.text.matching.nearest import nearest

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.search.queries import Queries

_MAX_TERMS = 16
"""The terms of the longest query whose terms are replaced. Each of them has several replacements, and each replacement
is a search for all terms: 16 terms take 0.07 s of CPU, 120 would take 2 s."""
_MOST = 3


class Suggestions:
    """Suggests categories for bare codes in a query, and words, tags, lists and views with similar spelling."""

    def __init__(self, context: LibraryContext, queries: Queries) -> None:
        self._context = context
        self._queries = queries

    def of(self, text: str) -> tuple[str, ...]:
        """Return queries with results: with bare codes replaced by categories, with a similar tag, list or view name,
        and with one word replaced by one that differs in a letter. Suggested words are sorted by descending number of
        results."""
        others = (with_categories(text), *self._renamed(text), *self._views(text))
        named = self._found(dict.fromkeys(other for other in others if other != text))
        respelt = self._found(dict.fromkeys(self._respelt(text) if _is_short(text) else ()))
        return tuple(dict.fromkeys([*named, *sorted(respelt, key=lambda other: (-respelt[other], other))]))[:_MOST]

    def _found(self, texts: Iterable[str]) -> dict[str, int]:
        """Return the valid queries among ``texts`` that have results, with their numbers. Queries that would need a
        search of texts for a regular expression are left out."""
        queries = {text: self._queries.parse(text) for text in texts}
        sound = {text: query.expr for text, query in queries.items() if not (query.faults or _is_across(query.expr))}
        found = {text: self._context.index().count(self._queries.resolve(expr)) for text, expr in sound.items()}
        return {text: papers for text, papers in found.items() if papers}

    def _renamed(self, text: str) -> Iterator[str]:
        names = {"tag": self._context.user_file.tags.names, "list": self._list_names}
        for token in tokenize(text) if _is_short(text) else ():
            field = (token.field or "").lower()
            if field in names and token.kind is not TokenKind.REGEX:
                for name in nearest(token.value, names[field]()):
                    yield f"{text[: token.start]}{name_term(field, name)}{text[token.end :]}"

    def _views(self, text: str) -> Iterator[str]:
        queries = {view.name: view.query for view in self._context.user_file.views.all()}
        return (queries[name] for name in nearest(text, queries))

    def _list_names(self) -> list[str]:
        return [name for name, _ in self._context.user_file.lists.all()]

    def _respelt(self, text: str) -> Iterator[str]:
        for token in tokenize(text):
            field = (token.field or "").lower()
            is_word = token.kind is TokenKind.WORD and ALIASES.get(field, field) in WORD_FIELDS
            if is_word and len(folded := words(token.value)) == 1:
                for other, _ in self._context.index().nearby(folded[0]):
                    yield _with(text, token, other)


def _is_short(text: str) -> bool:
    return len(tokenize(text)) <= _MAX_TERMS


def _is_across(expr: Expr) -> bool:
    return any(isinstance(term, Regex) and term.across for term in terms_of(expr))


def _with(text: str, token: Token, word: str) -> str:
    return text[: token.value_start] + word + text[token.value_start + len(token.value) :]
