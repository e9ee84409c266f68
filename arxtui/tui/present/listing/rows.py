"""A paper in the list: signs, category and title on one line, or two lines with authors, venue and code."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container
from datetime import date

from arxtui.config.values import DEFAULT_COLUMNS
from arxtui.light import frozen
from arxtui.model.marks import Marks
from arxtui.model.views import Row
from arxtui.text import cells, clip, readable, wrap
from arxtui.text.matching.spans import Wanted
from arxtui.tui.present.highlighting import NOTHING, highlighted
from arxtui.tui.present.line import Piece, cut, foreign, pad, size
from arxtui.tui.present.listing.columns import (
    AUTHORS,
    COLUMNS,
    IF_NEEDED,
    REPLACED,
    Column,
    Columns,
    ListRowLooks,
    are_mixed,
    more_names,
    names_line,
    needs_details,
)

_BETWEEN = " · "
_WIDEST_TAG = 18
_INDENT = 3
_LEAST_NAME = 10
"""The least number of cells that an author's name is cut to."""


@frozen
class ListLooks:
    """Display options of the list: the text in the title's place, the columns, the search words to highlight, and the
    selected papers. With ``two_lines`` every paper has a second line, with ``opens_row`` the one under the cursor.
    Categories of the ``archives`` are shown without them; None: all."""

    headlines: bool = False
    tex: bool = False
    two_lines: bool = False
    opens_row: bool = False
    columns: tuple[str, ...] = DEFAULT_COLUMNS
    wanted: Wanted = NOTHING
    picked: Container[int] = ()
    archives: frozenset[str] | None = None


def paper_row(row: Row, columns: Columns, looks: ListLooks, *, here: bool, picked: bool = False) -> list[Piece]:
    """Return the (first) line of a paper, exactly ``columns.width`` cells; ``here``: the cursor is on it."""
    drawn = _row_looks(row, columns, here=here, picked=picked)
    before, room, after = _around_title(row, columns, drawn)
    goes_on = looks.two_lines or (here and looks.opens_row)
    title = _title(row, room, looks, _title_ink(row, columns, here=here), goes_on=goes_on)
    return [*before, *title, *after]


def lower_row(row: Row, columns: Columns, looks: ListLooks, *, here: bool) -> list[Piece]:
    """Return the second line of a paper, exactly ``columns.width`` cells: the rest of the title, the authors, venue and
    code, and the columns of the second line. Where only one paper has it, the rest begins below the title."""
    drawn = _row_looks(row, columns, here=here, picked=False)
    indent, title, signs, room = _below_title(row, columns, looks, drawn)
    left = highlighted(clip(title, room), _title_ink(row, columns, here=here), looks.wanted)
    left += [(f"{'  ' if title else ''}{_version(row) if looks.two_lines else ''}", drawn.quiet_ink)]
    tags = _tags(row.marks, room // 4) if looks.two_lines else ""
    words = _names_and_details(row, columns.in_words, room - size(left) - cells(tags) - 1)
    left = cut([*left, (words, drawn.quiet_ink), (tags, drawn.quiet_ink)], room)
    return [(" " * indent, "text"), *left, (" " * (room - size(left)), "text"), *cut(signs, columns.width - indent)]


def _around_title(row: Row, columns: Columns, drawn: ListRowLooks) -> tuple[list[Piece], int, list[Piece]]:
    """Return (signs before the title, its width, signs behind it). The title takes the space of leading blank signs
    behind it, except for one blank, and gives a sign the space that it needs more than others."""
    before = [column.draw(row, room, drawn) for column, room in columns.before]
    after = [column.draw(row, room, drawn) for column, room in columns.after]
    first = next((number for number, (text, _) in enumerate(after) if not text.isspace()), len(after))
    if first:
        after = [(" ", "text"), *after[first:]]
    return before, max(columns.width - size(before) - size(after), 1), after


def _below_title(
    row: Row, columns: Columns, looks: ListLooks, drawn: ListRowLooks
) -> tuple[int, str, list[Piece], int]:
    """Return (the indent of the second line, the rest of the title, the signs, the width before the signs). A blank
    precedes the signs. If the rest of the title needs the whole line, there are none; the last cell can be the scroll
    bar's."""
    before, room, _ = _around_title(row, columns, drawn)
    title = " ".join(wrap(_title_text(row, looks), _title_room(row, room, looks)[0])[1:])
    bar: Piece = (" ", "text")
    signs = [bar, *(column.draw(row, room, drawn) for column, room in columns.below)]
    indent = _INDENT if looks.two_lines else size(before)
    room = columns.width - indent
    if cells(title) > room - size(signs):
        signs = [bar]
    return indent, title, signs, max(room - size(signs), 0)


def _names_and_details(row: Row, columns: Collection[Column], room: int) -> str:
    """Return the content of the columns in words. Authors come first: no name is cut for the others, and without room
    for the first one and the number of the others, there is none."""
    words = (column.words(row) for column in columns if column.words and column is not AUTHORS)
    details = "".join(f"{_BETWEEN}{foreign(each)}" for each in words if each)
    if AUTHORS not in columns or not row.authors:
        return details.removeprefix(_BETWEEN)
    first, more = cells(foreign(row.authors[0])), cells(more_names(row.authors))
    if room < first + more + cells(details):
        details = ""
    return names_line(row.authors, room - cells(details)) + details if room >= min(first, _LEAST_NAME) + more else ""


def _row_looks(row: Row, columns: Columns, *, here: bool, picked: bool) -> ListRowLooks:
    quiet = "faint" if row.marks.hidden else "dim"
    return ListRowLooks(here, picked, quiet, quiet if row.unsaved else "accent", columns.today)


def _title_ink(row: Row, columns: Columns, *, here: bool) -> str:
    if row.marks.hidden:
        return "hidden"
    if not columns.mixed:
        return "text"
    return "strong" if row.marks.unread else "dim" if row.marks.read and not here else "text"


def blank_row(columns: Columns, *, here: bool) -> list[Piece]:
    """Return the line of a paper that is no longer in the cache."""
    return [("›" if here else " ", "accent"), (pad("  this paper left the cache", columns.width - 1), "faint")]


def _title_text(row: Row, looks: ListLooks) -> str:
    text = row.title_tex if looks.tex else row.title
    if looks.headlines and row.headline:
        text = row.headline if looks.tex else readable(row.headline)
    return foreign(text) or "untitled"


def _version(row: Row) -> str:
    return f"v{row.version} " if row.type in REPLACED and row.version else ""


def _title_room(row: Row, width: int, looks: ListLooks) -> tuple[int, str, str]:
    """Return (width of the title within ``width``, version text, tags text); with two lines a paper, the title has the
    first for itself."""
    if looks.two_lines:
        return width, "", ""
    version = f" {_version(row).rstrip()}" if _version(row) and width >= 40 else ""
    tags = _tags(row.marks, width // 4) if width >= 44 else ""
    return width - cells(version) - cells(tags), version, tags


def _title(row: Row, width: int, looks: ListLooks, ink: str, *, goes_on: bool) -> list[Piece]:
    room, version, tags = _title_room(row, width, looks)
    title = _title_text(row, looks)
    shown = next(iter(wrap(title, room)), "") if goes_on else clip(title, room)
    filling = " " * (room - cells(shown))
    return [
        *highlighted(shown, ink, looks.wanted),
        (filling, "hidden" if row.marks.hidden and not version else "faint"),
        (version, "faint"),
        (tags, "faint" if row.marks.hidden else "dim"),
    ]


def _tags(marks: Marks, width: int) -> str:
    """Return the first tag and the number of the others."""
    if not marks.tags:
        return ""
    more = f" +{len(marks.tags) - 1}" if len(marks.tags) > 1 else ""
    return clip(f"  {foreign(marks.tags[0])}", min(width, _WIDEST_TAG)) + more


class PaperDrawing:
    """Draws each paper on one or two lines, as ``looks`` says, in ``columns`` fitted to the width of the list."""

    def __init__(self, looks: ListLooks, today: Callable[[], date]) -> None:
        self._today = today
        self.looks = looks
        self.columns = Columns.fit(80, (), today())

    def fit(self, width: int, rows: Collection[Row], *, grouped: bool) -> None:
        """Fit the columns to the list's width and first rows. ``grouped``: the list has headings of days or
        sections."""
        looks = self.looks
        self.columns = Columns.fit(
            width,
            rows,
            self._today(),
            two_lines=looks.two_lines,
            grouped=grouped,
            names=looks.columns,
            archives=looks.archives,
        )

    def needs_details(self, width: int) -> bool:
        """Return whether a list of this width shows columns that need the whole record of each paper."""
        return needs_details(width, self.looks.columns, two_lines=self.looks.two_lines)

    def lacks_signs(self, rows: Collection[Row]) -> bool:
        """Return whether these rows have signs whose column was not needed before, or some of them are unread and some
        are not, and titles have one look."""
        columns = self.columns
        shown = {column.name for column, _ in (*columns.before, *columns.after, *columns.below)}
        lacking = (COLUMNS[name] for name in IF_NEEDED if name in self.looks.columns and name not in shown)
        return any(each.cells(columns.width, rows) for each in lacking) or (are_mixed(rows) and not columns.mixed)

    def first_line(self, row: Row | None, width: int, /, *, here: bool) -> list[Piece]:
        """Return the line with the title; a placeholder if the paper is no longer in the cache."""
        if row is None:
            return blank_row(self.columns, here=here)
        return paper_row(row, self.columns, self.looks, here=here, picked=row.key in self.looks.picked)

    def second_line(self, row: Row | None, width: int, /, *, here: bool) -> list[Piece]:
        """Return the line below the title, with the rest of the title and the authors."""
        return lower_row(row, self.columns, self.looks, here=here) if row else []
