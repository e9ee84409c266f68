"""Typed access to the values of a JSON record. Each function raises ValueError if the value has the wrong type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any, TypeVar

from arxtui.light import from_fields
from arxtui.model.arxiv.ids import ArxivId, key_of
from arxtui.model.paper import Author
from arxtui.sources.times import moment
from arxtui.text import clean, clean_block
from arxtui.text.clean import is_printable

Row = Mapping[str, Any]
_T = TypeVar("_T")

_DAY_LENGTH = 10
_KINDS = {
    dict: "an object",
    list: "a list",
    str: "text",
    bool: "true or false",
    int: "a number",
    float: "a number",
}


def text(row: Row, name: str) -> str:
    """Return a text as it is; "" if it is missing or null."""
    value = row.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ValueError(f"{name}: not text but {kind(value)}")
    return value


def line(row: Row, name: str) -> str:
    """Return a text as one clean line; "" if it is missing or null."""
    value = row.get(name)
    if isinstance(value, str):
        return clean(value)
    return text(row, name) if value is not None else ""


def block(row: Row, name: str) -> str:
    """Return a text as clean paragraphs; "" if it is missing or null."""
    value = row.get(name)
    return clean_block(value) if isinstance(value, str) else text(row, name)


def number(row: Row, name: str) -> int | None:
    """Return a whole number of at most 31 bits; None if it is missing or null."""
    value = row.get(name)
    return None if value is None else integer(value, name)


def integer(value: object, name: str = "a number") -> int:
    """Check that a value is a whole number of at most 31 bits; ``name`` is for the error message."""
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) >> 31:
        raise ValueError(f"{name}: not a whole number but {kind(value)}")
    return value


def string(value: object) -> str:
    """Check that an item of a list is a text."""
    if not isinstance(value, str):
        raise ValueError(f"not text but {kind(value)}")
    return value


def mapping(value: object) -> Row:
    """Check that an item of a list is an object."""
    if not isinstance(value, dict):
        raise ValueError(f"not an object but {kind(value)}")
    return value


def items(row: Row, name: str, read: Callable[[object], _T]) -> list[_T]:
    """Return a list with ``read`` applied to each item; empty if the list is missing or null."""
    value = row.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise ValueError(f"{name}: not a list but {kind(value)}")
    try:
        return [read(part) for part in value]
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def time(row: Row, name: str) -> datetime | None:
    """Return a time in a format of ``sources.times``; None if it is missing, null or empty."""
    written = text(row, name).strip()
    try:
        # Many papers of a file have the same day.
        return (_midnight(written) if len(written) == _DAY_LENGTH else moment(written)) if written else None
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def day(row: Row, name: str) -> date:
    """Return a day in ISO 8601, which is required."""
    try:
        return date.fromisoformat(text(row, name))
    except ValueError as error:
        raise ValueError(f"{name}: not a day") from error


def identifier(row: Row) -> ArxivId | None:
    """Return the identifier, written in any of its forms; None if there is none."""
    written = text(row, "id")
    try:
        key_of(written)
    except ValueError:
        return ArxivId.parse(cleaned) if (cleaned := clean(written)) else None
    return ArxivId(written)


def categories(row: Row) -> tuple[str, ...]:
    """Return the category codes, the primary first. The row has a list, or a string separated by blanks."""
    value = row.get("categories")
    codes = value.split() if isinstance(value, str) else value
    primary = line(row, "primary_category")
    try:
        if isinstance(codes, list):
            return _codes((primary, *codes))
    except (TypeError, AttributeError):
        pass  # reported by items() below
    return _codes((primary, *items(row, "categories", string)))


def authors_named(names: Iterable[str]) -> tuple[Author, ...]:
    """Return authors without affiliations. Raises: TypeError if a name is not a text."""
    cleaned = list(names)
    # One check of all names joined takes a fraction of the time of single checks: hardly any name needs cleaning.
    joined = f"|{'|'.join(cleaned)}|"
    if "  " in joined or " |" in joined or "| " in joined or not is_printable(joined):
        cleaned = [clean(name) for name in cleaned]
    return tuple([from_fields(Author, {"name": name, "affiliations": ()}) for name in cleaned if name])


def kind(value: object) -> str:
    """Return the type of a JSON value in words."""
    return _KINDS.get(type(value), "null")


@lru_cache(maxsize=1 << 14)
def _codes(written: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(filter(None, dict.fromkeys(map(clean, written))))


@lru_cache(maxsize=1 << 14)
def _midnight(day: str) -> datetime:
    return moment(day)
