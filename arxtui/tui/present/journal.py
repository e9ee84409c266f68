"""Journal table: one line per act, and the papers of an act."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from arxtui.text import clip
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.acts import act_phrase, act_sentence, papers
from arxtui.tui.present.bars import clock
from arxtui.tui.present.line import Line, Piece, cut, flush_right, foreign, pad

if TYPE_CHECKING:
    from arxtui.model.marks import Act
    from arxtui.model.views import Row

_WHEN, _PAPERS = 10, 14
_MEASURE = 110


def empty_text() -> list[Piece]:
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
