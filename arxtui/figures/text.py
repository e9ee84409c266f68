"""The text of a figure as data, and in lines: panels with axes, legend and notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import TYPE_CHECKING

from arxtui.figures.axes import Axis, axes_of
from arxtui.figures.axis_names import named
from arxtui.figures.decoding import NotDrawnError
from arxtui.figures.groups import ink
from arxtui.figures.hidden import Render, shown
from arxtui.figures.labels import Label, labels_of
from arxtui.figures.layers import KEEP_ALL, Plan
from arxtui.figures.legend import Entry, certain, legend_of, numbered
from arxtui.figures.lettering import Lettering, Sample
from arxtui.figures.marks import axes_of_two, frames_of, number_places, on_line, unmarked
from arxtui.figures.outlines import Box, box_around
from arxtui.figures.panels import Panel, panels_of, place_of, titled, top_of
from arxtui.figures.rows import rows_of
from arxtui.figures.safe import View
from arxtui.figures.signs import UNREAD
from arxtui.figures.space import Scale, named_in_space, scales_in_space
from arxtui.figures.svg import Drawing, Glyph, Shape, read_svg

if TYPE_CHECKING:
    from arxtui.figures.drawing import Drawer

INCOMPLETE = "text incomplete"
_HALF = 180
_UPRIGHT = range(45, 136)
"""Angles of upright texts, of half a turn."""
_SVG = b"<svg"
_HEAD = 4096
"""Bytes in which an SVG begins."""
MOST_LABELS = 1_500
"""The most labels among which axes and a legend are looked for."""
_OUTLINES = 12
"""As many different small outlines are letters."""
_LETTER = (0.004, 0.06)
"""The size of such a letter, as parts of the longer side of the figure."""
_WIDE = 0.12
"""The least width of a plot, as a part of the figure."""
_MOST_EDGES = 300
_LEVEL = 0.25
"""How far the edges of upright texts are apart that begin or end in one row, in letters' sizes."""
_STROKE = 0.15
"""How far the stroke of a sample is beyond its outline, in letters' sizes."""
_SHOWN_TICKS = 8
"""The most ticks that are listed; of more, the first, the second and the last."""


@dataclass(frozen=True, slots=True)
class FigureText:
    """The text of a figure.

    ``page`` is the rectangle of its coordinates (y grows downwards). ``labels`` are all texts that it shows, from the
    top; ``panels`` and ``legend`` contain some of them again, ``notes`` the rest in reading order. ``unread`` counts
    labels with a sign that is not read; ``has_outlines`` is true if there are letters without characters. ``forms`` are
    around the signs of labels that the figure draws as shapes; ``places`` are where numbers of axes stand, by the
    identities of their labels; ``images`` are around the raster pictures; ``plan`` is what the figure is drawn without;
    ``frames`` are around plots, without their axes.
    """

    page: Box
    labels: tuple[Label, ...]
    panels: tuple[Panel, ...]
    legend: tuple[Entry, ...]
    notes: tuple[Label, ...]
    unread: int = 0
    has_outlines: bool = False
    forms: tuple[Box, ...] = ()
    places: Mapping[int, Box] = field(default_factory=dict)
    images: tuple[Box, ...] = ()
    plan: Plan = KEEP_ALL
    frames: tuple[Box, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether all text is read."""
        return not (self.unread or self.has_outlines)

    def lines(self) -> list[str]:
        """Return the text in lines of plain text, without labels that repeat."""
        panels = [_panel_lines(panel, number * (len(self.panels) > 1)) for number, panel in enumerate(self.panels, 1)]
        lines = [*chain.from_iterable(panels)]
        lines += [f"Legend: {entry.text} ({entry.words})" for entry in self.legend]
        if words := "; ".join(dict.fromkeys(label.text for label in self.notes)):
            lines.append(f"Text: {words}")
        return lines if self.is_complete else [*lines, f"[{INCOMPLETE}]"]

    def views(self) -> list[View]:
        """Return the place of each panel with its own axes, as parts of the page; none if there are not several."""
        boxes = [box for panel in self.panels if (box := place_of(panel, self.panels, self.frames))]
        views = [self._part(box) for box in dict.fromkeys(boxes)]
        return views if len(views) > 1 else []

    def drawn_text(self) -> list[View]:
        """Return the places of shapes that are written as characters, as parts of the page: of signs, and of the
        samples of legends."""
        samples = []
        for entry in self.legend:
            edge, box = _STROKE * entry.label.size, entry.box
            samples.append(Box(box.left - edge, box.top - edge, box.right + edge, box.bottom + edge))
        return [self._part(box) for box in (*self.forms, *samples)]

    def raster_images(self) -> list[View]:
        """Return the places of pictures of pixels, as parts of the page."""
        return [self._part(box) for box in self.images]

    def _part(self, box: Box) -> View:
        page = self.page
        left, top = (box.left - page.left) / page.width, (box.top - page.top) / page.height
        return left, top, box.width / page.width, box.height / page.height

    def letterings(self) -> list[Lettering]:
        """Return the labels with their places as parts of the page."""
        view = (self.page.left, self.page.top, self.page.width, self.page.height)
        samples = {id(entry.label): Sample(*entry.box, entry.sample) for entry in self.legend}
        colours = {id(entry.label): int(entry.colour[1:] or "ffffff", 16) for entry in self.legend}
        axes = [axis for panel in self.panels for axis in (panel.x, panel.y) if axis]
        ticks = {id(label): at for at, axis in enumerate(axes) for label in axis.labels[: len(axis.ticks)]}
        names = {id(label): at for at, axis in enumerate(axes) for label in axis.labels[len(axis.ticks) :]}
        angles = (label.angle if label.angle <= _HALF else label.angle - 2 * _HALF for label in self.labels)
        return [
            Lettering(
                label.text,
                *self.places.get(id(label), label.box),
                0 if id(label) in self.places else angle,
                samples.get(id(label)),
                colours.get(id(label)),
                ticks.get(id(label)),
                names.get(id(label)),
            ).within(view)
            for label, angle in zip(self.labels, angles, strict=True)
        ]


def figure_text(svg: bytes, render: Render | None = None) -> FigureText:
    """Read the text of an SVG figure. With ``render``, text that the figure does not show is left out.

    Raises:
        NotDrawnError: as :func:`arxtui.figures.svg.read_svg`, or what ``render`` raises.
    """
    drawing = read_svg(svg)
    written = labels_of(drawing)
    labels = shown(written, drawing, svg, render)
    forms = _forms(written, labels)
    axes: list[Axis] = []
    legend: list[Entry] = []
    solid: list[list[Scale]] = []
    spaces: list[tuple[Axis, ...]] = []
    frames: list[Box] = []
    taken: set[int] = set()
    if len(labels) <= MOST_LABELS:
        solid = scales_in_space(labels, drawing)
        axes, taken, wrong, numbers = _axes_among(_outside(solid, labels), drawing)
        labels = [replace(label, text=UNREAD, is_complete=False) if id(label) in wrong else label for label in labels]
        taken.update(id(label) for scales in solid for scale in scales for label, _, _ in scale.ticks)
        legend = legend_of(labels, drawing, taken, numbers)
        legend = legend if axes or solid else certain(legend)
        taken.update(id(entry.label) for entry in legend)
        spaces = [named_in_space(scales, labels, taken) for scales in solid]
        frames = frames_of(axes, drawing)
        beside = [label for label in labels if not any(frame.contains(label.box) for frame in frames)]
        axes = named(axes, beside, _edges(drawing), taken)
    panels = panels_of(axes, spaces)
    panels = [titled(panel, top_of(panel, panels), labels, taken) for panel in panels]
    notes = tuple(_in_reading_order([label for label in labels if id(label) not in taken]))
    unread = sum(not label.is_complete for label in labels) + drawing.has_html + drawing.is_cut
    return FigureText(
        drawing.page,
        tuple(labels),
        tuple(panels),
        tuple(legend),
        notes,
        unread,
        _has_outlines(drawing),
        forms,
        {id(entry.label): on_line(entry.label) for entry in legend} | number_places(axes, drawing),
        tuple(shape.box for shape in drawing.shapes if shape.kind == "image"),
        drawing.plan,
        tuple(frames),
    )


def _axes_among(labels: list[Label], drawing: Drawing) -> tuple[list[Axis], set[int], set[int], set[int]]:
    """Return the axes of flat plots, and the identities of the labels at axes, of those that cannot be right there, and
    of the numbers of a legend."""
    axes, taken, wrong = axes_of(labels)
    columns = [axis.labels for axis in axes if axis.direction == "y"]
    if numbers := numbered(columns, drawing):
        axes, taken, wrong = axes_of([label for label in labels if id(label) not in numbers])
    false = unmarked(axes, drawing)
    axes = [axis for axis in axes if not any(axis is each for each in false)]
    taken -= {id(label) for axis in false for label in axis.labels}
    pairs = axes_of_two(labels, drawing, taken | wrong | numbers)
    taken.update(id(label) for axis in pairs for label in axis.labels)
    return axes + pairs, taken, wrong, numbers


def _forms(written: Iterable[tuple[Label, list[Glyph]]], labels: Iterable[Label]) -> tuple[Box, ...]:
    """Return the places of the signs that are shapes in labels that are read and seen."""
    read = {id(label) for label in labels if label.is_complete}
    signs = (glyph for label, glyphs in written if id(label) in read for glyph in glyphs if _is_form(glyph))
    return tuple(box for sign in signs if (box := ink(sign)))


def _is_form(glyph: Glyph) -> bool:
    """Whether a sign has no character, or is a bar, which has no outline."""
    return not glyph.text or not (glyph.outline.contours or glyph.is_font_text)


def _outside(solid: Iterable[Sequence[Scale]], labels: Sequence[Label]) -> list[Label]:
    """Leave out the labels within plots in three dimensions, and their ticks."""
    ticks = ((label.box for scale in scales for label, _, _ in scale.ticks) for scales in solid)
    places = [box for boxes in ticks if (box := box_around(boxes))]
    return [label for label in labels if not any(place.contains(label.box, label.size) for place in places)]


def _edges(drawing: Drawing) -> list[Box]:
    """Return the rectangles around the first wide shapes, frames of plots among them."""
    least = _WIDE * drawing.page.width
    wide = (shape.box for shape in drawing.shapes if least < shape.box.width < 0.99 * drawing.page.width)
    return list(dict.fromkeys(islice(wide, _MOST_EDGES)))


def _panel_lines(panel: Panel, number: int) -> Iterator[str]:
    """Return the text of a panel; ``number`` is 0 if there is only one."""
    if panel.title or number:
        yield ": ".join(filter(None, (f"Panel {number}" * bool(number), panel.title)))
    for name, axis in (("x", panel.x), ("y", panel.y)):
        if axis:
            yield _axis_line(name, axis)
    for place, axis in enumerate(panel.space, 1):
        yield _axis_line(f"axis {place}{' in space' * (axis.direction == 'space')}", axis)


def _axis_line(name: str, axis: Axis) -> str:
    return f"{name}: {f'{axis.title}, ' * bool(axis.name)}{_ticks(axis)}{_scale(axis)}"


def _scale(axis: Axis) -> str:
    is_split = min(tick.value for tick in axis.ticks) < 0
    kind = f", logarithmic{' on both sides of 0' * is_split}" * axis.is_logarithmic
    return f"{f', {axis.factor}' * bool(axis.factor)}{kind}"


def _ticks(axis: Axis) -> str:
    texts = [tick.text for tick in (reversed(axis.ticks) if axis.direction == "y" else axis.ticks)]
    return ", ".join(texts) if len(texts) <= _SHOWN_TICKS else f"{texts[0]}, {texts[1]} … {texts[-1]}"


def _in_reading_order(labels: Sequence[Label]) -> list[Label]:
    """Order labels by rows; upright ones are in the row in which they and others begin, or end."""
    upright = [label for label in labels if label.angle % _HALF in _UPRIGHT]
    gap = _LEVEL * max((label.size for label in upright), default=0.0)
    rows = [
        row
        for edge in (lambda label: label.box.top, lambda label: label.box.bottom)
        for row in rows_of(upright, edge, gap)
    ]
    places: dict[int, float] = {}
    for row in sorted(rows, key=len, reverse=True):
        for label in row:
            places.setdefault(id(label), row[0].box.top)
    return sorted(labels, key=lambda label: (round(places.get(id(label), label.box.top)), label.box.left))


def _has_outlines(drawing: Drawing) -> bool:
    """Whether a figure has letters without characters: many small filled shapes, most of them unlike each other."""
    longest = max(drawing.page.width, drawing.page.height)
    small = (shape for shape in drawing.shapes if _is_small(shape, longest))
    kinds = {_kind(shape) for shape in {id(shape.outline or shape): shape for shape in small}.values()}
    return len(kinds) >= _OUTLINES


def _is_small(shape: Shape, longest: float) -> bool:
    low, high = (limit * longest for limit in _LETTER)
    return (
        bool(shape.fill)
        and not shape.stroke
        and shape.curves >= 3
        and low < shape.box.height < high
        and shape.box.width < high
    )


def _kind(shape: Shape) -> tuple[int, int, float]:
    box = (shape.outline and shape.outline.box()) or shape.box
    return shape.curves, len(shape.corners), round(box.width / (box.height or 1.0), 1)


def figure_lines(data: bytes, drawer: Drawer) -> list[str]:
    """Return the text of a figure's file in lines: none for a picture of pixels, the reason for a damaged SVG."""
    if _SVG not in data[:_HEAD]:
        return []
    try:
        return drawer.text(data)[0]
    except NotDrawnError as error:
        return [f"[{INCOMPLETE}: {error}]"]
