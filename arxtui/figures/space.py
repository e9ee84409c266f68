"""The axes of plots in three dimensions: rows of numbers along slanted lines that meet at a corner."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from math import atan2, degrees, hypot, log10
from operator import itemgetter
from statistics import median

from arxtui.figures.axes import Axis, Direction, Tick, is_scale
from arxtui.figures.axis_names import name_and_unit
from arxtui.figures.labels import Label
from arxtui.figures.outlines import Box, Outline, Point, box_around, transformed
from arxtui.figures.rows import rows_of
from arxtui.figures.svg import Drawing
from arxtui.figures.values import value_of
from arxtui.light import NamedTuple

_LEAST = 3
"""The least ticks of an axis."""
_LONG = 0.08
"""The least length of the line of an axis, as a part of the longer side of the figure."""
_MOST_LINES = 200
_MOST_NUMBERS = 300
_MOST_TICKS = 40
_SLANTED = 1.0
"""How far a slanted line is from level and from upright, in degrees."""
_SQUARE = 90
_NEAREST, _FARTHEST = 0.3, 4.0
"""How far the middles of ticks are from the line of their axis, in letters' sizes."""
_BEYOND = 2.5
"""How far they are beyond its ends."""
_SPREAD = 0.6
"""How far one is nearer than another."""
_UNEVEN = 0.15
"""How far one is from where those at both ends of a scale are."""
_MISFIT = 0.25
"""How far a tick is from where its value belongs."""
_STRONGEST = 2.5
"""How much nearer one end of an axis is than the other, by perspective."""
_CORNER = 1.0
"""How far the ends of two lines that meet are apart."""
_AXES = 3
_CLEAR = 1.0
"""How much better a name suits its axis than another."""
_PARALLEL = 8
"""How far a turned name is from the direction of its axis, in degrees."""
_MIDDLE = 0.4
"""How far a name is from the middle of its axis, as a part of it."""
_ACROSS = 6.0
"""How far a name is from the ticks."""
_ANCHORS: tuple[Callable[[Box], Point], ...] = (
    lambda box: box.middle,
    lambda box: (box.left, box.middle[1]),
    lambda box: (box.right, box.middle[1]),
)
_Number = tuple[Label, float]


class _Line(NamedTuple):
    start: Point
    end: Point

    @property
    def length(self) -> float:
        return hypot(self.end[0] - self.start[0], self.end[1] - self.start[1])

    @property
    def direction(self) -> Point:
        length = self.length
        return (self.end[0] - self.start[0]) / length, (self.end[1] - self.start[1]) / length

    @property
    def angle(self) -> float:
        return degrees(atan2(self.end[1] - self.start[1], self.end[0] - self.start[0]))

    @property
    def is_slanted(self) -> bool:
        return _SLANTED < self.angle % _SQUARE < _SQUARE - _SLANTED

    def place(self, point: Point) -> tuple[float, float]:
        """Return how far along the line a point is, and how far from it, with a sign for its side."""
        (x, y), (across, down) = self.start, self.direction
        right, below = point[0] - x, point[1] - y
        return right * across + below * down, below * across - right * down


class Scale(NamedTuple):
    """Numbers along a line: each with its value, and how far along it is; ``distance`` is how far their middles are
    from it, with a sign for their side."""

    line: _Line
    ticks: tuple[tuple[Label, float, float], ...]
    distance: float
    is_logarithmic: bool

    @property
    def size(self) -> float:
        """The size of the letters."""
        return self.ticks[0][0].size

    @property
    def is_slanted(self) -> bool:
        """Whether the numbers lie on a slanted line, too."""
        return _Line(self.ticks[0][0].box.middle, self.ticks[-1][0].box.middle).is_slanted


def scales_in_space(labels: Sequence[Label], drawing: Drawing) -> list[list[Scale]]:
    """Find the scales of each plot in three dimensions: one along a slanted line that meets another at a corner, and
    those along lines that meet one of these two. The steepest is the last."""
    numbers = [(label, value) for label in labels if not label.angle and (value := value_of(label.text)) is not None]
    if not 2 * _LEAST <= len(numbers) <= _MOST_NUMBERS:
        return []
    lines = _lines(drawing)
    edges = [line for line in lines if line.is_slanted]
    along = list(_along(edges, numbers))
    slanted = [scale for scale in _distinct(along) if scale.is_slanted]
    level = [line for line in lines if not line.is_slanted] if slanted else []
    scales = _distinct([*along, *_along(level, numbers)])
    plots: list[list[Scale]] = []
    for first in slanted:
        if any(scale.line == first.line for plot in plots for scale in plot):
            continue
        corner = [first.line, *(edge for edge in edges if _meet(edge, first.line, first.size))]
        others = [scale for scale in scales if any(_meet(scale.line, line, first.size) for line in corner)]
        own = {id(label) for label, _, _ in first.ticks}
        others = [scale for scale in others if own.isdisjoint(id(label) for label, _, _ in scale.ticks)]
        if len(corner) > 1 and others:
            plots.append(sorted([first, *others[: _AXES - 1]], key=lambda scale: abs(scale.line.angle)))
    return plots


def _meet(first: _Line, second: _Line, size: float) -> bool:
    """Whether two lines of different directions have an end in common."""
    is_parallel = abs(first.angle - second.angle) < _SLANTED
    return not is_parallel and any(hypot(a[0] - b[0], a[1] - b[1]) < _CORNER * size for a in first for b in second)


def _lines(drawing: Drawing) -> list[_Line]:
    """Return the longest straight lines, each once."""
    least = _LONG * max(drawing.page.width, drawing.page.height)
    edges: dict[int, float] = {}
    contours = (
        [transformed(point, shape.matrix) for point in contour]
        for shape in drawing.shapes
        if shape.stroke
        and not shape.fill
        and shape.outline
        and not shape.curves
        and _longest(shape.outline, edges) * hypot(*shape.matrix[:4]) >= least
        for contour in shape.outline.contours
    )
    lines = {_Line(*sorted(ends)) for contour in contours for ends in pairwise(contour)}
    return sorted((line for line in lines if line.length > least), key=lambda line: -line.length)[:_MOST_LINES]


def _longest(outline: Outline, known: dict[int, float]) -> float:
    """Return the length of the longest edge of an outline. Many shapes have the same; ``known`` keeps what was found,
    by its identity."""
    if id(outline) not in known:
        edges = (edge for contour in outline.contours for edge in pairwise(contour))
        known[id(outline)] = max((hypot(x - u, y - v) for (x, y), (u, v) in edges), default=0.0)
    return known[id(outline)]


def _along(lines: Iterable[_Line], numbers: Sequence[_Number]) -> Iterator[Scale]:
    """Find the scales along each line: their ticks have their middles, or their left or right edges, beside it."""
    anchored = [[(*anchor(label.box), label.size, label, value) for label, value in numbers] for anchor in _ANCHORS]
    for line in lines:
        (left, top), (across, down), length = line.start, line.direction, line.length
        for points in anchored:
            sides: dict[bool, list[tuple[Label, float, float, float]]] = {False: [], True: []}
            for x, y, size, label, value in points:
                off = (y - top) * across - (x - left) * down
                if _NEAREST * size < abs(off) < _FARTHEST * size:
                    along = (x - left) * across + (y - top) * down
                    if -_BEYOND * size < along < length + _BEYOND * size:
                        sides[off > 0].append((label, value, along, off))
            for ticks in sides.values():
                for row in rows_of(ticks, itemgetter(3), _SPREAD * ticks[0][0].size) if len(ticks) >= _LEAST else ():
                    yield from _scales(line, sorted(row, key=itemgetter(2)))


def _scales(line: _Line, row: Sequence[tuple[Label, float, float, float]]) -> Iterator[Scale]:
    """Find the runs of numbers that are a scale in perspective."""
    for start in range(len(row) - _LEAST + 1 if len(row) <= _MOST_TICKS else 0):
        for end in range(len(row), start + _LEAST - 1, -1):
            ticks = [tick[:3] for tick in row[start:end]]
            kind = next((kind for kind in (False, True) if _fits(ticks, is_logarithmic=kind)), None)
            if kind is not None and _is_straight(row[start:end]):
                distance = median(line.place(label.box.middle)[1] for label, _, _ in ticks)
                yield Scale(line, tuple(ticks), distance, kind)
                break


def _is_straight(row: Sequence[tuple[Label, float, float, float]]) -> bool:
    """Whether numbers are as far from their line as those at both ends, or between them."""
    (label, _, start, first), (_, _, end, last) = row[0], row[-1]
    expected = (first + (last - first) * (along - start) / (end - start) for _, _, along, _ in row)
    return all(abs(off - each) < _UNEVEN * label.size for (*_, off), each in zip(row, expected, strict=True))


def _fits(ticks: Sequence[tuple[Label, float, float]], *, is_logarithmic: bool) -> bool:
    """Whether numbers are where a scale has them that is seen in perspective: the inverse of the way from the first is
    linear in the inverse of the difference of values."""
    values = [value for _, value, _ in ticks]
    if is_logarithmic and min(values) <= 0:
        return False
    scale = [log10(value) for value in values] if is_logarithmic else values
    steps = [second - first for first, second in pairwise(scale)]
    if not all(steps) or any((step > 0) != (steps[0] > 0) for step in steps):
        return False
    least = min(map(abs, steps))
    if any(abs(step) > 1.5 * least for step in (steps[0], steps[-1])):  # a number of another axis is beyond an end
        return False
    places = [place - ticks[0][2] for _, _, place in ticks]
    if min(after - before for before, after in pairwise(places)) <= 0 or not is_scale(
        values, is_logarithmic=is_logarithmic
    ):
        return False
    ways = [value - scale[0] for value in scale]
    middle, last = ways[len(ways) // 2], ways[-1]
    far, end = places[len(ways) // 2], places[-1]
    slope = (1 / far - 1 / end) / (1 / middle - 1 / last)
    bend = 1 / end - slope / last
    strength = abs((slope + bend * last) / slope) if slope else 0.0
    if not 1 / _STRONGEST < strength < _STRONGEST:
        return False
    slack = _MISFIT * ticks[0][0].size
    return all(abs(way / (slope + bend * way) - place) < slack for way, place in zip(ways[1:], places[1:], strict=True))


def _distinct(scales: Iterable[Scale]) -> list[Scale]:
    """Return the scales with the most ticks, and of these the nearest to their lines, without a tick in common."""
    found: list[Scale] = []
    used: set[int] = set()
    for scale in sorted(scales, key=lambda scale: (-len(scale.ticks), abs(scale.distance))):
        if used.isdisjoint(id(label) for label, _, _ in scale.ticks):
            used.update(id(label) for label, _, _ in scale.ticks)
            found.append(scale)
    return found


def named_in_space(scales: Sequence[Scale], labels: Sequence[Label], taken: set[int]) -> tuple[Axis, ...]:
    """Return the axes with these scales, each with the text beside the middle of its ticks that suits no other as well.
    ``taken`` are the identities of labels with another use; those used here are added."""
    taken.update(id(label) for scale in scales for label, _, _ in scale.ticks)
    free = [label for label in labels if id(label) not in taken and value_of(label.text) is None]
    suitable = sorted(
        (
            (distance, place, label)
            for label in free
            for place, scale in enumerate(scales)
            if (distance := _suits(scale, label)) is not None
        ),
        key=itemgetter(0),
    )
    names: dict[int, Label] = {}
    for distance, place, label in suitable:
        others = (other for other, at, each in suitable if each is label and at != place)
        is_clear = all(abs(other - distance) > _CLEAR for other in others)
        if place not in names and id(label) not in taken and is_clear:
            names[place] = label
            taken.add(id(label))
    pairs = [_meet(first.line, second.line, first.size) for first, second in combinations(scales, 2)]
    direction: Direction = "side" if len(pairs) == _AXES and all(pairs) else "space"
    return tuple(_axis(direction, scale, names.get(place)) for place, scale in enumerate(scales))


def _suits(scale: Scale, label: Label) -> float | None:
    """Return how badly a label suits a scale as its name; None if not at all."""
    along, off = scale.line.place(label.box.middle)
    em = max(label.size, scale.size)
    gap = abs(off - scale.distance) / em
    middle = abs(along / scale.line.length - 0.5)
    is_beyond = off * scale.distance > 0 and abs(off) > abs(scale.distance)
    turned = (label.angle + scale.line.angle + _SQUARE) % (2 * _SQUARE) - _SQUARE
    is_parallel = not label.angle or abs(turned) < _PARALLEL
    return gap + 4 * middle if is_beyond and is_parallel and middle < _MIDDLE and 0.5 < gap < _ACROSS else None


def _axis(direction: Direction, scale: Scale, name: Label | None) -> Axis:
    ticks = tuple(Tick(label.text, value, place) for label, value, place in sorted(scale.ticks, key=itemgetter(1)))
    labels = tuple(label for label, _, _ in scale.ticks)
    box = box_around(label.box for label in labels)
    assert box
    title, unit = name_and_unit(name.text) if name else ("", "")
    return Axis(direction, title, unit, ticks, scale.is_logarithmic, box, (*labels, *([name] if name else ())))
