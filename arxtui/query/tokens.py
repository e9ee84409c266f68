"""A query cut into tokens, each with its place."""

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


class Kind(Enum):
    """What a token is."""

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

    ``field`` is None where nothing stands before a colon, and the usual name of a field where an alias does;
    ``closed`` is False for a phrase without its second quote and a regular expression without its second slash;
    ``growing`` when it is still being typed, so that a word may go on and a value may only have begun.
    """

    kind: Kind
    start: int
    end: int
    value: str = ""
    field: str | None = None
    value_start: int = 0
    closed: bool = True
    growing: bool = False


_OPERATORS = {"AND": Kind.AND, "OR": Kind.OR, "NOT": Kind.NOT}
STEPS = {Kind.OPEN: 1, Kind.CLOSE: -1}
"""How many brackets more are open after a token of a kind."""
_SIGNS = {"open": Kind.OPEN, "close": Kind.CLOSE, "minus": Kind.NOT}


def tokenize(text: str) -> list[Token]:
    """The tokens of a query in order; every character but blanks belongs to one.

    A slash begins a regular expression only where a term can begin; the next one that a blank, a bracket or the end
    follows closes it, unless a backslash stands before it.
    """
    return [_token(match) for match in _TOKEN.finditer(text)]


def depths(tokens: Iterable[Token]) -> Iterator[int]:
    """How many brackets are open after each of the tokens."""
    return accumulate(STEPS.get(token.kind, 0) for token in tokens)


def _token(match: re.Match[str]) -> Token:
    start, end = match.span()
    if sign := next((kind for name, kind in _SIGNS.items() if match[name]), None):
        return Token(sign, start, end)
    if match["phrase"] is not None:
        closed = bool(match["quote"])
        return Token(Kind.PHRASE, start, end, match["phrase"], _field(match["field"]), match.start("phrase"), closed)
    if match["regex"] is not None:
        closed = match["slash"] == "/"
        return Token(Kind.REGEX, start, end, match["regex"], _field(match["field"]), match.start("regex"), closed)
    word = match["word"]
    if word in _OPERATORS:
        return Token(_OPERATORS[word], start, end, word)
    fielded = _FIELDED.fullmatch(word)
    if fielded:
        return Token(Kind.WORD, start, end, fielded[2], _field(fielded[1]), start + fielded.start(2))
    return Token(Kind.WORD, start, end, word, None, start)


def _field(name: str | None) -> str | None:
    return ALIASES.get(name.lower(), name) if name else None
