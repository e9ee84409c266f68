"""Category codes typed as plain words: ``hep-ph`` finds the papers whose text names the code, ``cat:hep-ph`` finds the
papers in the category."""

from __future__ import annotations

from arxtui.query.tokens import Token, TokenKind, tokenize
from arxtui.query.values import is_code
from arxtui.text.matching.nearest import suggest


def with_categories(text: str) -> str:
    """Return the query with ``cat:`` before each bare category code. Codes that can be an English word (``math``) and
    codes in quotation marks stay words."""
    for token in reversed(_bare_codes(text)):
        text = f"{text[: token.start]}cat:{_code(token)}{text[token.end :]}"
    return text


def note_on_codes(text: str) -> str:
    """Return a note that bare category codes were searched as words, with a suggestion; empty if the query has no bare
    codes."""
    codes = list(dict.fromkeys(map(_code, _bare_codes(text))))
    are = "are" if len(codes) > 1 else "is"
    return f"{' and '.join(codes)} {are} searched as words{suggest([with_categories(text)])}" if codes else ""


def _bare_codes(text: str) -> list[Token]:
    return [
        token
        for token in tokenize(text)
        if token.kind is TokenKind.WORD and token.field is None and not _code(token).isalpha() and is_code(_code(token))
    ]


def _code(token: Token) -> str:
    return token.value.rstrip(",;")
