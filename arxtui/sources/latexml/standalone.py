"""A drawing within a page as an SVG that stands alone: its labels, which are HTML, become texts at their places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from re import Match
from textwrap import wrap
from xml.sax.saxutils import escape, quoteattr

from selectolax.lexbor import LexborNode

from arxtui.figures.attributes import declared, matrix_of, number_of, page_of
from arxtui.figures.outlines import IDENTITY, Box, Matrix, box_around, product
from arxtui.light import NamedTuple, pattern
from arxtui.text import clean

_NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
_SHAPES = frozenset("path rect circle ellipse line polyline polygon use".split())
_AROUND = frozenset("g defs clipPath marker symbol pattern linearGradient radialGradient stop text tspan".split())
_NOT_SEEN = frozenset("title desc metadata script style".split())
_UNSEEN_SHAPES = frozenset({"defs", "clipPath", "marker", "symbol", "pattern"})
_PAINT = frozenset(
    "fill stroke stroke-width stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit "
    "fill-rule clip-rule opacity fill-opacity stroke-opacity color display visibility stop-color stop-opacity "
    "clip-path marker-start marker-mid marker-end font-size text-anchor".split()
)
_PLACES = frozenset(
    "id d x y width height x1 y1 x2 y2 cx cy r rx ry dx dy points transform offset viewBox xlink:href href "
    "markerWidth markerHeight markerUnits refX refY orient clipPathUnits gradientUnits gradientTransform fx fy "
    "spreadMethod patternUnits patternTransform".split()
)
_VARIABLE = pattern(r"var\(\s*(--[\w-]{1,40})\s*(?:,([^()]{0,80}))?\)")
_COLOUR = pattern(r"(?:^|;)\s*(?:--ltx-fg-)?color:\s*(#[0-9A-Fa-f]{3,8}|[a-z]{3,20})\b")
_POINTS = pattern(r"font-size:\s*([\d.]{1,8})pt")
_PERCENT = pattern(r"font-size:\s*([\d.]{1,8})%")
_EM = pattern(r"--ltx-fo-width:\s*([\d.]{1,8})em")
_PER_POINT = 100 / 72.27
"""Units of a drawing in a point of TeX."""
_TEXT_SIZE = 10 * _PER_POINT
_WIDTH = 0.5
"""The mean width of a character in ems."""
_MIDDLE, _ASCENT, _PITCH = 0.35, 0.75, 1.2
"""In ems: the middle of a line above its baseline, its top above it, and from line to line."""
_WIDEST = 1.4
"""How much wider than its room a label can be by the mean width, and still fit."""
_FEWEST_SHAPES = 3
"""A drawing with fewer is a line, or a box with its title."""
_MOST_ELEMENTS, _MOST_CHARACTERS, _DEEPEST = 20_000, 2 << 20, 60
_MOST_VARIABLES, _LONGEST_VALUE, _LONGEST_TRANSFORM = 64, 80, 2_000
_FARTHEST = 1e6
"""Coordinates beyond are errors."""
_LARGEST = 3.0
"""How many times larger a drawing can become by labels outside of its frame; then these have no place."""

Lines = Callable[[LexborNode], Sequence[str]]
"""Returns the lines of the label in a ``foreignObject``."""


class _State(NamedTuple):
    """What an element inherits."""

    matrix: Matrix = IDENTITY
    fill: str = "#000000"
    stroke: str = "none"
    variables: Mapping[str, str] = {}
    is_defined: bool = False


class _UndrawableError(Exception):
    pass


def standalone_svg(drawing: LexborNode, lines: Lines) -> bytes:
    """Return a drawing as an SVG that stands alone, in UTF-8.

    Returns b"" if it has no shapes but a box, has parts that are not drawn here, or is too large.
    """
    writer = _Writer(lines)
    try:
        attributes, state = _read(drawing, _State())
        writer.children(drawing, state, 0)
    except _UndrawableError:
        return b""
    width, height = (_number(attributes.get(name)) for name in ("width", "height"))
    frame = page_of(attributes)
    whole = box_around((frame, *writer.labels))
    if min(width, height, frame.width, frame.height) <= 0 or writer.shapes < _FEWEST_SHAPES or whole is None:
        return b""
    is_near = all(-_FARTHEST < edge < _FARTHEST for edge in whole)
    if not is_near or whole.width > _LARGEST * frame.width or whole.height > _LARGEST * frame.height:
        return b""
    size = {
        "width": f"{width * whole.width / frame.width:.2f}",
        "height": f"{height * whole.height / frame.height:.2f}",
        "viewBox": f"{whole.left:.2f} {whole.top:.2f} {whole.width:.2f} {whole.height:.2f}",
    }
    kept = {name: value for name, value in attributes.items() if name in _PAINT}
    return f"<svg {_NAMESPACES}{_written({**size, **kept})}>{writer.svg}</svg>".encode()


class _Writer:
    def __init__(self, lines: Lines) -> None:
        self.labels: list[Box] = []
        self.shapes = 0
        self._lines = lines
        self._parts: list[str] = []
        self._length = self._elements = 0

    @property
    def svg(self) -> str:
        return "".join(self._parts)

    def children(self, node: LexborNode, state: _State, depth: int) -> None:
        child = node.first_child
        while child is not None:
            if child.is_element_node:
                self._element(child, state, depth + 1)
            elif child.is_text_node and node.tag in ("text", "tspan"):
                self._write(escape(clean(f"|{child.text_content or ''}|")[1:-1]))
            child = child.next

    def _element(self, node: LexborNode, state: _State, depth: int) -> None:
        tag = node.tag or ""
        self._elements += 1
        if self._elements > _MOST_ELEMENTS or depth > _DEEPEST:
            raise _UndrawableError
        if tag in _NOT_SEEN:
            return
        if tag == "foreignObject":
            self._label(node, state)
            return
        if tag not in _SHAPES and tag not in _AROUND:
            raise _UndrawableError
        attributes, state = _read(node, state)
        if tag in _SHAPES and not state.is_defined and {state.fill, state.stroke} != {"none"}:
            self.shapes += 1
        if tag in _UNSEEN_SHAPES:
            state = state._replace(is_defined=True)
        self._write(f"<{tag}{_written(attributes)}>")
        self.children(node, state, depth)
        self._write(f"</{tag}>")

    def _label(self, node: LexborNode, state: _State) -> None:
        lines = self._lines(node)
        if not lines:
            return
        if state.is_defined:  # upstream's mistake: it is not seen
            raise _UndrawableError
        attributes = node.attributes
        own = _matrix(attributes.get("transform") or "")
        x, y, width, height = (_number(attributes.get(name)) for name in ("x", "y", "width", "height"))
        fill = _label_colour(node) or (state.fill if state.fill != "none" else "#000000")
        # The label is turned about its baseline.
        baseline = own[5] if own[3] < 0 else _ASCENT * height
        for line in _laid_out(lines, node, width, height, baseline):
            left = x + line.x - (line.width / 2 if line.is_centred else 0)
            top = y + line.y - _ASCENT * line.size
            box = Box(left, top, left + line.width, top + line.size)
            self.labels.append(box.moved(product(state.matrix, own)))
            placed = {
                "transform": attributes.get("transform") or "",
                "x": f"{x + line.x:.2f}",
                "y": f"{y + line.y:.2f}",
                "font-size": f"{line.size:.2f}",
                "text-anchor": "middle" if line.is_centred else "start",
                "fill": fill,
                "stroke": "none",
            }
            self._write(f"<text{_written(placed)}>{escape(line.text)}</text>")

    def _write(self, part: str) -> None:
        self._length += len(part)
        if self._length > _MOST_CHARACTERS:
            raise _UndrawableError
        self._parts.append(part)


class _Line(NamedTuple):
    """A line of a label: its baseline, at its middle or its left, within the label's room."""

    text: str
    x: float
    y: float
    size: float
    is_centred: bool

    @property
    def width(self) -> float:
        return _WIDTH * self.size * len(self.text)


def _laid_out(lines: Sequence[str], node: LexborNode, width: float, height: float, baseline: float) -> Iterator[_Line]:
    size = _size_of(node, width)
    natural = _WIDTH * size * max(map(len, lines))
    if len(lines) == 1 and (natural <= _WIDEST * width or height < 2 * size):
        # Where the engine has measured only the beginning, the label begins at its place.
        is_centred = natural <= _WIDEST * width
        yield _Line(lines[0], width / 2 if is_centred else 0.0, baseline, size, is_centred)
        return
    across = max(int(width / (_WIDTH * size)), 1) if width > 0 else max(map(len, lines))
    wrapped = [part for line in lines for part in wrap(line, across)]
    pitch = height / len(wrapped) if height > 0 else _PITCH * size
    size = min(size, pitch)
    is_centred = width > 0 and node.css_first(".ltx_align_center, .ltx_centering") is not None
    for number, part in enumerate(wrapped):
        yield _Line(part, width / 2 if is_centred else 0.0, (number + 0.5) * pitch + _MIDDLE * size, size, is_centred)


def _size_of(node: LexborNode, width: float) -> float:
    """Return the size of a label's letters in units of the drawing."""
    style = node.attributes.get("style") or ""
    if points := _POINTS.search(style):
        return _number(points[1]) * _PER_POINT or _TEXT_SIZE
    if (ems := _EM.search(style)) and number_of(ems[1]) >= 1 and width > 0:
        return width / number_of(ems[1])
    inner = node.css_first('[style*="font-size"]')
    percent = _PERCENT.search(inner.attributes.get("style") or "") if inner else None
    return _TEXT_SIZE * (number_of(percent[1]) / 100 if percent else 1.0) or _TEXT_SIZE


def _label_colour(node: LexborNode) -> str:
    """Return the colour that all text of a label has; "" if it has none of its own."""
    coloured = node.css_first('[style*="color:"]')
    if coloured is None or coloured.text().strip() != node.text().strip():
        return ""
    match = _COLOUR.search(coloured.attributes.get("style") or "")
    return match[1] if match else ""


def _read(node: LexborNode, state: _State) -> tuple[dict[str, str], _State]:
    """Return the attributes of an element, those in its style included, and what its content inherits."""
    found = {name: value or "" for name, value in node.attributes.items()}
    style = declared(found.pop("style", ""))
    names = {name: value for name, value in style.items() if name.startswith("--") and len(value) < _LONGEST_VALUE}
    variables = {**state.variables, **names} if names else state.variables
    if len(variables) > _MOST_VARIABLES:
        raise _UndrawableError

    def value_of(match: Match[str]) -> str:
        return variables.get(match[1]) or (match[2] or "").strip()

    attributes = {}
    for name, value in (*found.items(), *((name, value) for name, value in style.items() if name in _PAINT)):
        if name in _PAINT or name in _PLACES:
            value = _VARIABLE.sub(value_of, value) if "var(" in value else value
            if value and not ("href" in name and not value.startswith("#")):
                attributes[name] = value
    matrix = product(state.matrix, _matrix(attributes["transform"])) if "transform" in attributes else state.matrix
    fill, stroke = attributes.get("fill", state.fill), attributes.get("stroke", state.stroke)
    return attributes, _State(matrix, fill, stroke, variables, state.is_defined)


def _matrix(transform: str) -> Matrix:
    if len(transform) > _LONGEST_TRANSFORM:
        raise _UndrawableError
    try:
        return matrix_of(transform)
    except ValueError as error:  # an endless angle
        raise _UndrawableError from error


def _number(text: str | None) -> float:
    """Return a coordinate or a length; 0 if it is missing or an error."""
    number = number_of(text, 0.0)
    return number if -_FARTHEST < number < _FARTHEST else 0.0


def _written(attributes: Mapping[str, str]) -> str:
    return "".join(f" {name}={quoteattr(clean(value))}" for name, value in attributes.items() if value)
