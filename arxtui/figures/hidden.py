"""Text that a figure does not show: off the page, clipped, covered or in the colour of its ground."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from arxtui.figures.groups import ink
from arxtui.figures.labels import Label
from arxtui.figures.layers import Plan
from arxtui.figures.outlines import Box
from arxtui.figures.svg import Drawing, Glyph

if TYPE_CHECKING:
    from PIL import Image


class Render(Protocol):
    """Draws an SVG in so many pixels across and down, with or without its glyphs, on white, and without the
    layers that the plan spares."""

    def __call__(self, svg: bytes, width: int, height: int, *, plan: Plan, glyphs: bool) -> Image.Image:
        """Draw the figure."""


_GRID = 64
"""Places across and down in which the last filling shape is noted."""
_LETTER = 9.0
"""Pixels of the smallest letters whose presence is checked by drawing them."""
_LONGEST = 1600
"""The longest side of a drawing for that, in pixels."""
_CHANGE = 24
"""The least difference of a channel between ink and its ground, of 255."""
_PALE = 0xE0
_OPAQUE = 0.9
_SHOWN = 0.5
"""The part of a label's signs that must be seen."""


def shown(
    labels: Sequence[tuple[Label, list[Glyph]]], drawing: Drawing, svg: bytes, render: Render | None
) -> list[Label]:
    """Return the labels that can be seen. Those that may be hidden are looked for in two drawings, with and without
    text; they are taken as seen without ``render``."""
    smallest = min((label.size for label, _ in labels), default=0.0)
    rows = _last_fills(drawing, smallest)
    kept = []
    doubtful = []
    for label, glyphs in labels:
        clips = [glyph.clip for glyph in glyphs if glyph.clip]
        if not label.box.overlaps(drawing.page):
            continue
        kept.append((label, glyphs))
        is_clipped = any(not clip.contains(label.box, 0.1 * label.size) for clip in clips)
        if glyphs[0].is_font_text:  # it is not drawn without its font
            continue
        if is_clipped or _is_pale(label.colour) or _is_under(label, glyphs, rows, drawing.page):
            doubtful.append((label, glyphs))
    if not doubtful or render is None:
        return [label for label, _ in kept]
    hidden = {id(label) for label in _unseen(doubtful, drawing, svg, render)}
    return [label for label, _ in kept if id(label) not in hidden]


def _unseen(labels: Sequence[tuple[Label, list[Glyph]]], drawing: Drawing, svg: bytes, render: Render) -> list[Label]:
    from PIL import ImageChops

    page = drawing.page
    smallest = max(min(label.size for label, _ in labels), 1e-6)
    scale = min(_LETTER / smallest, _LONGEST / max(page.width, page.height))
    size = max(1, round(page.width * scale)), max(1, round(page.height * scale))
    difference = ImageChops.difference(
        *(render(svg, *size, plan=drawing.plan, glyphs=glyphs) for glyphs in (True, False))
    )
    mask = difference.convert("L").point([255 * (value >= _CHANGE) for value in range(256)])
    return [label for label, glyphs in labels if not _is_seen(glyphs, mask, page, scale)]


def _is_seen(glyphs: Sequence[Glyph], mask: Image.Image, page: Box, scale: float) -> bool:
    boxes = [box for glyph in glyphs if glyph.text and (box := ink(glyph))]
    seen = 0
    for box in boxes:
        area = (
            max(0, int((box.left - page.left) * scale)),
            max(0, int((box.top - page.top) * scale)),
            min(mask.width, int((box.right - page.left) * scale) + 1),
            min(mask.height, int((box.bottom - page.top) * scale) + 1),
        )
        seen += area[0] < area[2] and area[1] < area[3] and mask.crop(area).getbbox() is not None
    return seen >= _SHOWN * len(boxes)


def _last_fills(drawing: Drawing, least: float) -> list[list[int]]:
    """Return the order of the last filling shape or image at each place of a grid over the page. Those less wide or
    high than ``least`` hide no label."""
    rows = [[-1] * _GRID for _ in range(_GRID)]
    for shape in drawing.shapes:
        is_large = min(shape.box.width, shape.box.height) >= least
        if not is_large or (shape.kind != "image" and not (shape.fill and shape.opacity >= _OPAQUE)):
            continue
        left, top, right, bottom = _places(shape.box, drawing.page)
        for row in rows[top : bottom + 1]:
            row[left : right + 1] = [shape.order] * (right + 1 - left)
    return rows


def _places(box: Box, page: Box) -> tuple[int, int, int, int]:
    width, height = page.width or 1.0, page.height or 1.0
    left, right = (int((x - page.left) / width * _GRID) for x in (box.left, box.right))
    top, bottom = (int((y - page.top) / height * _GRID) for y in (box.top, box.bottom))
    left, top, right, bottom = (min(max(place, 0), _GRID - 1) for place in (left, top, right, bottom))
    return left, top, right, bottom


def _is_under(label: Label, glyphs: Sequence[Glyph], rows: list[list[int]], page: Box) -> bool:
    left, top, right, bottom = _places(label.box, page)
    first = min(glyph.order for glyph in glyphs)
    return any(max(row[left : right + 1]) > first for row in rows[top : bottom + 1])


def _is_pale(colour: str) -> bool:
    return not colour or all(int(colour[at : at + 2], 16) >= _PALE for at in (1, 3, 5))
