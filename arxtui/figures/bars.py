"""Bars of a text that a figure draws as lines: underscores, roots, and bars over and under letters."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from arxtui.figures.groups import ink
from arxtui.figures.outlines import Box, Outline
from arxtui.figures.signs import size_of
from arxtui.figures.svg import Drawing, Glyph, Shape
from arxtui.light import NamedTuple

OVER, UNDER = "\N{COMBINING MACRON}", "\N{COMBINING MACRON BELOW}"
_ROOT = "√"
_THIN = 0.09
"""The thickest bar, in ems."""
_SHORTEST, _LONGEST = 0.2, 1.2
"""The length of a bar, in ems."""
_AT = 0.3
"""How far a bar is from its letters, in ems."""
_ABOVE = 0.35
"""How far a bar is above or below a letter, in ems."""
_TOUCHING = 0.03
_NEAR = 60
"""How far a bar is from its letters in the document, in signs and shapes."""
_MOST = 400
"""The most lines that are looked at."""


class _Letter(NamedTuple):
    glyph: Glyph
    box: Box
    size: float


def bars(drawing: Drawing) -> Iterator[Glyph]:
    """Return the bars of level texts as signs."""
    level = filter(_is_level, drawing.glyphs)
    letters = [_Letter(glyph, box, size_of(glyph.matrix)) for glyph in level if (box := ink(glyph))]
    longest = _LONGEST * max((letter.size for letter in letters), default=0.0)
    lines = [shape for shape in drawing.shapes if shape.box.width < longest and _is_bar(shape)]
    if len(lines) > _MOST:
        return
    orders = [letter.glyph.order for letter in letters]
    strokes = [shape for shape in drawing.shapes if len(shape.corners) == 2]
    places = [stroke.order for stroke in strokes]
    for line in lines:
        near, beside = (
            slice(bisect_left(each, line.order - _NEAR), bisect_right(each, line.order + _NEAR))
            for each in (orders, places)
        )
        if sign := _sign(line, letters[near], strokes[beside]):
            yield sign


def _is_level(glyph: Glyph) -> bool:
    return bool(glyph.text.strip()) and not glyph.is_font_text and abs(glyph.matrix[1]) < _TOUCHING * glyph.matrix[0]


def _is_bar(shape: Shape) -> bool:
    is_straight = not shape.curves and len(shape.corners) <= 5 and shape.opacity > 0
    return is_straight and shape.kind != "image" and shape.box.height < _THIN * shape.box.width / _SHORTEST


def _sign(line: Shape, letters: Sequence[_Letter], strokes: Sequence[Shape]) -> Glyph | None:
    """Return what a line is for the letters near it; None if it is no bar of theirs."""
    bar = line.box
    own = [
        each
        for each in letters
        if each.glyph.colour == (line.fill or line.stroke)
        and bar.height < _THIN * each.size
        and _SHORTEST < bar.width / each.size < _LONGEST
    ]
    beside = [each for each in own if abs(bar.middle[1] - each.glyph.matrix[5]) < _AT * each.size]
    left = next((each.glyph for each in beside if abs(bar.left - each.box.right) < _AT * each.size), None)
    if left and any(abs(each.box.left - bar.right) < _AT * each.size for each in beside):
        return _glyph("_", left, bar, line.order)
    along = [each for each in own if _is_along(bar, each)]
    if len(along) != 1 or not along[0].glyph.text.isalpha():
        return None
    glyph, box, size = along[0]
    is_over = box.top > bar.bottom
    if is_over and (stroke := _stroke_at(bar, size, strokes)):
        return _glyph(_ROOT, glyph, Box(stroke.left, bar.top, bar.left, box.bottom), line.order)
    if any(each.glyph.text == _ROOT and abs(each.box.right - bar.left) < _AT * each.size for each in letters):
        return None
    return _glyph(OVER if is_over else UNDER, glyph, bar, line.order)


def _is_along(bar: Box, letter: _Letter) -> bool:
    """Whether a bar is over, or under, a letter alone."""
    box, size = letter.box, letter.size
    is_near = 0 < max(box.top - bar.bottom, bar.top - box.bottom) < _ABOVE * size
    return is_near and abs(box.middle[0] - bar.middle[0]) < _AT * size / 2


def _stroke_at(bar: Box, size: float, strokes: Sequence[Shape]) -> Box | None:
    """Return the stroke of a root that ends where its bar begins; None if there is none."""
    near = _TOUCHING * size
    return next(
        (
            shape.box
            for shape in strokes
            if shape.box.height > 10 * near
            and abs(shape.box.right - bar.left) < near
            and abs(shape.box.top - bar.top) < near
        ),
        None,
    )


def _glyph(text: str, near: Glyph, box: Box, order: int) -> Glyph:
    """Return a sign in the place of lines, with the size and on the line of a glyph near it."""
    size, base = size_of(near.matrix), near.matrix[5]
    matrix = (size, 0.0, 0.0, -size, box.left, base)
    ems = Box(0.0, (base - box.bottom) / size, box.width / size, (base - box.top) / size)
    return Glyph(text, near.font, Outline(()), matrix, ems, near.colour, order, near.clip)
