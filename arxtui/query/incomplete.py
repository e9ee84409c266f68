"""Queries that are being typed: which terms can be unfinished, and the same query with explicit stars."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.model.expr import Expr
from arxtui.query.terms import read_term
from arxtui.query.tokens import TERMS, TermError, Token, TokenKind, depths, tokenize
from arxtui.query.vocabulary import FIELDS, STARRED_FIELDS
from arxtui.text import words


def mark_incomplete(tokens: Sequence[Token], end: int) -> list[Token]:
    """Return the tokens of a query of ``end`` characters, with unfinished tokens marked ``incomplete``.

    Unfinished tokens are the last token, the last word, and the values of fields after that word. All of these except
    the last token must be able to take a star. Negated terms are never unfinished. Neither are top-level terms before
    an OR or a closing bracket.
    """
    marked, before = list(tokens), [0, *depths(tokens)]
    closed = or_depth = len(tokens) + 1
    for place in reversed(range(len(tokens))):
        token, depth = tokens[place], before[place]
        if token.kind is TokenKind.OR:
            or_depth = min(or_depth, depth)
        elif token.kind is TokenKind.CLOSE:
            closed = min(closed, before[place + 1])
        elif token.kind in TERMS and not _is_negated(tokens, place):
            reaches_end = token.end == end and (token.kind is TokenKind.WORD or not token.closed)
            if reaches_end or (
                token.kind is TokenKind.WORD and depth <= closed and depth < or_depth and _can_take_star(token)
            ):
                marked[place] = token._replace(incomplete=True)
            if _is_text(token):
                break
    return marked


def with_stars(text: str) -> str:
    """Return a query that is being typed with a star after each unfinished word, so that it means the same when it is
    no longer being typed."""
    for token in reversed(mark_incomplete(tokenize(text), len(text))):
        if token.incomplete and _can_take_star(token):
            as_typed = _meaning(token._replace(incomplete=False))
            with_star = _meaning(token._replace(incomplete=False, value=f"{token.value}*"))
            if as_typed != with_star == _meaning(token):
                text = f"{text[: token.end]}*{text[token.end :]}"
    return text


def _meaning(token: Token) -> Expr | None:
    try:
        return read_term(token, None).tree
    except TermError:
        return None


def _can_take_star(token: Token) -> bool:
    return token.field is None or token.field.lower() in STARRED_FIELDS


def _is_text(token: Token) -> bool:
    """Whether a term is a word or a phrase, including one with an unknown field; all other terms are filters."""
    is_fielded = token.field is not None and token.field.lower() in FIELDS
    return not is_fielded and token.kind is not TokenKind.REGEX and bool(words(token.value))


def _is_negated(tokens: Sequence[Token], place: int) -> bool:
    signs = 0
    while place > signs and tokens[place - signs - 1].kind is TokenKind.NOT:
        signs += 1
    return signs % 2 == 1
