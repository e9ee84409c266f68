"""The tokenizer of queries. Each token knows its range in the text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum, auto
from itertools import accumulate
from typing import NamedTuple

from arxtui.patterns import pattern
from arxtui.query.vocabulary import ALIASES

_TOKEN = pattern(
    r"""(?P<open>\()|(?P<close>\))
    |(?P<minus>-(?=[^\s)]))
    |(?:(?P<field>[A-Za-z]+):)?(?:
        "(?P<phrase>[^"]*)(?P<quote>"?)
        |/(?=[^\s/)])(?P<regex>(?:[^\\/]+|\\.|/(?![\s()]|\Z))*)(?P<slash>/|\\?)
    )
    |(?P<word>[^\s()"]+)""",
    re.X | re.S,
)
_FIELDED = pattern(r"([A-Za-z]+):(.*)", re.S)


class TokenKind(Enum):
    """The kind of a token."""

    OPEN = auto()
    CLOSE = auto()
    AND = auto()
    OR = auto()
    NOT = auto()
    WORD = auto()
    PHRASE = auto()
    REGEX = auto()


class Token(NamedTuple):
    """A token at the half-open range ``start`` to ``end`` of the query; ``value`` begins at ``value_start``.

    ``field`` is None if there is no field before a colon; an alias is replaced by the usual field name. ``closed`` is
    False for a phrase without its second quote and for a regular expression without its second slash. ``incomplete`` is
    True while the token is being typed: a word can be unfinished, a value incomplete.
    """

    kind: TokenKind
    start: int
    end: int
    value: str = ""
    field: str | None = None
    value_start: int = 0
    closed: bool = True
    incomplete: bool = False


_OPERATORS = {"AND": TokenKind.AND, "OR": TokenKind.OR, "NOT": TokenKind.NOT}
DEPTH_STEPS = {TokenKind.OPEN: 1, TokenKind.CLOSE: -1}
"""The change of bracket depth by a token of each kind."""
_SIGNS = {"open": TokenKind.OPEN, "close": TokenKind.CLOSE, "minus": TokenKind.NOT}


def tokenize(text: str) -> list[Token]:
    """Return the tokens of a query in order; every character except blanks belongs to a token.

    A slash begins a regular expression only where a term can begin. The next slash before a blank, a bracket or the end
    closes it, unless a backslash precedes that slash.
    """
    return [_token(match) for match in _TOKEN.finditer(text)]


def depths(tokens: Iterable[Token]) -> Iterator[int]:
    """Yield the bracket depth after each token."""
    return accumulate(DEPTH_STEPS.get(token.kind, 0) for token in tokens)


def _token(match: re.Match[str]) -> Token:
    start, end = match.span()
    if sign := next((kind for name, kind in _SIGNS.items() if match[name]), None):
        return Token(sign, start, end)
    if match["phrase"] is not None:
        closed = bool(match["quote"])
        return Token(
            TokenKind.PHRASE, start, end, match["phrase"], _field(match["field"]), match.start("phrase"), closed
        )
    if match["regex"] is not None:
        closed = match["slash"] == "/"
        return Token(TokenKind.REGEX, start, end, match["regex"], _field(match["field"]), match.start("regex"), closed)
    word = match["word"]
    if word in _OPERATORS:
        return Token(_OPERATORS[word], start, end, word)
    fielded = _FIELDED.fullmatch(word)
    if fielded:
        return Token(TokenKind.WORD, start, end, fielded[2], _field(fielded[1]), start + fielded.start(2))
    return Token(TokenKind.WORD, start, end, word, None, start)


def _field(name: str | None) -> str | None:
    return ALIASES.get(name.lower(), name) if name else None
