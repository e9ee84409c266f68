"""Rows of the filter pane: content, appearance, and names of their queries."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING

from arxtui.light import frozen
from arxtui.model.arxiv.taxonomy import category_name
from arxtui.model.marks import MARKS
from arxtui.model.signs import HIGHLIGHTED, NEW, RECOGNITION, THEOREMS
from arxtui.query.chips import chips
from arxtui.text import cells, clip
from arxtui.tui.present.line import Piece, flush_right, foreign

if TYPE_CHECKING:
    from arxtui.library.views import SavedView
    from arxtui.model.arxiv.day_numbers import DayNumbers

_NUMBER = 6
_INDENT = 2


class RowKind(StrEnum):
    """The kind of a row."""

    HEADING = "heading"
    QUERY = "query"
    TAG = "tag"
    LIST = "list"
    """A reading list. The label of a TAG or LIST row is the name."""
    FOLDER = "folder"
    """A row that opens to show more rows."""
    HISTOGRAM = "histogram"


class TermUse(StrEnum):
    """How the list's query uses a row's term."""

    NONE = ""
    WITHIN = "within"
    WITHOUT = "without"


_SIGNS = {TermUse.NONE: " ", TermUse.WITHIN: "+", TermUse.WITHOUT: "-"}


@frozen
class FilterRow:
    """A row of the filter pane. ``name`` identifies the row whatever the counts; ``query`` is the query of the row
    (None: not selectable); ``papers`` is the number of papers that Enter shows, and ``unread`` how many of them are
    unread (equal in the row *Unread*); both are None if not counted. Enter on a place lists its papers and nothing
    else, so its numbers do not depend on the list; any other row narrows the list. ``numbers`` are the papers of an
    announcement day by type. ``opened`` is None if the row does not open; ``line`` is the row's line of the
    histogram; ``author`` is the name if the row is an author, who can be followed."""

    name: str
    label: str
    kind: RowKind = RowKind.QUERY
    query: str | None = None
    papers: int | None = None
    unread: int | None = None
    is_place: bool = False
    numbers: DayNumbers | None = None
    depth: int = 0
    opened: bool | None = None
    view: SavedView | None = None
    line: int = 0
    author: str = ""
    is_followed: bool = False

    @property
    def can_narrow(self) -> bool:
        """Whether the row's query can be a term of another query: "For you" is an order of what is unread."""
        return bool(self.query) and self.query != FOR_YOU


@frozen
class FilterRowLooks:
    """Appearance of a row: under the cursor; its use in the list's query; ``stale``: its numbers are being counted
    again; ``numberless``: no number is known because the query has a fault."""

    here: bool = False
    use: TermUse = TermUse.NONE
    stale: bool = False
    numberless: bool = False


def filter_line(row: FilterRow, width: int, looks: FilterRowLooks) -> list[Piece]:
    """Return the line of a row, ``width`` cells: sign, label, and right-aligned the unread and all papers. A label that
    is too long takes the blanks before the first number, except for one."""
    if row.kind is RowKind.HEADING:
        return [(clip(f" {row.label}", width), "dim")]
    numbers = _numbers(row, looks)
    room = width - 3 - row.depth * _INDENT - sum(cells(text) for text, _ in numbers)
    label = _sign(row) + foreign(row.label)
    number, ink = numbers[0]
    taken = min(max(cells(label) - room, 0), max(len(number) - len(number.lstrip()) - 1, 0))
    numbers[0], room = (number[taken:], ink), room + taken
    label = clip(label, max(room, 1))
    mark: Piece = (HIGHLIGHTED.character, "cursor") if row.is_followed else (" " * bool(row.depth), "text")
    return [
        *_margin(row, looks),
        mark,
        (" " * (row.depth * _INDENT - cells(mark[0])), "text"),
        (label, _ink(row, looks)),
        (" " * (max(room, 1) - cells(label)), "text"),
        *numbers,
    ]


def _margin(row: FilterRow, looks: FilterRowLooks) -> list[Piece]:
    """Return the cursor and the sign of the row's use, which is the key that sets it; for a view, its digit key."""
    cursor = "›" if looks.here else " "
    sign = str(row.view.key) if row.view and row.view.key else _SIGNS[looks.use]
    return [(f"{cursor}{sign} ", "accent")]


def _sign(row: FilterRow) -> str:
    return "" if row.opened is None else "▾ " if row.opened else "▸ "


def _ink(row: FilterRow, looks: FilterRowLooks) -> str:
    if looks.use is TermUse.WITHIN:
        return "accent-strong"
    if looks.use is TermUse.WITHOUT:
        return "hidden"
    return "strong" if row.unread else "dim" if row.kind is RowKind.FOLDER else "text"


def _numbers(row: FilterRow, looks: FilterRowLooks) -> list[Piece]:
    numbers: list[Piece] = []
    if looks.numberless and not row.is_place:
        return [(" ", "text")]
    if row.unread is not None:
        text = count(row.unread) if row.unread or row.papers is None else ""
        if text and (row.view or row.papers is not None):  # distinguishes the number from the other number of the row
            text = f"{NEW.character}{text}"
        if text or not row.view:  # omitted for views, whose names need the room
            room = max(_NUMBER, cells(text) + 1)
            numbers.append((flush_right(text, room), "strong" if row.unread else "faint"))
    if row.papers is not None:
        text = count(row.papers)
        ink = "dim" if row.papers and (row.is_place or not looks.stale) else "faint"
        numbers.append((flush_right(text, max(_NUMBER, cells(text) + 1)), ink))
    return [*numbers, (" ", "text")]


def day_label(day: date) -> str:
    """Return a day as ``Wed 13 May``."""
    return f"{day:%a} {day.day} {day:%b}"


def count(number: int) -> str:
    """Return a number in at most six cells: ``142``, ``64,200``, ``120k``, ``3.0M``."""
    if number < 100_000:
        return f"{number:,}"
    return f"{number // 1000}k" if number < 1_000_000 else f"{number / 1_000_000:.1f}M"


UNREAD = "is:unread"
STATES = {
    UNREAD: "Unread",
    "is:fresh": "Since last time",
    "is:read": "Read",
    **{f"is:{mark.name}": mark.label for mark in MARKS if mark.label},
}
"""Queries of the library's states, with the labels of their rows."""
READINGS = {"is:toread": "To read", "is:reading": "Reading", "is:finished": "Read through"}
"""Queries of the reading states, with the labels of their rows."""
FOR_YOU = "is:unread sort:foryou"
"""Query for the unread papers in the order of the user's ranking."""
UNREVIEWED = "unreviewed"
BADGES = {
    "theorem": ("badge:theorem", f"{THEOREMS.character} Theorem links"),
    "recognition": ("badge:recognition", f"{RECOGNITION.character} Recognition"),
    "none": ("badge:none", "· No badge"),
    UNREVIEWED: ("-has:review", "Not reviewed"),
}
"""Badges, with the query and the label of each row."""


def view_name(query: str) -> str:
    """Return the label of the row with this query; an empty string if there is no such row."""
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
"""Labels of the library rows, which are not allowed as names of views."""
