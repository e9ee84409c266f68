"""The marks of ticks: lines at the middle of numbers, by which axes are known from other numbers."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from itertools import pairwise

from arxtui.figures.axes import Axis, Tick, edges_along, is_slanted
from arxtui.figures.labels import Label
from arxtui.figures.outlines import Box, box_around, box_of, transformed
from arxtui.figures.panels import panels_of
from arxtui.figures.svg import Drawing, Shape
from arxtui.figures.values import is_power, value_of

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
_LONGEST = 1.5
"""The longest mark of a tick, and half of the shortest line of an axis, in letters' sizes."""
_TOUCHING = 0.1
"""How far a mark is from the line of its axis."""
_DIGIT = 0.7
"""The height of a digit, in ems."""
_MOST_EDGES = 500


def unmarked(axes: Sequence[Axis], drawing: Drawing) -> list[Axis]:
    """Return the axes that are none: no lines stand at their ticks, marks or a grid, and they are within a plot, or
    alone and without a frame along them."""
    straight = [shape for shape in drawing.shapes if not shape.curves]
    frames = [shape.box for shape in straight if len(shape.corners) <= _CORNERS]
    lined = [(shape.box, lines) for shape in straight if (lines := _lines(shape))]
    found = [axis for axis in axes if not _has_marks(axis, straight, lined)]
    marked = [axis for axis in axes if not any(axis is each for each in found)]
    plots = [*_between(marked), *frames_of(marked, drawing)]
    alone = [panel.x or panel.y for panel in panels_of(axes) if not (panel.x and panel.y)]
    return [
        axis
        for axis in found
        if any(plot.contains(axis.box) for plot in plots)
        or (any(axis is each for each in alone) and not any(_is_along(axis, box) for box in frames))
    ]


def number_places(axes: Sequence[Axis], drawing: Drawing) -> dict[int, Box]:
    """Return where numbers of axes stand, by the identities of their labels: level ones where their digits are, not
    their exponents, so that those of a row are in one; slanted ones level, at the mark of each, next to the end that is
    at the axis. Slanted numbers without marks are left out."""
    result: dict[int, Box] = {}
    lines = _all_lines(drawing) if any(is_slanted(label) for axis in axes for label in axis.labels) else []
    for axis in axes:
        labels = axis.labels[: len(axis.ticks)]
        level = (label for label in labels if not label.angle)
        result.update((id(each), on_line(each)) for each in level)
        if not all(map(is_slanted, labels)):
            continue
        at, half = int(axis.direction == "y"), labels[0].size / 2
        for label, place in zip(labels, _marks_of(labels, lines, at), strict=False):
            box = label.box
            if at:
                result[id(label)] = Box(box.right - half * len(label.text), place - half, box.right, place + half)
            else:
                result[id(label)] = Box(place, box.top, place, box.top + 2 * half)
    return result


def on_line(label: Label) -> Box:
    """Return the place of the digits and capitals of a level text, without scripts and what is below its line."""
    return label.box._replace(top=label.base - _DIGIT * label.size, bottom=label.base)


def _marks_of(labels: Sequence[Label], lines: Sequence[Box], at: int) -> list[float]:
    """Return where the marks of slanted numbers are along their axis: each near the same edge, or middle, of its
    number; none if there are not as many."""
    size, other = labels[0].size, 1 - at
    around = box_around(label.box for label in labels)
    assert around
    rows: dict[tuple[float, float], list[float]] = defaultdict(list)
    for line in lines:
        is_mark = line[at + 2] - line[at] < _THIN * size < line[other + 2] - line[other] < _LONGEST * size
        if is_mark and abs(_gap(around, line, other)) < _BESIDE * size:
            rows[round(line[other], 1), round(line[other + 2], 1)].append(line.middle[at])
    edges = [[*map(edge, labels)] for edge in edges_along(at)]
    found = [
        (sum(map(_off, marks, edge)), marks) for row in rows.values() for edge in edges if (marks := _near(edge, row))
    ]
    off, best = min(found, default=(0.0, []))
    return best if off < _LONGEST * size * len(labels) else []


def _near(edge: Sequence[float], row: Sequence[float]) -> list[float]:
    """Return the mark nearest to each place; none if one is the nearest to two."""
    marks = [min(row, key=lambda mark: _off(mark, place)) for place in edge]
    return marks if len(set(marks)) == len(edge) else []


def _off(mark: float, place: float) -> float:
    return abs(mark - place)


def frames_of(axes: Sequence[Axis], drawing: Drawing) -> list[Box]:
    """Return the frames around plots that have these axes outside."""
    middles = [plot.middle for plot in _between(axes)]
    return [
        shape.box
        for shape in drawing.shapes
        if not shape.curves
        and len(shape.corners) <= _CORNERS
        and any(shape.box.contains(Box(x, y, x, y)) for x, y in middles)
        and not any(shape.box.contains(axis.box) for axis in axes)
    ]


def _between(axes: Sequence[Axis]) -> list[Box]:
    """Return the rectangles between the axes of each plot."""
    return [
        Box(panel.y.box.right, panel.y.box.top, panel.x.box.right, panel.x.box.top)
        for panel in panels_of(axes)
        if panel.x and panel.y
    ]


def _has_marks(axis: Axis, straight: Sequence[Shape], lined: Sequence[tuple[Box, list[Box]]]) -> bool:
    """Whether lines stand at most ticks of an axis, and at three: numbers of a diagram have lines beside them."""
    across, thin = axis.direction == "y", axis.labels[0].size * _THIN
    start, end = int(across), int(across) + 2
    lines = [shape.box for shape in straight if shape.box[end] - shape.box[start] < thin]
    lines += [
        line for box, its in lined if box[end] - box[start] >= thin for line in its if line[end] - line[start] < thin
    ]
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


def _lines(shape: Shape) -> list[Box]:
    """Return the rectangles around the straight lines that a shape consists of, among other parts."""
    contours = shape.outline.contours if shape.stroke and shape.outline else ()
    boxes = (box_of(transformed(point, shape.matrix) for point in contour) for contour in contours if len(contour) == 2)
    return [box for box in boxes if box]


def _is_at(label: Label, line: Box, *, across: bool) -> bool:
    """Whether a line stands at the middle of a tick, and not far from it."""
    reach = _BESIDE * label.size
    if abs(line.middle[across] - label.box.middle[across]) > _AT * label.size:
        return False
    if across:
        return line.left - reach < label.box.right and label.box.left < line.right + reach
    return line.top - reach < label.box.bottom and label.box.top < line.bottom + reach


def axes_of_two(labels: Sequence[Label], drawing: Drawing, used: Container[int]) -> list[Axis]:
    """Find the axes with two ticks: both have a mark at one line, and no other number has one there. ``used`` are the
    identities of labels with another use."""
    numbers = [(label, value) for label in labels if not label.angle and (value := value_of(label.text)) is not None]
    if all(id(label) in used for label, _ in numbers):
        return []
    lines = _all_lines(drawing)
    axes = []
    for upright in (0, 1):
        rows = {tuple(id(label) for label, _ in row): row for row in _rows_at_marks(numbers, lines, upright)}
        most: dict[int, int] = {}
        for row in rows:
            most.update((label, max(len(row), most.get(label, 0))) for label in row)
        for row, ticks in rows.items():
            is_pair = len(row) == 2 and all(most[label] == 2 and label not in used for label in row)
            if is_pair and ticks[0][1] != ticks[1][1]:
                axes.append(_axis_of_two(ticks, upright))
    return axes


def _all_lines(drawing: Drawing) -> list[Box]:
    """Return the straight lines of a figure, each once, thin rectangles among them."""
    straight = [shape for shape in drawing.shapes if not shape.curves]
    boxes = {shape.box for shape in straight}
    for shape in straight:
        for contour in shape.outline.contours if shape.stroke and shape.outline else ():
            ends = pairwise(transformed(point, shape.matrix) for point in contour)
            boxes.update(box for pair in ends if (box := box_of(pair)))
    return list(boxes)


def _rows_at_marks(
    numbers: Sequence[tuple[Label, float]], lines: Sequence[Box], upright: int
) -> Iterator[list[tuple[Label, float]]]:
    """Return the numbers that have a mark at each of the long level (or ``upright``) lines, outside of it."""
    size = max(label.size for label, _ in numbers)
    level = 1 - upright
    thin, long = _THIN * size, _LONGEST * size
    marks = [
        line for line in lines if line[upright + 2] - line[upright] < thin and line[level + 2] - line[level] < long
    ]
    marks.sort(key=lambda mark: mark[upright])
    places = [mark[upright] for mark in marks]
    edges = [
        line for line in lines if line[level + 2] - line[level] < thin and line[upright + 2] - line[upright] > 2 * long
    ]
    at_marks = []
    for label, value in numbers:
        middle, reach = label.box.middle[upright], _AT * label.size
        near = marks[bisect_left(places, middle - reach) : bisect_right(places, middle + reach)]
        at_marks.append((label, value, [mark for mark in near if _gap(label.box, mark, level) < _BESIDE * label.size]))
    for edge in edges[:_MOST_EDGES]:
        yield [(label, value) for label, value, near in at_marks if _is_tick_of(edge, label, near, upright)]


def _gap(first: Box, second: Box, level: int) -> float:
    """How far apart two rectangles are; negative if they overlap."""
    return max(first[level] - second[level + 2], second[level] - first[level + 2])


def _is_tick_of(edge: Box, label: Label, marks: Sequence[Box], upright: int) -> bool:
    level, near = 1 - upright, _TOUCHING * label.size
    is_outside = 0 < _gap(label.box, edge, level) < _BESIDE * label.size
    return is_outside and any(_gap(mark, edge, level) < near and _gap(mark, edge, upright) < near for mark in marks)


def _axis_of_two(ticks: Sequence[tuple[Label, float]], upright: int) -> Axis:
    ticks = sorted(ticks, key=lambda tick: tick[0].box.middle[upright])
    labels = tuple(label for label, _ in ticks)
    box = box_around(label.box for label in labels)
    assert box
    found = tuple(Tick(label.text, value, label.box.middle[upright]) for label, value in ticks)
    is_logarithmic = all(is_power(label.text) for label in labels)
    return Axis("y" if upright else "x", "", "", found, is_logarithmic, box, labels)
