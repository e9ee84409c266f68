"""Pictures as half blocks: two pixels a cell, one above the other."""

from __future__ import annotations

from itertools import groupby

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from arxtui.tui.pictures.opening import opened

_UPPER = "▀"
CELL_PIXELS = 8
"""Pixels of width for each cell in a picture that is drawn at its own size. A cell is twice as high as wide."""


def fitted(width: int, height: int, columns: int, lines: int) -> tuple[int, int]:
    """Return the (columns, lines) that a picture of this size, in pixels, takes within a limit. The aspect ratio is
    kept, and the picture is not enlarged."""
    if width <= 0 or height <= 0:
        return columns, lines
    across = min(columns, max(-(-width // CELL_PIXELS), 1))
    down = max(round(across * height / width / 2), 1)
    if down > lines:
        down = lines
        across = max(min(round(2 * lines * width / height), columns), 1)
    return across, down


def half_blocks(data: bytes, columns: int, lines: int) -> list[Strip]:
    """Draw a picture, one strip for each line. Raises: NotDrawnError as :func:`opened` does."""
    image = opened(data)
    across, down = fitted(image.width, image.height, columns, lines)
    pixels = image.resize((across, 2 * down)).tobytes()
    rows = [pixels[start : start + 3 * across] for start in range(0, len(pixels), 3 * across)]
    return [_strip(above, below) for above, below in zip(rows[::2], rows[1::2], strict=True)]


def _strip(above: bytes, below: bytes) -> Strip:
    """Return a line of cells: the upper pixels as the foreground of half blocks, the lower pixels as the background."""
    cells = [(above[at : at + 3], below[at : at + 3]) for at in range(0, len(above), 3)]
    segments = []
    for (upper, lower), run in groupby(cells):
        style = Style(color=Color.from_rgb(*upper), bgcolor=Color.from_rgb(*lower))
        segments.append(Segment(_UPPER * len(list(run)), style))
    return Strip(segments, len(cells))
