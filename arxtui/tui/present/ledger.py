"""Ledger table: one line per day and category."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arxtui.text import cells, clip, wrap
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.filter.rows import day_label
from arxtui.tui.present.line import Line, Piece, cut, flush_right, foreign, pad, size

if TYPE_CHECKING:
    from arxtui.library.views import LedgerRow

_DAY = 12
_CATEGORY = 13
_SOURCE = 9
_NUMBERS = {"announced": 10, "stored": 8, "missing": 9, "new": 6, "crosses": 13, "replacements": 14}
"""The number columns, which are fields of a row, and their widths in cells."""
_HEADINGS = {"crosses": "cross-lists"}
"""Headings of columns that differ from the names of the fields."""
_WIDE, _MEDIUM, _NARROW = 114, 72, 56
"""Widths from which all number columns fit, the first three, and the missing papers only; below, no number fits."""
_STATES = {
    "complete": ("complete", "dim"),
    "missing": ("papers missing", "fault"),
    "unheard": ("no announcement data", "fault"),
    "doubtful": ("doubtful", "fault"),
    "quiet": ("quiet", "faint"),
}
_BRIEF = {"unheard": "unknown"}
"""Short texts for narrow screens, where the alarms above give the details."""


def empty_text() -> list[Piece]:
    """Return the text shown if the ledger is empty."""
    return [
        ("There are no announcements yet", "strong"),
        (f"Esc goes back; {key_for('refresh')} then fetches the newest announcement of your categories.", "dim"),
    ]


def head_line(width: int) -> list[Piece]:
    """Return the column headings."""
    numbers = "".join(flush_right(_HEADINGS.get(name, name), _NUMBERS[name]) for name in _columns(width))
    source = f"  {pad('source', _SOURCE)}" if width >= _MEDIUM else ""
    return [(clip(f"   {pad('day', _DAY)}{pad('category', _CATEGORY)}{numbers}{source}  state", width), "dim")]


def ledger_line(row: LedgerRow, above: LedgerRow | None, width: int, *, here: bool) -> list[Piece]:
    """Return the line of a row, at most ``width`` cells. The day is shown only in its first row."""
    state, ink = _STATES.get(row.state, (row.state, "dim"))
    day = "" if above and above.day == row.day else day_label(row.day)
    pieces: list[Piece] = [
        (" › " if here else "   ", "accent"),
        (pad(day, _DAY), "text"),
        (pad(foreign(row.category), _CATEGORY), "text"),
        *(_number(row, name) for name in _columns(width)),
    ]
    if width >= _MEDIUM:
        pieces.append((f"  {pad(row.source or '-', _SOURCE)}", "dim"))
    elif width < _NARROW and row.missing:
        state = f"{row.missing:,} missing"
    room = width - size(pieces) - 2
    whole = f"{state}: {foreign(row.reason)}" if row.reason and width >= _NARROW else state
    brief = _BRIEF.get(row.state, state)
    words = next((each for each in (whole, state, brief) if cells(each) <= room), brief)
    return cut([*pieces, (f"  {words}", ink)], width)


def alarm_lines(alarms: Sequence[str], width: int) -> list[Line]:
    """Return each alarm as a paragraph."""
    lines = []
    for alarm in alarms:
        first, *rest = wrap(foreign(alarm), max(width - 4, 10)) or [""]
        lines.append(Line(((" ! ", "fault"), (first, "fault"))))
        lines += [Line((("   ", "fault"), (more, "fault"))) for more in rest]
    return lines


def row_query(row: LedgerRow) -> str:
    """Return the query for the papers of a row."""
    return f"day:{row.day.isoformat()} cat:{row.category}"


def _columns(width: int) -> Sequence[str]:
    names = tuple(_NUMBERS)
    if width >= _MEDIUM:
        return names if width >= _WIDE else names[:3]
    return ("missing",) if width >= _NARROW else ()


def _number(row: LedgerRow, name: str) -> Piece:
    number = getattr(row, name)
    text = "?" if number is None else f"{number:,}"
    return flush_right(text, _NUMBERS[name]), "fault" if name == "missing" and number else "text"
