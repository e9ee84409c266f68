"""Pictures in cells as strips of the screen, in the colours of its theme."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from arxtui.config.terminals import colours_of
from arxtui.figures.cells import Paper, Run, brightness
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
_MIDDLE = Color.from_ansi(8)
"""Of sixteen colours, that of an area filled in grey, and of lines that are hardly seen."""
_NEARLY_WHITE = 32
"""How far from white a grey is that is not told from it, of sixteen colours."""
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

    def segment(run: Run) -> Segment:
        if is_coarse and paper:
            return _in_sixteen(run, paper, base)
        seen = run.ink, None if paper and run.ground == paper.white else run.ground
        ink, ground = (None if each is None else Color.from_rgb(*_parts(each)) for each in seen)
        return Segment(run.text, base + Style(color=ink, bgcolor=ground))

    return [Strip([segment(run) for run in row]) for row in rows]


def _in_sixteen(run: Run, paper: Paper, base: Style) -> Segment:
    """Return cells in the terminal's own sixteen colours; those of its ground and of its text are not known. Nearly
    white is its ground, with nothing whiter on it, and a line on it grey; black is the colour of its text."""
    ink, ground = (None if each is None else _hue(each) for each in (run.ink, run.ground))
    text = run.text
    if run.ground is not None and ground is None:
        if run.ground == paper.black:
            return Segment(text, base + Style(bgcolor=ink, reverse=True))
        grey = _from_white(run.ground, paper)
        if grey > _NEARLY_WHITE:
            ground = _MIDDLE
        elif run.ink is not None and _from_white(run.ink, paper) < grey:
            text = " " * len(text)
        elif run.ink is not None and ink is None and _from_white(run.ink, paper) <= _NEARLY_WHITE:
            ink = _MIDDLE
    return Segment(text, base + Style(color=ink, bgcolor=ground))


def _from_white(colour: int, paper: Paper) -> float:
    return abs(brightness(colour) - brightness(paper.white))


def _parts(rgb: int) -> tuple[int, int, int]:
    return rgb >> 16, rgb >> 8 & 255, rgb & 255


def _hue(rgb: int) -> Color | None:
    """Return the one of sixteen colours with the same hue; None, the terminal's own, for grey."""
    parts = _parts(rgb)
    if max(parts) - min(parts) < _GREY:
        return None
    least = max(parts) - _SECONDARY * (max(parts) - min(parts))
    hue = sum((part >= least) << at for at, part in enumerate(parts))
    return Color.from_ansi(hue + 8 * (max(parts) > _BRIGHT))
