"""The columns of the list: which there are, how much room each takes, and what it says of a paper."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date
from typing import NamedTuple

from arxtui.config.values import LIST_COLUMNS, TITLE
from arxtui.model.frozen import frozen
from arxtui.model.fulltext import TextState
from arxtui.model.marks import Reading
from arxtui.model.paper import AnnounceType
from arxtui.model.views import Dated, Row
from arxtui.text import cells, clip
from arxtui.tui.present.line import Piece, flush_right, foreign, pad

_CROSS = (AnnounceType.CROSS, AnnounceType.REPLACE_CROSS)
REPLACED = (AnnounceType.REPLACE, AnnounceType.REPLACE_CROSS)
_WIDEST_CATEGORY = 9
_MONTHS_SHOWN_BY_DAY = 300
TEXT_SIGNS = {TextState.HAVE: "≡", TextState.QUEUED: "↓", TextState.NONE: "∅", TextState.FAILED: "!"}
"""How the full text of a paper stands, where somebody has asked for it."""
READING_SIGNS: dict[Reading | None, str] = {Reading.TO_READ: "○", Reading.READING: "◐", Reading.READ: "◉"}
"""How far the user is with reading a paper."""
NEW_SIGN, SEEN_SIGN = "●", "•"
"""Of unread papers: came since the reader was last left; was listed before, and never said to be read."""
NOTE_SIGN = "✎"
PICK_SIGN = "✓"
CODE = "code"
_SCORE = 5
_MEDIUM, _WIDE = 48, 58
"""Cells from which on a list has room for more signs."""
_ROOMY, _VERY_ROOMY = 150, 170
"""Cells from which on nine titles of ten are seen whole beside the authors, and beside venue and code."""
_DATED_ROOM = 125
"""Cells from which on a list that no days divide has a column for them."""
_TITLE = 70
"""Cells that the category leaves to the title, in lists with room for all signs."""
_SIGNS = 13
"""Cells of the columns beside the title but the category, in a list that has room for all signs."""
_LEAST_CATEGORY = 4
_NAMED = 6
"""Cells of ``hep-ph``: of a longer category that is rare in its list the beginning tells enough."""
_USUAL = 0.8
"""The part of the categories that are seen whole: a longer one is cut rather than all titles."""


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
    is_detail: bool = False
    """Whether it takes the whole record of a paper (``Row.authors`` and what comes with it); of two lines the second
    has it in words."""


def _fixed(cells: int, *, from_width: int = 0) -> Callable[[int, Collection[Row]], int]:
    """So many cells, in lists that are at least so wide."""
    return lambda width, rows: cells if width >= from_width else 0


def _category_cells(width: int, rows: Collection[Row]) -> int:
    lengths = sorted(cells(short_category(row.category)) for row in rows)
    usual = max(lengths[int(_USUAL * (len(lengths) - 1))], min(lengths[-1], _NAMED)) if lengths else 2
    most = _WIDEST_CATEGORY if width >= _MEDIUM else 6
    if width >= _TITLE + _SIGNS:
        most = min(most, max(width - _SIGNS - _TITLE - 2, _LEAST_CATEGORY))
    return min(max(usual, 2), most) + 2


def _unread_cells(width: int, rows: Collection[Row]) -> int:
    """Where all papers have the same sign, or none has any, it says nothing."""
    return 2 if len({_unread_sign(row) for row in rows}) > 1 else 0


def _unread_sign(row: Row) -> str:
    return " " if not row.marks.unread else NEW_SIGN if row.fresh else SEEN_SIGN


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


def _venue(row: Row, width: int, looks: RowLooks) -> Piece:
    return (f" {pad(foreign(row.venue), width - 1)}", looks.quiet)


def _code(row: Row, width: int, looks: RowLooks) -> Piece:
    return (f" {CODE}" if row.code else " " * width, looks.quiet)


def _shown_authors(row: Row, width: int, looks: RowLooks) -> Piece:
    return (f" {pad(names_line(row.authors, width - 1), width - 1)}", looks.quiet)


COLUMNS = {
    column.name: column
    for column in (
        Column("unread", _unread_cells, lambda row, width, looks: (f"{_unread_sign(row)} ", looks.own)),
        Column("category", _category_cells, _category, is_below=True),
        Column("authors", _fixed(21, from_width=_ROOMY), _shown_authors, is_detail=True),
        Column("venue", _fixed(15, from_width=_VERY_ROOMY), _venue, is_detail=True),
        Column("code", _fixed(5, from_width=_VERY_ROOMY), _code, is_detail=True),
        Column("score", _score_cells, _shown_score, is_below=True),
        Column("state", _fixed(2, from_width=_WIDE), _state, is_below=True),
        Column("badge", lambda width, rows: 3 if width >= _MEDIUM else 2, _badge, is_below=True),
        Column("text", _fixed(1), _text, is_below=True),
        Column("rating", _fixed(1, from_width=_WIDE), _rating, is_below=True),
        Column("mark", _fixed(2), lambda row, width, looks: (f"{row.marks.sign or ' '} ", looks.own)),
    )
}
"""The columns by their names: a new one is declared here, and has its name in ``config.values.LIST_COLUMNS``."""
_CURSOR = Column("cursor", _fixed(1), _cursor)
_DAY = Column("day", _fixed(8, from_width=_DATED_ROOM), _day, is_below=True)
_GAP = Column("gap", _fixed(1), lambda row, width, looks: (" ", "text"))

_BLANK_AFTER, _BLANK_BEFORE = ("day", "unread", "category", "mark"), ("authors", "venue", "code")
_SIGNS_ALONE = ("score", "state", "badge", "text", "rating", "mark")
"""Columns with a blank of their own, and those that stand close together."""


_Placed = tuple[tuple[Column, int], ...]


def _spaced(columns: Iterable[tuple[Column, int]]) -> _Placed:
    """The columns, with blanks between two that would touch in another order than the usual one."""
    placed: list[tuple[Column, int]] = []
    for column, room in columns:
        before = placed[-1][0].name if placed else ""
        is_apart = before in ("", *_BLANK_AFTER) or column.name in _BLANK_BEFORE
        if not (is_apart or (before in _SIGNS_ALONE and column.name in _SIGNS_ALONE)):
            placed.append((_GAP, 1))
        placed.append((column, room))
    return tuple(placed)


@frozen
class Columns:
    """The columns of a list that have room, with their cells. ``today`` tells old days apart."""

    width: int
    before: _Placed
    after: _Placed
    below: _Placed
    in_words: tuple[str, ...]
    """The columns that the second line has in words."""
    title: int
    """Cells left for the title, at least: it takes those of signs behind it that a paper has not, too."""
    today: date
    dated: tuple[Dated, ...] = ()
    """What happened on the days shown."""

    @classmethod
    def fit(
        cls,
        width: int,
        rows: Collection[Row],
        today: date,
        *,
        two_lines: bool = False,
        grouped: bool = False,
        names: Sequence[str] = LIST_COLUMNS,
    ) -> Columns:
        """The columns called ``names``, for a list ``width`` cells wide whose first rows are ``rows``; with
        ``two_lines`` some stand below the title, where there is more room. A list that is ``grouped`` by days has no
        column for them."""
        roomy = _DATED_ROOM if two_lines and width >= _WIDE else width
        title_at = names.index(TITLE)
        left = [*([] if grouped else [_DAY]), *(COLUMNS[name] for name in names[:title_at])]
        right = [COLUMNS[name] for name in names[title_at + 1 :]]

        def placed(columns: Iterable[Column], *, below: bool) -> _Placed:
            here = [each for each in columns if (two_lines and each.is_below) is below]
            shown = [each for each in here if not (two_lines and each.is_detail)]
            return _spaced((each, room) for each in shown if (room := each.cells(roomy if below else width, rows)))

        before, after = placed(left, below=False), placed(right, below=False)
        gap = (_GAP, 1)
        before = ((_CURSOR, 1), *before, *([gap] if before and before[-1][0].name not in _BLANK_AFTER else []))
        after = (gap, *after)
        below = placed([*left, *right], below=True)
        in_words = tuple(name for name in names if name != TITLE and COLUMNS[name].is_detail) if two_lines else ()
        title = max(width - sum(room for _, room in (*before, *after)), 1)
        has_days = any(column is _DAY for column, _ in (*before, *below))
        dated = tuple(sorted({row.dated for row in rows})) if has_days else ()
        return cls(width, before, after, below, in_words, title, today, dated)


def needs_details(width: int, names: Sequence[str], *, two_lines: bool) -> bool:
    """Whether a list shows what takes the whole record of each paper."""
    details = [COLUMNS[name] for name in names if name != TITLE and COLUMNS[name].is_detail]
    return any(two_lines or each.cells(width, ()) for each in details)


def _score(score: float | None) -> str:
    """``+8`` of points, ``+1.3`` of the ranking."""
    if score is None:
        return ""
    return f"{score:+}" if isinstance(score, int) else f"{score:+.1f}"


def short_category(code: str) -> str:
    """The subject part of a category: ``DC`` of ``cs.DC``, ``hep-th`` of ``hep-th``."""
    return foreign(code).rpartition(".")[2]


def day_name(day: date, today: date) -> str:
    """``13 May``; the year alone when the day is long past."""
    if abs((today - day).days) > _MONTHS_SHOWN_BY_DAY:
        return str(day.year)
    return f"{day.day} {day:%b}"


def _arrival(kind: AnnounceType | None) -> str:
    if kind in _CROSS:
        return "×"
    return "→" if kind in REPLACED else ""


def names_line(names: Sequence[str], width: int) -> str:
    """The first names that fit, and how many more there are; of a first that does not fit, its beginning."""
    fitting = clip(foreign(names[0]), max(width, 0)) if names else ""
    for count in range(1, len(names) + 1):
        more = f" +{len(names) - count:,}" if count < len(names) else ""
        shown = ", ".join(map(foreign, names[:count])) + more
        if cells(shown) > width:
            break
        fitting = shown
    return fitting
