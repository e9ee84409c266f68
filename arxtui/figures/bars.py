"""Bars of a text that a figure draws as lines: underscores, roots, and bars over and under letters."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from arxtui.figures.groups import ink
from arxtui.figures.outlines import Box, Outline
from arxtui.figures.signs import size_of
from arxtui.figures.svg import Drawing, Glyph, Shape

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


def bars(drawing: Drawing) -> Iterator[Glyph]:
    """Return the bars of level texts as signs."""
    letters = [(glyph, box) for glyph in drawing.glyphs if _is_level(glyph) and (box := ink(glyph))]
    if not letters:
        return
    longest = _LONGEST * max(size_of(glyph.matrix) for glyph, _ in letters)
    lines = [shape for shape in drawing.shapes if shape.box.width < longest and _is_bar(shape, shape.box.width)]
    orders = [glyph.order for glyph, _ in letters]
    strokes = [shape for shape in drawing.shapes if len(shape.points) == 2]
    places = [stroke.order for stroke in strokes]
    for line in lines if len(lines) <= _MOST else ():
        near, beside = (
            slice(bisect_left(each, line.order - _NEAR), bisect_right(each, line.order + _NEAR))
            for each in (orders, places)
        )
        if sign := _sign(line, letters[near], strokes[beside]):
            yield sign


def _is_level(glyph: Glyph) -> bool:
    return bool(glyph.text.strip()) and not glyph.is_font_text and abs(glyph.matrix[1]) < _TOUCHING * glyph.matrix[0]


def _is_bar(shape: Shape, length: float) -> bool:
    is_straight = not shape.curves and len(shape.points) <= 5 and shape.opacity > 0
    return is_straight and shape.kind != "image" and shape.box.height < _THIN * length / _SHORTEST


def _sign(line: Shape, letters: Sequence[tuple[Glyph, Box]], strokes: Sequence[Shape]) -> Glyph | None:
    """Return what a line is for the letters near it; None if it is no bar of theirs."""
    bar = line.box
    own = [
        (glyph, box)
        for glyph, box in letters
        if glyph.colour == (line.fill or line.stroke)
        and bar.height < _THIN * size_of(glyph.matrix)
        and _SHORTEST < bar.width / size_of(glyph.matrix) < _LONGEST
    ]
    beside = [(glyph, box) for glyph, box in own if abs(bar.middle[1] - glyph.matrix[5]) < _AT * size_of(glyph.matrix)]
    lefts = [glyph for glyph, box in beside if abs(bar.left - box.right) < _AT * size_of(glyph.matrix)]
    rights = [glyph for glyph, box in beside if abs(box.left - bar.right) < _AT * size_of(glyph.matrix)]
    if lefts and rights:
        return _glyph("_", lefts[0], bar, line.order)
    over = [(glyph, box) for glyph, box in own if _is_along(box, bar, glyph) and box.top - bar.bottom > 0]
    under = [(glyph, box) for glyph, box in own if _is_along(box, bar, glyph) and bar.top - box.bottom > 0]
    if len(over) + len(under) != 1 or not (over or under)[0][0].text.isalpha():
        return None
    (glyph, box), *_ = over or under
    if over and (stroke := _stroke_at(bar, glyph, strokes)):
        return _glyph(_ROOT, glyph, Box(stroke.left, bar.top, bar.left, box.bottom), line.order)
    is_under_root = any(
        each.text == _ROOT and abs(its.right - bar.left) < _AT * size_of(each.matrix) for each, its in letters
    )
    return None if is_under_root else _glyph(OVER if over else UNDER, glyph, bar, line.order)


def _is_along(box: Box, bar: Box, glyph: Glyph) -> bool:
    """Whether a bar is over, or under, a letter alone."""
    size = size_of(glyph.matrix)
    is_near = -_TOUCHING * size < max(box.top - bar.bottom, bar.top - box.bottom) < _ABOVE * size
    return is_near and abs(box.middle[0] - bar.middle[0]) < _AT * size / 2


def _stroke_at(bar: Box, glyph: Glyph, strokes: Sequence[Shape]) -> Box | None:
    """Return the stroke of a root that ends where its bar begins; None if there is none."""
    near = _TOUCHING * size_of(glyph.matrix)
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
