"""The journal: a line for each act, and the papers of an act. Reading over time: a line for each week, and for each of
its days, with bars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from arxtui.model.counted import counted
from arxtui.text import cells, clip
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.acts import act_phrase, act_sentence, papers
from arxtui.tui.present.bars import clock
from arxtui.tui.present.filter.rows import day_label
from arxtui.tui.present.line import Line, Piece, cut, flush_right, foreign, pad

if TYPE_CHECKING:
    from arxtui.library.views import ReadingSpan
    from arxtui.model.marks import Act
    from arxtui.model.views import Row

_WHEN, _PAPERS = 10, 14
_MEASURE = 110


def no_acts_text() -> list[Piece]:
    """Return the text shown if the journal is empty."""
    return [
        ("There are no acts yet", "strong"),
        (
            f"Your acts on papers, saved views and rules are listed here; {key_for('undo')} undoes it. Esc goes back.",
            "dim",
        ),
    ]


def act_line(act: Act, width: int, now: datetime, *, here: bool) -> list[Piece]:
    """Return the line of an act, at most ``width`` cells; faint if the act was undone."""
    stands = act.undone is None
    number = "" if not act.is_of_papers else papers(act.papers) if width >= 40 else f"  {act.papers:,}"
    number = flush_right(number, _PAPERS) if width >= 40 else number
    words = act_sentence(act) if stands else f"Undone: {act_phrase(act)}"
    width = min(width, _MEASURE)
    room = max(width - 3 - _WHEN - len(number) - 1, 1)
    return cut(
        [
            (" › " if here else "   ", "accent"),
            (pad(clock(act.at, now), _WHEN), "dim" if stands else "faint"),
            (pad(words, room), "text" if stands else "faint"),
            (number, "dim" if stands else "faint"),
        ],
        width,
    )


def papers_lines(rows: Sequence[Row], total: int, width: int) -> list[Line]:
    """Return the titles of an act's first papers, and the number of the others."""
    lines = [Line(((clip(f"   {foreign(row.title) or 'untitled'}", width), "dim"),)) for row in rows]
    more = total - len(rows)
    return [*lines, *([Line(((f"   and {papers(more)} more", "faint"),))] if more > 0 and rows else [])]


_OPENED, _READ, _STARRED = 8, 8, 9
"""Widths of the numbers in cells, with the gap before each."""
_WIDE = 72
"""Width in cells from which weeks are named by both of their days."""
_LONGEST, _LEAST = 40, 4
"""The longest bar in cells, and the longest one below which there are none."""
_SHARE = 3
"""How many times longer bars of read papers can be than those of opened ones."""


def nothing_read_text() -> list[Piece]:
    """Return the text shown if nothing was read."""
    return [
        ("Nothing read in the last twelve weeks", "strong"),
        (
            f"Papers that you mark read with {key_for('toggle_read')} or in triage, full texts that you read with "
            f"{key_for('read_text')} and stars that you give with {key_for('toggle_star')} are counted here by day. "
            "Esc goes back.",
            "dim",
        ),
    ]


def head_line(width: int) -> list[Piece]:
    """Return the column headings."""
    opened, read = _bars(width)
    parts = (" " * (3 + _label_cells(width)), flush_right("opened", _OPENED), " " * opened)
    rest = (flush_right("read", _READ), " " * read, flush_right("starred", _STARRED))
    return cut([("".join((*parts, *rest)), "dim")], width)


class SpanHeadings:
    """The headings of a table of ``weeks`` weeks and, below them, of their days."""

    def __init__(self, weeks: int) -> None:
        self._weeks = weeks
        self.begins: Callable[[int], bool] = {0, weeks}.__contains__

    def line(self, row: int, width: int) -> list[Piece]:
        """Return the heading of a row's group."""
        return cut([(" By week" if row < self._weeks else " By day", "dim+bold")], width)


def span_line(span: ReadingSpan, largest: ReadingSpan, width: int, *, here: bool) -> list[Piece]:
    """Return the line of a week or of a day, with bars relative to the ``largest`` numbers."""
    ink = "strong" if span.is_week and any((span.opened, span.read, span.starred)) else "text"
    opened, read = _bars(width)
    return cut(
        [
            (" › " if here else "   ", "accent"),
            (pad(_label(span, width), _label_cells(width)), ink),
            (flush_right(_number(span.opened), _OPENED), ink),
            (_bar(span.opened, largest.opened, opened), "accent"),
            (flush_right(_number(span.read), _READ), ink),
            (_bar(span.read, largest.read, read), "dim"),
            (flush_right(_number(span.starred), _STARRED), ink),
        ],
        width,
    )


def span_name(span: ReadingSpan) -> str:
    """Return the name of a week or day in a sentence: ``week of Mon 16 Nov``, ``Fri 20 Nov``."""
    return f"week of {day_label(span.first)}" if span.is_week else day_label(span.first)


def totals(weeks: Sequence[ReadingSpan]) -> str:
    """Return the numbers of all weeks in words."""
    opened, read, starred = (sum(getattr(each, name) for each in weeks) for name in ("opened", "read", "starred"))
    return f"{counted(opened, 'text')} opened, {read:,} read, {starred:,} starred in {len(weeks)} weeks"


def _label(span: ReadingSpan, width: int) -> str:
    is_whole = span.is_week and width >= _WIDE
    return f"{day_label(span.first)} – {day_label(span.last)}" if is_whole else day_label(span.first)


def _label_cells(width: int) -> int:
    return cells("Mon 30 Nov – Mon 30 Nov" if width >= _WIDE else "Mon 30 Nov")


def _bars(width: int) -> tuple[int, int]:
    """Return the cells for the bars of opened and of read papers, each with a blank before; 0 without room."""
    room = width - 3 - _label_cells(width) - _OPENED - _READ - _STARRED - 2
    read = min(room * _SHARE // (_SHARE + 1), _LONGEST)
    return (0, 0) if read < _LEAST else (read // _SHARE + 1, read + 1)


def _bar(number: int, largest: int, room: int) -> str:
    """Return a bar after a blank, in ``room`` cells; a number above 0 has half a cell at least."""
    halves = max(number * 2 * (room - 1) // max(largest, 1), number > 0)
    return pad(f" {'█' * (halves // 2)}{'▌' * (halves % 2)}", room) if room else ""


def _number(number: int) -> str:
    return f"{number:,}" if number else "-"
