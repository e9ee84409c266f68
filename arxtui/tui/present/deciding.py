"""Triage mode: one paper a screen, how far the user is, and what the keys do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from arxtui.model.marks import MARKS, Marks
from arxtui.model.views import Record
from arxtui.text import wrap
from arxtui.tui.actions import Action
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
    "keep_on",
    "rate_on",
    "tag",
    "undo",
    "read_text",
    "leave",
    "help",
)
"""What the foot names, as far as there is room."""
_GAP = 2
"""Cells behind a key of the foot."""


class Progress(NamedTuple):
    """Where the user is: at ``place`` (from 1) of ``total`` papers, in the list ``name``, having given marks to so
    many; ``read`` counts those that were marked read and nothing else."""

    place: int
    total: int
    exact: bool
    name: str
    read: int = 0
    starred: int = 0
    hidden: int = 0
    rated: int = 0

    @classmethod
    def of(
        cls, place: int, total: int, name: str, decided: Iterable[tuple[Marks, Marks]], *, exact: bool = True
    ) -> Progress:
        """``decided`` are the marks of the papers that something was decided on, before it and now: a paper that was
        starred before is none of those starred now."""
        given = [frozenset(_given(before, after)) for before, after in decided]
        return cls(
            place,
            total,
            exact,
            name,
            sum(each == {"read"} for each in given),
            *(sum(mark in each for each in given) for mark in ("starred", "hidden", "rating")),
        )

    @property
    def words(self) -> str:
        """``9 starred · 3 hidden``."""
        told = ((self.read, "read"), (self.starred, "starred"), (self.hidden, "hidden"), (self.rated, "rated"))
        return " · ".join(f"{number:,} {word}" for number, word in told if number)


def _given(before: Marks, after: Marks) -> Iterator[str]:
    """The marks that a paper has now and had not before; a rating also where it is another one."""
    for mark in ("read", *(mark.name for mark in MARKS), "rating"):
        if getattr(after, mark) and getattr(after, mark) != getattr(before, mark):
            yield mark


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
        ("Esc goes back to the list, k to the last paper; u undoes.", "dim"),
    ]
    lines = [(line, ink) for text, ink in words for line in wrap(text, max(width - 2, 1)) or [""]]
    above = max(min(height // 3 - 2, height - len(lines)), 0)
    return [Line()] * above + [Line(((clip_center(text, width), ink),)) for text, ink in lines]


def foot_lines(actions: Sequence[Action], said: Sequence[Piece], width: int, rows: int) -> list[list[Piece]]:
    """What there is to say, in as many of ``rows`` as it needs, else the keys."""
    return message_lines(said, width, rows) if said else [key_line(keys_of(actions, _NAMED), width, _GAP)]
