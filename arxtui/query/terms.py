"""The meaning of one term of a query: a word, phrase or regular expression, optionally with a field before it."""

from __future__ import annotations

from datetime import datetime

from arxtui.model.arxiv.ids import key_named, name_of
from arxtui.model.dois import doi_named
from arxtui.model.expr import And, Expr, Field, Phrase, Regex, Word
from arxtui.patterns import pattern
from arxtui.query.dates import DATE_FIELDS, read_days
from arxtui.query.tokens import Token, TokenKind
from arxtui.query.values import READERS, Term, TermError, bad_value
from arxtui.query.vocabulary import ALIASES, FIELDS, UNSEARCHED, WORD_FIELDS
from arxtui.text import words
from arxtui.text.matching.nearest import nearest, suggest
from arxtui.text.matching.regex import RegexError, word_pattern

_DIGIT = pattern(r"\d")


def read_term(token: Token, now: datetime | None) -> Term:
    """Return the meaning of a word, phrase or regular expression. Raises TermError if its field or value is unknown or
    missing."""
    name = (token.field or "").lower()
    if token.field is None or (not token.value and name not in FIELDS):
        return Term(_text(token, Field.ANY))
    if name not in FIELDS:
        return _unknown_field(token)
    if not token.value.strip():
        raise TermError(f"{name}: needs a value right after the colon", token.start, token.end)
    if token.kind is TokenKind.REGEX and name not in WORD_FIELDS:
        raise bad_value(token, f"{name}: takes no regular expression")
    if name == "all":
        return Term(_text(token, Field.ANY))
    if name in READERS:
        return READERS[name](token)
    if name in DATE_FIELDS:
        return read_days(token, now)
    return Term(_text(token, Field(name)))


def plain_words(token: Token) -> Expr | None:
    """Return the term as if it had no field, the fallback for a term with a fault; None for a regular expression or a
    blank value."""
    if token.kind is TokenKind.REGEX or not token.value.strip():
        return None
    typed_words = f"{token.field or ''} {token.value}".split()
    last = len(typed_words) - 1
    parts = [
        Word(word, prefix=token.incomplete and place == last) for place, word in enumerate(typed_words) if words(word)
    ]
    return And(tuple(parts)) if len(parts) > 1 else parts[0] if parts else None


def _unknown_field(token: Token) -> Term:
    if named := _named(f"{token.field}:{token.value}", prefix=token.incomplete):
        return Term(named)
    end = token.start + len(token.field or "") + 1
    near = nearest(token.field or "", (*FIELDS, *ALIASES))
    why = UNSEARCHED.get((token.field or "").lower()) or f"the fields are {', '.join(FIELDS)}"
    reason = f'there is no field "{token.field}"; {why}{suggest(near)}'
    raise TermError(reason, token.start, end, [f"{field}:" for field in near])


def _text(token: Token, field: Field) -> Expr | None:
    if token.kind is TokenKind.REGEX:
        return _regex(token, field)
    if token.kind is TokenKind.PHRASE and field not in (Field.DOI, Field.ID):
        return _phrase(token, field)
    value = token.value.strip() or f"{token.field}:"
    bare = value.rstrip("*")
    prefix = bare != value or (token.incomplete and bool(token.value))  # a star right after a colon would be a value
    if field in (Field.ANY, Field.ID, Field.DOI) and (named := _named(value, prefix=prefix)):
        return named
    if field is Field.AUTHOR and "_" in bare:
        return _author(token, bare, prefix=prefix)
    if field is Field.ID and not prefix:
        raise bad_value(token, f'"{value}" is not an arXiv identifier, such as 2602.23556 or hep-th/9901001')
    return Word(bare, field, prefix) if words(bare) else None


def _regex(token: Token, field: Field) -> Regex:
    try:
        across = word_pattern(token.value) is None
    except RegexError as error:
        place = token.value_start
        raise TermError(f"regular expression: {error.reason}", place + error.start, place + error.end) from None
    return Regex(token.value, field, across)


def _phrase(token: Token, field: Field) -> Expr | None:
    """Return the expression of a phrase. If the phrase is still open, its last word can be unfinished."""
    text = " ".join(token.value.split())
    if not words(text):
        return None
    if not token.incomplete or token.value[-1:].isspace():
        return Phrase(text, field)
    head, _, last = text.rpartition(" ")
    word = Word(last, field, prefix=True) if words(last) else None
    parts = tuple(part for part in (Phrase(head, field) if words(head) else None, word) if part)
    return And(parts) if len(parts) > 1 else parts[0]


def _author(token: Token, text: str, *, prefix: bool) -> Expr | None:
    """Return the expression of a name with underscores, as arXiv writes names (``del_maestro``, ``hinton_g_1``): its
    words in sequence, and initials at its end as prefixes of words. The number at its end is ignored."""
    names = [name for name in text.split("_") if name and not name.isdecimal()]
    initials = names[-1:] if len(names) > 1 and len(names[-1]) == 1 else []
    surname = " ".join(names[: len(names) - len(initials)])
    if len(names) - len(initials) > 1:
        whole = _phrase(token._replace(value=surname, incomplete=prefix and not initials), Field.AUTHOR)
    else:
        whole = Word(surname, Field.AUTHOR, prefix and not initials) if words(surname) else None
    parts = [*([whole] if whole else []), *(Word(letter, Field.AUTHOR, prefix=True) for letter in initials)]
    return And(tuple(parts)) if len(parts) > 1 else parts[0] if parts else None


def _named(value: str, *, prefix: bool) -> Word | None:
    """Return the term for an arXiv identifier or a DOI in any written form; None for any other text."""
    if not _DIGIT.search(value):
        return None
    try:
        return Word(name_of(key_named(value)), Field.ID)
    except ValueError:
        doi = doi_named(value.rstrip("*"))
        return Word(doi, Field.DOI, prefix) if doi else None
