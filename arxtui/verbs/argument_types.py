"""Values of arguments: functions that turn a text of the command line into a value, or raise ValueError in words."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from arxtui.light import deferred, pattern
from arxtui.model.limits import DIGITS
from arxtui.model.marks import RATINGS, Reading

with deferred():
    from arxtui.query import vocabulary
    from arxtui.text.matching.nearest import did_you_mean

NONE = "none"
"""The value that removes a rating, a reading state or a digit."""
_VERSION = pattern(r"v?([1-9][0-9]{0,2})")
_LAST_PORT = 65_535
_LEAST_CELLS, _MOST_CELLS = 20, 1_000


def whole_number(text: str) -> int:
    """Parse a count."""
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"must be a whole number, 0 or more, not {text!r}")
    return int(text)


def number_to(most: int) -> Callable[[str], int]:
    """Return a function that parses a number from 1 to ``most``."""

    def parse(text: str) -> int:
        if not 0 < (number := whole_number(text)) <= most:
            raise ValueError(f"must be from 1 to {most:,}, not {text}")
        return number

    return parse


def signed_number(text: str) -> int:
    """Parse a number that may be negative."""
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"must be a whole number, not {text!r}") from None


def position(text: str) -> int:
    """Parse a position, counted from 1."""
    if not (text.isascii() and text.isdigit() and int(text)):
        raise ValueError(f"must be a position counted from 1, not {text!r}")
    return int(text)


def digit(text: str) -> int:
    """Parse the digit of a saved view."""
    if text not in map(str, DIGITS):
        raise ValueError(f"must be 1 to 9, not {text!r}")
    return int(text)


def digit_or_none(text: str) -> int | None:
    """Parse the digit of a saved view, or ``none``."""
    return None if text == NONE else digit(text)


def rating(text: str) -> tuple[int | None]:
    """Parse a rating, or ``none``, to a tuple of one value: a parser cannot tell None from an option not given."""
    if text in (NONE, "0"):  # the reader's prompt accepts 0, too
        return (None,)
    if text not in map(str, RATINGS):
        raise ValueError(f"must be {RATINGS[0]} to {RATINGS[-1]} or {NONE}, not {text!r}")
    return (int(text),)


def reading_state(text: str) -> tuple[Reading | None]:
    """Parse a reading state, or ``none``, to a tuple of one value."""
    states = (*Reading, NONE)
    if text not in states:
        raise ValueError(f"must be one of {', '.join(states)}, not {text!r}{did_you_mean(text, states)}")
    return (None if text == NONE else Reading(text),)


def version(text: str) -> int:
    """Parse the number of a version: ``v2`` or ``2``."""
    if not (match := _VERSION.fullmatch(text)):
        raise ValueError(f"a version looks like v2, not {text}")
    return int(match[1])


def day(text: str) -> date:
    """Parse a date."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"not a date: {text!r} (such as 2026-05-13)") from None


def port(text: str) -> int:
    """Parse a TCP port."""
    if not (text.isascii() and text.isdigit() and int(text) <= _LAST_PORT):
        raise ValueError(f"must be a port, 0 to {_LAST_PORT}, not {text!r}")
    return int(text)


def line_width(text: str) -> int:
    """Parse the width of a line in cells."""
    width = whole_number(text)
    if not _LEAST_CELLS <= width <= _MOST_CELLS:
        raise ValueError(f"must be {_LEAST_CELLS} to {_MOST_CELLS:,} cells, not {width:,}")
    return width


def new_name(text: str) -> str:
    """Parse a name that comes before a query; text in the form of a query is an error, because the name is missing."""
    field, colon, value = text.lstrip("-(").partition(":")
    if colon and value and vocabulary.field_named(field) in vocabulary.FIELDS:
        raise ValueError(f"{text!r} is a query; put a name before it")
    return text
