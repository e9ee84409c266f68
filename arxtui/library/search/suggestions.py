"""Suggestions for queries with few results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from arxtui.model.expr import Expr, Regex, terms_of
from arxtui.query.chips import name_term
from arxtui.query.literal_words import as_meant
from arxtui.query.tokens import Token, TokenKind, tokenize
from arxtui.query.vocabulary import WORD_FIELDS
from arxtui.text import words
from arxtui.text.matching.nearest import nearest

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.search.listings import Search
    from arxtui.library.search.queries import Queries
    from arxtui.library.views import Listing

_MAX_TERMS = 16
"""The terms of the longest query whose terms are replaced. Each of them has several replacements, and each replacement
is a search for all terms: 16 terms take 0.07 s of CPU, 120 would take 2 s."""
_MOST = 3
_MUCH_MORE = 20
"""How many times as many papers must have another word before a word counts as misspelt, if other words are, too."""
_FEWEST_WORDS = 2
_GROUPING = (TokenKind.OPEN, TokenKind.CLOSE, TokenKind.OR)


class Suggestions:
    """Suggests categories and operators for words in a query, and words, tags, lists and views with similar
    spelling."""

    def __init__(self, context: LibraryContext, queries: Queries, search: Search) -> None:
        self._context = context
        self._queries = queries
        self._search = search

    def of(self, text: str) -> tuple[str, ...]:
        """Return queries with results: with bare codes replaced by categories and words by operators, with a similar
        tag, list or view name, and with words replaced by those that differ in a letter. Suggested words are sorted by
        descending number of results."""
        others = (as_meant(text), *self._renamed(text), *self._views(text))
        named = self._found(dict.fromkeys(other for other in others if other != text))
        respelt = self._found(dict.fromkeys(self._respelt(text) if _is_short(text) else ()))
        return tuple(dict.fromkeys([*named, *sorted(respelt, key=lambda other: (-respelt[other], other))]))[:_MOST]

    def with_some_words(self, text: str) -> Listing | None:
        """Return the papers that have some of the words of a query without results, best first; None if a corrected
        spelling has results."""
        some = None if self.of(text) else self.some_words(text)
        return self._search.listing(some) if some else None

    def some_words(self, text: str) -> str | None:
        """Return the query for the papers that have some of the plain words of a query; the rest of it stays strict.
        None if it has fewer than two plain words, or no paper has one of them."""
        tokens = tokenize(text)
        signs = [False, *(token.kind is TokenKind.NOT for token in tokens)]
        plain = [
            token
            for token, is_excluded in zip(tokens, signs, strict=False)
            if token.kind is TokenKind.WORD and token.field is None and not is_excluded
        ]
        if len(plain) < _FEWEST_WORDS or any(token.kind in _GROUPING for token in tokens):
            return None
        rest = text
        for token in reversed(plain):
            rest = f"{rest[: token.start].rstrip()} {rest[token.end :].lstrip()}"
        other = f'some:"{" ".join(token.value for token in plain)}" {rest.strip()}'.strip()
        return other if self._found((other,)) else None

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
        """Yield the query with one word replaced, and with each word replaced that is nearly always spelled another
        way."""
        whole, corrections = text, 0
        for token in reversed(tokenize(text)):
            is_word = token.kind is TokenKind.WORD and (token.field or "").lower() in WORD_FIELDS
            if not is_word or len(folded := words(token.value)) != 1:
                continue
            near = self._context.index().nearby(folded[0])
            yield from (_with(text, token, other) for other, _ in near)
            if near and near[0][1] >= _MUCH_MORE * self._context.index().papers_with(folded[0]):
                whole, corrections = _with(whole, token, near[0][0]), corrections + 1
        if corrections > 1:
            yield whole


def _is_short(text: str) -> bool:
    return len(tokenize(text)) <= _MAX_TERMS


def _is_across(expr: Expr) -> bool:
    return any(isinstance(term, Regex) and term.across for term in terms_of(expr))


def _with(text: str, token: Token, word: str) -> str:
    return text[: token.value_start] + word + text[token.value_start + len(token.value) :]
