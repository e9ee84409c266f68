"""The parts of a drawn diagram, and how they are read from those of tikz-cd: a matrix of objects, and for each arrow an
element with its head and label. Coordinates are in units of the drawing; the y axis is upwards."""

from __future__ import annotations

from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from arxtui.light import NamedTuple, pattern
from arxtui.sources.latexml.nodes import has_class

NUMBER = r"(-?\d{1,6}(?:\.\d{1,6})?)"
LINE = pattern(rf"M {NUMBER} {NUMBER} L {NUMBER} {NUMBER}")
LABEL = "\\scriptstyle{"
LINE_WIDTH = 1.0
"""Largest thickness of a line; a line that short is ignored."""
MAX_PARTS = 400
_MAX_DEPTH = 64
"""Limits: parts of a drawing, and nested elements."""


class Label(NamedTuple):
    """A formula and the position of its centre."""

    tex: str
    x: float
    y: float
    is_object: bool


class Stroke(NamedTuple):
    """A line between two points, sorted from left to right and from top to bottom."""

    x: float
    y: float
    right: float
    bottom: float

    @property
    def is_upright(self) -> bool:
        """Whether the line is vertical."""
        return self.right - self.x <= LINE_WIDTH


class Head(NamedTuple):
    """The head of an arrow, and its direction: ``right`` and ``up`` are 1, 0 or -1."""

    x: float
    y: float
    right: int
    up: int


Parts = tuple[list[Label], list[Stroke], list[Head]]


class UnclearError(Exception):
    """A part of a drawing does not fit into a grid."""


def stroke_between(x: float, y: float, right: float, bottom: float) -> Stroke:
    """Return the line between two points, in normal order. A diagonal line may be mirrored, but remains diagonal."""
    across, down = sorted((x, right)), sorted((y, bottom), reverse=True)
    return Stroke(across[0], down[0], across[1], down[1])


def ancestors(node: LexborNode) -> Iterator[LexborNode]:
    """Yield the ancestors of an element, up to the drawing."""
    above = node.parent
    for _ in range(_MAX_DEPTH):
        if above is None or above.tag == "svg":
            return
        yield above
        above = above.parent
    raise UnclearError


MATRIX = "ltx_tikzmatrix"
_NUMBER = pattern(NUMBER)
_STEP = pattern(r"(translate|matrix)\(([^()]{1,120})\)")
# The head of a plain arrow: two curves that meet at the tip.
_HEAD = pattern(rf"M -{NUMBER} {NUMBER} C (?:{NUMBER} ){{4}}0 0 C (?:{NUMBER} ){{5}}{NUMBER}")
_PLAIN = 0.5
"""Largest width of a plain line, in points. A double line is a thick line with a thinner line on top."""
_STRAIGHT = 0.99

_Affine = tuple[float, float, float, float, float, float]
_IDENTITY: _Affine = (1, 0, 0, 1, 0, 0)


def tikz_parts(drawing: LexborNode) -> Parts:
    """Return the parts of a drawing. Raises: UnclearError for anything but objects, plain arrows and their labels."""
    shapes: Parts = ([], [], [])
    labels, strokes, heads = shapes
    for number, node in enumerate(drawing.css("math, path")):
        if number > MAX_PARTS:
            raise UnclearError
        if node.tag == "math":
            labels.append(_label(node))
            continue
        to_page = _to_page(node)
        shape = node.attributes.get("d") or ""
        if line := LINE.fullmatch(shape):
            if not _is_plain(node):
                raise UnclearError
            ends = (_apply(to_page, float(line[1]), float(line[2])), _apply(to_page, float(line[3]), float(line[4])))
            strokes.append(stroke_between(*ends[0], *ends[1]))
        elif _HEAD.fullmatch(shape):
            heads.append(_head(to_page))
        else:
            raise UnclearError
    if len(heads) != len(strokes):
        raise UnclearError
    return shapes


def _label(math: LexborNode) -> Label:
    box = next((node for node in ancestors(math) if (node.tag or "").lower() == "foreignobject"), None)
    if box is None:
        raise UnclearError
    width, height = _numbers(*((box.attributes.get(name) or "").removesuffix("px") for name in ("width", "height")))
    x, y = _apply(_to_page(box), width / 2, height / 2)
    tex = (math.attributes.get("alttext") or "").replace("%\n", "")
    is_object = any(has_class(node, MATRIX) for node in ancestors(math))
    if not is_object and not (tex.startswith(LABEL) and tex.endswith("}")):
        raise UnclearError
    return Label((tex if is_object else tex[len(LABEL) : -1]).strip(), x, y, is_object)


def _head(to_page: _Affine) -> Head:
    a, b, _, _, x, y = to_page
    right, up = round(a, 2), round(-b, 2)
    if max(abs(right), abs(up)) < _STRAIGHT:
        raise UnclearError
    return Head(x, -y, round(right), round(up))


def _is_plain(line: LexborNode) -> bool:
    for node in ancestors(line):
        attributes = node.attributes
        if (attributes.get("stroke-dasharray") or "none") != "none":
            return False
        if width := attributes.get("stroke-width"):
            return width.endswith("pt") and width[:-2].replace(".", "", 1).isdecimal() and float(width[:-2]) < _PLAIN
    return True


def _to_page(node: LexborNode) -> _Affine:
    """Return the transformation from the coordinates of an element to those of the drawing."""
    whole = _transform(node)
    for around in ancestors(node):
        whole = _compose(_transform(around), whole)
    return whole


def _transform(node: LexborNode) -> _Affine:
    whole = _IDENTITY
    for kind, arguments in _STEP.findall(node.attributes.get("transform") or ""):
        numbers = _numbers(*arguments.replace(",", " ").split())
        if kind == "translate" and len(numbers) == 2:
            numbers = [1, 0, 0, 1, *numbers]
        if len(numbers) != 6:
            raise UnclearError
        whole = _compose(whole, (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]))
    return whole


def _numbers(*texts: str) -> list[float]:
    if not all(map(_NUMBER.fullmatch, texts)):
        raise UnclearError
    return list(map(float, texts))


def _compose(outer: _Affine, inner: _Affine) -> _Affine:
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def _apply(to_page: _Affine, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = to_page
    return a * x + c * y + e, -(b * x + d * y + f)
