"""The rows of the filter pane: announcement days, views, categories. Every row is a query."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from arxtui.model.taxonomy import category_name
from arxtui.text import cells, clip
from arxtui.tui.present.line import Piece, flush_right, foreign

if TYPE_CHECKING:
    from arxtui.library.views import FilterCounts

_DAYS_SHOWN = 14


@dataclass(frozen=True, slots=True)
class FilterRow:
    """A row: its label, the query it stands for (None: a heading), and how many papers, how many of them unread."""

    label: str
    query: str | None = None
    papers: int | None = None
    unread: int = 0


def filter_rows(counts: FilterCounts) -> list[FilterRow]:
    """All rows, top to bottom; a blank heading between the groups."""
    groups = [list(_days(counts)), list(_views(counts)), list(_categories(counts))]
    rows: list[FilterRow] = []
    for group in groups:
        if len(group) > 1:
            rows += [FilterRow("")] if rows else []
            rows += group
    return rows


def view_name(query: str) -> str:
    """What a query is called where it is one of the rows; an empty string for any other query."""
    if query in _VIEWS:
        return _VIEWS[query]
    word, _, rest = query.partition(":")
    if word == "day":
        try:
            return day_label(date.fromisoformat(rest))
        except ValueError:
            return ""
    if word == "cat" and (name := category_name(rest)) != rest:
        return f"{rest} {name}"
    return ""


def day_label(day: date) -> str:
    """``Wed 13 May``."""
    return f"{day:%a} {day.day} {day:%b}"


def filter_line(row: FilterRow, width: int, *, here: bool, shown: bool) -> list[Piece]:
    """The line of a row, ``width`` cells: label, unread and all papers right-aligned; ``shown`` in the list now."""
    if row.query is None:
        return [(clip(f" {row.label}", width), "dim")]
    papers = "" if row.papers is None else count(row.papers)
    unread = count(row.unread) if row.unread else ""
    room = width - 3 - 5 - 7
    label = clip(foreign(row.label), max(room, 1))
    ink = "accent-strong" if shown else "strong" if row.unread else "text"
    return [
        (" › " if here or shown else "   ", "accent"),
        (label + " " * (max(room, 1) - cells(label)), ink),
        (flush_right(unread, 5), "strong"),
        (flush_right(papers, 6) + " ", "faint"),
    ]


def count(number: int) -> str:
    """``142``, ``9,310``, ``64k``, ``3.0M``: at most five cells."""
    if number < 10_000:
        return f"{number:,}"
    return f"{number // 1000}k" if number < 1_000_000 else f"{number / 1_000_000:.1f}M"


_VIEWS = {"is:unread": "Unread", "is:starred": "Starred", "": "All papers", "is:hidden": "Hidden"}


def _days(counts: FilterCounts) -> Iterator[FilterRow]:
    yield FilterRow("Announced")
    for day, announced, unread in list(counts.days)[:_DAYS_SHOWN]:
        yield FilterRow(day_label(day), f"day:{day.isoformat()}", announced, unread)


def _views(counts: FilterCounts) -> Iterator[FilterRow]:
    yield FilterRow("Views")
    yield FilterRow("Unread", "is:unread", None, counts.unread)
    yield FilterRow("Starred", "is:starred", counts.starred)
    yield FilterRow("All papers", "", counts.all)
    if counts.hidden:
        yield FilterRow("Hidden", "is:hidden", counts.hidden)


def _categories(counts: FilterCounts) -> Iterator[FilterRow]:
    yield FilterRow("Categories")
    for code, papers, unread in counts.categories:
        yield FilterRow(code, f"cat:{code}", papers, unread)
