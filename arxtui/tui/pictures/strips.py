"""Pictures in cells as strips of the screen, in the colours of its theme."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from arxtui.config.terminals import colours_of
from arxtui.figures.cells import Paper, Run
from arxtui.light import NamedTuple
from arxtui.tui.themes import look


class Painted(NamedTuple):
    """A picture in cells, and the texts of it that have no room there."""

    strips: list[Strip]
    left_out: Sequence[str] = ()


CELL_PIXELS = 8
"""Pixels of width for each cell in a picture that is drawn at its own size. A cell is twice as high as wide."""
_BLACK_ON_WHITE = Paper(0xFFFFFF, 0)
_WHITE_ON_BLACK = Paper(0, 0xFFFFFF)
_FILLED = Color.from_ansi(8)
"""The colour of an area filled in grey, of sixteen."""
_GREY, _BRIGHT = 48, 176
"""Below the first difference of its parts a colour is grey; above the second part it is a bright one."""
_SECONDARY = 0.35
"""How near to the largest part another is in yellow, cyan and magenta, as a share of all differences."""


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


def paper_of(theme: str) -> Paper | None:
    """Return what stands for white and black in a theme; None without colours."""
    colours = look(theme)
    if colours.plain:
        return None
    if colours.ansi:
        return _WHITE_ON_BLACK if colours.dark else _BLACK_ON_WHITE
    return Paper(*(int(colour.removeprefix("#"), 16) for colour in (colours.background, colours.foreground)))


def strips(rows: Iterable[Iterable[Run]], theme: str) -> list[Strip]:
    """Return a strip for each line of a picture that was drawn on the theme's paper."""
    base, paper = look(theme).ink("text"), paper_of(theme)
    is_coarse = look(theme).ansi or colours_of(os.environ) <= 16

    def style(run: Run) -> Style:
        ground = None if paper is None or run.ground in (None, paper.white) else _colour(run.ground or 0, is_coarse)
        if ground is None and is_coarse and paper and run.ground not in (None, paper.white, paper.black):
            ground = _FILLED
        ink = None if run.ink is None else _colour(run.ink, is_coarse)
        return base + Style(color=ink, bgcolor=ground)

    return [Strip([Segment(run.text, style(run)) for run in row]) for row in rows]


def _colour(rgb: int, is_coarse: bool) -> Color | None:  # noqa: FBT001
    """Return a colour; of sixteen, the one of the same hue, and None, the terminal's own, for grey."""
    red, green, blue = parts = rgb >> 16, rgb >> 8 & 255, rgb & 255
    if not is_coarse:
        return Color.from_rgb(red, green, blue)
    if max(parts) - min(parts) < _GREY:
        return None
    least = max(parts) - _SECONDARY * (max(parts) - min(parts))
    hue = sum((part >= least) << at for at, part in enumerate(parts))
    return Color.from_ansi(hue + 8 * (max(parts) > _BRIGHT))
