"""Triage mode: one paper per screen, with the progress and the keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from arxtui.light import NamedTuple
from arxtui.model.marks import MARKS, Marks
from arxtui.model.views import Record
from arxtui.text import wrap
from arxtui.tui.actions import Area
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.line import Line, Piece, clip_center, foreign, key_line, keys_of, message_lines, spread
from arxtui.tui.present.record import RecordLooks, essential_lines

_MEASURE = 84
_NAMED = (
    "read_on",
    "star_on",
    "hide_on",
    "go_on",
    "go_back",
    "save_on",
    "rate_on",
    "tag",
    "undo",
    "read_text",
    "leave",
    "help",
)
"""Commands whose keys the foot shows, as far as they fit."""
_COUNTED = (("read", "read"), *((mark.name, mark.given) for mark in MARKS), ("rating", "rated"))
"""The marks that triage counts, with their words."""
_GAP = 2
"""Gap in cells after a key of the foot."""

LAST = "That was the last paper: Esc goes back to the list"


class TriageProgress(NamedTuple):
    """Progress of triage: position ``place`` (from 1) of ``total`` papers in the list ``name``. ``words`` counts the
    marks given: ``9 starred · 3 hidden``; a paper counts as read only if it got no other mark."""

    place: int
    total: int
    exact: bool
    name: str
    words: str = ""

    @classmethod
    def of(
        cls, place: int, total: int, name: str, decided: Iterable[tuple[Marks, Marks]], *, exact: bool = True
    ) -> TriageProgress:
        """Return the progress. ``decided`` has the marks of each decided paper before and after; only marks that are
        new are counted."""
        given = Counter(mark for before, after in decided for mark in _given(before, after))
        counts = ((given[mark], word) for mark, word in _COUNTED)
        return cls(place, total, exact, name, " · ".join(f"{number:,} {word}" for number, word in counts if number))


def _given(before: Marks, after: Marks) -> set[str]:
    """Return the counted marks that a paper has now but had not before, including a changed rating."""
    given = {mark for mark, _ in _COUNTED if getattr(after, mark) not in (None, False, getattr(before, mark))}
    return given - {"read"} or given


def _key(id: str) -> str:
    return key_for(id, Area.TRIAGE)


def head_line(progress: TriageProgress, width: int) -> list[Piece]:
    """Return ``17 of 142 · 9 starred``, and the list's name."""
    of = f"{progress.total:,}{'' if progress.exact else '+'}"
    place = f"{progress.place:,} of {of}" if progress.place <= progress.total else f"all {of}"
    left: list[Piece] = [(f" {place}", "strong")]
    if progress.words:
        left.append((f" · {progress.words}", "dim"))
    return spread(left, [(f"{foreign(progress.name)} ", "dim")], width)


def paper_lines(record: Record, width: int, looks: RecordLooks) -> list[Line]:
    """Return the paper centred, at a comfortable line length."""
    room = min(width - 2, _MEASURE)
    margin = " " * max((width - room) // 2 - 1, 0)
    return [Line(((margin, "text"), *line.pieces), line.url) for line in essential_lines(record, room + 2, looks)]


def end_lines(progress: TriageProgress, width: int, height: int) -> list[Line]:
    """Return the text shown after the last paper."""
    words = [
        ("That was the last one" if progress.total else "There is no paper in the list", "strong"),
        (f"{progress.words or 'nothing decided'}, of {progress.total:,}" if progress.total else "", "dim"),
        ("", "dim"),
        (f"Esc goes back to the list, {_key('go_back')} to the last paper; {_key('undo')} undoes.", "dim"),
    ]
    lines = [(line, ink) for text, ink in words for line in wrap(text, width - 2) or [""]]
    above = max(min(height // 3 - 2, height - len(lines)), 0)
    return [Line()] * above + [Line(((clip_center(text, width), ink),)) for text, ink in lines]


def foot_lines(message: Sequence[Piece], width: int, rows: int) -> list[list[Piece]]:
    """Return the message in up to ``rows`` lines; without a message, the keys."""
    return message_lines(message, width, rows) if message else [key_line(keys_of(_NAMED, Area.TRIAGE), width, _GAP)]
