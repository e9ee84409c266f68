"""The ledger as a table: a day and a category a line, fitted to a width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arxtui.text import clip, wrap
from arxtui.tui.present.filters import day_label
from arxtui.tui.present.line import Line, Piece, flush_right, foreign, pad

if TYPE_CHECKING:
    from arxtui.library.views import LedgerRow

_DAY = 12
_CATEGORY = 13
_TOLD = 9
_NUMBERS = (("announced", 10), ("stored", 8), ("missing", 9))
_PARTS = (("new", 6), ("cross", 7), ("repl", 6))
_PARTS_FROM = 100
"""Cells from which there is room for the parts."""
_STATES = {
    "complete": ("complete", "dim"),
    "missing": ("papers missing", "fault"),
    "unheard": ("nobody has told of it", "fault"),
    "doubtful": ("doubtful", "fault"),
    "quiet": ("nothing announced", "faint"),
}
EMPTY = (
    ("Nothing has been announced to this library yet", "strong"),
    ("Esc goes back; R then asks arXiv for the newest announcement of your categories.", "dim"),
)


def head_line(width: int) -> list[Piece]:
    """The names of the columns."""
    numbers = "".join(flush_right(name, room) for name, room in _numbers(width))
    return [
        (clip(f"   {pad('day', _DAY)}{pad('category', _CATEGORY)}{numbers}  {pad('told by', _TOLD)}", width), "dim")
    ]


def ledger_line(row: LedgerRow, above: LedgerRow | None, width: int, *, here: bool) -> list[Piece]:
    """The line of a row; the day stands in the first of its rows alone."""
    state, ink = _STATES.get(row.state, (row.state, "dim"))
    told = (row.announced, row.stored, row.missing, row.new, row.crosses, row.replacements)
    numbers = [_number(number, room) for number, (_, room) in zip(told, _numbers(width), strict=False)]
    day = "" if above and above.day == row.day else day_label(row.day)
    pieces: list[Piece] = [
        (" › " if here else "   ", "accent"),
        (pad(day, _DAY), "text"),
        (pad(foreign(row.category), _CATEGORY), "text"),
        *((text, "fault" if place == 2 and row.missing else "text") for place, text in enumerate(numbers)),
        (f"  {pad(row.source or '-', _TOLD)}", "dim"),
    ]
    words = f"{state}: {foreign(row.reason)}" if row.reason else state
    room = width - 3 - _DAY - _CATEGORY - sum(room for _, room in _numbers(width)) - 2 - _TOLD
    return [*pieces, (clip(words, room), ink)] if room > 0 else pieces


def alarm_lines(alarms: Sequence[str], width: int) -> list[Line]:
    """Each alarm as a paragraph."""
    lines = []
    for alarm in alarms:
        first, *rest = wrap(foreign(alarm), max(width - 4, 10)) or [""]
        lines.append(Line(((" ! ", "fault"), (first, "fault"))))
        lines += [Line((("   ", "fault"), (more, "fault"))) for more in rest]
    return lines


def row_query(row: LedgerRow) -> str:
    """The query for the papers of a row."""
    return f"day:{row.day.isoformat()} cat:{row.category}"


def _numbers(width: int) -> tuple[tuple[str, int], ...]:
    return (*_NUMBERS, *_PARTS) if width >= _PARTS_FROM else _NUMBERS


def _number(number: int | None, room: int) -> str:
    return flush_right("?" if number is None else f"{number:,}", room)
