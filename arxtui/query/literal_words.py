"""Category codes and operators typed as plain words: ``hep-ph`` finds the papers whose text names the code, ``or``
those with this word. ``cat:hep-ph`` and ``OR`` may have been meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arxtui.query.tokens import Token, TokenKind, tokenize
from arxtui.query.values import is_code
from arxtui.text.matching.nearest import suggest

_OPERATORS = ("or", "not")
_OPEN = (TokenKind.OPEN, TokenKind.AND, TokenKind.OR, TokenKind.NOT)
_CLOSED = (TokenKind.CLOSE, TokenKind.AND, TokenKind.OR)


def as_meant(text: str) -> str:
    """Return the query with ``cat:`` before each bare category code, and with ``or`` and ``not`` between two terms as
    operators. Codes that can be an English word (``math``) and words in quotation marks stay words, as does ``or``
    between several words, where it can be part of a title."""
    for token, meant in reversed(list(_literals(text))):
        text = f"{text[: token.start]}{meant}{text[token.end :]}"
    return text


def note_on_literals(text: str) -> str:
    """Return a note that codes and operators were searched as words, with a suggestion; empty if the query has
    none."""
    found = list(dict.fromkeys(_word(token) for token, _ in _literals(text)))
    if not found:
        return ""
    are = "are" if len(found) > 1 else "is"
    words = "a word" if len(found) == 1 and found[0] in _OPERATORS else "words"
    return f"{' and '.join(found)} {are} searched as {words}{suggest([as_meant(text)])}"


def _literals(text: str) -> Iterator[tuple[Token, str]]:
    """Yield each token that was read as a word, and what it may have been meant as."""
    tokens = tokenize(text)
    for place, token in enumerate(tokens):
        if not _is_plain(token):
            continue
        code = _word(token)
        if not code.isalpha() and is_code(code):
            yield token, f"cat:{code}"
        elif token.value in _OPERATORS and _joins(tokens, place):
            yield token, token.value.upper()


def _joins(tokens: Sequence[Token], place: int) -> bool:
    """Whether the word at ``place`` is between two terms, neither of which is one of several plain words."""
    before, after = tokens[max(place - 2, 0) : place], tokens[place + 1 : place + 3]
    if not before or not after or before[-1].kind in _OPEN or after[0].kind in _CLOSED:
        return False
    return not (_are_words(before) or _are_words(after))


def _are_words(tokens: Sequence[Token]) -> bool:
    return len(tokens) == 2 and all(_is_plain(token) and token.value not in _OPERATORS for token in tokens)


def _is_plain(token: Token) -> bool:
    return token.kind is TokenKind.WORD and token.field is None


def _word(token: Token) -> str:
    return token.value.rstrip(",;")
