"""The first figure of a paper, for the detail pane: as a picture of the terminal, or in cells."""

from __future__ import annotations

import os
from contextlib import closing
from typing import TYPE_CHECKING

from arxtui.figures.cells import Cells
from arxtui.figures.decoding import NotDrawnError, can_draw
from arxtui.figures.drawing import Drawer, Sheet
from arxtui.figures.size import SVG, picture_size
from arxtui.figures.terminals import Graphics, cells_of, graphics_of
from arxtui.light import NamedTuple
from arxtui.model.document import Document
from arxtui.reader.figures import captioned_pictures
from arxtui.tui.pictures.graphics import RecordFigure, cell_size, drawing_sequence, pixels_of
from arxtui.tui.pictures.strips import fit, paper_of

if TYPE_CHECKING:
    from textual.geometry import Size

    from arxtui.library.facade import Library

_MAX_LINES = 12
_MIN_LINES = 4
_MAX_SEQUENCE = 150_000
"""The length of the longest sequence. On a slow line, the next frame waits until the sequence was sent."""
_SECONDS = 3.0
"""Time of a drawing: other questions to the library wait for it."""
_LINES_OF_ABSTRACT = 12
"""The number of lines of the pane that a figure leaves to the rest of the record."""


class FigureSpace(NamedTuple):
    """The space for a figure: its protocol, its largest size in cells, the size of a cell in pixels, and, for a figure
    in cells, these and the theme."""

    graphics: Graphics
    columns: int
    lines: int
    cell: tuple[int, int]
    cells: Cells = Cells.QUADRANTS
    theme: str = ""


def figure_space(pane: Size, screen: Size, setting: str, theme: str) -> FigureSpace | None:
    """Return the space for a figure in a pane of this size. Returns None if the pane is too low. A figure is in cells
    where the terminal shows no pictures or does not report the size of its cells, and in tmux, where a picture would
    not move with its pane."""
    lines = min(_MAX_LINES, pane.height - _LINES_OF_ABSTRACT)
    if lines < _MIN_LINES or not can_draw():
        return None
    graphics, cell = graphics_of(setting, os.environ), cell_size(screen)
    if os.environ.get("TMUX") or not all(cell):
        graphics = Graphics.BLOCKS
    return FigureSpace(graphics, pane.width - 2, lines, cell, cells_of(setting, os.environ)[0], theme)


def record_figure(library: Library, key: int, document: Document, space: FigureSpace) -> RecordFigure | None:
    """Return the first figure of a paper's full text. Returns None if there is none, or it is not stored or cannot be
    drawn."""
    pictures = captioned_pictures(document)
    found = next((each for each in pictures if each.whole and each.whole.kind == "figure"), None)
    if not found:
        return None
    figure = library.texts.figure(key, found.picture.address)
    size = picture_size(figure.data, figure.type)
    if not size:
        return None
    width, height = (round(each) for each in size)
    columns, lines = fit(width, height, space.columns, space.lines, enlarged=figure.type == SVG)
    shown = RecordFigure(found.caption, lines, "", space.graphics)
    try:
        with closing(Drawer(_SECONDS)) as drawer:
            if space.graphics is Graphics.BLOCKS:
                sheet = Sheet(columns, lines, space.cells, paper=paper_of(space.theme))
                rows, _ = drawer.cells(figure.data, figure.type, sheet)
                return shown._replace(rows=rows, theme=space.theme)
            png = drawer.png(figure.data, figure.type, Sheet(*pixels_of(columns, lines, space.cell)))
        sequence = drawing_sequence(space.graphics, png, os.environ)
    except NotDrawnError:
        return None
    return shown._replace(sequence=sequence) if len(sequence) <= _MAX_SEQUENCE else None
