"""Columns of the list: names, widths and contents."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date

from arxtui.config.values import DEFAULT_COLUMNS, TITLE
from arxtui.export.people import people
from arxtui.light import NamedTuple, frozen
from arxtui.model.fulltext import TextState
from arxtui.model.paper import AnnounceType
from arxtui.model.signs import (
    ARRIVALS,
    HIGHLIGHTED,
    IN_BIBLIOGRAPHY,
    NEW,
    NOTE,
    PICKED,
    READING,
    SEEN,
    STARRED_LINKS,
    TEXTS,
    WITHDRAWN,
    Sign,
)
from arxtui.model.views import Dated, Row
from arxtui.text import cells, clip
from arxtui.tui.present.line import Piece, flush_right, foreign, pad

REPLACED = (AnnounceType.REPLACE, AnnounceType.REPLACE_CROSS)
_WIDEST_CATEGORY, _ANY_CATEGORY = 11, 18
"""Cells of the longest category that the column is widened to, such as ``astro-ph.CO``, and of the longest of all."""
_ROOM_FOR_ANY_CATEGORY = 36
"""Width in cells from which a list cuts no category."""
_TINTS = {
    archive: f"tint-{number}"
    for number, archives in enumerate(
        (
            "cs",
            "math math-ph",
            "stat eess econ q-bio q-fin",
            "astro-ph gr-qc hep-ex hep-lat hep-ph hep-th nucl-ex nucl-th",
            "cond-mat nlin physics quant-ph",
        )
    )
    for archive in archives.split()
}
"""The inks of the categories of an archive."""
_MONTHS_SHOWN_BY_DAY = 300
_TEXT_FAULTS = (TextState.FAILED, TextState.INCOMPLETE)
_SCORE = 5
_MEDIUM, _WIDE = 48, 58
"""Widths in cells from which a list has room for more signs."""
_ROOM_FOR_AN_AUTHOR = 100
"""Width in cells from which the family name of the first author stands beside the title."""
_ROOMY, _VERY_ROOMY = 150, 170
"""Widths in cells from which nine titles of ten fit completely beside the authors, and beside venue and code."""
_AUTHOR, _AUTHORS = 15, 21
"""Widths in cells of the column of authors: the family name of the first and the number of the others; full names."""
_DATED_ROOM = 60
"""Width in cells from which a list without day headings has a date column."""
_BELOW_ROOM = 125
"""Width in cells of a list whose columns the second of two lines has room for."""
_TITLE = 70
"""Number of cells that the category column leaves for the title, in lists with all signs."""
_SIGNS = 13
"""Number of cells of the columns other than title and category, in lists with all signs."""
_LEAST_OF_NAME = 5
_WORDS, _ROOM_FOR_WORDS = 25, 80
"""Most cells of the words that a paper has of a question, and the width in cells from which a list shows them."""
_NAMED = 8
"""Length of ``quant-ph``, for which the column always has room."""
_USUAL_SHARE = 0.8
"""Share of the categories that the column has room for; longer ones take it from their own titles, because a wider
column would shorten all."""


class ListRowLooks(NamedTuple):
    """Appearance of a row: whether the cursor is on it (``here``), whether it is selected (``picked``), its inks, and
    today's date for the format of days."""

    here: bool
    picked: bool
    quiet_ink: str
    sign_ink: str
    today: date


class Column(NamedTuple):
    """A column of the list. The title is not a column; it takes the remaining space."""

    name: str
    cells: Callable[[int, Collection[Row]], int]
    """Function that returns the column's width in a list of this width whose first rows are these; 0 if there is no
    room."""
    draw: Callable[[Row, int, ListRowLooks], Piece]
    """Function that returns the column's content for a row, in this number of cells; in more if it must not be cut."""
    is_below: bool = False
    """Whether the column is on the second line if a paper has two."""
    words: Callable[[Row], str] | None = None
    """For a column that needs the whole record of a paper (``Row.authors`` and the fields loaded with it): function
    that returns its content as the words that the second of two lines shows."""


def _fixed(cells: int, *, from_width: int = 0) -> Callable[[int, Collection[Row]], int]:
    """Return a width function: ``cells`` in lists that are at least ``from_width`` wide, otherwise 0."""
    return lambda width, rows: cells if width >= from_width else 0


def _category_column(archives: Collection[str] | None, list_width: int) -> Column:
    """Return the column of categories. Those of the given ``archives`` are shown without them, those of others whole;
    None: all without. A category that is longer than the usual ones takes its room from the title of its row."""
    named = _NAMED if archives is None else _WIDEST_CATEGORY
    is_roomy = list_width >= _ROOM_FOR_ANY_CATEGORY

    def shown(row: Row) -> str:
        code = clip(foreign(row.category), _ANY_CATEGORY)
        archive, _, subject = code.rpartition(".")
        return code if is_roomy and archives is not None and archive not in archives else subject

    def width_of(width: int, rows: Collection[Row]) -> int:
        most = _ANY_CATEGORY if width >= _ROOMY else _WIDEST_CATEGORY if width >= _MEDIUM else _NAMED
        lengths = sorted(cells(shown(row)) for row in rows)
        usual = max(lengths[int(_USUAL_SHARE * (len(lengths) - 1))], min(lengths[-1], named)) if lengths else 2
        if width < _TITLE + _SIGNS:
            return min(max(usual, 2), most) + 2
        least = max((min(cells(shown(row)), named) + len(_arrival(row)) for row in rows), default=0)
        return max(min(max(usual, 2), most, max(width - _SIGNS - _TITLE - 2, 0)) + 2, least + 1)

    def draw(row: Row, width: int, looks: ListRowLooks) -> Piece:
        ink = _TINTS.get(row.category.partition(".")[0], "dim") if looks.quiet_ink == "dim" else looks.quiet_ink
        arrival = _arrival(row)
        code = shown(row) if is_roomy else clip(shown(row), width - 1 - len(arrival))
        blank = max(width - cells(code) - len(arrival), 1)
        return (f"{code}{arrival}{' ' * blank}", ink)

    return Column("category", width_of, draw, is_below=True)


def _unread_cells(width: int, rows: Collection[Row]) -> int:
    """Return 0 if all papers have the same sign or none has any, because the column would say nothing."""
    return 2 if len({_unread_sign(row) for row in rows}) > 1 else 0


def _unread_sign(row: Row) -> str:
    return " " if not row.marks.unread else (NEW if row.fresh else SEEN).character


def _score_cells(width: int, rows: Collection[Row]) -> int:
    return _SCORE if width >= _WIDE and any(row.score is not None for row in rows) else 0


def _shown_score(row: Row, width: int, looks: ListRowLooks) -> Piece:
    return (flush_right(_score(row.score), width), looks.quiet_ink)


def _words_cells(width: int, rows: Collection[Row]) -> int:
    widest = max((len(_words(row)) for row in rows), default=0)
    return min(widest + 1, _WORDS) if widest and width >= _ROOM_FOR_WORDS else 0


def _words(row: Row) -> str:
    return " ".join(row.words)


def _shown_words(row: Row, width: int, looks: ListRowLooks) -> Piece:
    return (f" {pad(clip(_words(row), width - 1), width - 1)}", looks.quiet_ink)


def _cursor(row: Row, width: int, looks: ListRowLooks) -> Piece:
    is_highlighted = row.highlighted and not row.marks.hidden
    sign = PICKED.character if looks.picked else "›" if looks.here else HIGHLIGHTED.character if is_highlighted else " "
    return (sign, "accent")


def _day(row: Row, width: int, looks: ListRowLooks) -> Piece:
    return (flush_right(day_name(row.day, looks.today), width - 2) + "  ", looks.quiet_ink)


def _arrival(row: Row) -> str:
    return ARRIVALS[row.type].character if row.type in ARRIVALS else ""


def _state(row: Row, width: int, looks: ListRowLooks) -> Piece:
    reading = READING[row.marks.reading].character if row.marks.reading else " "
    return (reading + (NOTE.character if row.marks.note else " "), looks.quiet_ink)


def _badge(row: Row, width: int, looks: ListRowLooks) -> Piece:
    return (pad(row.badge, width), "accent" if row.theorem_links else "dim")


def _text(row: Row, width: int, looks: ListRowLooks) -> Piece:
    if row.withdrawn:
        return (WITHDRAWN.character, "fault")
    sign = TEXTS[row.fulltext].character if row.fulltext in TEXTS else " "
    return (sign, "fault" if row.fulltext in _TEXT_FAULTS else looks.quiet_ink)


def _if_needed(name: str, sign: Callable[[Row], Sign | None]) -> Column:
    """Return a column of signs that a list has only with a paper that has one."""

    def paint(row: Row, width: int, looks: ListRowLooks) -> Piece:
        return (f"{shown.character if (shown := sign(row)) else ' '} ", looks.quiet_ink)

    return Column(name, lambda width, rows: 2 * any(map(sign, rows)), paint, is_below=True)


def _rating(row: Row, width: int, looks: ListRowLooks) -> Piece:
    return (str(row.marks.rating or " "), looks.quiet_ink)


def _mark(row: Row, width: int, looks: ListRowLooks) -> Piece:
    is_star = row.marks.starred and not row.unsaved
    return (f"{row.marks.sign or ' '} ", "star" if is_star else looks.sign_ink)


def _venue(row: Row, width: int, looks: ListRowLooks) -> Piece:
    return (f" {pad(foreign(row.venue), width - 1)}", looks.quiet_ink)


def _code(row: Row, width: int, looks: ListRowLooks) -> Piece:
    return (f" {_code_words(row)}".ljust(width), looks.quiet_ink)


def _code_words(row: Row) -> str:
    return "code" if row.code else ""


def _author_cells(width: int, rows: Collection[Row]) -> int:
    return _AUTHORS if width >= _ROOMY else _AUTHOR if width >= _ROOM_FOR_AN_AUTHOR else 0


def _shown_authors(row: Row, width: int, looks: ListRowLooks) -> Piece:
    names = names_line(row.authors, width - 1) if width >= _AUTHORS else _first_family_name(row.authors, width - 1)
    return (f" {pad(names, width - 1)}", looks.quiet_ink)


def _first_family_name(names: Sequence[str], width: int) -> str:
    """Return the family name of the first author and the number of the others, as ``Example +2``."""
    others = more_names(names)
    first = next(iter(people(names[:1])), None)
    return clip(foreign(first.family or first.literal), width - len(others)) + others if first else ""


UNREAD = Column("unread", _unread_cells, lambda row, width, looks: (f"{_unread_sign(row)} ", looks.sign_ink))
AUTHORS = Column("authors", _author_cells, _shown_authors, words=lambda row: ", ".join(row.authors))
COLUMNS = {
    column.name: column
    for column in (
        UNREAD,
        _category_column(None, 0),
        AUTHORS,
        Column("venue", _fixed(15, from_width=_VERY_ROOMY), _venue, words=lambda row: row.venue),
        Column("code", _fixed(5, from_width=_VERY_ROOMY), _code, words=_code_words),
        Column("words", _words_cells, _shown_words, is_below=True),
        Column("score", _score_cells, _shown_score, is_below=True),
        Column("state", _fixed(2, from_width=_WIDE), _state, is_below=True),
        Column("badge", lambda width, rows: 3 if width >= _MEDIUM else 2, _badge, is_below=True),
        _if_needed("links", lambda row: STARRED_LINKS[row.starred_link] if row.starred_link else None),
        _if_needed("bibliography", lambda row: IN_BIBLIOGRAPHY if row.in_bibliography else None),
        Column("text", _fixed(1), _text, is_below=True),
        Column("rating", _fixed(1, from_width=_WIDE), _rating, is_below=True),
        Column("mark", _fixed(2), _mark),
    )
}
"""Columns by name. A new column is declared here and in ``config.values.LIST_COLUMNS``."""
IF_NEEDED = ("unread", "links", "bibliography")
"""The columns of signs that a list has only with a paper that has one."""
_CURSOR = Column("cursor", _fixed(1), _cursor)
_DAY = Column("day", _fixed(8, from_width=_DATED_ROOM), _day, is_below=True)
_GAP = Column("gap", _fixed(1), lambda row, width, looks: (" ", "text"))

_BLANK_AFTER = ("day", "unread", "category", "links", "bibliography", "mark")
_BLANK_BEFORE = ("authors", "venue", "code", "words")
_SIGNS_ALONE = ("score", "state", "badge", "links", "bibliography", "text", "rating", "mark")
"""Columns that end or begin with a blank, and narrow columns that need no blank between them, unless they are these:"""
_TOUCHING = ("text", "mark")


_Placed = tuple[tuple[Column, int], ...]


def _spaced(columns: Iterable[tuple[Column, int]]) -> _Placed:
    """Return the columns with blanks between two that would touch in the user's order."""
    placed: list[tuple[Column, int]] = []
    for column, room in columns:
        before = placed[-1][0].name if placed else ""
        is_apart = before in ("", *_BLANK_AFTER) or column.name in _BLANK_BEFORE
        are_signs = before in _SIGNS_ALONE and column.name in _SIGNS_ALONE and (before, column.name) != _TOUCHING
        if not (is_apart or are_signs):
            placed.append((_GAP, 1))
        placed.append((column, room))
    return tuple(placed)


@frozen
class Columns:
    """The columns that fit a list, with their widths. ``today`` determines the format of days."""

    width: int
    before: _Placed
    after: _Placed
    below: _Placed
    in_words: tuple[Column, ...]
    """The columns whose content a second line shows as words."""
    today: date
    dated: tuple[Dated, ...] = ()
    """The kinds of dates in the date column."""
    mixed: bool = False
    """Whether some of the papers are unread and some are not, so that their titles look different."""

    @classmethod
    def fit(
        cls,
        width: int,
        rows: Collection[Row],
        today: date,
        *,
        two_lines: bool = False,
        grouped: bool = False,
        names: Sequence[str] = DEFAULT_COLUMNS,
        archives: Collection[str] | None = None,
    ) -> Columns:
        """Fit the columns ``names`` to a list ``width`` cells wide whose first rows are ``rows``. With ``two_lines``,
        some columns move to the second line, which has more room. A list ``grouped`` by days has no date column.
        Categories of the ``archives`` are shown without them; None: all."""
        roomy = _BELOW_ROOM if two_lines and width >= _WIDE else width
        title_at, by_name = names.index(TITLE), {**COLUMNS, "category": _category_column(archives, width)}
        left = [*([] if grouped else [_DAY]), *(by_name[name] for name in names[:title_at])]
        right = [by_name[name] for name in names[title_at + 1 :]]

        def placed(columns: Iterable[Column], *, below: bool) -> _Placed:
            here = [each for each in columns if (two_lines and each.is_below) is below]
            shown = [each for each in here if not (two_lines and each.words)]
            return _spaced((each, room) for each in shown if (room := each.cells(roomy if below else width, rows)))

        before, after = placed(left, below=False), placed(right, below=False)
        gap = (_GAP, 1)
        before = ((_CURSOR, 1), *before, *([gap] if before and before[-1][0].name not in _BLANK_AFTER else []))
        after = (gap, *after)
        below = placed([*left, *right], below=True)
        in_words = tuple(each for each in [*left, *right] if each.words)
        has_days = any(column is _DAY for column, _ in (*before, *below))
        dated = tuple(sorted({row.dated for row in rows})) if has_days else ()
        return cls(width, before, after, below, in_words, today, dated, are_mixed(rows))

    @property
    def title(self) -> int:
        """Usual number of cells of the title. It also uses the space of missing signs behind it."""
        return self.width - sum(room for _, room in (*self.before, *self.after))


def are_mixed(rows: Collection[Row]) -> bool:
    """Return whether some of the papers are unread and some are not."""
    return len({row.marks.unread for row in rows}) > 1


def needs_details(width: int, names: Sequence[str], *, two_lines: bool) -> bool:
    """Return whether a list shows columns that need the whole record of each paper."""
    details = [COLUMNS[name] for name in names if name != TITLE and COLUMNS[name].words]
    return any(two_lines or each.cells(width, ()) for each in details)


def _score(score: float | None) -> str:
    """Return a score as text: ``+8`` for points, ``+1.3`` for the ranking."""
    if score is None:
        return ""
    return f"{score:+}" if isinstance(score, int) else f"{round(score, 1) + 0.0:+.1f}"


def day_name(day: date, today: date) -> str:
    """Return a day as ``13 May``; only the year if the day is long past."""
    if abs((today - day).days) > _MONTHS_SHOWN_BY_DAY:
        return str(day.year)
    return f"{day.day} {day:%b}"


def more_names(names: Sequence[str], shown: int = 1) -> str:
    """Return the number of the names behind those ``shown``: `` +2``; empty if there are none."""
    return f" +{len(names) - shown:,}" if len(names) > shown else ""


def names_line(names: Sequence[str], width: int) -> str:
    """Return the first names that fit and the number of the others, for which a long first name is cut."""
    others = more_names(names)
    others = others if cells(others) + _LEAST_OF_NAME <= width else ""
    fitting = clip(foreign(names[0]), max(width - cells(others), 0)) + others if names else ""
    for count in range(1, len(names) + 1):
        shown = ", ".join(map(foreign, names[:count])) + more_names(names, count)
        if cells(shown) > width:
            break
        fitting = shown
    return fitting
