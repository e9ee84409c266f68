"""Triage mode: one paper a screen, how far the user is, and what the keys do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from arxtui.model.marks import MARKS, Marks
from arxtui.model.views import Record
from arxtui.text import wrap
from arxtui.tui.actions import Area
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.key_line import key_line, keys_of
from arxtui.tui.present.line import Line, Piece, clip_center, foreign, message_lines, spread
from arxtui.tui.present.record import RecordLooks, essential_lines

_MEASURE = 84
_NAMED = (
    "read_on",
    "go_on",
    "go_back",
    "star_on",
    "hide_on",
    "save_on",
    "rate_on",
    "tag",
    "undo",
    "read_text",
    "leave",
    "help",
)
"""What the foot names, as far as there is room."""
_COUNTED = (("read", "read"), *((mark.name, mark.given) for mark in MARKS), ("rating", "rated"))
"""What triage counts: fields of marks, and what is said of papers that have them."""
_GAP = 2
"""Cells behind a key of the foot."""


class Progress(NamedTuple):
    """Where the user is: at ``place`` (from 1) of ``total`` papers, in the list ``name``; ``words`` say how many were
    given which marks: ``9 starred · 3 hidden``. Read are those that were marked read and nothing else."""

    place: int
    total: int
    exact: bool
    name: str
    words: str = ""

    @classmethod
    def of(
        cls, place: int, total: int, name: str, decided: Iterable[tuple[Marks, Marks]], *, exact: bool = True
    ) -> Progress:
        """``decided`` are the marks of the papers that something was decided on, before it and now: a paper that was
        starred before is none of those starred now."""
        given = Counter(mark for before, after in decided for mark in _given(before, after))
        told = ((given[mark], word) for mark, word in _COUNTED)
        return cls(place, total, exact, name, " · ".join(f"{number:,} {word}" for number, word in told if number))


def _given(before: Marks, after: Marks) -> set[str]:
    """What is counted of the marks that a paper has now and had not before; a rating also where it is another one."""
    given = {mark for mark, _ in _COUNTED if getattr(after, mark) not in (None, False, getattr(before, mark))}
    return given - {"read"} or given


def _key(id: str) -> str:
    return key_for(id, Area.TRIAGE)


def head_line(progress: Progress, width: int) -> list[Piece]:
    """``17 of 142 · 9 starred``, and the list's name."""
    of = f"{progress.total:,}{'' if progress.exact else '+'}"
    place = f"{progress.place:,} of {of}" if progress.place <= progress.total else f"all {of}"
    left: list[Piece] = [(f" {place}", "strong")]
    if progress.words:
        left.append((f" · {progress.words}", "dim"))
    return spread(left, [(f"{foreign(progress.name)} ", "dim")], width)


def paper_lines(record: Record, width: int, looks: RecordLooks) -> list[Line]:
    """The paper in the middle, at the measure that reads well."""
    room = min(width - 2, _MEASURE)
    margin = " " * max((width - room) // 2 - 1, 0)
    return [Line(((margin, "text"), *line.pieces), line.url) for line in essential_lines(record, room + 2, looks)]


def end_lines(progress: Progress, width: int, height: int) -> list[Line]:
    """What there is to say after the last paper."""
    words = [
        ("That was the last one" if progress.total else "There is no paper in the list", "strong"),
        (f"{progress.words or 'nothing decided'}, of {progress.total:,}" if progress.total else "", "dim"),
        ("", "dim"),
        (f"Esc goes back to the list, {_key('go_back')} to the last paper; {_key('undo')} undoes.", "dim"),
    ]
    lines = [(line, ink) for text, ink in words for line in wrap(text, max(width - 2, 1)) or [""]]
    above = max(min(height // 3 - 2, height - len(lines)), 0)
    return [Line()] * above + [Line(((clip_center(text, width), ink),)) for text, ink in lines]


def foot_lines(said: Sequence[Piece], width: int, rows: int) -> list[list[Piece]]:
    """What there is to say, in as many of ``rows`` as it needs, else the keys."""
    return message_lines(said, width, rows) if said else [key_line(keys_of(_NAMED, Area.TRIAGE), width, _GAP)]
