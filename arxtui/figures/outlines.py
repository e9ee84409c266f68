"""Outlines: the data of an SVG path (SVG 1.1, section 8.3) as points, and what the form of a glyph tells."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from arxtui.light import NamedTuple, pattern

NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
"""A number of SVG, as a regular expression."""
_NUMBER = pattern(NUMBER)
_RUN = pattern("([MmLlHhVvCcSsQqTtAaZz]?)([^MmLlHhVvCcSsQqTtAaZz]*)")
"""A command and its numbers."""
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}
MOST_POINTS = 200_000
"""The most points of a path that are read."""
FARTHEST = 1e9
"""Coordinates beyond are errors."""

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
"""``(a, b, c, d, e, f)`` takes ``(x, y)`` to ``(ax + cy + e, bx + dy + f)``."""
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Box(NamedTuple):
    """A rectangle in the coordinates of a figure; y grows downwards."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Width."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Height."""
        return self.bottom - self.top

    @property
    def middle(self) -> Point:
        """The point in the middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def moved(self, matrix: Matrix) -> Box:
        """The rectangle around this one, transformed."""
        corners = [transformed((x, y), matrix) for x in (self.left, self.right) for y in (self.top, self.bottom)]
        xs, ys = zip(*corners, strict=True)
        return Box(min(xs), min(ys), max(xs), max(ys))

    def overlaps(self, other: Box) -> bool:
        """Whether the rectangles have a point in common."""
        return not (
            self.right < other.left or other.right < self.left or self.bottom < other.top or other.bottom < self.top
        )

    def contains(self, other: Box, margin: float = 0.0) -> bool:
        """Whether the other lies within this rectangle, or at most ``margin`` outside."""
        return (
            self.left - margin <= other.left
            and self.top - margin <= other.top
            and self.right + margin >= other.right
            and self.bottom + margin >= other.bottom
        )

    def intersection(self, other: Box) -> Box:
        """The common rectangle; of no or negative size if there is none."""
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )


class Outline(NamedTuple):
    """The contours of a path: points on and beside its curves, a contour per tuple. ``curves`` counts its curves;
    ``reach`` is around their handles, too (None: it has none, or they are not known)."""

    contours: tuple[tuple[Point, ...], ...]
    curves: int = 0
    reach: Box | None = None

    def box(self, matrix: Matrix = IDENTITY) -> Box | None:
        """The rectangle around the outline, transformed; None if it is empty."""
        return box_of(transformed(point, matrix) for contour in self.contours for point in contour)

    def moved(self, matrix: Matrix) -> Outline:
        """The outline, transformed."""
        return self._replace(
            contours=tuple(tuple(transformed(point, matrix) for point in contour) for contour in self.contours),
            reach=None,
        )


def box_of(points: Iterable[Point]) -> Box | None:
    """Return the rectangle around points; None if there are none."""
    xs, ys = [], []
    for x, y in points:
        xs.append(x)
        ys.append(y)
    return Box(min(xs), min(ys), max(xs), max(ys)) if xs else None


def box_around(boxes: Iterable[Box]) -> Box | None:
    """Return the rectangle around others; None if there are none."""
    return box_of(corner for box in boxes for corner in (box[:2], box[2:]))


def transformed(point: Point, matrix: Matrix) -> Point:
    """Return a point, transformed."""
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def product(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the transformation that is ``inner``, then ``outer``."""
    a, b, c, d, e, f = inner
    x, y = transformed((e, f), outer)
    return (
        outer[0] * a + outer[2] * b,
        outer[1] * a + outer[3] * b,
        outer[0] * c + outer[2] * d,
        outer[1] * c + outer[3] * d,
        x,
        y,
    )


def outline_of(data: str) -> Outline:
    """Read the data of a path, up to its first error or :data:`MOST_POINTS`."""
    pen = _Pen()
    for command, arguments in _RUN.findall(data):
        if command in ("Z", "z"):
            pen.close()
        numbers = [*map(float, _NUMBER.findall(arguments))]
        if numbers and not pen.run(command, numbers):
            break
    pen.end()
    return Outline(tuple(pen.contours), pen.curves, pen.reach)


class _Pen:
    def __init__(self) -> None:
        self.contours: list[tuple[Point, ...]] = []
        self.curves = self.count = 0
        self._points: list[Point] = []
        self._at = self._start = (0.0, 0.0)
        self._handles: list[Point] = []
        self._is_known = True

    @property
    def reach(self) -> Box | None:
        """The rectangle around the contours and the handles of their curves."""
        if not self.curves or not self._is_known:
            return None
        return box_of([*self._handles, *chain.from_iterable(self.contours)])

    def run(self, command: str, numbers: list[float]) -> bool:
        """Draw the segments of a command; false if there is an error."""
        count = _ARGUMENTS.get(command.upper())
        if count is None:
            return False
        far = next((place for place, number in enumerate(numbers) if abs(number) > FARTHEST), len(numbers))
        segments = [numbers[start : start + count] for start in range(0, far - count + 1, count)]
        is_short = self.count + 3 * len(segments) <= MOST_POINTS
        if command == "C" and is_short:
            self._curves(segments)
        elif command == "L" and is_short:
            self._lines(segments)
        else:
            for segment in segments:
                if self.count > MOST_POINTS:
                    return False
                self.draw(command, segment)
                command = {"M": "L", "m": "l"}.get(command, command)
        return far == len(numbers)

    def _curves(self, segments: list[list[float]]) -> None:
        at = self._at
        for x1, y1, x2, y2, x, y in segments:  # as _middle does
            self._points.append(((at[0] + 3 * x1 + 3 * x2 + x) / 8, (at[1] + 3 * y1 + 3 * y2 + y) / 8))
            at = x, y
            self._points.append(at)
            self._handles += (x1, y1), (x2, y2)
        self._at = at
        self.curves += len(segments)
        self.count += 2 * len(segments)

    def _lines(self, segments: list[list[float]]) -> None:
        points = [(x, y) for x, y in segments]
        if points:
            self._points = self._points or [self._at]
            self._points += points
            self._at = points[-1]
            self.count += len(points)

    def draw(self, command: str, numbers: list[float]) -> None:
        """Draw one segment."""
        kind = command.upper()
        x, y = self._at if command.islower() else (0.0, 0.0)
        if kind == "H":
            points = [(numbers[0] + x, self._at[1])]
        elif kind == "V":
            points = [(self._at[0], numbers[0] + y)]
        elif kind == "A":
            points = [(numbers[5] + x, numbers[6] + y)]
        else:
            points = [(numbers[i] + x, numbers[i + 1] + y) for i in range(0, len(numbers), 2)]
        if kind == "M":
            self.end()
            self._start = points[0]
        self.curves += kind in "CSQTA"
        if kind in "CQ":
            self._handles += points
        elif kind in "STA":
            self._is_known = False
        if kind == "Q":  # as a cubic curve, which it is when it is drawn by PostScript or PDF
            handle, end = points
            points = [_between(self._at, handle), _between(end, handle), end]
        if kind in "CQ":  # the middle of the curve is nearer to it than its handles are
            points = [_middle(self._at, *points), points[2]]
        elif not self._points and kind != "M":
            self._points = [self._at]
        self._points += points
        self.count += len(points)
        self._at = points[-1]

    def close(self) -> None:
        """Draw to the start of the contour, and end it."""
        if self._points:
            self._points.append(self._start)
        self.end()
        self._at = self._start

    def end(self) -> None:
        """End the contour."""
        if len(self._points) > 1:
            self.contours.append(tuple(self._points))
        self._points = []


def _between(end: Point, handle: Point) -> Point:
    return (end[0] + 2 * handle[0]) / 3, (end[1] + 2 * handle[1]) / 3


def _middle(start: Point, first: Point, second: Point, end: Point) -> Point:
    return (
        (start[0] + 3 * first[0] + 3 * second[0] + end[0]) / 8,
        (start[1] + 3 * first[1] + 3 * second[1] + end[1]) / 8,
    )
