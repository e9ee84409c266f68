"""A library as JSON lines, as written by ``arxtui library export`` (docs/cli.md): one object per line; ``kind`` is the
type of the object."""

from __future__ import annotations

import json
from typing import Any

from arxtui.model.arxiv.ids import key_named, name_of
from arxtui.model.fulltext import ReadingPlace
from arxtui.model.marks import MARKS, RATINGS, Marks, Reading
from arxtui.model.portable import ExportedItem, ExportedList, ExportedPaper, ExportedView
from arxtui.sources import values
from arxtui.sources.values import Row

KINDS = ("library", "list", "view", "marks")
"""The ``kind`` of lines that are not papers."""


def parse_line(line: str) -> ExportedItem | None:
    """Parse a line. Returns None for the first line, which has no content. Raises: ValueError if it is invalid."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {str(error).partition(':')[0]}") from error
    if not isinstance(row, dict):
        raise ValueError(f"not a record but {values.kind(row)}")
    match row.get("kind"):
        case "library":
            return None
        case "list":
            return ExportedList(_required(row, "name"), tuple(values.items(row, "papers", values.string)))
        case "view":
            return ExportedView(_required(row, "name"), values.text(row, "query"), values.number(row, "key"))
        case "paper" | "marks" | None:
            return _paper(row)
    raise ValueError(f"a record of an unknown kind: {row['kind']!r}")


def _paper(row: Row) -> ExportedPaper:
    name = values.line(row, "name") or _required(row, "id")
    marks = values.mapping(row.get("marks") or {})
    place = row.get("place")
    read_place = _place(values.mapping(place)) if place is not None else None
    refused = tuple(name_of(key_named(each)) for each in values.items(row, "refused", values.string))
    return ExportedPaper(name, _marks(marks), read_place, row.get("kind") != "marks", refused)


def _marks(row: Row) -> Marks:
    rating = values.number(row, "rating")
    if rating is not None and rating not in RATINGS:
        raise ValueError(f"rating: not from {RATINGS[0]} to {RATINGS[-1]}")
    flags: dict[str, Any] = {mark.name: row.get(mark.name) is True for mark in MARKS}
    return Marks(
        unread=row.get("unread") is True,
        read=row.get("read") is True,
        tags=tuple(values.items(row, "tags", values.string)),
        note=values.text(row, "note") or None,
        rating=rating,
        reading=_reading(values.text(row, "reading")),
        **flags,
    )


def _reading(text: str) -> Reading | None:
    try:
        return Reading(text) if text else None
    except ValueError as error:
        raise ValueError(f"reading: {text!r} is not a reading state") from error


def _place(row: Row) -> ReadingPlace:
    at = values.time(row, "at")
    if at is None:
        raise ValueError("place: no time")
    block, character = (values.integer(row.get(name), f"place: {name}") for name in ("block", "character"))
    return ReadingPlace(block, character, values.number(row, "version"), at, values.text(row, "words"))


def _required(row: Row, name: str) -> str:
    text = values.line(row, name)
    if not text:
        raise ValueError(f"no {name}")
    return text
