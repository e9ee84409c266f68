"""A note in the detail, laid out as Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from arxtui.library.marks.names import note_text
from arxtui.reader import plain_lines
from arxtui.reader.note import note_document
from arxtui.text import wrap
from arxtui.text.mentions.links import is_web
from arxtui.text.width import graphemes
from arxtui.tui.present.line import Line, Piece, foreign
from arxtui.tui.present.reading.lines import line_pieces

_BAR: Piece = (" ▏ ", "accent")
_BAR_ROOM = 2
"""Cells of a note's line besides those of the margin that every line has."""
_TAB = 4


def note_lines(note: str, room: int) -> tuple[Line, ...]:
    """Return a note as lines of at most ``room`` cells and the margin. It is read as Markdown; a note of which
    something would not be shown that way is shown as typed."""
    text = "\n".join(map(_foreign_line, note_text(note).expandtabs(_TAB).split("\n")))
    return _lines(text, max(room - _BAR_ROOM, 1))


def _foreign_line(line: str) -> str:
    """Return a line that is safe to show, with its blanks."""
    return line if line.isprintable() and line.isascii() else " ".join(map(foreign, line.split(" ")))


@lru_cache(4)
def _lines(text: str, width: int) -> tuple[Line, ...]:
    document = note_document(text)
    if document is None:
        return tuple(Line((_BAR, (line, "text"))) for line in wrap(text, width))
    return tuple(
        Line((_BAR, *pieces), url)
        for line in plain_lines(document, width, width, styled=True)
        for url in [next((run.target for run in line.runs if is_web(run.target)), None)]
        for pieces in ([line_pieces(line)] if line.width <= width else _within(line_pieces(line), width))
    )


def _within(pieces: list[Piece], width: int) -> Iterator[list[Piece]]:
    """Break a line of code or of a table that is wider than ``width``."""
    row: list[Piece] = []
    room = width
    for text, ink in pieces:
        start = 0
        for at, _, size in graphemes(text):
            if size > room:
                yield [*row, (text[start:at], ink)]
                row, room, start = [], width, at
            room -= size
        row.append((text[start:], ink))
    yield row
