"""Text of the guided tour."""

from __future__ import annotations

from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.key_line import unbroken
from arxtui.tui.present.line import Piece, message_lines, size, spread
from arxtui.tui.state.tour import STEPS

_MAX_ROWS = 4


def tour_lines(number: int, width: int) -> list[list[Piece]]:
    """Return the lines of step ``number``, or of the end after the last step, ``width`` cells wide. All steps have the
    same height, so that the list above does not move."""
    lines = [_lines(each, width) for each in range(len(STEPS) + 1)]
    rows = max(map(len, lines))
    return [*lines[number], *([[]] * (rows - len(lines[number])))]


def _lines(number: int, width: int) -> list[list[Piece]]:
    if number < len(STEPS):
        step = STEPS[number]
        title, named, way_out = f"Tour {number + 1}/{len(STEPS)}", _pieces(step.command, step.words), "leaves the tour"
    else:
        title, named, way_out = "Tour done", _pieces("undo", "undoes, whatever you did"), "begins it again"
    left = [(f"{title} ", "accent-strong"), *named]
    right = [*_pieces("tour", way_out), (" ", "text")]
    *before, last = message_lines(left, width, _MAX_ROWS)
    if size(last) + size(right) >= width:
        before, last = [*before, last], []
    return [*before, spread(last, right, width, gap=1)]


def _pieces(command: str, words: str) -> list[Piece]:
    return [(f" {unbroken(key_for(command))}", "accent"), (f" {words}", "text")]
