"""The parts of a drawn diagram, as read off where they are drawn: y grows upwards."""

from __future__ import annotations

from typing import NamedTuple

NUMBER = r"(-?\d{1,6}(?:\.\d{1,6})?)"
THIN = 1.0
"""Thickness of a line, at most; what is as short is nothing."""
MOST = 400
DEEPEST = 64
"""Parts of a drawing, and elements within each other, that are read."""


class Label(NamedTuple):
    """A formula and its middle."""

    tex: str
    x: float
    y: float
    is_object: bool


class Stroke(NamedTuple):
    """A line between two points, from left to right or from the top down."""

    x: float
    y: float
    right: float
    bottom: float

    @property
    def is_upright(self) -> bool:
        """Whether the line leads from top to bottom."""
        return self.right - self.x <= THIN


class Head(NamedTuple):
    """The head of an arrow, and where it points."""

    x: float
    y: float
    right: int
    up: int


Parts = tuple[list[Label], list[Stroke], list[Head]]


class UnclearError(Exception):
    """Something in a drawing has no place in a grid."""


def stroke_between(x: float, y: float, right: float, bottom: float) -> Stroke:
    """The line between two points, whichever comes first. One that is aslant is turned, but stays aslant."""
    across, down = sorted((x, right)), sorted((y, bottom), reverse=True)
    return Stroke(across[0], down[0], across[1], down[1])
