"""What a query that finds little may have meant instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arxtui.query.tokens import Kind, Token, tokenize
from arxtui.text import words

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.search.queries import Queries

_MOST = 3


class Suggestions:
    """Looks for words that are spelt nearly as those of a query."""

    def __init__(self, context: LibraryContext, queries: Queries) -> None:
        self._context = context
        self._queries = queries

    def of(self, text: str) -> tuple[str, ...]:
        """Queries with one word replaced by one that is a letter off and finds something, what finds most first."""
        respelt = {other: self._queries.parse(other) for other in self._respelt(text)}
        sound = {other: query.expr for other, query in respelt.items() if not query.faults}
        found = {other: self._context.index().count(self._queries.resolve(expr)) for other, expr in sound.items()}
        telling = sorted((-papers, other) for other, papers in found.items() if papers)
        return tuple(other for _, other in telling[:_MOST])

    def _respelt(self, text: str) -> Iterator[str]:
        for token in tokenize(text):
            if token.kind is Kind.WORD and len(asked := words(token.value)) == 1:
                for other, _ in self._context.index().nearby(asked[0]):
                    yield _with(text, token, other)


def _with(text: str, token: Token, word: str) -> str:
    return text[: token.value_start] + word + text[token.value_start + len(token.value) :]
