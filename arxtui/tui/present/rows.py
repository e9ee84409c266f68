"""A paper in the list: on one line mark, day, category, title and what there is, or on two with its authors."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Sequence
from datetime import date
from typing import NamedTuple

from arxtui.model.frozen import frozen
from arxtui.model.fulltext import TextState
from arxtui.model.marks import Marks, Reading
from arxtui.model.paper import AnnounceType
from arxtui.model.views import Dated, Row
from arxtui.text import Wanted, cells, clip, readable, wrap
from arxtui.tui.present.line import Piece, cut, flush_right, foreign, pad, size
from arxtui.tui.present.marking import NOTHING, marked

_CROSS = (AnnounceType.CROSS, AnnounceType.REPLACE_CROSS)
_REPLACED = (AnnounceType.REPLACE, AnnounceType.REPLACE_CROSS)
_WIDEST_CATEGORY = 9
_MONTHS_SHOWN_BY_DAY = 300
TEXT_SIGNS = {TextState.HAVE: "≡", TextState.QUEUED: "↓", TextState.NONE: "∅", TextState.FAILED: "!"}
"""How the full text of a paper stands, where somebody has asked for it."""
READING_SIGNS: dict[Reading | None, str] = {Reading.TO_READ: "○", Reading.READING: "◐", Reading.READ: "◉"}
"""How far the user is with reading a paper."""
NOTE_SIGN = "✎"
PICK_SIGN = "✓"
_WIDEST_TAG = 18
_SCORE = 5
_INDENT = "   "
_MEDIUM, _WIDE, _ROOMY = 48, 58, 125
"""Cells from which on a list has room for more: titles come first, so days have a column only where three titles of
four are seen whole beside it."""


class RowLooks(NamedTuple):
    """How one row is drawn: with the cursor ``here``, ``picked``; its inks, and what tells old days apart."""

    here: bool
    picked: bool
    quiet: str
    own: str
    today: date


class Column(NamedTuple):
    """A column of the list, all but the title, which takes what the others leave."""

    name: str
    cells: Callable[[int, Collection[Row]], int]
    """Its cells in a list so many cells wide whose first rows are these; 0 where there is no room for it."""
    draw: Callable[[Row, int, RowLooks], Piece]
    """What it says of a row, in so many cells."""
    is_below: bool = False
    """Whether it stands on the second line, where a paper has two."""


def _fixed(cells: int, *, from_width: int = 0) -> Callable[[int, Collection[Row]], int]:
    """So many cells, in lists that are at least so wide."""
    return lambda width, rows: cells if width >= from_width else 0


def _category_cells(width: int, rows: Collection[Row]) -> int:
    widest = max((cells(short_category(row.category)) for row in rows), default=2)
    return min(max(widest, 2), _WIDEST_CATEGORY if width >= _MEDIUM else 6) + 2


def _score_cells(width: int, rows: Collection[Row]) -> int:
    return _SCORE if width >= _WIDE and any(row.score is not None for row in rows) else 0


def _shown_score(row: Row, width: int, looks: RowLooks) -> Piece:
    return (flush_right(_score(row.score), width), looks.quiet)


def _cursor(row: Row, width: int, looks: RowLooks) -> Piece:
    return (PICK_SIGN if looks.picked else "›" if looks.here else " ", "accent")


def _day(row: Row, width: int, looks: RowLooks) -> Piece:
    return (flush_right(day_name(row.day, looks.today), width - 2) + "  ", looks.quiet)


def _category(row: Row, width: int, looks: RowLooks) -> Piece:
    arrival = _arrival(row.type)
    return (pad(clip(short_category(row.category), width - 1 - len(arrival)) + arrival, width), looks.quiet)


def _state(row: Row, width: int, looks: RowLooks) -> Piece:
    return (READING_SIGNS.get(row.marks.reading, " ") + (NOTE_SIGN if row.marks.note else " "), looks.quiet)


def _badge(row: Row, width: int, looks: RowLooks) -> Piece:
    return (pad(row.badge, width), "accent" if row.theorem_links else "dim")


def _text(row: Row, width: int, looks: RowLooks) -> Piece:
    return (TEXT_SIGNS.get(row.fulltext, " "), "fault" if row.fulltext is TextState.FAILED else looks.quiet)


def _rating(row: Row, width: int, looks: RowLooks) -> Piece:
    return (str(row.marks.rating or " "), looks.quiet)


BEFORE_TITLE = (
    Column("cursor", _fixed(1), _cursor),
    Column("unread", _fixed(2), lambda row, width, looks: ("● " if row.marks.unread else "  ", looks.own)),
    Column("day", _fixed(8, from_width=_ROOMY), _day, is_below=True),
    Column("category", _category_cells, _category, is_below=True),
)
AFTER_TITLE = (
    Column("score", _score_cells, _shown_score, is_below=True),
    Column("gap", _fixed(1), lambda row, width, looks: (" ", "text")),
    Column("state", _fixed(2, from_width=_WIDE), _state, is_below=True),
    Column("badge", lambda width, rows: 3 if width >= _MEDIUM else 2, _badge, is_below=True),
    Column("text", _fixed(1), _text, is_below=True),
    Column("rating", _fixed(1, from_width=_WIDE), _rating, is_below=True),
    Column("mark", _fixed(2), lambda row, width, looks: (f"{row.marks.sign or ' '} ", looks.own)),
)
"""The columns from left to right: a new one is declared here."""

_Placed = tuple[tuple[Column, int], ...]


@frozen
class Columns:
    """The columns of a list that have room, with their cells. ``today`` tells old days apart."""

    width: int
    before: _Placed
    after: _Placed
    below: _Placed
    title: int
    """Cells left for the title."""
    today: date
    dated: tuple[Dated, ...] = ()
    """What happened on the days shown."""

    @classmethod
    def fit(cls, width: int, rows: Collection[Row], today: date, *, two_lines: bool = False) -> Columns:
        """Columns for a list ``width`` cells wide whose first rows are ``rows``; with ``two_lines`` some stand below
        the title, where there is more room."""
        roomy = _ROOMY if two_lines and width >= _WIDE else width

        def placed(*columns: Column, below: bool) -> _Placed:
            held = [column for column in columns if (two_lines and column.is_below) is below]
            return tuple((column, room) for column in held if (room := column.cells(roomy if below else width, rows)))

        before, after = placed(*BEFORE_TITLE, below=False), placed(*AFTER_TITLE, below=False)
        below = placed(*BEFORE_TITLE, *AFTER_TITLE, below=True)
        title = max(width - sum(room for _, room in (*before, *after)), 1)
        dated = tuple(sorted({row.dated for row in rows})) if roomy >= _ROOMY else ()
        return cls(width, before, after, below, title, today, dated)


@frozen
class ListLooks:
    """What the user wants to see in the title's place, which of its words were searched for, and the papers that are
    picked."""

    headlines: bool = False
    tex: bool = False
    two_lines: bool = False
    wanted: Wanted = NOTHING
    picked: Container[int] = ()


def paper_row(row: Row, columns: Columns, looks: ListLooks, *, here: bool, picked: bool = False) -> list[Piece]:
    """The line of a paper, of two the first, exactly ``columns.width`` cells; ``here`` when the cursor stands on it."""
    drawn = _drawn(row, columns, here=here, picked=picked)
    ink = _title_ink(row, here=here)
    title = _title_begins(row, columns, looks, ink) if looks.two_lines else _title(row, columns.title, looks, ink)
    return [
        *(column.draw(row, room, drawn) for column, room in columns.before),
        *title,
        *(column.draw(row, room, drawn) for column, room in columns.after),
    ]


def lower_row(row: Row, columns: Columns, looks: ListLooks, *, here: bool) -> list[Piece]:
    """The second line of a paper, exactly ``columns.width`` cells: what is left of the title, the authors, and what the
    columns below it say."""
    drawn = _drawn(row, columns, here=here, picked=False)
    told = [column.draw(row, room, drawn) for column, room in columns.below]
    room = max(columns.width - len(_INDENT) - size(told), 0)
    title = wrap(_title_text(row, looks), columns.title)[1:]
    left = marked(" ".join(title), _title_ink(row, here=here), looks.wanted)
    left += [(f"{'  ' if title else ''}{_version(row)}", drawn.quiet)]
    tags = _tags(row.marks, room // 4)
    names = _names(row.authors, room - size(left) - cells(tags) - 1)
    left = cut([*left, (names, drawn.quiet), (tags, drawn.quiet)], room)
    return [(_INDENT, "text"), *left, (" " * (room - size(left)), "text"), *cut(told, columns.width - len(_INDENT))]


def _drawn(row: Row, columns: Columns, *, here: bool, picked: bool) -> RowLooks:
    quiet = "faint" if row.marks.hidden else "dim"
    return RowLooks(here, picked, quiet, quiet if row.unsaved else "accent", columns.today)


def _title_ink(row: Row, *, here: bool) -> str:
    if row.marks.hidden:
        return "hidden"
    if row.highlighted:
        return "accent-strong" if row.marks.unread else "accent"
    return "strong" if row.marks.unread else "text" if here else "dim"


def _score(score: float | None) -> str:
    """``+8`` of points, ``+1.3`` of the ranking."""
    if score is None:
        return ""
    return f"{score:+}" if isinstance(score, int) else f"{score:+.1f}"


def blank_row(columns: Columns, *, here: bool) -> list[Piece]:
    """The line of a paper that the cache no longer knows."""
    return [("›" if here else " ", "accent"), (pad("  this paper left the cache", columns.width - 1), "faint")]


def short_category(code: str) -> str:
    """The subject part of a category: ``DC`` of ``cs.DC``, ``hep-th`` of ``hep-th``."""
    return foreign(code).rpartition(".")[2]


def day_name(day: date, today: date) -> str:
    """``13 May``; the year alone when the day is long past."""
    if abs((today - day).days) > _MONTHS_SHOWN_BY_DAY:
        return str(day.year)
    return f"{day.day} {day:%b}"


def unshown_day(row: Row | None, columns: Columns) -> str:
    """The day of a paper, where the list has no room for days; else empty."""
    return "" if row is None or columns.dated else day_name(row.day, columns.today)


def _arrival(kind: AnnounceType | None) -> str:
    if kind in _CROSS:
        return "×"
    return "→" if kind in _REPLACED else ""


def _title_text(row: Row, looks: ListLooks) -> str:
    text = row.title_tex if looks.tex else row.title
    if looks.headlines and row.headline:
        text = row.headline if looks.tex else readable(row.headline)
    return foreign(text) or "untitled"


def _version(row: Row) -> str:
    return f"v{row.version} " if row.type in _REPLACED and row.version else ""


def _names(names: Sequence[str], width: int) -> str:
    """The first names that fit, and how many more there are; of a first that does not fit, its beginning."""
    told = clip(foreign(names[0]), max(width, 0)) if names else ""
    for count in range(1, len(names) + 1):
        more = f" +{len(names) - count:,}" if count < len(names) else ""
        shown = ", ".join(map(foreign, names[:count])) + more
        if cells(shown) > width:
            break
        told = shown
    return told


def _title_begins(row: Row, columns: Columns, looks: ListLooks, ink: str) -> list[Piece]:
    """As much of the title as goes on the first of two lines."""
    first = next(iter(wrap(_title_text(row, looks), columns.title)), "")
    return [*marked(first, ink, looks.wanted), (" " * (columns.title - cells(first)), "faint")]


def _title(row: Row, width: int, looks: ListLooks, ink: str) -> list[Piece]:
    version = f" {_version(row).rstrip()}" if _version(row) and width >= 40 else ""
    tags = _tags(row.marks, width // 4) if width >= 44 else ""
    room = width - cells(version) - cells(tags)
    shown = clip(_title_text(row, looks), room)
    filling = " " * (room - cells(shown))
    return [
        *marked(shown, ink, looks.wanted),
        (filling, "hidden" if row.marks.hidden and not version else "faint"),
        (version, "faint"),
        (tags, "faint" if row.marks.hidden else "dim"),
    ]


def _tags(marks: Marks, width: int) -> str:
    """The first tag, and how many more there are."""
    if not marks.tags:
        return ""
    more = f" +{len(marks.tags) - 1}" if len(marks.tags) > 1 else ""
    return clip(f"  {foreign(marks.tags[0])}", min(width, _WIDEST_TAG)) + more
