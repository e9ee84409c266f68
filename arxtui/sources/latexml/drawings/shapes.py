"""The parts of a drawn diagram, with coordinates in units of the drawing; the y axis is upwards."""

from __future__ import annotations

from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from arxtui.patterns import pattern
from arxtui.tuples import NamedTuple

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
