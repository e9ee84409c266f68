"""Lines of a block by the characters that they show, and the other way round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from arxtui.reader.lines import Line, Run


def character_at(lines: Sequence[Line], block: int, place: int) -> int:
    """The character of the block's text that the line at ``place`` shows first; where it shows none, as a rule or an
    empty line, that of the next line that does, else of the last before.

    Of the lines of one formula each stands for a character of its own.
    """
    for at in chain(range(place, len(lines)), range(place - 1, -1, -1)):
        run = next(_shown(lines[at], block), None)
        if run is not None:
            above = 0
            while above < min(at, run.size - 1) and _shows(lines[at - above - 1], block, run.start):
                above += 1
            return run.start + above
    return 0


def line_of(lines: Sequence[Line], block: int, character: int) -> int:
    """The line that shows a character, else the last one that begins before it; the other way round."""
    best, best_start = 0, -1
    for at, line in enumerate(lines):
        for run in _shown(line, block):
            if run.start <= character < run.start + run.size:
                return _within(lines, block, at, run, character)
            if best_start < run.start <= character:
                best, best_start = at, run.start
    return best


def _within(lines: Sequence[Line], block: int, at: int, run: Run, character: int) -> int:
    """Of the lines of one formula the one that the character stands for."""
    if len(run.text) == run.size:
        return at
    wanted = at + character - run.start
    while at < min(wanted, len(lines) - 1) and _shows(lines[at + 1], block, run.start):
        at += 1
    return at


def _shown(line: Line, block: int) -> Iterator[Run]:
    return (run for run in line.runs if run.size and line.block == block)


def _shows(line: Line, block: int, start: int) -> bool:
    """Whether a line is one more of the formula that begins at a character."""
    return any(run.start == start for run in _shown(line, block))
