"""An SVG as glyphs and shapes: read in one pass, without a tree, and without anything outside of it.

MuPDF writes each character of a PDF as ``<use data-text="a" xlink:href="#font_3_97" transform="...">``: the outline is
in ems, below ``defs``. Other programs write text as text: such characters have no outline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import hypot

from arxtui.figures.attributes import colour_of, matrix_of, number_of, outline_of_form, page_of, rules_of, style_of
from arxtui.figures.decoding import NotDrawnError
from arxtui.figures.layers import KEEP_ALL, REFERENCE, Layers, Plan, is_rectangle
from arxtui.figures.outlines import (
    FARTHEST,
    IDENTITY,
    Box,
    Matrix,
    Outline,
    Point,
    box_of,
    outline_of,
    product,
    transformed,
)
from arxtui.figures.safe import parse_svg
from arxtui.figures.textelement import TextElement, sized
from arxtui.light import NamedTuple

MOST_BYTES = 16 << 20
MOST_DEPTH = 200
MOST_GLYPHS = 20_000
MOST_SHAPES = 200_000
_TEXT = "text "
"""How the font of characters begins that are text: it is followed by the number of their element."""
_PAINTS = ("fill", "stroke")
_UNPAINTED = {"fill": "#000000", "stroke": "none"}
"""What a shape is painted with that does not say it."""
_FORMS = ("rect", "image", "line", "polyline", "polygon", "circle", "ellipse")
_TEXTUAL = ("text", "tspan")
_CORNERS = 64
"""The most points of a shape that are kept."""
_MOST_OUTLINE = 400
"""The most points of a shape whose outline is kept: a sign has fewer."""
_LEVEL = 1e-3
"""How far the ends of a level line are from one height."""


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

    @property
    def is_font_text(self) -> bool:
        """Whether it is a character of a text, which has no outline to compare."""
        return self.font.startswith(_TEXT)


class Shape(NamedTuple):
    """A path, or an image (``kind``), with what is needed to tell a legend's sample. Colours are ``#rrggbb`` or empty;
    ``dash`` is empty for a solid line; ``corners`` are at most some of its first points, before the ``matrix``."""

    kind: str
    box: Box
    corners: tuple[Point, ...]
    curves: int
    fill: str
    stroke: str
    dash: str
    opacity: float
    order: int
    matrix: Matrix
    outline: Outline | None = None
    line: Box | None = None
    """The level line, much narrower than itself, that it begins or ends with."""
    thickness: float = 1.0
    """Of its stroke, in the figure's units."""

    @property
    def points(self) -> tuple[Point, ...]:
        """The corners, in the figure."""
        return tuple(transformed(point, self.matrix) for point in self.corners)


class _Form(NamedTuple):
    """An outline, the rectangle around it, some of its first points, whether it is small enough to be kept, is a
    rectangle, and has joins."""

    outline: Outline
    box: Box | None
    corners: tuple[Point, ...]
    is_small: bool
    is_rectangle: bool
    has_joins: bool

    def box_in(self, matrix: Matrix, box: Box | None) -> Box | None:
        """Return ``box``, which is around the outline, in the figure."""
        a, b, c, d, e, f = matrix
        if box is None or b or c:
            return self.outline.box(matrix)
        left, top, right, bottom = a * box.left + e, d * box.top + f, a * box.right + e, d * box.bottom + f
        return Box(min(left, right), min(top, bottom), max(left, right), max(top, bottom))


def _form(outline: Outline) -> _Form:
    contours = outline.contours
    corners = tuple([point for contour in contours[:8] for point in contour[:_CORNERS]][:_CORNERS])
    is_small = sum(map(len, contours)) <= _MOST_OUTLINE
    has_joins = any(len(contour) > 2 for contour in contours)
    return _Form(outline, outline.box(), corners, is_small, is_rectangle(outline), has_joins)


_NO_FORM = _form(Outline(()))


@dataclass(slots=True)
class Drawing:
    """What an SVG draws, in document order; ``page`` is its view box."""

    page: Box
    glyphs: list[Glyph] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    has_html: bool = False
    is_cut: bool = False
    """Whether it has more glyphs or shapes than are read."""
    plan: Plan = KEEP_ALL
    """What it can be drawn without."""


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
    reader.drawing.plan = reader.plan
    return reader.drawing


def _paint(style: Mapping[str, str], name: str) -> str:
    paint = style.get(name, "")
    return style.get("color", "#000000") if paint == "currentColor" else paint


def _is_painted(style: Mapping[str, str], name: str) -> bool:
    return style.get(name, _UNPAINTED[name]) != "none"


def _line(outline: Outline, matrix: Matrix, around: Box) -> Box | None:
    """Return the level line apart from the rest with which a path begins or ends, as gnuplot's do."""
    ends = (outline.contours[0], outline.contours[-1]) if len(outline.contours) > 1 else ()
    lines = (box_of(transformed(point, matrix) for point in end) for end in ends if len(end) == 2)
    return next((line for line in lines if line and line.height < _LEVEL and 2 * line.width < around.width), None)


class _Reader:
    def __init__(self) -> None:
        self.drawing: Drawing | None = None
        self._states: list[tuple[Matrix, dict[str, str], Box | None]] = [(IDENTITY, {}, None)]
        self._names: list[str] = []
        self._forms: dict[str, _Form] = {}
        self._fonts: dict[str, _Form] = {}
        self._clips: dict[str, Box] = {}
        self._symbol = self._clip = ""
        self._defined = self._order = self._symbol_depth = self._texts = self._number = 0
        self._text: TextElement | None = None
        self._html: list[str] = []
        self._rules: dict[str, dict[str, str]] = {}
        self._layers = Layers(Box(0.0, 0.0, 0.0, 0.0))

    @property
    def plan(self) -> Plan:
        return self._layers.plan

    def text(self, data: str) -> None:
        if self._names and self._names[-1] == "style":
            for selector, rule in rules_of(data).items():
                self._rules.setdefault(selector, {}).update(rule)
        elif "foreignObject" in self._names:
            self._html.append(data)
        elif self._text and self._names[-1] in _TEXTUAL:
            style = self._states[-1][1]
            self._text.add(data, style, colour_of(style.get("fill", "#000000")))

    def entity(self, *_: object) -> None:
        raise NotDrawnError("it defines entities")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(":")[2] if ":" in name else name
        if len(self._names) >= MOST_DEPTH:
            raise NotDrawnError("it is nested too deeply")
        self._names.append(local)
        self._number += 1
        if self.drawing is None:
            if local != "svg":
                raise NotDrawnError("it is no SVG")
            self.drawing = Drawing(page_of(attributes))
            self._layers = Layers(self.drawing.page)
        matrix, style, clip = self._states[-1]
        if transform := attributes.get("transform"):
            matrix = product(matrix, matrix_of(transform)) if matrix is not IDENTITY else matrix_of(transform)
        if "clip-path" in attributes and (reference := REFERENCE.search(attributes["clip-path"])):
            area = self._clips.get(reference[1])
            clip = clip.intersection(area) if clip and area else area or clip
        if own := style_of(local, attributes, self._rules):
            if "opacity" in own:
                own["opacity"] = str(number_of(own["opacity"]) * number_of(style.get("opacity")))
            sized(own, style)
            style = {**style, **own}
        self._states.append((matrix, style, clip))
        self._layers.started(self._number, local, attributes, len(self._names), matrix, is_defined=bool(self._defined))
        self._element(local, attributes)

    def end(self, name: str) -> None:
        self._layers.ended(len(self._names))
        local = self._names.pop()
        if local == "text" and self._text:
            self._letters(self._text)
            self._text = None
        self._states.pop()
        if local == "defs":
            self._defined -= 1
        elif local == "clipPath":
            self._clip = ""
        elif local == "switch":
            self._html = []
        if len(self._names) == self._symbol_depth:
            self._symbol = ""

    def _element(self, local: str, attributes: Mapping[str, str]) -> None:
        identity = attributes.get("id", "")
        if local == "path":
            self._path(attributes, identity)
            return
        if self._clip:
            self._layers.clip_part(self._clip, attributes, None)
        if local == "defs":
            self._defined += 1
        elif local == "clipPath":
            self._clip = identity
            self._layers.clip(identity, attributes, self._states[-1][0])
        elif local in ("g", "symbol") and self._defined and identity and not self._symbol:
            self._symbol, self._symbol_depth = identity, len(self._names) - 1
        elif local == "use" and not self._defined:
            self._use(attributes)
        elif local in _FORMS and not self._defined:
            kind = "image" if local == "image" else "path"
            self._shape(kind, _form(outline_of_form(local, attributes)), self._states[-1][0], attributes)
        elif local in _TEXTUAL and not self._defined:
            self._text = self._text or TextElement(self._states[-1][0])
            self._text.place(attributes, self._states[-1][1])
        elif local == "foreignObject" and "switch" not in self._names:
            assert self.drawing
            self.drawing.has_html = True

    def _path(self, attributes: Mapping[str, str], identity: str) -> None:
        data = attributes.get("d", "")
        matrix = self._states[-1][0]
        form = self._forms.get(data)
        if form is None:
            form = self._forms[data] = _form(outline_of(data))
        if self._clip:
            box = form.box_in(matrix, form.box)
            if box:
                self._clips.setdefault(self._clip, box)
            is_level = form.is_rectangle and not (matrix[1] or matrix[2])
            self._layers.clip_part(self._clip, attributes, box if is_level else None)
        elif self._symbol:
            moved = _form(form.outline.moved(matrix_of(attributes.get("transform", ""))))
            self._fonts.setdefault(self._symbol, moved)
        elif self._defined:
            if identity:
                self._fonts.setdefault(identity, form)
        else:
            self._shape("path", form, matrix, attributes)

    def _shape(self, kind: str, form: _Form, matrix: Matrix, attributes: Mapping[str, str]) -> None:
        assert self.drawing
        box = form.box_in(matrix, form.box)
        if box is None:
            return
        _, style, clip = self._states[-1]
        self._order += 1
        fill, stroke = _paint(style, "fill"), _paint(style, "stroke")
        fill_opacity, stroke_opacity = number_of(style.get("fill-opacity")), number_of(style.get("stroke-opacity"))
        thickness = number_of(style.get("stroke-width")) * hypot(matrix[0], matrix[1])
        if self._layers.are_clipped:
            self._clipped(form, matrix, attributes, thickness)
        if self._layers.are_faded or "opacity" in attributes:
            paints = {name: style.get(f"{name}-opacity", "1") for name in _PAINTS if _is_painted(style, name)}
            self._layers.painted(self._number, attributes, paints if self._names[-1] == "path" else {})
        fill = colour_of(fill or "#000000") if fill_opacity else ""
        stroke = colour_of(stroke)
        is_near = min(box) > -FARTHEST and max(box) < FARTHEST
        if not (is_near and (kind == "image" or fill or stroke)):
            return
        if len(self.drawing.shapes) >= MOST_SHAPES:
            self.drawing.is_cut = True
            return
        self.drawing.shapes.append(
            Shape(
                kind,
                box.intersection(clip) if clip and not clip.contains(box) and box.overlaps(clip) else box,
                form.corners,
                form.outline.curves,
                fill,
                stroke,
                style.get("stroke-dasharray", "").replace("none", ""),
                number_of(style.get("opacity")) * (fill_opacity if fill else stroke_opacity),
                self._order,
                matrix,
                form.outline if form.is_small else None,
                None if fill or len(form.outline.contours) < 2 else _line(form.outline, matrix, box),
                thickness,
            )
        )

    def _clipped(self, form: _Form, matrix: Matrix, attributes: Mapping[str, str], thickness: float) -> None:
        """Tell how far a shape reaches that is clipped."""
        reach = form.outline.reach if form.outline.curves else form.box
        box = None if reach is None or matrix[1] or matrix[2] else form.box_in(matrix, reach)
        thickness *= _is_painted(self._states[-1][1], "stroke")
        self._layers.drawn(box, thickness, attributes, has_joins=form.has_joins)

    def _use(self, attributes: Mapping[str, str]) -> None:
        reference = REFERENCE.fullmatch(attributes.get("xlink:href", attributes.get("href", "")))
        text = attributes.get("data-text")
        if reference is None:
            return
        if text is None:
            self._mark(reference[1], attributes)
            return
        matrix, style, _ = self._states[-1]
        outline, ems, *_ = self._fonts.get(reference[1], _NO_FORM)
        ems = ems if ems and ems.width and ems.height else None
        font = reference[1].rpartition("_")[0]
        colour = colour_of(style.get("fill", "#000000")) if number_of(style.get("opacity")) else ""
        self._glyph(text, font, outline, matrix, ems, colour)

    def _glyph(self, text: str, font: str, outline: Outline, matrix: Matrix, ems: Box | None, colour: str) -> None:
        assert self.drawing
        self._order += 1
        if self._is_invisible():
            return
        if len(self.drawing.glyphs) >= MOST_GLYPHS:
            self.drawing.is_cut = True
        elif all(-FARTHEST < number < FARTHEST for number in matrix):
            clip = self._states[-1][2]
            self.drawing.glyphs.append(Glyph(text, font, outline, matrix, ems, colour, self._order, clip))

    def _is_invisible(self) -> bool:
        """Whether letters are drawn with neither fill nor stroke, as bokeh draws each text once more."""
        style = self._states[-1][1]
        has_fill = style.get("fill") != "none" and number_of(style.get("fill-opacity"))
        return not has_fill and not (colour_of(style.get("stroke", "")) and number_of(style.get("stroke-opacity")))

    def _mark(self, identity: str, attributes: Mapping[str, str]) -> None:
        """Add a shape that is defined once and used at many places, as the marks of matplotlib's SVG."""
        form = self._fonts.get(identity, _NO_FORM)
        x, y = (number_of(attributes.get(name), 0.0) for name in ("x", "y"))
        self._shape("path", form, product(self._states[-1][0], (1.0, 0.0, 0.0, 1.0, x, y)), attributes)

    def _letters(self, element: TextElement) -> None:
        """Add the characters of a text; in a ``switch``, the words are those of the HTML that it stands for (draw.io
        cuts them)."""
        self._texts += 1
        html = " ".join("".join(self._html).split())
        if html and html.startswith(element.words.removesuffix("...")):
            element.replace(html)
        for letter in element.letters():
            ems = letter.ems if letter.sign.strip() else None
            self._glyph(letter.sign, f"{_TEXT}{self._texts}", Outline(()), letter.matrix, ems, letter.colour)
