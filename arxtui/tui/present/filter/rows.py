"""A row of the filter pane: its look, and what queries are called there."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING

from arxtui.model.arxiv.taxonomy import category_name
from arxtui.model.frozen import frozen
from arxtui.model.marks import MARKS
from arxtui.query.chips import chips
from arxtui.text import cells, clip
from arxtui.tui.present.line import Piece, flush_right, foreign

if TYPE_CHECKING:
    from arxtui.library.views import SavedView

_NUMBER = 6
_UNREAD = "●"
"""The sign of unread papers, as in the list."""
_INDENT = 2


class Kind(StrEnum):
    """What a row is."""

    HEADING = "heading"
    QUERY = "query"
    TAG = "tag"
    LIST = "list"
    """A reading list. The label of a row of these kinds is the name."""
    FOLDER = "folder"
    """More rows that are shown when it is opened."""
    HISTOGRAM = "histogram"


class Use(StrEnum):
    """What the list's query makes of a row's."""

    NONE = ""
    WITHIN = "within"
    WITHOUT = "without"


_SIGNS = {Use.NONE: " ", Use.WITHIN: "+", Use.WITHOUT: "-"}


@frozen
class FilterRow:
    """A row. ``name`` tells it from all others whatever is counted; ``query`` is what it stands for (None: nothing);
    ``papers`` is how many Enter shows (of the row of unread papers, ``unread`` is), and ``unread`` how many of these
    are unread; both are None where they are not counted; ``opened`` is None where there is nothing to open;
    ``line`` is the row's line within a histogram."""

    name: str
    label: str
    kind: Kind = Kind.QUERY
    query: str | None = None
    papers: int | None = None
    unread: int | None = None
    depth: int = 0
    opened: bool | None = None
    view: SavedView | None = None
    line: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether the query may be of several terms and have an order."""
        return self.view is not None or self.query == FOR_YOU


@frozen
class RowLooks:
    """How a row stands: under the cursor, what the list's query makes of it, and whether its numbers are being counted
    anew; ``numberless``: none is known, as the query is not understood."""

    here: bool = False
    use: Use = Use.NONE
    stale: bool = False
    numberless: bool = False


def filter_line(row: FilterRow, width: int, looks: RowLooks) -> list[Piece]:
    """The line of a row, ``width`` cells: sign, label, unread and all papers right-aligned."""
    if row.kind is Kind.HEADING:
        return [(clip(f" {row.label}", width), "dim")]
    numbers = _numbers(row, looks)
    room = width - 3 - row.depth * _INDENT - sum(cells(text) for text, _ in numbers)
    label = clip(_sign(row) + foreign(row.label), max(room, 1))
    return [
        *_margin(row, looks),
        (" " * (row.depth * _INDENT), "text"),
        (label, _ink(row, looks)),
        (" " * (max(room, 1) - cells(label)), "text"),
        *numbers,
    ]


def _margin(row: FilterRow, looks: RowLooks) -> list[Piece]:
    """The cursor, and what the query makes of the row, by the key that does so; for a view, the digit that opens it."""
    cursor = "›" if looks.here else " "
    sign = str(row.view.key) if row.view and row.view.key else _SIGNS[looks.use]
    return [(f"{cursor}{sign} ", "accent")]


def _sign(row: FilterRow) -> str:
    return "" if row.opened is None else "▾ " if row.opened else "▸ "


def _ink(row: FilterRow, looks: RowLooks) -> str:
    if looks.use is Use.WITHIN:
        return "accent-strong"
    if looks.use is Use.WITHOUT:
        return "hidden"
    return "strong" if row.unread else "dim" if row.kind is Kind.FOLDER else "text"


def _numbers(row: FilterRow, looks: RowLooks) -> list[Piece]:
    numbers: list[Piece] = []
    if looks.numberless:
        return [(" ", "text")]
    if row.unread is not None:
        told = count(row.unread) if row.unread or row.papers is None else ""
        if told and (row.view or row.papers is not None):  # nothing else tells it from the other numbers of the row
            told = f"{_UNREAD}{told}"
        if told or not row.view:  # a view's name needs the room more than a column of blanks
            room = max(_NUMBER, cells(told) + 1)
            numbers.append((flush_right(told, room), "strong" if row.unread else "faint"))
    if row.papers is not None:
        numbers.append((flush_right(count(row.papers), _NUMBER), "dim" if row.papers and not looks.stale else "faint"))
    return [*numbers, (" ", "text")]


def day_label(day: date) -> str:
    """``Wed 13 May``."""
    return f"{day:%a} {day.day} {day:%b}"


def count(number: int) -> str:
    """``142``, ``9,310``, ``64k``, ``3.0M``: at most five cells."""
    if number < 10_000:
        return f"{number:,}"
    return f"{number // 1000}k" if number < 1_000_000 else f"{number / 1_000_000:.1f}M"


STATES = {
    "is:unread": "Unread",
    "is:fresh": "Since last time",
    "is:read": "Read",
    **{f"is:{mark.name}": mark.label for mark in MARKS if mark.label},
}
"""Queries of the library's states to the labels of their rows."""
READINGS = {"is:toread": "To read", "is:reading": "Reading", "is:finished": "Read through"}
"""The same for how far the papers themselves are read."""
FOR_YOU = "is:unread sort:foryou"
"""What is unread, as the user's own ranking has it."""
UNREVIEWED = "unreviewed"
BADGES = {
    "theorem": ("badge:theorem", "◆ Theorem links"),
    "recognition": ("badge:recognition", "◇ Recognition"),
    "none": ("badge:none", "· No badge"),
    UNREVIEWED: ("-has:review", "Not reviewed"),
}
"""Badge to the query and the label of its row."""


def view_name(query: str) -> str:
    """What a query is called where it is one of the rows; an empty string for any other query."""
    if not query:
        return "All papers"
    if query in STATES or query in READINGS:
        return STATES.get(query) or READINGS[query]
    if query == FOR_YOU:
        return "For you"
    word, _, rest = query.partition(":")
    if word in ("list", "tag"):
        return rest.strip('"') if len(chips(query)) == 1 else ""
    if word == "day":
        try:
            return day_label(date.fromisoformat(rest))
        except ValueError:
            return ""
    if word == "cat" and (name := category_name(rest)) != rest:
        return name
    return ""


NAMES = frozenset(map(view_name, ("", FOR_YOU, *STATES, *READINGS)))
"""What rows of the library are called, and no view can be."""
