"""Figures as arXiv's HTML has them since August 2026: SVG as MuPDF writes it, in points, with a ``use`` of an outline
for each character.

The outlines are those of a plotter's letters: ``letters.txt`` has the lines of a pen for each character, as points
with two digits (x, and y above the lowest descender), in tenths of an em.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import hypot
from pathlib import Path

Point = tuple[float, float]

_PEN = 0.8
_BASELINE = 2
_MARGIN, _BLANK = 2.0, 3.0
"""Room beside a character, and the width of a blank."""
_SHARPEST = 0.3
"""Sharper corners are cut off: one and the cosine of their turn."""


class Canvas:
    """A figure of ``width`` by ``height`` points; y grows upwards from its lower edge."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self._outlines: dict[str, str] = {}
        self._parts: list[str] = []
        self.area(_rectangle(0, 0, width, height), "#ffffff")

    def area(self, points: Iterable[Point], colour: str) -> None:
        """Fill an area."""
        self._draw(f'fill="{colour}" d="{_path([points])}Z"')

    def box(self, left: float, bottom: float, right: float, top: float, colour: str) -> None:
        """Fill a rectangle."""
        self.area(_rectangle(left, bottom, right, top), colour)

    def line(self, points: Iterable[Point], colour: str = "#000000", width: float = 0.8, dash: str = "") -> None:
        """Draw a line; ``dash`` has the lengths of its dashes and gaps."""
        dashes = f'stroke-dasharray="{dash}" ' * bool(dash)
        style = f'stroke-width="{_number(width)}" stroke-linecap="butt" {dashes}stroke-linejoin="round" fill="none"'
        self._draw(f'{style} stroke="{colour}" d="{_path([points])}"')

    def mark(self, x: float, y: float, radius: float, colour: str) -> None:
        """Draw a round mark."""
        handle = 0.55 * radius
        curves = (
            (x + radius, y + handle, x + handle, y + radius, x, y + radius),
            (x - handle, y + radius, x - radius, y + handle, x - radius, y),
            (x - radius, y - handle, x - handle, y - radius, x, y - radius),
            (x + handle, y - radius, x + radius, y - handle, x + radius, y),
        )
        data = "".join(f"C{' '.join(map(_number, curve))}" for curve in curves)
        self._draw(f'fill="{colour}" d="M{_number(x + radius)} {_number(y)}{data}Z"')

    def text(self, words: str, x: float, y: float, size: float = 10, at: float = 0.5, *, upright: bool = False) -> None:
        """Write words on a baseline whose left end (``at`` 0), middle or right end (1) is here; ``upright``, they run
        upwards."""
        along = -at * size * sum(map(_advance, words)) / 10
        across = self.height - y
        for sign in words:
            if sign != " ":
                name = f"font_1_{ord(sign)}"
                self._outlines[name] = _path(_contours(sign)) + "Z"
                turned = (0, -size, -size, 0, x, across - along) if upright else (size, 0, 0, -size, x + along, across)
                matrix = ",".join(map(_number, turned))
                self._parts.append(f'<use data-text="{sign}" xlink:href="#{name}" transform="matrix({matrix})"/>')
            along += size * _advance(sign) / 10

    def svg(self) -> bytes:
        """Return the figure as a file."""
        width, height = _number(self.width), _number(self.height)
        outlines = (f'<path id="{name}" d="{data}"/>' for name, data in self._outlines.items())
        head = (
            '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" '
            f'width="{width}pt" height="{height}pt" viewBox="0 0 {width} {height}">',
        )
        return "\n".join((*head, "<defs>", *outlines, "</defs>", *self._parts, "</svg>\n")).encode()

    def _draw(self, attributes: str) -> None:
        self._parts.append(f'<path transform="matrix(1,0,0,-1,0,{_number(self.height)})" {attributes}/>')


def _rectangle(left: float, bottom: float, right: float, top: float) -> tuple[Point, ...]:
    return (left, bottom), (right, bottom), (right, top), (left, top)


def _path(contours: Iterable[Iterable[Point]]) -> str:
    return "Z".join(f"M{' '.join(f'{_number(x)} {_number(y)}' for x, y in points)}" for points in contours)


def _number(value: float) -> str:
    """Return a number as MuPDF writes it: without zeros at its ends."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


@cache
def _strokes() -> dict[str, list[list[Point]]]:
    """Return the lines of each character, in tenths of an em."""
    lines = Path(__file__).with_name("letters.txt").read_text("utf-8").splitlines()
    return {
        sign: [
            [(int(x) + 1.0, int(y) - _BASELINE) for x, y in zip(each[::2], each[1::2], strict=True)] for each in rest
        ]
        for sign, *rest in map(str.split, lines)
    }


def _advance(sign: str) -> float:
    if sign == " ":
        return _BLANK
    return max(x for line in _strokes()[sign] for x, _ in line) - 1 + _MARGIN


def _contours(sign: str) -> Iterator[list[Point]]:
    """Yield the contours around the lines of a character, in ems: two around a closed line, else one."""
    for line in _strokes()[sign]:
        is_closed = line[0] == line[-1]
        sides = [_side(each, is_closed=is_closed) for each in (line, line[::-1])]
        for contour in sides if is_closed else [[*sides[0], *sides[1]]]:
            yield [(x / 10, y / 10) for x, y in contour]


def _side(line: Sequence[Point], *, is_closed: bool) -> list[Point]:
    """Return the left edge of a pen's line."""
    normals = [_normal(start, end) for start, end in pairwise(line)]
    corners = list(zip(line[1:-1], normals, normals[1:], strict=False))
    if is_closed:
        corners.append((line[0], normals[-1], normals[0]))
    else:
        corners = [(line[0], normals[0], normals[0]), *corners, (line[-1], normals[-1], normals[-1])]
    points: list[Point] = []
    for (x, y), (right, up), (next_right, next_up) in corners:
        bend = 1 + right * next_right + up * next_up
        if bend < _SHARPEST:
            ends = [(right, up), (next_right, next_up)]
        else:
            ends = [((right + next_right) / bend, (up + next_up) / bend)]
        points += [(x + dx * _PEN / 2, y + dy * _PEN / 2) for dx, dy in ends]
    return points


def _normal(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    return -dy / length, dx / length
