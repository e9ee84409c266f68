"""The journal as a table: an act a line, fitted to a width; and the papers of one below it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from arxtui.text import clip
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.acts import papers, sentence
from arxtui.tui.present.bars import clock
from arxtui.tui.present.line import Line, Piece, cut, flush_right, foreign, pad

if TYPE_CHECKING:
    from arxtui.model.marks import Act
    from arxtui.model.views import Row

_WHEN, _PAPERS = 10, 14
_MEASURE = 110


def nothing_here() -> list[Piece]:
    """What is said where there is nothing to show."""
    return [
        ("Nothing has been done yet", "strong"),
        (f"What you do to papers, saved views and rules stands here, and {key_for('undo')} takes it back.", "dim"),
    ]


def act_line(act: Act, width: int, now: datetime, *, here: bool) -> list[Piece]:
    """The line of an act, at most ``width`` cells; dim where it was undone."""
    stands = act.undone is None
    number = "" if not act.is_of_papers else papers(act.papers) if width >= 40 else f"  {act.papers:,}"
    number = flush_right(number, _PAPERS) if width >= 40 else number
    back = "" if stands else "   undone"
    width = min(width, _MEASURE)
    room = max(width - 3 - _WHEN - len(number) - len(back) - 1, 1)
    return cut(
        [
            (" › " if here else "   ", "accent"),
            (pad(clock(act.at, now), _WHEN), "dim" if stands else "faint"),
            (pad(sentence(act), room), "text" if stands else "faint"),
            (number, "dim" if stands else "faint"),
            (back, "faint"),
        ],
        width,
    )


def papers_lines(rows: Sequence[Row], total: int, width: int) -> list[Line]:
    """The titles of an act's first papers, and how many more there are."""
    lines = [Line(((clip(f"   {foreign(row.title) or 'untitled'}", width), "dim"),)) for row in rows]
    more = total - len(rows)
    return [*lines, *([Line(((f"   and {papers(more)} more", "faint"),))] if more > 0 and rows else [])]
