"""Axes: rows and columns of numbers whose places fit their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import floor, log2, log10
from typing import Literal

from arxtui.figures.labels import Label
from arxtui.figures.outlines import Box, box_around
from arxtui.figures.values import value_of

_LEAST = 3
"""The least ticks of an axis."""
_ALIGNED = 0.5
"""How far the edges of aligned ticks are apart, in letters' sizes."""
_MISFIT = 0.012
"""How far a tick may be from where its value belongs, as a part of the way from the first."""
_LOOSE = 0.15
"""The same in letters' sizes."""
_UNEVEN = 0.05
"""How far the decades of an axis on both sides of zero differ, as a part of them."""
_USUAL = frozenset((*range(1, 10), 1.2, 1.25, 1.5, 2.5, 3.5, 4.5, 7.5))
"""The steps of scales, but for zeros."""
_TINY = 1e-3

Direction = Literal["x", "y", "space", "side"]


@dataclass(frozen=True, slots=True)
class Tick:
    """A number at an axis: as printed, its value, and where along its axis it stands, in the figure's units."""

    text: str
    value: float
    at: float


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis. ``direction`` is ``x`` (its ticks are a row), ``y`` (a column), ``space`` (of a plot in three
    dimensions) or ``side`` (of a triangle); ``name`` and ``unit`` are from its label, ``unit`` without its brackets;
    ``factor`` is what the ticks are to be multiplied with or shifted by, as printed at the end of the axis; ``box`` is
    around the ticks."""

    direction: Direction
    name: str
    unit: str
    ticks: tuple[Tick, ...]
    is_logarithmic: bool
    box: Box
    labels: tuple[Label, ...]
    factor: str = ""

    @property
    def title(self) -> str:
        """Name and unit."""
        return f"{self.name} [{self.unit}]" if self.unit else self.name


def axes_of(labels: Sequence[Label]) -> tuple[list[Axis], set[int], set[int]]:
    """Find the axes of a figure, without their names.

    Returns the axes, the identities of the labels that they contain, and those of numbers in rows that look as if
    signs were lost (``2, 1, 0, 1, 2``): they must not be shown.
    """
    numbers = [(label, value) for label in labels if (value := value_of(label.text)) is not None]
    used: set[int] = set()
    wrong: set[int] = set()
    axes = []
    for direction, edge, usual, is_ragged in _ALIGNMENTS:
        free = [(label, value) for label, value in numbers if id(label) not in used]
        for row in _aligned(free, edge):
            along = _of_slanted(row, direction) or usual
            row.sort(key=lambda each: along(each[0]))
            if _is_mirrored(row, along):
                wrong.update(id(label) for label, _ in row)
                continue
            for ticks, is_logarithmic in _runs(row, along):
                if is_ragged and not _is_ragged(ticks):
                    continue
                axes.append(_axis(direction, ticks, along, is_logarithmic=is_logarithmic))
                used.update(id(label) for label, _ in ticks)
    return axes, used, wrong - used


def _x(label: Label) -> float:
    return label.box.middle[0]


def _y(label: Label) -> float:
    """Return where the line of a label is: exponents make some ticks higher than others, and slanted ones hang."""
    return label.base if label.angle == 0 else label.box.top if is_slanted(label) else label.box.middle[1]


_Along = Callable[[Label], float]
_ALIGNMENTS: tuple[tuple[Literal["x", "y"], _Along, _Along, bool], ...] = (
    ("x", _y, _x, False),
    ("y", lambda label: label.box.left, _y, True),
    ("y", lambda label: label.box.right, _y, False),
    ("y", lambda label: label.box.left, _y, False),
    ("y", _x, _y, False),
    ("x", lambda label: label.box.top, _x, False),
)
"""Which edges of ticks are aligned, along what they stand, and whether their right edges must not be: of ``1000, 800``
at the right of a plot, those of either width alone have both edges aligned."""


def _of_slanted(row: list[tuple[Label, float]], direction: Literal["x", "y"]) -> _Along | None:
    """Return along which of their edges, or their middles, most of some slanted numbers fit a scale; None if they are
    not slanted."""
    if not all(is_slanted(label) for label, _ in row):
        return None

    def fitting(along: _Along) -> int:
        return sum(len(run) for run, _ in _runs(sorted(row, key=lambda each: along(each[0])), along))

    return max(edges_along(int(direction == "y")), key=fitting)


def edges_along(at: int) -> tuple[_Along, ...]:
    """Return the middle and the edges of labels along an axis, which is level (0) or upright (1)."""
    return lambda label: label.box.middle[at], lambda label: label.box[at], lambda label: label.box[at + 2]


def is_slanted(label: Label) -> bool:
    """Whether a label is neither level nor upright."""
    return label.angle % 90 != 0


def _is_ragged(ticks: Sequence[tuple[Label, float]]) -> bool:
    rights = [label.box.right for label, _ in ticks]
    return max(rights) - min(rights) > _ALIGNED * ticks[0][0].size


def _aligned(numbers: Iterable[tuple[Label, float]], edge: _Along) -> Iterator[list[tuple[Label, float]]]:
    row: list[tuple[Label, float]] = []
    for label, value in sorted(numbers, key=lambda each: edge(each[0])):
        if row and edge(label) - edge(row[-1][0]) > _ALIGNED * label.size:
            if len(row) >= _LEAST:
                yield row
            row = []
        row.append((label, value))
    if len(row) >= _LEAST:
        yield row


def _runs(row: list[tuple[Label, float]], along: _Along) -> Iterator[tuple[list[tuple[Label, float]], bool]]:
    """Divide a row into the axes of the panels beside each other: runs that fit a linear or logarithmic scale."""
    start = 0
    while start + _LEAST <= len(row):
        if symmetric := _symmetric(row[start:], along):
            yield row[start : start + symmetric], True
            start += symmetric
            continue
        longest, is_logarithmic = 0, False
        for is_log in (False, True):
            length = _fitting(row, start, along, is_logarithmic=is_log)
            if length > longest:
                longest, is_logarithmic = length, is_log
        ticks = row[start : start + longest]
        if longest >= _LEAST and is_scale([value for _, value in ticks], is_logarithmic=is_logarithmic):
            yield ticks, is_logarithmic
            start += longest
        else:
            start += 1


def _symmetric(row: list[tuple[Label, float]], along: _Along) -> int:
    """Return how many of the first numbers are an axis that is logarithmic on both sides of zero; 0 if none are. The
    decade next to zero can have another length: it is in part linear."""
    values = [value for _, value in row]
    is_rising = values[1] > values[0]
    end = next(
        (at for at, (first, second) in enumerate(pairwise(values), 1) if (second > first) != is_rising), len(row)
    )
    sides = [[(log10(abs(value)), along(label)) for label, value in row[:end] if value * sign > 0] for sign in (1, -1)]
    if min(map(len, sides)) < 2 or not all(_is_whole(power) for side in sides for power, _ in side):
        return 0
    decades = [
        [abs((place - last) / (power - before)) for (before, last), (power, place) in pairwise(sorted(side))]
        for side in sides
    ]
    slack = 2 * _LOOSE * row[0][0].size
    inner, outer = [side[0] for side in decades], [decade for side in decades for decade in side[1:]]
    return end if _is_even(inner, slack) and (not outer or _is_even(outer, slack)) else 0


def _is_even(lengths: Sequence[float], slack: float) -> bool:
    return max(lengths) - min(lengths) < max(_UNEVEN * max(lengths), slack)


def _fitting(row: list[tuple[Label, float]], start: int, along: _Along, *, is_logarithmic: bool) -> int:
    """Return how many numbers from ``start`` on fit the scale that the first two span."""
    scale = log10 if is_logarithmic else float
    if is_logarithmic and min(row[start][1], row[start + 1][1]) <= 0:
        return 0
    first, second = scale(row[start][1]), scale(row[start + 1][1])
    place = along(row[start][0])
    last, last_place = second, along(row[start + 1][0])
    if first == second or place == last_place:
        return 0
    for at in range(start + 2, len(row)):
        label, value = row[at]
        if is_logarithmic and value <= 0:
            return at - start
        expected = place + (scale(value) - first) * (last_place - place) / (last - first)
        found = along(label)
        slack = max(_MISFIT * abs(expected - place), _LOOSE * label.size)
        if abs(found - expected) > slack or (scale(value) - last) * (second - first) <= 0:
            return at - start
        last, last_place = scale(value), found
    return len(row) - start


def is_scale(values: Sequence[float], *, is_logarithmic: bool) -> bool:
    """Return whether these are the ticks of a scale, and not numbers that happen to fit one."""
    if is_logarithmic:
        return all(_is_round(value) for value in values) or all(_is_whole(log2(value)) for value in values)
    steps = [abs(second - first) for first, second in pairwise(values)]
    is_certain = len(values) > _LEAST or _is_usual(min(steps))
    return is_certain and all(_is_whole(step / min(steps)) for step in steps)


def _is_usual(step: float) -> bool:
    """Whether a step is one that scales have."""
    return round(step / 10 ** floor(log10(step) + _TINY), 3) in _USUAL


def _is_round(value: float) -> bool:
    """Whether a number has one digit but zeros."""
    return _is_whole(value / 10 ** floor(log10(value) + _TINY))


def _is_whole(value: float) -> bool:
    return abs(value - round(value)) < _TINY


def _is_mirrored(row: list[tuple[Label, float]], along: _Along) -> bool:
    """Whether evenly spaced numbers fall and rise again, as they do when minus signs are lost."""
    places = [along(label) for label, _ in row]
    values = [value for _, value in row]
    for low in range(1, len(row) - 1):
        left, right = places[low] - places[low - 1], places[low + 1] - places[low]
        is_even = abs(left - right) < 0.1 * max(left, right)
        if is_even and values[low - 1] == values[low + 1] > values[low] == 0:
            return True
    return False


def _axis(direction: Literal["x", "y"], row: list[tuple[Label, float]], along: _Along, *, is_logarithmic: bool) -> Axis:
    box = box_around(label.box for label, _ in row)
    assert box
    ticks = tuple(Tick(label.text, value, along(label)) for label, value in row)
    return Axis(direction, "", "", ticks, is_logarithmic, box, tuple(label for label, _ in row))
