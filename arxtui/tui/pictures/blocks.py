"""Pictures as half blocks: two pixels a cell, one above the other."""

from __future__ import annotations

from itertools import groupby

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from arxtui.figures.decoding import decode_picture

_UPPER = "▀"
CELL_PIXELS = 8
"""Pixels of width for each cell in a picture that is drawn at its own size. A cell is twice as high as wide."""


def fit(width: int, height: int, columns: int, lines: int, *, enlarged: bool = False) -> tuple[int, int]:
    """Return the (columns, lines) that a picture of this size, in pixels, takes within a limit, or as large as fits if
    it is ``enlarged``. The aspect ratio is kept."""
    if width <= 0 or height <= 0:
        return columns, lines
    width_in_cells = columns if enlarged else min(columns, max(-(-width // CELL_PIXELS), 1))
    height_in_cells = max(round(width_in_cells * height / width / 2), 1)
    if height_in_cells > lines:
        height_in_cells = lines
        width_in_cells = max(min(round(2 * lines * width / height), columns), 1)
    return width_in_cells, height_in_cells


def half_blocks(data: bytes, columns: int, lines: int, *, enlarged: bool = False) -> list[Strip]:
    """Draw a picture, one strip for each line. Raises: NotDrawnError as :func:`decode_picture` does."""
    image = decode_picture(data)
    width, height = fit(image.width, image.height, columns, lines, enlarged=enlarged)
    pixels = image.resize((width, 2 * height)).tobytes()
    rows = [pixels[start : start + 3 * width] for start in range(0, len(pixels), 3 * width)]
    return [_strip(above, below) for above, below in zip(rows[::2], rows[1::2], strict=True)]


def _strip(above: bytes, below: bytes) -> Strip:
    """Return a line of cells: the upper pixels as the foreground of half blocks, the lower pixels as the background."""
    cells = [(above[at : at + 3], below[at : at + 3]) for at in range(0, len(above), 3)]
    segments = []
    for (upper, lower), run in groupby(cells):
        style = Style(color=Color.from_rgb(*upper), bgcolor=Color.from_rgb(*lower))
        segments.append(Segment(_UPPER * len(list(run)), style))
    return Strip(segments, len(cells))
