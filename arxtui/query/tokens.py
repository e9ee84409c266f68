"""The tokenizer of queries. Each token knows its range in the text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from itertools import accumulate

from arxtui.light import NamedTuple, pattern
from arxtui.model.arxiv.ids import STAMP
from arxtui.query.vocabulary import FIELDS, field_named

_COMPARED_FIELDS = "rating|refs|cited|date|year|day|added"
"""The fields before which a comparison needs no colon."""
_TOKEN = pattern(
    r"""(?P<open>\()|(?P<close>\))
    |(?P<minus>-(?=[^\s)]))
    |(?:(?P<field>[A-Za-z]+):)?(?:
        "(?P<phrase>[^"]*)(?P<quote>"?)
        |/(?=[^\s/)])(?P<regex>(?:[^\\/]+|\\.|/(?![\s()]|\Z))*)(?P<slash>/|\\?)
    )
    |(?P<word>
        (?:COMPARED)\s*[<>=]=?\s*[0-9][0-9.-]*(?=[\s()]|\Z)                    # rating > 3
        |[A-Za-z]+:\[[^\]\s]+\s+TO\s+[^\]\s]+\]                                 # arXiv's submittedDate:[2025 TO 2026]
        |[^\s()"]*\b10\.[0-9]{4,9}/(?:[^\s()"]|\([^\s()"]*\)(?=[^\s()"]))+    # a DOI can have brackets in its middle
        |(?i:arxiv)[:\s]\s*(?=[0-9]{4}\.[0-9]|[\w.-]+/[0-9]{7})[^\s()"]+(?:STAMP)?  # arXiv: 2602.23556
        |[^\s()"]+
    )""".replace("STAMP", STAMP).replace("COMPARED", _COMPARED_FIELDS),
    re.X | re.S,
)
_FIELDED = pattern(r"([A-Za-z]+):(.*)", re.S)
_COMPARED = pattern(rf"({_COMPARED_FIELDS})\s*([<>=].*)", re.S)


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


TERMS = (TokenKind.WORD, TokenKind.PHRASE, TokenKind.REGEX)
"""The kinds of tokens that search for something."""
_OPERATORS = {"AND": TokenKind.AND, "OR": TokenKind.OR, "NOT": TokenKind.NOT, "ANDNOT": TokenKind.NOT}
DEPTH_STEPS = {TokenKind.OPEN: 1, TokenKind.CLOSE: -1}
"""The change of bracket depth by a token of each kind."""
_SIGNS = {"open": TokenKind.OPEN, "close": TokenKind.CLOSE, "minus": TokenKind.NOT}


def tokenize(text: str) -> list[Token]:
    """Return the tokens of a query in order; every character except blanks belongs to a token.

    A slash begins a regular expression only where a term can begin. The next slash before a blank, a bracket or the end
    closes it, unless a backslash precedes that slash. A field applies to its value after a blank (``author: x``), and
    to the terms in brackets that have no other field (``ti:(a b)``).
    """
    return _with_fields(map(_token, _TOKEN.finditer(text))) if text.strip() else []


def _with_fields(tokens: Iterable[Token]) -> list[Token]:
    """Join each field that has no value with the term or the bracket after it."""
    joined: list[Token] = []
    waiting: Token | None = None
    fields: list[str | None] = [None]  # of the open brackets, innermost last
    for each in tokens:
        token = each
        if waiting and (token.kind is TokenKind.OPEN or _can_be_value(token)):
            token = _as_value(token)._replace(start=waiting.start, field=waiting.field)
        elif waiting:
            joined.append(waiting)
        if token.kind is TokenKind.OPEN:
            fields.append(token.field or fields[-1])
        elif token.kind is TokenKind.CLOSE and len(fields) > 1:
            fields.pop()
        elif token.kind in TERMS and token.field is None:
            token = token._replace(field=fields[-1])
        waiting = token if needs_value(token) else None
        if not waiting:
            joined.append(token)
    return [*joined, waiting] if waiting else joined


def _can_be_value(token: Token) -> bool:
    """Whether a field before the token applies to it: to a term, and to a word with a colon that is no field
    (``https:``)."""
    return token.kind in TERMS and (token.field is None or (token.kind is TokenKind.WORD and token.field not in FIELDS))


def _as_value(token: Token) -> Token:
    """Return a term with the text before its colon, if any, as a part of its value."""
    if token.field is None:
        return token
    before = f"{token.field}:"
    return token._replace(value=f"{before}{token.value}", value_start=token.value_start - len(before))


def needs_value(token: Token) -> bool:
    """Whether a token is a field without the value after its colon."""
    return token.kind is TokenKind.WORD and not token.value and token.field in FIELDS


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
    if fielded := _FIELDED.fullmatch(word) or _COMPARED.fullmatch(word):
        return Token(TokenKind.WORD, start, end, fielded[2], _field(fielded[1]), start + fielded.start(2))
    return Token(TokenKind.WORD, start, end, word, None, start)


def _field(name: str | None) -> str | None:
    if not name:
        return None
    usual = field_named(name)
    return usual if usual in FIELDS else name


class TermError(Exception):
    """A term that cannot be read: the reason, its half-open range in the query, and suggestions to put there
    instead."""

    def __init__(self, reason: str, start: int, end: int, meant: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.reason, self.start, self.end, self.meant = reason, start, end, tuple(meant)
