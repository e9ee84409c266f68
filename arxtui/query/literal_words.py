"""Category codes and operators typed as plain words: ``hep-ph`` finds the papers whose text names the code, ``or``
those with this word. ``cat:hep-ph`` and ``OR`` may have been meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arxtui.query.tokens import TERMS, Token, TokenKind, tokenize
from arxtui.query.values import is_code
from arxtui.text.matching.nearest import suggest

_OPERATORS = ("or", "not")


def as_meant(text: str) -> str:
    """Return the query with ``cat:`` before each bare category code, and with ``or`` and ``not`` between two terms as
    operators, the alternatives in brackets if there are other terms. Codes that can be an English word (``math``) and
    words in quotation marks stay words, as does ``or`` between several words, where it can be part of a title."""
    tokens = tokenize(text)
    literals = dict(_literals(tokens))
    first, last = _bracketed(tokens, [place for place, meant in literals.items() if meant == "OR"])
    pieces, end = [], 0
    for place, token in enumerate(tokens):
        meant = literals.get(place, text[token.start : token.end])
        pieces += [text[end : token.start], "(" * (place in first), meant, ")" * (place in last)]
        end = token.end
    return "".join([*pieces, text[end:]])


def note_on_literals(text: str) -> str:
    """Return a note that codes and operators were searched as words, with a suggestion; empty if the query has
    none."""
    tokens = tokenize(text)
    found = list(dict.fromkeys(_word(tokens[place]) for place, _ in _literals(tokens)))
    if not found:
        return ""
    are = "are" if len(found) > 1 else "is"
    words = "a word" if len(found) == 1 and found[0] in _OPERATORS else "words"
    return f"{' and '.join(found)} {are} searched as {words}{suggest([as_meant(text)])}"


def _literals(tokens: Sequence[Token]) -> Iterator[tuple[int, str]]:
    """Yield the place of each token that was read as a word, and what it may have been meant as."""
    for place, token in enumerate(tokens):
        code = _word(token)
        if _is_operator(token) and _joins(tokens, place):
            yield place, token.value.upper()
        elif _is_plain(token) and not code.isalpha() and is_code(code):
            yield place, f"cat:{code}"


def _joins(tokens: Sequence[Token], place: int) -> bool:
    """Whether the word at ``place`` is between two terms, neither of which is excluded or one of several plain
    words."""
    before, after = tokens[max(place - 2, 0) : place], tokens[place + 1 : place + 3]
    if not before or not after or before[-1].kind not in TERMS or after[0].kind not in TERMS:
        return False
    return before[0].kind is not TokenKind.NOT and not (_are_words(before) or _are_words(after))


def _bracketed(tokens: Sequence[Token], places: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the places of the first and of the last alternatives around the operators ``places``, where brackets have
    to separate them from other terms."""
    first = [place - 1 for place in places if place - 2 not in places]
    last = [place + 1 for place in places if place + 2 not in places]
    beside = [
        (begin, end)
        for begin, end in zip(first, last, strict=True)
        if (begin and tokens[begin - 1].kind is not TokenKind.OPEN)
        or (end + 1 < len(tokens) and tokens[end + 1].kind is not TokenKind.CLOSE)
    ]
    return [begin for begin, _ in beside], [end for _, end in beside]


def _are_words(tokens: Sequence[Token]) -> bool:
    return len(tokens) == 2 and all(_is_plain(token) and not _is_operator(token) for token in tokens)


def _is_operator(token: Token) -> bool:
    """Whether a token is an operator in lower case, without a field of its own."""
    return token.kind is TokenKind.WORD and token.value in _OPERATORS and token.value_start == token.start


def _is_plain(token: Token) -> bool:
    return token.kind is TokenKind.WORD and token.field is None


def _word(token: Token) -> str:
    return token.value.rstrip(",;")
