"""The text of a figure as data, and in lines: panels with axes, legend and notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING

from arxtui.figures.axes import Axis, axes_of, named
from arxtui.figures.decoding import NotDrawnError
from arxtui.figures.hidden import Render, shown
from arxtui.figures.labels import Label, labels_of
from arxtui.figures.legend import Entry, legend_of, numbered
from arxtui.figures.outlines import Box, box_around, box_of, transformed
from arxtui.figures.overlay import Lettering
from arxtui.figures.panels import Panel, panels_of, place_of, titled, top_of
from arxtui.figures.rows import rows_of
from arxtui.figures.safe import View
from arxtui.figures.signs import UNREAD
from arxtui.figures.space import Scale, named_in_space, scales_in_space
from arxtui.figures.svg import Drawing, Shape, read_svg

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
_THIN = 0.1
"""The thickest line at a tick, in letters' sizes."""
_CORNERS = 6
"""The most points of a frame."""
_BESIDE = 2.0
"""How far the ticks of an axis are from its line, in letters' sizes."""
_AT = 0.25
"""How far the line of a tick is from the middle of its number."""
_CERTAIN = 3
"""The least ticks with lines."""
_SHOWN_TICKS = 8
"""The most ticks that are listed; of more, the first, the second and the last."""


@dataclass(frozen=True, slots=True)
class FigureText:
    """The text of a figure.

    ``page`` is the rectangle of its coordinates (y grows downwards). ``labels`` are all texts that it shows, from the
    top; ``panels`` and ``legend`` contain some of them again, ``notes`` the rest in reading order. ``unread`` counts
    labels with a sign that is not read; ``has_outlines`` is true if there are letters without characters.
    """

    page: Box
    labels: tuple[Label, ...]
    panels: tuple[Panel, ...]
    legend: tuple[Entry, ...]
    notes: tuple[Label, ...]
    unread: int = 0
    has_outlines: bool = False

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
        boxes = [box for panel in self.panels if (box := place_of(panel, self.panels))]
        page = self.page
        views = [
            (
                (box.left - page.left) / page.width,
                (box.top - page.top) / page.height,
                box.width / page.width,
                box.height / page.height,
            )
            for box in dict.fromkeys(boxes)
        ]
        return views if len(views) > 1 else []

    def letterings(self) -> list[Lettering]:
        """Return the labels with their places as parts of the page."""
        view = (self.page.left, self.page.top, self.page.width, self.page.height)
        samples = {id(entry.label): entry.box.middle for entry in self.legend}
        angles = (label.angle if label.angle <= _HALF else label.angle - 2 * _HALF for label in self.labels)
        return [
            Lettering(label.text, *label.box, angle, samples.get(id(label))).within(view)
            for label, angle in zip(self.labels, angles, strict=True)
        ]


def figure_text(svg: bytes, render: Render | None = None) -> FigureText:
    """Read the text of an SVG figure. With ``render``, text that the figure does not show is left out.

    Raises:
        NotDrawnError: as :func:`arxtui.figures.svg.read_svg`, or what ``render`` raises.
    """
    drawing = read_svg(svg)
    labels = shown(labels_of(drawing), drawing, svg, render)
    axes: list[Axis] = []
    legend: list[Entry] = []
    solid: list[list[Scale]] = []
    spaces: list[tuple[Axis, ...]] = []
    taken: set[int] = set()
    if len(labels) <= MOST_LABELS:
        solid = scales_in_space(labels, drawing)
        flat = _outside(solid, labels)
        axes, taken, wrong = axes_of(flat)
        columns = [axis.labels for axis in axes if axis.direction == "y"]
        if numbers := numbered(columns, drawing):
            axes, taken, wrong = axes_of([label for label in flat if id(label) not in numbers])
        false = _unmarked(axes, drawing)
        axes = [axis for axis in axes if not any(axis is each for each in false)]
        taken -= {id(label) for axis in false for label in axis.labels}
        labels = [replace(label, text=UNREAD, is_complete=False) if id(label) in wrong else label for label in labels]
        taken.update(id(label) for scales in solid for scale in scales for label, _, _ in scale.ticks)
        legend = legend_of(labels, drawing, taken, numbers) if axes or solid else []
        taken.update(id(entry.label) for entry in legend)
        spaces = [named_in_space(scales, labels, taken) for scales in solid]
        axes = named(axes, labels, _edges(drawing), taken)
    panels = panels_of(axes, spaces)
    panels = [titled(panel, top_of(panel, panels), labels, taken) for panel in panels]
    notes = tuple(_in_reading_order([label for label in labels if id(label) not in taken]))
    unread = sum(not label.is_complete for label in labels) + drawing.has_html + drawing.is_cut
    return FigureText(drawing.page, tuple(labels), tuple(panels), tuple(legend), notes, unread, _has_outlines(drawing))


def _outside(solid: Iterable[Sequence[Scale]], labels: Sequence[Label]) -> list[Label]:
    """Leave out the labels within plots in three dimensions, and their ticks."""
    ticks = ((label.box for scale in scales for label, _, _ in scale.ticks) for scales in solid)
    places = [box for boxes in ticks if (box := box_around(boxes))]
    return [label for label in labels if not any(place.contains(label.box, label.size) for place in places)]


def _unmarked(axes: Sequence[Axis], drawing: Drawing) -> list[Axis]:
    """Return the axes that are none: no lines stand at their ticks, marks or a grid, and they are within a plot, or
    alone and without a frame along them."""
    straight = [shape for shape in drawing.shapes if not shape.curves]
    frames = [shape.box for shape in straight if len(shape.points) <= _CORNERS]
    found = [axis for axis in axes if not _has_marks(axis, straight)]
    panels = panels_of([axis for axis in axes if not any(axis is each for each in found)])
    plots = [
        Box(panel.y.box.right, panel.y.box.top, panel.x.box.right, panel.x.box.top)
        for panel in panels
        if panel.x and panel.y
    ]
    alone = [panel.x or panel.y for panel in panels_of(axes) if not (panel.x and panel.y)]
    return [
        axis
        for axis in found
        if any(plot.contains(axis.box) for plot in plots)
        or (any(axis is each for each in alone) and not any(_is_along(axis, box) for box in frames))
    ]


def _has_marks(axis: Axis, straight: Sequence[Shape]) -> bool:
    """Whether lines stand at most ticks of an axis, and at three: numbers of a diagram have lines beside them."""
    across = axis.direction == "y"
    lines = [line for shape in straight for line in _lines(shape, axis.labels[0].size * _THIN, across=across)]
    count = sum(any(_is_at(label, line, across=across) for line in lines) for label in axis.labels)
    return count >= max(len(axis.labels) / 2, _CERTAIN)


def _is_along(axis: Axis, box: Box) -> bool:
    """Whether an edge is beside an axis, and as long as from its first tick to its last."""
    size, own = axis.labels[0].size, axis.box
    if axis.direction == "y":
        start, end, gaps = box.top, box.bottom, (box.left - own.right, own.left - box.right)
    else:
        start, end, gaps = box.left, box.right, (own.top - box.bottom, box.top - own.bottom)
    middles = [label.box.middle[axis.direction == "y"] for label in axis.labels]
    is_long = start < min(middles) + size / 2 and end > max(middles) - size / 2
    return is_long and any(0 < gap < _BESIDE * size for gap in gaps)


def _lines(shape: Shape, thin: float, *, across: bool) -> Iterator[Box]:
    """Return the level (``across``) or upright lines of a shape."""
    if (shape.box.height if across else shape.box.width) < thin:
        yield shape.box
    elif shape.stroke and shape.outline:
        for contour in shape.outline.contours:
            box = box_of(transformed(point, shape.matrix) for point in contour) if len(contour) == 2 else None
            if box and (box.height if across else box.width) < thin:
                yield box


def _is_at(label: Label, line: Box, *, across: bool) -> bool:
    """Whether a line stands at the middle of a tick, and not far from it."""
    reach = _BESIDE * label.size
    if abs(line.middle[across] - label.box.middle[across]) > _AT * label.size:
        return False
    if across:
        return line.left - reach < label.box.right and label.box.left < line.right + reach
    return line.top - reach < label.box.bottom and label.box.top < line.bottom + reach


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
    gap = _AT * max((label.size for label in upright), default=0.0)
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
    kinds = {_kind(shape) for shape in drawing.shapes if _is_small(shape, longest)}
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
    return shape.curves, len(shape.points), round(box.width / (box.height or 1.0), 1)


def figure_lines(data: bytes, drawer: Drawer) -> list[str]:
    """Return the text of a figure's file in lines: none for a picture of pixels, the reason for a damaged SVG."""
    if _SVG not in data[:_HEAD]:
        return []
    try:
        return drawer.text(data)[0]
    except NotDrawnError as error:
        return [f"[{INCOMPLETE}: {error}]"]
