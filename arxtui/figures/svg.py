"""An SVG as glyphs and shapes: read in one pass, without a tree, and without anything outside of it.

MuPDF writes each character of a PDF as ``<use data-text="a" xlink:href="#font_3_97" transform="...">``: the outline is
in ems, below ``defs``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from arxtui.figures.decoding import NotDrawnError
from arxtui.figures.outlines import FARTHEST, IDENTITY, Box, Matrix, Outline, Point, outline_of, product, transformed
from arxtui.figures.safe import parse_svg
from arxtui.patterns import pattern

MOST_BYTES = 16 << 20
MOST_DEPTH = 200
MOST_GLYPHS = 20_000
MOST_SHAPES = 200_000
_CORNERS = 64
"""The most points of a shape that are kept."""
_MOST_OUTLINE = 400
"""The most points of a shape whose outline is kept: a sign has fewer."""
_NUMBER = pattern(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_TRANSFORM = pattern(r"(matrix|translate|scale)\s*\(([^)]*)\)")
_REFERENCE = pattern(r"#([\w.:-]+)")
_INHERITED = ("fill", "stroke", "stroke-width", "stroke-dasharray", "fill-opacity", "opacity")


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character as drawn.

    ``matrix`` takes its ``outline`` in ems to the figure; ``ems`` is the rectangle around it in ems (None: a blank; y
    grows upwards), ``font`` and ``order`` (in the document) are for comparisons, ``clip`` is the part of the figure in
    which it shows. A form has no ``text``: it is a sign that the figure draws as a shape in the size of its letters.
    """

    text: str
    font: str
    outline: Outline
    matrix: Matrix
    ems: Box | None
    colour: str
    order: int
    clip: Box | None


@dataclass(frozen=True, slots=True)
class Shape:
    """A path, or an image (``kind``), with what is needed to tell a legend's sample. Colours are ``#rrggbb`` or empty;
    ``dash`` is empty for a solid line; ``points`` are at most some of the first, in the figure."""

    kind: str
    box: Box
    points: tuple[Point, ...]
    curves: int
    fill: str
    stroke: str
    dash: str
    opacity: float
    order: int
    matrix: Matrix
    outline: Outline | None = None


@dataclass(slots=True)
class Drawing:
    """What an SVG draws, in document order; ``page`` is its view box."""

    page: Box
    glyphs: list[Glyph] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    has_font_text: bool = False
    is_cut: bool = False
    """Whether it has more glyphs or shapes than are read."""


def read_svg(data: bytes) -> Drawing:
    """Read an SVG.

    Raises:
        NotDrawnError: it is larger than :data:`MOST_BYTES`, nested deeper than :data:`MOST_DEPTH`, defines entities,
            or is damaged.
    """
    if len(data) > MOST_BYTES:
        raise NotDrawnError("it is too large")
    reader = _Reader()
    parse_svg(data, reader)
    if reader.drawing is None:
        raise NotDrawnError("it is no SVG")
    return reader.drawing


class _Reader:
    def __init__(self) -> None:
        self.drawing: Drawing | None = None
        self._states: list[tuple[Matrix, dict[str, str], Box | None]] = [(IDENTITY, {}, None)]
        self._names: list[str] = []
        self._outlines: dict[str, Outline] = {}
        self._fonts: dict[str, tuple[Outline, Box | None]] = {}
        self._clips: dict[str, Box] = {}
        self._symbol = self._clip = ""
        self._defined = self._order = self._symbol_depth = 0

    def text(self, data: str) -> None:
        pass

    def entity(self, *_: object) -> None:
        raise NotDrawnError("it defines entities")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(":")[2]
        if len(self._names) >= MOST_DEPTH:
            raise NotDrawnError("it is nested too deeply")
        self._names.append(local)
        if self.drawing is None:
            if local != "svg":
                raise NotDrawnError("it is no SVG")
            self.drawing = Drawing(_page(attributes))
        matrix, style, clip = self._states[-1]
        own = _style(attributes)
        if transform := attributes.get("transform"):
            matrix = product(matrix, _matrix(transform))
        if reference := _REFERENCE.search(attributes.get("clip-path", "")):
            area = self._clips.get(reference[1])
            clip = clip.intersection(area) if clip and area else area or clip
        if own:
            own["opacity"] = str(_number(own.get("opacity")) * _number(style.get("opacity")))
            style = {**style, **own}
        self._states.append((matrix, style, clip))
        self._element(local, attributes)

    def end(self, name: str) -> None:
        self._states.pop()
        local = self._names.pop()
        if local == "defs":
            self._defined -= 1
        elif local == "clipPath":
            self._clip = ""
        if len(self._names) == self._symbol_depth:
            self._symbol = ""

    def _element(self, local: str, attributes: Mapping[str, str]) -> None:
        identity = attributes.get("id", "")
        if local == "defs":
            self._defined += 1
        elif local == "clipPath":
            self._clip = identity
        elif local in ("g", "symbol") and self._defined and identity and not self._symbol:
            self._symbol, self._symbol_depth = identity, len(self._names) - 1
        elif local == "path":
            self._path(attributes, identity)
        elif local == "use" and not self._defined:
            self._use(attributes)
        elif local in ("rect", "image") and not self._defined:
            self._rectangle(local, attributes)
        elif local in ("text", "foreignObject"):
            assert self.drawing
            self.drawing.has_font_text = True

    def _outline(self, data: str) -> Outline:
        outline = self._outlines.get(data)
        if outline is None:
            outline = self._outlines[data] = outline_of(data)
        return outline

    def _path(self, attributes: Mapping[str, str], identity: str) -> None:
        data = attributes.get("d", "")
        matrix, style, _ = self._states[-1]
        outline = self._outline(data)
        if self._clip:
            if box := outline.box(matrix):
                self._clips.setdefault(self._clip, box)
        elif self._symbol:
            outline = outline.moved(_matrix(attributes.get("transform", "")))
            self._fonts.setdefault(self._symbol, (outline, outline.box()))
        elif self._defined:
            if identity:
                self._fonts.setdefault(identity, (outline, outline.box()))
        elif box := outline.box(matrix):
            self._shape("path", box, outline, matrix, style)

    def _rectangle(self, local: str, attributes: Mapping[str, str]) -> None:
        matrix, style, _ = self._states[-1]
        x, y, width, height = (_number(attributes.get(name), 0.0) for name in ("x", "y", "width", "height"))
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y))
        outline = Outline((corners,))
        if box := outline.box(matrix):
            self._shape(local, box, outline, matrix, style)

    def _shape(self, kind: str, box: Box, outline: Outline, matrix: Matrix, style: Mapping[str, str]) -> None:
        assert self.drawing
        self._order += 1
        fill = _colour(style.get("fill", "#000000")) if _number(style.get("fill-opacity")) else ""
        stroke = _colour(style.get("stroke", ""))
        is_visible = kind == "image" or fill or stroke
        if not is_visible or not all(-FARTHEST < edge < FARTHEST for edge in box):
            return
        if len(self.drawing.shapes) >= MOST_SHAPES:
            self.drawing.is_cut = True
            return
        points = [point for contour in outline.contours[:8] for point in contour[:_CORNERS]][:_CORNERS]
        clip = self._states[-1][2]
        self.drawing.shapes.append(
            Shape(
                kind,
                box.intersection(clip) if clip and box.overlaps(clip) else box,
                tuple(transformed(point, matrix) for point in points),
                outline.curves,
                fill,
                stroke,
                style.get("stroke-dasharray", "").replace("none", ""),
                _number(style.get("opacity")) * (_number(style.get("fill-opacity")) if fill else 1.0),
                self._order,
                matrix,
                outline if sum(map(len, outline.contours)) <= _MOST_OUTLINE else None,
            )
        )

    def _use(self, attributes: Mapping[str, str]) -> None:
        assert self.drawing
        reference = _REFERENCE.fullmatch(attributes.get("xlink:href", attributes.get("href", "")))
        text = attributes.get("data-text")
        if reference is None or text is None:
            return
        self._order += 1
        if len(self.drawing.glyphs) >= MOST_GLYPHS:
            self.drawing.is_cut = True
            return
        matrix, style, clip = self._states[-1]
        if not all(-FARTHEST < number < FARTHEST for number in matrix):
            return
        outline, ems = self._fonts.get(reference[1], (Outline(()), None))
        ems = ems if ems and ems.width and ems.height else None
        font = reference[1].rpartition("_")[0]
        colour = _colour(style.get("fill", "#000000")) if _number(style.get("opacity")) else ""
        self.drawing.glyphs.append(Glyph(text, font, outline, matrix, ems, colour, self._order, clip))


def _page(attributes: Mapping[str, str]) -> Box:
    numbers = [float(number) for number in _NUMBER.findall(attributes.get("viewBox", ""))[:4]]
    if len(numbers) == 4 and numbers[2] > 0 and numbers[3] > 0:
        return Box(numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3])
    return Box(0.0, 0.0, _number(attributes.get("width"), 300.0), _number(attributes.get("height"), 150.0))


def _style(attributes: Mapping[str, str]) -> dict[str, str]:
    own = {name: attributes[name] for name in _INHERITED if name in attributes}
    for part in attributes.get("style", "").split(";"):
        name, _, value = part.partition(":")
        if name.strip() in _INHERITED:
            own[name.strip()] = value.strip()
    return own


def _matrix(transform: str) -> Matrix:
    matrix = IDENTITY
    for name, arguments in _TRANSFORM.findall(transform):
        numbers = [float(number) for number in _NUMBER.findall(arguments)]
        if name == "matrix" and len(numbers) == 6:
            a, b, c, d, e, f = numbers
            matrix = product(matrix, (a, b, c, d, e, f))
        elif name == "translate" and numbers:
            matrix = product(matrix, (1, 0, 0, 1, numbers[0], numbers[1] if len(numbers) > 1 else 0))
        elif name == "scale" and numbers:
            matrix = product(matrix, (numbers[0], 0, 0, numbers[-1], 0, 0))
    return matrix


def _number(text: str | None, default: float = 1.0) -> float:
    match = _NUMBER.match(text.strip()) if text else None
    return float(match[0]) if match else default


def _colour(text: str) -> str:
    """Return a colour as ``#rrggbb``; "" for none and for what is not a plain colour."""
    text = text.strip().lower()
    if text.startswith("#"):
        return text if len(text) == 7 else "#" + "".join(sign * 2 for sign in text[1:4])
    if text.startswith("rgb("):
        parts = [float(number) * (2.55 if "%" in text else 1) for number in _NUMBER.findall(text)[:3]]
        return "#" + "".join(f"{min(255, round(part)):02x}" for part in parts)
    return {"black": "#000000", "white": "#ffffff", "red": "#ff0000", "blue": "#0000ff"}.get(text, "")
