"""Axes: rows and columns of numbers whose places fit their values, each with the label beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log10
from typing import Literal

from arxtui.figures.labels import Label
from arxtui.figures.outlines import Box
from arxtui.patterns import pattern

_PLAIN = pattern(r"(?P<number>[−-]?(?:\d{1,3}(?:,\d{3})+|\d+(?:[.,]\d+)?|\.\d+))(?P<rest>%|°|)")
_POWER = pattern(r"(?P<sign>[−-]?)(?:(?P<factor>\d+(?:\.\d+)?) ?[×·] ?)?(?P<base>10|2|e)(?P<power>[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|\^\(?[−-]?\d+\)?)")
_THOUSANDS = pattern(r"[−-]?\d{1,3}(?:,\d{3})+")
_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-", "^()")
_UNIT = pattern(r"(?P<name>.*\S)(?: \((?P<round>[^()]*(?:\([^()]*\)[^()]*)*)\)| ?\[(?P<square>[^\[\]]*)\])")
_LEAST = 3
"""The least ticks of an axis."""
_ALIGNED = 0.5
"""How far the edges of aligned ticks are apart, in letters' sizes."""
_MISFIT = 0.03
"""How far a tick may be from where its value belongs, as a part of the axis."""
_LARGEST_POWER = 300


@dataclass(frozen=True, slots=True)
class Tick:
    """A number at an axis: as printed, its value, and where along its axis it stands, in the figure's units."""

    text: str
    value: float
    at: float


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis. ``direction`` is ``x`` (its ticks are a row) or ``y`` (a column); ``name`` and ``unit`` are from its
    label, ``unit`` without its brackets; ``box`` is around the ticks."""

    direction: Literal["x", "y"]
    name: str
    unit: str
    ticks: tuple[Tick, ...]
    is_logarithmic: bool
    box: Box
    labels: tuple[Label, ...]

    @property
    def title(self) -> str:
        """Name and unit."""
        return f"{self.name} [{self.unit}]" if self.unit else self.name


def value_of(text: str) -> float | None:
    """Return the value of a number as figures print it; None if the text is something else."""
    if match := _PLAIN.fullmatch(text):
        number = match["number"].replace("−", "-")
        return float(number.replace(",", "" if _THOUSANDS.fullmatch(match["number"]) else "."))
    if match := _POWER.fullmatch(text):
        power = float(match["power"].translate(_RAISED))
        if abs(power) > _LARGEST_POWER:
            return None
        base = {"10": 10.0, "2": 2.0, "e": 2.718281828459045}[match["base"]]
        value = float(match["factor"] or 1) * base**power
        return -value if match["sign"] else value
    return None


def axes_of(labels: Sequence[Label]) -> tuple[list[Axis], set[int], set[int]]:
    """Find the axes of a figure.

    Returns the axes, the identities of the labels that they contain, and those of numbers in rows that no order
    explains as if signs were lost (``2, 1, 0, 1, 2``): they must not be shown.
    """
    numbers = [(label, value) for label in labels if (value := value_of(label.text)) is not None]
    used: set[int] = set()
    wrong: set[int] = set()
    axes = []
    for direction, edge, along in _ALIGNMENTS:
        free = [(label, value) for label, value in numbers if id(label) not in used]
        for row in _aligned(free, edge):
            row.sort(key=lambda each: along(each[0].box))
            if _is_mirrored(row, along):
                wrong.update(id(label) for label, _ in row)
                continue
            for ticks, is_logarithmic in _runs(row, along):
                axes.append(_axis(direction, ticks, along, is_logarithmic=is_logarithmic))
                used.update(id(label) for label, _ in ticks)
    taken: set[int] = set(used)
    named = [_named(axis, labels, taken) for axis in axes]
    return named, taken, wrong - used


def _middle_x(box: Box) -> float:
    return (box.left + box.right) / 2


def _middle_y(box: Box) -> float:
    return (box.top + box.bottom) / 2


_Along = Callable[[Box], float]
_ALIGNMENTS: tuple[tuple[Literal["x", "y"], _Along, _Along], ...] = (
    ("x", lambda box: box.bottom, _middle_x),
    ("y", lambda box: box.right, _middle_y),
    ("y", lambda box: box.left, _middle_y),
    ("y", _middle_x, _middle_y),
    ("x", lambda box: box.top, _middle_x),
)
"""Which edges of ticks are aligned, and along what they stand."""


def _aligned(numbers: Iterable[tuple[Label, float]], edge: _Along) -> Iterator[list[tuple[Label, float]]]:
    row: list[tuple[Label, float]] = []
    for label, value in sorted(numbers, key=lambda each: edge(each[0].box)):
        if row and edge(label.box) - edge(row[-1][0].box) > _ALIGNED * label.size:
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
        longest, is_logarithmic = 0, False
        for is_log in (False, True):
            length = _fitting(row, start, along, is_logarithmic=is_log)
            if length > longest:
                longest, is_logarithmic = length, is_log
        if longest >= _LEAST:
            yield row[start : start + longest], is_logarithmic
        start += longest if longest >= _LEAST else 1


def _fitting(row: list[tuple[Label, float]], start: int, along: _Along, *, is_logarithmic: bool) -> int:
    """Return how many numbers from ``start`` on fit the scale that the first two span."""
    scale = log10 if is_logarithmic else float
    if is_logarithmic and min(row[start][1], row[start + 1][1]) <= 0:
        return 0
    first, second = scale(row[start][1]), scale(row[start + 1][1])
    place = along(row[start][0].box)
    last, last_place = second, along(row[start + 1][0].box)
    if first == second or place == last_place:
        return 0
    for at in range(start + 2, len(row)):
        label, value = row[at]
        if is_logarithmic and value <= 0:
            return at - start
        expected = place + (scale(value) - first) * (last_place - place) / (last - first)
        found = along(label.box)
        slack = max(_MISFIT * abs(expected - place), 0.3 * label.size)
        if abs(found - expected) > slack or (scale(value) - last) * (second - first) <= 0:
            return at - start
        last, last_place = scale(value), found
    return len(row) - start


def _is_mirrored(row: list[tuple[Label, float]], along: _Along) -> bool:
    """Whether evenly spaced numbers fall and rise again, as they do when minus signs are lost."""
    places = [along(label.box) for label, _ in row]
    values = [value for _, value in row]
    for low in range(1, len(row) - 1):
        left, right = places[low] - places[low - 1], places[low + 1] - places[low]
        is_even = abs(left - right) < 0.1 * max(left, right)
        if is_even and values[low - 1] == values[low + 1] > values[low] == 0:
            return True
    return False


def _axis(
    direction: Literal["x", "y"], row: list[tuple[Label, float]], along: _Along, *, is_logarithmic: bool
) -> Axis:
    boxes = [label.box for label, _ in row]
    box = Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )
    ticks = tuple(Tick(label.text, value, along(label.box)) for label, value in row)
    return Axis(direction, "", "", ticks, is_logarithmic, box, tuple(label for label, _ in row))


_ACROSS = 5.0
"""How far the label of an axis is from its ticks, in letters' sizes."""


def _named(axis: Axis, labels: Sequence[Label], taken: set[int]) -> Axis:
    """Give an axis the label beside the middle of its ticks, on the side away from the plot first."""
    best: tuple[float, Label] | None = None
    for label in labels:
        if id(label) in taken or value_of(label.text) is not None:
            continue
        distance = _distance(axis, label)
        if distance is not None and (best is None or distance < best[0]):
            best = (distance, label)
    if best is None:
        return axis
    taken.add(id(best[1]))
    name, unit = _name_and_unit(best[1].text)
    return Axis(axis.direction, name, unit, axis.ticks, axis.is_logarithmic, axis.box, (*axis.labels, best[1]))


def _distance(axis: Axis, label: Label) -> float | None:
    """Return how badly a label suits an axis; None if not at all."""
    x, y = label.box.middle
    em = max(label.size, axis.labels[0].size)
    if axis.direction == "x":
        if label.angle not in range(-2, 3) or not axis.box.left - em < x < axis.box.right + em:
            return None
        gap, off = label.box.top - axis.box.bottom, abs(x - _middle_x(axis.box)) / (axis.box.width or 1)
        return gap / em + 4 * off if -0.5 * em < gap < _ACROSS * em else None
    if not axis.box.top - em < y < axis.box.bottom + em:
        return None
    off = abs(y - _middle_y(axis.box)) / (axis.box.height or 1)
    left, right = axis.box.left - label.box.right, label.box.left - axis.box.right
    if label.angle in (90, 270):
        gap = left if left > -0.5 * em else right + 2 * em if right > -0.5 * em else None
    else:  # a short name that is not turned
        gap = left + em if left > 0 and off < 0.3 else None
    return gap / em + 4 * off if gap is not None and gap < _ACROSS * em else None


def _name_and_unit(text: str) -> tuple[str, str]:
    match = _UNIT.fullmatch(text)
    unit = (match["round"] or match["square"] or "") if match else ""
    return (match["name"], unit) if match and unit and len(unit) <= 20 else (text, "")

