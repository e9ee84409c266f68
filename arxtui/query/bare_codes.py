"""Codes of categories that stand in a query as words: ``hep-ph`` finds the papers that name it, ``cat:hep-ph`` those in
it."""

from __future__ import annotations

from arxtui.query.tokens import Kind, Token, tokenize
from arxtui.query.values import is_code
from arxtui.text.matching.nearest import suggest


def as_categories(text: str) -> str:
    """The query with ``cat:`` before each bare code; as it is where there is none. Codes that may be a word of English
    (``math``) are words, as are those in quotation marks."""
    for token in reversed(_bare_codes(text)):
        text = f"{text[: token.start]}cat:{_code(token)}{text[token.end :]}"
    return text


def note_on_codes(text: str) -> str:
    """That bare codes were looked for as words, and what may be meant instead; empty where there are none."""
    codes = list(dict.fromkeys(map(_code, _bare_codes(text))))
    are = "are" if len(codes) > 1 else "is"
    return f"{' and '.join(codes)} {are} looked for as words{suggest([as_categories(text)])}" if codes else ""


def _bare_codes(text: str) -> list[Token]:
    return [
        token
        for token in tokenize(text)
        if token.kind is Kind.WORD and token.field is None and not _code(token).isalpha() and is_code(_code(token))
    ]


def _code(token: Token) -> str:
    return token.value.rstrip(",;")
