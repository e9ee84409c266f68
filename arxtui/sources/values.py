"""The values of a JSON record, each checked for its type. ValueError says which is not what it should be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any, TypeVar

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
    str: "a text",
    bool: "true or false",
    int: "a number",
    float: "a number",
}


def text(row: Row, name: str) -> str:
    """A text as it stands; empty where there is none."""
    held = row.get(name)
    if held is None:
        return ""
    if not isinstance(held, str):
        raise ValueError(f"{name}: not a text but {kind(held)}")
    return held


def line(row: Row, name: str) -> str:
    """A text as one clean line; empty where there is none."""
    held = row.get(name)
    if isinstance(held, str):
        return clean(held)
    return text(row, name) if held is not None else ""


def block(row: Row, name: str) -> str:
    """A text as clean paragraphs; empty where there is none."""
    held = row.get(name)
    return clean_block(held) if isinstance(held, str) else text(row, name)


def number(row: Row, name: str) -> int | None:
    """A whole number of at most 31 bits."""
    held = row.get(name)
    return None if held is None else whole(held, name)


def whole(held: object, name: str = "a number") -> int:
    """A whole number of at most 31 bits; ``name`` is what a complaint calls it."""
    if isinstance(held, bool) or not isinstance(held, int) or abs(held) >> 31:
        raise ValueError(f"{name}: not a whole number but {kind(held)}")
    return held


def string(held: object) -> str:
    """A text in a list."""
    if not isinstance(held, str):
        raise ValueError(f"not a text but {kind(held)}")
    return held


def mapping(held: object) -> Row:
    """An object in a list."""
    if not isinstance(held, dict):
        raise ValueError(f"not an object but {kind(held)}")
    return held


def items(row: Row, name: str, read: Callable[[object], _T]) -> list[_T]:
    """A list, each part of it read; empty where there is none."""
    held = row.get(name)
    if held is None:
        return []
    if not isinstance(held, list):
        raise ValueError(f"{name}: not a list but {kind(held)}")
    try:
        return [read(part) for part in held]
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def time(row: Row, name: str) -> datetime | None:
    """A time as ``sources.times`` reads it."""
    told = text(row, name).strip()
    try:
        # A file has many papers of one day.
        return (_midnight(told) if len(told) == _DAY_LENGTH else moment(told)) if told else None
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def day(row: Row, name: str) -> date:
    """A day in ISO 8601, which must be there."""
    try:
        return date.fromisoformat(text(row, name))
    except ValueError as error:
        raise ValueError(f"{name}: not a day") from error


def identifier(row: Row) -> ArxivId | None:
    """The identifier, in any of its forms."""
    told = text(row, "id")
    try:
        key_of(told)
    except ValueError:
        return ArxivId.parse(cleaned) if (cleaned := clean(told)) else None
    return ArxivId(told)


def categories(row: Row) -> tuple[str, ...]:
    """The codes, given as a list or parted by blanks, the primary one first."""
    held = row.get("categories")
    codes = held.split() if isinstance(held, str) else held
    primary = line(row, "primary_category")
    try:
        if isinstance(codes, list):
            return _codes((primary, *codes))
    except (TypeError, AttributeError):
        pass  # what is no text is complained of below
    return _codes((primary, *items(row, "categories", string)))


def authors_named(names: Iterable[str]) -> tuple[Author, ...]:
    """Authors without affiliations. TypeError where one is no text."""
    held = list(names)
    # All of them are looked at together, which takes a fraction of the time: hardly any name needs cleaning.
    joined = f"|{'|'.join(held)}|"
    if "  " in joined or " |" in joined or "| " in joined or not is_printable(joined):
        held = [clean(name) for name in held]
    return tuple(map(Author, filter(None, held)))


def kind(held: object) -> str:
    """What a value of JSON is, in words."""
    return _KINDS.get(type(held), "null")


@lru_cache(maxsize=1 << 14)
def _codes(written: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(filter(None, dict.fromkeys(map(clean, written))))


@lru_cache(maxsize=1 << 14)
def _midnight(told: str) -> datetime:
    return moment(told)
