"""Conversion of JSON values of undocumented structure to text; every readable value is kept."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from arxtui.model.reviews import Passage, ReviewField
from arxtui.sources.errors import SourceError
from arxtui.sources.times import moment
from arxtui.text import clean, clip

Row = Mapping[str, Any]

_MAX_DEPTH = 6
_MAX_SHOWN = 60
# Fields that label the text of an item.
_LABELS = ("label", "role", "name", "type", "title", "heading")
_TEXTS = ("text", "statement", "claim", "content", "value", "body")
_YES_OR_NO = {True: "yes", False: "no"}


def loads(text: str, place: str) -> Any:
    """Parse JSON. Raises: SourceError with ``place`` and the position of the fault."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise SourceError(f"{place} is not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from error
    except (RecursionError, ValueError) as error:
        raise SourceError(f"{place} cannot be read as JSON: {clip(clean(str(error)), _MAX_SHOWN)}") from error


def first_text(row: Row, *names: str) -> str:
    """Return the first of these fields that is not empty, as one line; "" if there is none."""
    return next((line for name in names if (line := as_line(row.get(name)))), "")


def as_line(value: object) -> str:
    """Return a value as one line; the texts of lists and mappings are separated by semicolons."""
    if isinstance(value, str):
        return clean(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return _YES_OR_NO[value]
    if isinstance(value, int | float):
        return repr(value)
    return "; ".join(passage.text for passage in passages(value))


def integer(value: object, largest: int = 10**6) -> int | None:
    """Return a whole number of at most ``largest``. Returns None for anything else."""
    text = as_line(value)
    return int(text) if re.fullmatch(r"\d{1,7}", text) and int(text) <= largest else None


def time(value: object) -> datetime | None:
    """Return a time in any format of ``sources.times``. Returns None for anything else."""
    with suppress(ValueError):
        return moment(as_line(value))
    return None


def passages(value: object) -> tuple[Passage, ...]:
    """Return a value as the passages of a section: a text by paragraphs; lists and mappings as labelled list items."""
    if isinstance(value, str):
        return tuple(Passage(text) for line in value.split("\n") if (text := clean(line)))
    return tuple(Passage(text, listed=True) for text in _items(value, 0))


def other_fields(row: Row, known: Iterable[str]) -> tuple[ReviewField, ...]:
    """Return the non-empty fields that are not ``known``, under their names."""
    rest = {name: as_line(value) for name, value in row.items() if name not in set(known)}
    return tuple(ReviewField(field_words(name), line) for name, line in rest.items() if line)


def field_words(name: str) -> str:
    """Return a field's name as words: ``novelty_score`` becomes ``novelty score``."""
    return clean(name.replace("_", " "))


def _items(value: object, depth: int) -> Iterator[str]:
    if depth >= _MAX_DEPTH:
        yield clean(repr(value))
    elif isinstance(value, list):
        for each in value:
            yield from _items(each, depth + 1)
    elif isinstance(value, dict):
        yield from _mapping(value, depth)
    elif line := as_line(value):
        yield line


def _mapping(row: dict[str, Any], depth: int) -> Iterator[str]:
    """Yield a label and its text as one line, and every other field under its name."""
    label = next((name for name in _LABELS if isinstance(row.get(name), str)), None)
    text = next((name for name in _TEXTS if isinstance(row.get(name), str)), None)
    rest = dict(row)
    if label and text:
        yield clean(f"{field_words(rest.pop(label))}: {rest.pop(text)}")
    elif text:
        yield clean(rest.pop(text))
    for name, value in rest.items():
        for line in _items(value, depth + 1):
            yield f"{field_words(name)}: {line}"
