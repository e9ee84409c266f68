"""What one term of a query means: a word or phrase, perhaps with a field before it."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from arxtui.model.expr import And, Announced, Category, Expr, Field, Not, Phrase, Sort, State, Word
from arxtui.model.ids import ArxivId
from arxtui.model.taxonomy import ARCHIVES, CANONICAL, CATEGORIES, RETIRED, canonical_case
from arxtui.query.tokens import Kind, Token
from arxtui.text import words

STATES = ("unread", "read", "starred", "hidden", "fresh", "new", "cross", "replaced")
FIELDS = (*(field.value for field in Field if field), "cat", "day", "is", "sort")
_KNOWN_CODES = sorted({*CATEGORIES, *RETIRED, *CANONICAL, *ARCHIVES})
_DAY = re.compile(r"(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?")
_DECEMBER = 12


class TermError(Exception):
    """A term that cannot mean what it says: why, and its half-open place in the query."""

    def __init__(self, reason: str, start: int, end: int) -> None:
        super().__init__(reason)
        self.reason, self.start, self.end = reason, start, end


@dataclass(frozen=True, slots=True)
class Term:
    """What a term asks for; ``expr`` is None when it asks for nothing (yet), ``sort`` set when it orders the list."""

    expr: Expr | None = None
    sort: Sort | None = None


def read_term(token: Token, *, growing: bool) -> Term:
    """The meaning of a word or phrase token. TermError when field or value is unknown.

    ``growing``: it is still being typed, so a word may go on and a value that has only begun asks for nothing.
    """
    if token.field is None or (not token.value and token.field.lower() not in FIELDS):
        return Term(_text(token, Field.ANY, growing=growing))
    name = token.field.lower()
    if name not in FIELDS:
        return _unknown_field(token, growing=growing)
    if not token.value.strip():
        raise TermError(f"{name}: needs a value right after the colon", token.start, token.end)
    if name in _VALUES:
        return _VALUES[name](token, growing)
    return Term(_text(token, Field(name), growing=growing))


def plain_words(token: Token, *, growing: bool) -> Expr | None:
    """The term as if it had no field: what it is worth while its fault stands."""
    whole = f"{token.field or ''} {token.value}"
    last = len(whole.split()) - 1
    parts = [Word(word, prefix=growing and place == last) for place, word in enumerate(whole.split()) if words(word)]
    return And(tuple(parts)) if len(parts) > 1 else parts[0] if parts else None


def _unknown_field(token: Token, *, growing: bool) -> Term:
    identifier = _identifier(f"{token.field}:{token.value}")
    if identifier:
        return Term(identifier)
    field = token.field or ""
    if growing and not token.value:
        return Term()
    raise TermError(
        f'there is no field "{field}"; the fields are {", ".join(FIELDS)}', token.start, token.start + len(field) + 1
    )


def _text(token: Token, field: Field, *, growing: bool) -> Expr | None:
    if token.kind is Kind.PHRASE:
        return _phrase(token, field, growing=growing)
    value = f"{token.field}:" if field is Field.ANY and token.field else token.value
    if field in (Field.ANY, Field.ID) and (identifier := _identifier(value)):
        return identifier
    bare = value.rstrip("*")
    return Word(bare, field, prefix=growing or bare != value) if words(bare) else None


def _phrase(token: Token, field: Field, *, growing: bool) -> Expr | None:
    """A phrase; of one still open, the last word may go on."""
    whole = " ".join(token.value.split())
    if not words(whole):
        return None
    if not growing or whole == token.value.rstrip() != token.value:
        return Phrase(whole, field)
    head, _, last = whole.rpartition(" ")
    word = Word(last, field, prefix=True) if words(last) else None
    parts = tuple(part for part in (Phrase(head, field) if words(head) else None, word) if part)
    return And(parts) if len(parts) > 1 else parts[0]


def _identifier(value: str) -> Word | None:
    try:
        return Word(ArxivId.parse(value).base, Field.ID)
    except ValueError:
        return None


def _category(token: Token, growing: bool) -> Term:  # noqa: FBT001
    value = token.value.strip()
    stem = value.rstrip("*")
    if value == stem and (known := canonical_case(value)) in _KNOWN_CODES:
        return Term(Category(_whole_archive(known)))
    begins = next((code for code in _KNOWN_CODES if code.lower().startswith(stem.lower())), None)
    if begins is not None and (growing or value != stem):
        return Term(Category(begins[: len(stem)] + "*"))
    raise TermError(
        f'arXiv has no category "{value}"; one is written cs.DC, and cs.* is all of an archive',
        token.value_start,
        token.value_start + len(token.value),
    )


def _whole_archive(code: str) -> str:
    """The pattern of a code: an archive stands for all of its categories, and for its own old papers."""
    if not any(each.startswith(f"{code}.") for each in _KNOWN_CODES):
        return code
    return f"{code}*" if code in RETIRED else f"{code}.*"


def _state(token: Token, growing: bool) -> Term:  # noqa: FBT001
    name = token.value.strip().lower()
    if name == "read":
        return Term(Not(State("unread")))
    if name in STATES:
        return Term(State(name))
    return _begun_or_fault(token, STATES, growing=growing)


def _sort(token: Token, growing: bool) -> Term:  # noqa: FBT001
    orders = tuple(order.value for order in Sort)
    name = token.value.strip().lower()
    return Term(sort=Sort(name)) if name in orders else _begun_or_fault(token, orders, growing=growing)


def _begun_or_fault(token: Token, values: tuple[str, ...], *, growing: bool) -> Term:
    value = token.value.strip().lower()
    if growing and any(known.startswith(value) for known in values):
        return Term()
    raise TermError(
        f'{token.field}: knows no "{token.value}"; it takes {", ".join(values)}',
        token.value_start,
        token.value_start + len(token.value),
    )


def _day(token: Token, growing: bool) -> Term:  # noqa: FBT001
    begin, dots, end = token.value.strip().partition("..")
    try:
        first = _stretch(begin)[0] if begin else None
        last = _stretch(end if dots else begin)[1] if end or not dots else None
    except ValueError as error:
        if growing and re.fullmatch(r"[\d.-]*", token.value):
            return Term()
        raise TermError(
            f"day: {error}; a day is written 2026-05-13, a month 2026-05, a stretch 2026-05-01..2026-05-13",
            token.value_start,
            token.value_start + len(token.value),
        ) from None
    if first and last and last < first:
        raise TermError("day: the stretch ends before it begins", token.value_start, token.end)
    return Term(Announced(first, last))


def _stretch(text: str) -> tuple[date, date]:
    """First and last day of a day, month or year. ValueError in words."""
    written = _DAY.fullmatch(text)
    if not written:
        raise ValueError(f'"{text}" is not a day')
    year, month, day = (int(part) if part else None for part in written.groups())
    try:
        first = date(year or 0, month or 1, day or 1)
        last_month = month or _DECEMBER
        last = date(first.year, last_month, day or calendar.monthrange(first.year, last_month)[1])
    except ValueError:
        raise ValueError(f'"{text}" is not in the calendar') from None
    return first, last


_VALUES: dict[str, Callable[[Token, bool], Term]] = {"cat": _category, "is": _state, "sort": _sort, "day": _day}
