"""The meaning of one term of a query: a word, phrase or regular expression, optionally with a field before it, or days:
calendar days, or ages such as ``3d``."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from arxtui.light import pattern
from arxtui.model.arxiv.calendar import eastern_day
from arxtui.model.arxiv.ids import key_named, name_of
from arxtui.model.dois import doi_named
from arxtui.model.expr import And, Announced, Dated, Expr, Field, Phrase, Regex, UsedOn, Word
from arxtui.query.tokens import TermError, Token, TokenKind
from arxtui.query.values import READERS, Term, bad_value
from arxtui.query.vocabulary import ALIASES, FIELDS, UNSEARCHED, WORD_FIELDS
from arxtui.text import words
from arxtui.text.matching.nearest import nearest, suggest
from arxtui.text.matching.regex import RegexError, word_pattern

_DIGIT = pattern(r"\d")
USED_FIELDS = frozenset({"read", "opened", "starred"})
DATE_FIELDS = frozenset({"day", "date", "added", "newer", "after", "before"}) | USED_FIELDS
_AGE_FIELDS = frozenset({"added", "newer"}) | USED_FIELDS
_ONE_SIDED_FIELDS = frozenset({"after", "before"})
_DAYS_AGO = {"today": 0, "yesterday": 1}
"""Names of days, and how many days ago each is."""
_DAY = pattern(r"(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?")
_PARTIAL_DAY = pattern(r"\d{0,4}|\d{4}-\d{0,2}|\d{4}-\d\d?-\d{0,2}")
_COMPLETIONS = ("31", "30", "29", "28", "12", *"9876543210", "")
"""Possible completions of a partly typed day, latest day first."""
_AGE = pattern(r"(\d{1,4})([dwmy])")
_COMPARED = pattern(r"([<>=]=?)\s*(.*)")
_ARXIV_RANGE = pattern(r"\[\s*(\d{4,12}|\*)\s+to\s+(\d{4,12}|\*)\s*\]")
"""arXiv's form of a range: years, months, days or minutes without signs between them
(https://info.arxiv.org/help/api/user-manual.html#_search_query_and_id_list)."""
_BARE_NUMBER = pattern(r"\d{1,3}")
"""An age without its unit (``newer:30`` means 30 days)."""
_PARTIAL_AGE = pattern(r"\d{1,4}")
_DECEMBER = 12
_DAY_HINT = "a day is written 2026-05-13 or today, a month 2026-05, a range 2026-05-01..2026-05-13"
_ONE_DAY_HINT = "a day is written 2026-05-13 or today, a month 2026-05, a year 2026"
_AGE_HINT = "a duration is written 3d, 1w, 2m or 1y (days, weeks, months, years)"


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


def read_days(token: Token, now: datetime | None) -> Term:
    """Return the meaning of a term of ``DATE_FIELDS`` at ``now``, aware UTC; None means the present moment. Days and
    ages are in UTC, except announcement days, which are arXiv's, and the days of ``USED_FIELDS``, which are local.

    Raises TermError for an invalid value, unless a value that is still being typed can become valid.
    """
    name = (token.field or "").lower()
    value = token.value.strip().lower()
    moment = now or datetime.now(UTC)
    if name == "day" and value.lstrip("<>= ") in _DAYS_AGO:
        today = eastern_day(moment)
    else:
        today = (moment.astimezone() if name in USED_FIELDS else moment).date()
    if name == "newer" and _BARE_NUMBER.fullmatch(value) and not token.incomplete:
        value = f"{value}d"
    age = _AGE.fullmatch(value)
    try:
        if age and name in _AGE_FIELDS:
            first: date | None = _since(int(age[1]), age[2], today)
            last: date | None = None
        elif name == "newer":
            raise ValueError(f'"{token.value}" is not a duration')
        elif name in _ONE_SIDED_FIELDS:
            first, last = _range_beside(name, value, today)
        else:
            first, last = _days(value, today)
    except ValueError as error:
        if token.incomplete and _can_become(name, value):
            return Term()
        raise bad_value(token, f"{name}: {error}; {_format_hint(name)}") from None
    if name in USED_FIELDS:
        return Term(UsedOn(name, first, last))
    return Term(Announced(first, last) if name == "day" else Dated(first, last, added=name == "added"))


def _format_hint(name: str) -> str:
    """Return the hint that explains how to write a value of the field."""
    if name == "newer":
        return _AGE_HINT
    if name in _ONE_SIDED_FIELDS:
        return _ONE_DAY_HINT
    return f"{_DAY_HINT}; {_AGE_HINT}" if name in _AGE_FIELDS else _DAY_HINT


def _can_become(name: str, typed: str) -> bool:
    """Whether the text typed so far can be the start of a valid value."""
    text = typed if name in _ONE_SIDED_FIELDS else typed.lstrip("<>= ")
    if name in _AGE_FIELDS and _PARTIAL_AGE.fullmatch(text):
        return True
    if name == "newer":
        return False
    if any(word.startswith(text) for word in _DAYS_AGO):
        return True
    begin, dot, rest = text.partition(".")
    if (dot and name in _ONE_SIDED_FIELDS) or rest[:1] not in ("", "."):
        return False
    if not dot:
        return _latest_completion(begin) is not None
    try:
        first = _calendar_range(begin)[0] if begin else date.min
    except ValueError:
        return False
    last = _latest_completion(rest.removeprefix("."))
    return last is not None and first <= last


def _latest_completion(text: str) -> date | None:
    """Return the latest day that the text typed so far can become; None if it cannot become a day."""
    if not _PARTIAL_DAY.fullmatch(text):
        return None
    year, dash, rest = text.partition("-")
    partial = f"{year:9<4}{dash}{rest}"
    for ending in _COMPLETIONS if dash else ("",):
        try:
            return _calendar_range(partial + ending)[1]
        except ValueError:
            continue
    return None


def _range_beside(name: str, text: str, today: date) -> tuple[date | None, date | None]:
    """Return the range after or before a day, month or year; None is an open end. Raises ValueError with a message for
    the user."""
    first, last = _named_days(text, today)
    try:
        return (last + timedelta(days=1), None) if name == "after" else (None, first - timedelta(days=1))
    except OverflowError:
        raise ValueError(f'there is no day {name} "{text}" in the calendar') from None


def _days(text: str, today: date) -> tuple[date | None, date | None]:
    """Return the first and last day of a day, month, year or range; None is an open end. Raises ValueError with a
    message for the user."""
    if text in _DAYS_AGO:
        return _named_days(text, today)
    if compared := _COMPARED.fullmatch(text):
        return _compared(compared[1], compared[2], today)
    if written := _ARXIV_RANGE.fullmatch(text):
        text = "..".join(map(_dashed, written.groups()))
    begin, dots, end = text.partition("..")
    first = _calendar_range(begin)[0] if begin else None
    last = _calendar_range(end if dots else begin)[1] if end or not dots else None
    if first is None and last is None:
        raise ValueError("a range needs a first or a last day")
    if first and last and last < first:
        raise ValueError("the range ends before it begins")
    return first, last


def _compared(sign: str, text: str, today: date) -> tuple[date | None, date | None]:
    """Return the first and last day of ``> 2025`` and the like. Raises ValueError with a message for the user."""
    if sign in "<>":
        return _range_beside("after" if sign == ">" else "before", text, today)
    first, last = _named_days(text, today)
    return (None if sign == "<=" else first), (None if sign == ">=" else last)


def _dashed(text: str) -> str:
    """Return the day of arXiv's ``YYYY[MM[DD[HHMM]]]`` with dashes; empty for a star."""
    return "-".join(filter(None, (text[:4].strip("*"), text[4:6], text[6:8])))


def _named_days(text: str, today: date) -> tuple[date, date]:
    """Return the first and last day of a day (also by name), month or year. Raises ValueError with a message for the
    user."""
    if text not in _DAYS_AGO:
        return _calendar_range(text)
    day = today - timedelta(days=_DAYS_AGO[text])
    return day, day


def _calendar_range(text: str) -> tuple[date, date]:
    """Return the first and last day of a day, month or year. Raises ValueError with a message for the user."""
    written = _DAY.fullmatch(text)
    if not written:
        raise ValueError(f'"{text}" is not a day')
    year, month, day = written.groups("")
    try:
        first = date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        raise ValueError(f'"{text}" is not in the calendar') from None
    return first, first if day else _last_of_month(first.year, first.month if month else _DECEMBER)


def _since(number: int, unit: str, today: date) -> date:
    """Return the day that is ``number`` units before ``today``, or the last day of the month if that month is shorter.
    Raises ValueError if the day is before the calendar begins."""
    try:
        if unit in "dw":
            return today - timedelta(days=number * (7 if unit == "w" else 1))
        months = today.year * 12 + today.month - 1 - number * (12 if unit == "y" else 1)
        last = _last_of_month(months // 12, months % 12 + 1)
    except (OverflowError, ValueError):
        raise ValueError(f'"{number}{unit}" is before the calendar begins') from None
    return last.replace(day=min(today.day, last.day))


def _last_of_month(year: int, month: int) -> date:
    """Return the last day of a month. Raises ValueError for a year outside the calendar."""
    from calendar import monthrange  # imported only for queries that name days

    return date(year, month, monthrange(year, month)[1])
