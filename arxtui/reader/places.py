"""Conversion between the lines of a block and the characters that they show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from arxtui.reader.lines import Line, Run


def character_at(lines: Sequence[Line], block: int, index: int) -> int:
    """Return the first character of the block's text that the line at ``index`` shows. A line without text, such as a
    rule or an empty line, has the character of the next line with text, or else of the last one before.

    Each line of a multi-line formula has a character of its own.
    """
    for at in chain(range(index, len(lines)), range(index - 1, -1, -1)):
        run = next(_shown(lines[at], block), None)
        if run is not None:
            above = 0
            while above < min(at, run.size - 1) and _shows(lines[at - above - 1], block, run.start):
                above += 1
            return run.start + above
    return 0


def line_of(lines: Sequence[Line], block: int, character: int) -> int:
    """Return the line that shows a character, or else the last line that begins before it; the inverse of
    :func:`character_at`."""
    best, best_start = 0, -1
    for at, line in enumerate(lines):
        for run in _shown(line, block):
            if run.start <= character < run.start + run.size:
                return _formula_line(lines, block, at, run, character)
            if best_start < run.start <= character:
                best, best_start = at, run.start
    return best


def _formula_line(lines: Sequence[Line], block: int, at: int, run: Run, character: int) -> int:
    """Return the line of a multi-line formula that represents the character."""
    if len(run.text) == run.size:
        return at
    target = at + character - run.start
    while at < min(target, len(lines) - 1) and _shows(lines[at + 1], block, run.start):
        at += 1
    return at


def _shown(line: Line, block: int) -> Iterator[Run]:
    return (run for run in line.runs if run.size and line.block == block)


def _shows(line: Line, block: int, start: int) -> bool:
    """Return whether a line is another line of the formula that begins at this character."""
    return any(run.start == start for run in _shown(line, block))
