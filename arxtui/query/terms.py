"""What one term of a query means: a word or phrase, perhaps with a field before it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from arxtui.model.expr import And, Announced, Category, Expr, Field, Not, Phrase, Sort, State, Word
from arxtui.model.ids import key_named, name_of
from arxtui.model.taxonomy import ARCHIVES, CANONICAL, CATEGORIES, RETIRED, canonical_case
from arxtui.patterns import pattern
from arxtui.query.tokens import Kind, Token
from arxtui.text import words

STATES = ("unread", "read", "starred", "hidden", "fresh", "new", "cross", "replaced")
FIELDS = (*(field.value for field in Field if field), "cat", "day", "is", "sort")
_KNOWN_CODES = sorted({*CATEGORIES, *RETIRED, *CANONICAL, *ARCHIVES})
_DAY = pattern(r"(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?")
_HALF_A_DAY = pattern(r"[\d.-]*")
_DECEMBER = 12


class TermError(Exception):
    """A term that cannot mean what it says: why, and its half-open place in the query."""

    def __init__(self, reason: str, start: int, end: int) -> None:
        super().__init__(reason)
        self.reason, self.start, self.end = reason, start, end


class Term(NamedTuple):
    """What a term asks for; ``expr`` is None when it asks for nothing (yet), ``sort`` set when it orders the list."""

    expr: Expr | None = None
    sort: Sort | None = None


def read_term(token: Token) -> Term:
    """The meaning of a word or phrase token. TermError when its field or value is unknown or missing."""
    name = (token.field or "").lower()
    if token.field is None or (not token.value and name not in FIELDS):
        return Term(_text(token, Field.ANY))
    if name not in FIELDS:
        return _unknown_field(token)
    if not token.value.strip():
        raise TermError(f"{name}: needs a value right after the colon", token.start, token.end)
    if name in _VALUES:
        return _VALUES[name](token)
    return Term(_text(token, Field(name)))


def plain_words(token: Token) -> Expr | None:
    """The term as if it had no field: what it is worth while its fault stands."""
    if not token.value.strip():
        return None
    found = f"{token.field or ''} {token.value}".split()
    last = len(found) - 1
    parts = [Word(word, prefix=token.growing and place == last) for place, word in enumerate(found) if words(word)]
    return And(tuple(parts)) if len(parts) > 1 else parts[0] if parts else None


def _unknown_field(token: Token) -> Term:
    identifier = _identifier(f"{token.field}:{token.value}")
    if identifier:
        return Term(identifier)
    end = token.start + len(token.field or "") + 1
    raise TermError(f'there is no field "{token.field}"; the fields are {", ".join(FIELDS)}', token.start, end)


def _bad_value(token: Token, reason: str) -> TermError:
    return TermError(reason, token.value_start, token.value_start + len(token.value))


def _text(token: Token, field: Field) -> Expr | None:
    if token.kind is Kind.PHRASE:
        return _phrase(token, field)
    value = token.value or f"{token.field}:"
    identifier = _identifier(value) if field in (Field.ANY, Field.ID) else None
    if identifier:
        return identifier
    bare = value.rstrip("*")
    prefix = token.growing or bare != value
    if field is Field.ID and not prefix:
        raise _bad_value(token, f'"{value}" is no arXiv identifier; one is written 2602.23556 or hep-th/9901001')
    return Word(bare, field, prefix) if words(bare) else None


def _phrase(token: Token, field: Field) -> Expr | None:
    """A phrase; of one still open, the last word may go on."""
    whole = " ".join(token.value.split())
    if not words(whole):
        return None
    if not token.growing or token.value[-1:].isspace():
        return Phrase(whole, field)
    head, _, last = whole.rpartition(" ")
    word = Word(last, field, prefix=True) if words(last) else None
    parts = tuple(part for part in (Phrase(head, field) if words(head) else None, word) if part)
    return And(parts) if len(parts) > 1 else parts[0]


def _identifier(value: str) -> Word | None:
    try:
        return Word(name_of(key_named(value)), Field.ID)
    except ValueError:
        return None


def _category(token: Token) -> Term:
    value = token.value.strip()
    stem = value.rstrip("*")
    if value == stem and (known := canonical_case(value)) in _KNOWN_CODES:
        return Term(Category(_whole_archive(known)))
    begun = next((code for code in _KNOWN_CODES if code.lower().startswith(stem.lower())), None)
    if begun is not None and (token.growing or value != stem):
        return Term(Category(begun[: len(stem)] + "*"))
    raise _bad_value(token, f'arXiv has no category "{value}"; one is written cs.DC, and cs.* is all of an archive')


def _whole_archive(code: str) -> str:
    """The pattern of a code: an archive stands for all of its categories, and for its own old papers."""
    if not any(each.startswith(f"{code}.") for each in _KNOWN_CODES):
        return code
    return f"{code}*" if code in RETIRED else f"{code}.*"


def _state(token: Token) -> Term:
    name = token.value.strip().lower()
    if name == "read":
        return Term(Not(State("unread")))
    return Term(State(name)) if name in STATES else _begun(token, STATES)


def _sort(token: Token) -> Term:
    orders = tuple(order.value for order in Sort)
    name = token.value.strip().lower()
    return Term(sort=Sort(name)) if name in orders else _begun(token, orders)


def _begun(token: Token, values: tuple[str, ...]) -> Term:
    """Nothing yet for a value that is being typed. TermError for one that is unknown."""
    value = token.value.strip().lower()
    if token.growing and any(known.startswith(value) for known in values):
        return Term()
    raise _bad_value(token, f'{token.field}: knows no "{token.value}"; it takes {", ".join(values)}')


def _day(token: Token) -> Term:
    begin, dots, end = token.value.strip().partition("..")
    try:
        first = _stretch(begin)[0] if begin else None
        last = _stretch(end if dots else begin)[1] if end or not dots else None
        if first is None and last is None:
            raise ValueError("a stretch has a first or a last day")
        if first and last and last < first:
            raise ValueError("the stretch ends before it begins")
    except ValueError as error:
        if token.growing and _HALF_A_DAY.fullmatch(token.value):
            return Term()
        written = "a day is written 2026-05-13, a month 2026-05, a stretch 2026-05-01..2026-05-13"
        raise _bad_value(token, f"day: {error}; {written}") from None
    return Term(Announced(first, last))


def _stretch(text: str) -> tuple[date, date]:
    """First and last day of a day, month or year. ValueError in words."""
    written = _DAY.fullmatch(text)
    if not written:
        raise ValueError(f'"{text}" is not a day')
    from calendar import monthrange  # loaded for the first query that names days

    year, month, day = written.groups("")
    try:
        first = date(int(year), int(month or 1), int(day or 1))
        last_month = first.month if month else _DECEMBER
        last = first if day else date(first.year, last_month, monthrange(first.year, last_month)[1])
    except ValueError:
        raise ValueError(f'"{text}" is not in the calendar') from None
    return first, last


_VALUES: dict[str, Callable[[Token], Term]] = {"cat": _category, "is": _state, "sort": _sort, "day": _day}
