"""Terms whose value is a name: a category, a tag, a state, an order, a source, a badge."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial
from typing import get_args

from arxtui.light import frozen, pattern
from arxtui.model import expr
from arxtui.model.arxiv.ids import key_named, name_of
from arxtui.model.arxiv.taxonomy import ARCHIVES, CANONICAL, CATEGORIES, RETIRED, canonical_case
from arxtui.model.marks import RATINGS
from arxtui.query.tokens import TermError, Token, TokenKind
from arxtui.query.vocabulary import VALUES
from arxtui.text import words
from arxtui.text.matching.nearest import nearest, suggest
from arxtui.text.mentions.venue_names import usual_venue


@frozen
class Term:
    """The meaning of a term. ``tree`` is None if the term does not filter (yet); ``sort`` is set if the term orders the
    list, ``group`` if it groups the list."""

    tree: expr.Expr | None = None
    sort: expr.Sort | None = None
    group: expr.Grouping | None = None


def bad_value(token: Token, reason: str, meant: Sequence[str] = ()) -> TermError:
    """Return the error for the value after the colon; ``meant`` are suggestions, as in :class:`TermError`."""
    return TermError(reason, token.value_start, token.value_start + len(token.value), meant)


_CODES = {code.lower(): code for code in sorted({*CATEGORIES, *RETIRED, *CANONICAL, *ARCHIVES})}
_SORTED_CODES = sorted(_CODES)
_DIVIDED_ARCHIVES = frozenset(code.partition(".")[0] for code in _CODES.values() if "." in code)
_MAX_LINK_DIGITS = 6
"""The largest number of digits in a count of theorem links."""
_MAX_ACT_DIGITS = 18
"""The largest number of digits in the number of an act: such a number fits in 64 bits."""
_COMPARED = pattern(r"([<>]?=?)([0-9])")
_BETWEEN = pattern(r"([0-9]?)\.\.([0-9]?)")
_PARTIAL_RATING = pattern(r"[<>]?=?|[1-5]?\.{1,2}")

_COMPARED_NUMBER = pattern(r"([<>]?=?)([0-9]{1,7})")
_BETWEEN_NUMBERS = pattern(r"([0-9]{0,7})\.\.([0-9]{0,7})")
_PARTIAL_NUMBER = pattern(r"[<>]?=?|[0-9]{0,7}\.{1,2}")


def is_code(text: str) -> bool:
    """Whether the text is the code of an arXiv category or archive in any case, with or without a star, or means a
    whole archive (``cs.*``)."""
    code = text.lower()
    return code.removesuffix("*") in _CODES or (code.endswith(".*") and code.removesuffix(".*") in _DIVIDED_ARCHIVES)


def _category(token: Token) -> Term:
    value = token.value.strip()
    stem = value.rstrip("*")
    if value == stem and value.lower() in _CODES:
        return Term(expr.Category(_whole_archive(canonical_case(value))))
    code = _first_code_with_prefix(stem)
    if code is not None and (token.incomplete or value != stem):
        return Term(expr.Category(code[: len(stem)] + "*"))
    near = nearest(stem, _CODES.values())
    hint = suggest(near) or "; codes look like cs.DC, and cs.* is a whole archive"
    raise bad_value(token, f'arXiv has no category "{value}"{hint}', near)


def _first_code_with_prefix(stem: str) -> str | None:
    lower = stem.lower()
    place = bisect_left(_SORTED_CODES, lower)
    code = _SORTED_CODES[place] if place < len(_SORTED_CODES) else ""
    return _CODES[code] if code.startswith(lower) else None


def _whole_archive(code: str) -> str:
    """Return the pattern of a code. An archive's pattern covers all of its categories and its own old papers."""
    if code not in _DIVIDED_ARCHIVES:
        return code
    return f"{code}*" if code in RETIRED else f"{code}.*"


def _tag(token: Token) -> Term:
    value = " ".join(token.value.split())
    stem = value.rstrip("*")
    return Term(expr.Tag(f"{stem}*" if token.incomplete or value != stem else stem))


def _note(token: Token) -> Term:
    """Return the term for words of a note; they must be adjacent, like the words of a phrase."""
    text = " ".join(token.value.split())
    stem = text.rstrip("*") if token.kind is TokenKind.WORD else text
    if not words(stem):
        return Term()
    is_incomplete = token.incomplete and not token.value[-1].isspace()
    return Term(expr.Note(stem, prefix=is_incomplete or stem != text))


def _rating(token: Token) -> Term:
    value = "".join(token.value.split())
    if token.incomplete and _PARTIAL_RATING.fullmatch(value):
        return Term()
    if compared := _COMPARED.fullmatch(value):
        least, most = _bounds(compared[1], int(compared[2]))
    elif (between := _BETWEEN.fullmatch(value)) and value != "..":
        least, most = int(between[1] or RATINGS[0]), int(between[2] or RATINGS[-1])
    else:
        least, most = 0, 0
    if least not in RATINGS or most not in RATINGS or least > most:
        raise bad_value(token, f'rating: "{token.value}" is not a rating; use 4, 3..5 or >=4, from 1 to 5')
    return Term(expr.Rated(least, most))


def _bounds(sign: str, number: int) -> tuple[int, int]:
    match sign:
        case "" | "=":
            return number, number
        case ">" | ">=":
            return number + (sign == ">"), RATINGS[-1]
        case _:
            return RATINGS[0], number - (sign == "<")


def _list(token: Token) -> Term:
    value = " ".join(token.value.split())
    stem = value.rstrip("*")
    return Term(expr.Listed(f"{stem}*" if token.incomplete or value != stem else stem))


def _act(token: Token) -> Term:
    value = token.value.strip()
    if value.isascii() and value.isdigit() and len(value) <= _MAX_ACT_DIGITS:
        return Term(expr.Acted(int(value)))
    raise bad_value(token, f'act: "{token.value}" is not the number of an act; the journal lists them')


def _paper(kind: type[expr.Like | expr.Cites | expr.CitedBy], token: Token) -> Term:
    value = token.value.strip()
    try:
        return Term(kind(name_of(key_named(value))))
    except ValueError:
        if token.incomplete:
            return Term()
    field = kind.__name__.lower()
    raise bad_value(token, f'{field}: "{value}" is not an arXiv identifier, such as 2602.23556 or hep-th/9901001')


def _number(field: expr.Countable, token: Token) -> Term:
    value = "".join(token.value.split())
    if token.incomplete and _PARTIAL_NUMBER.fullmatch(value):
        return Term()
    if compared := _COMPARED_NUMBER.fullmatch(value):
        sign, number = compared[1], int(compared[2])
        least = number + (sign == ">") if sign.startswith(">") else 0 if sign.startswith("<") else number
        most = None if sign.startswith(">") else number - (sign == "<")
    elif (between := _BETWEEN_NUMBERS.fullmatch(value)) and value != "..":
        least, most = int(between[1] or 0), int(between[2]) if between[2] else None
    else:
        raise bad_value(token, f'{field}: "{token.value}" is not a number; use >=10, 10..20 or 10')
    return Term(expr.Counted(field, least, most))


def _some(token: Token) -> Term:
    return Term(expr.SomeOf(" ".join(token.value.split()))) if words(token.value) else Term()


def _venue(token: Token) -> Term:
    """Return the term for a venue by any of its known names, with or without a year."""
    value = " ".join(token.value.split())
    stem = value.rstrip("*")
    if not words(stem):
        return Term()
    may_go_on = token.incomplete or value != stem
    usual, typed = (expr.Word(name, expr.Field.VENUE, prefix=may_go_on) for name in (usual_venue(stem), stem))
    return Term(expr.Or((typed, usual)) if may_go_on and usual != typed else usual)


def _state(token: Token) -> Term:
    name = _name(token)
    return Term(expr.State(name)) if name else Term()


def _sort(token: Token) -> Term:
    name = _name(token)
    return Term(sort=expr.Sort(name)) if name else Term()


def _group(token: Token) -> Term:
    name = _name(token)
    return Term(group=expr.Grouping(name)) if name else Term()


def _source(token: Token) -> Term:
    name = _name(token)
    return Term(expr.Source(name)) if name else Term()


def _has(token: Token) -> Term:
    name = _name(token)
    return Term(expr.Has(name)) if name else Term()


def _badge(token: Token) -> Term:
    number = token.value.strip()
    if number.isascii() and number.isdigit() and len(number) <= _MAX_LINK_DIGITS and int(number):
        return Term(expr.Badge("theorem", int(number)))
    name = _name(token, also=", or a minimum number of theorem links")
    return Term(expr.Badge(name)) if name else Term()


def _name(token: Token, also: str = "") -> str | None:
    """Return the value if the field accepts it; None if the value is still being typed. Raises TermError otherwise."""
    value = token.value.strip().lower()
    field = (token.field or "").lower()
    values = VALUES[field]
    if value in values:
        return value
    if token.incomplete and any(known.startswith(value) for known in values):
        return None
    near = nearest(value, values)
    reason = f'{field}: has no value "{token.value}"; use {", ".join(values)}{also}{suggest(near)}'
    raise bad_value(token, reason, near)


READERS: dict[str, Callable[[Token], Term]] = {
    "cat": _category,
    "tag": _tag,
    "note": _note,
    "venue": _venue,
    "rating": _rating,
    "list": _list,
    "act": _act,
    **{kind.__name__.lower(): partial(_paper, kind) for kind in (expr.Like, expr.Cites, expr.CitedBy)},
    **{field: partial(_number, field) for field in get_args(expr.Countable)},
    "some": _some,
    "is": _state,
    "sort": _sort,
    "group": _group,
    "source": _source,
    "badge": _badge,
    "has": _has,
}
"""The function that reads the value of each field."""
