"""The first figure of a paper, for the detail pane. Only graphics of the terminal are used: half blocks are too coarse
for so small a picture."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from arxtui.figures.decoding import NotDrawnError, can_draw, decode_picture
from arxtui.model.document import Block, Document, Float, Picture, Pictures
from arxtui.tui.pictures.blocks import fit
from arxtui.tui.pictures.graphics import Graphics, RecordFigure, cell_size, drawing_sequence, graphics_of

if TYPE_CHECKING:
    from textual.geometry import Size

    from arxtui.library.facade import Library

_MAX_LINES = 12
_MIN_LINES = 4
_MAX_SEQUENCE = 150_000
"""The length of the longest sequence. On a slow line, the next frame waits until the sequence was sent."""
_LINES_OF_ABSTRACT = 12
"""The number of lines of the pane that a figure leaves to the rest of the record."""


class FigureSpace(NamedTuple):
    """The space for a figure: its protocol, its largest size in cells, and the size of a cell in pixels."""

    graphics: Graphics
    columns: int
    lines: int
    cell: tuple[int, int]


def figure_space(pane: Size, screen: Size, setting: str) -> FigureSpace | None:
    """Return the space for a figure in a pane of this size. Returns None if the pane is too low, or the terminal shows
    no pictures, or does not report the size of its cells. In tmux, a picture would not move with its pane."""
    lines = min(_MAX_LINES, pane.height - _LINES_OF_ABSTRACT)
    graphics = graphics_of(setting)
    if lines < _MIN_LINES or graphics is Graphics.BLOCKS or os.environ.get("TMUX") or not can_draw():
        return None
    cell = cell_size(screen)
    return FigureSpace(graphics, pane.width - 2, lines, cell) if all(cell) else None


def record_figure(library: Library, key: int, document: Document, space: FigureSpace) -> RecordFigure | None:
    """Return the first figure of a paper's full text. Returns None if there is none, or it is not stored or cannot be
    drawn."""
    from arxtui.reader.survey import plain

    found = _first_picture(document.blocks)
    if not found:
        return None
    picture, whole = found
    data = library.texts.figure(key, picture.address).data
    try:
        columns, lines = fit(*decode_picture(data).size, space.columns, space.lines)
        sequence = drawing_sequence(space.graphics, data, columns, lines, space.cell, os.environ)
    except NotDrawnError:
        return None
    if len(sequence) > _MAX_SEQUENCE:
        return None
    return RecordFigure(": ".join(filter(None, (whole.tag, plain(whole.caption)))), lines, sequence, space.graphics)


def _first_picture(blocks: Iterable[Block], whole: Float | None = None) -> tuple[Picture, Float] | None:
    """Return the first picture in a figure, with the outermost figure that it is a part of."""
    for block in blocks:
        if isinstance(block, Pictures) and whole and block.pictures:
            return block.pictures[0], whole
        if isinstance(block, Float) and block.kind == "figure":
            found = _first_picture(block.blocks, whole or block)
            if found:
                return found
    return None
