"""The panels of a figure: its axes in pairs, with the title and the place of each plot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import itemgetter

from arxtui.figures.axes import Axis
from arxtui.figures.labels import Label
from arxtui.figures.outlines import Box, box_around
from arxtui.figures.rows import rows_of

_FAR = 3.0
"""How far a row of ticks is below its panel, and the uppermost ticks of panels beside each other are apart, in letters'
sizes."""
_ABOVE = 4.0
"""How far a title is above its panel, in letters' sizes."""
_LEVEL = 0.25
"""How far the lowest edges of rows of ticks at one height are apart."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A plot: its title, and its axes (either can be missing), or those of a plot in three dimensions."""

    title: str
    x: Axis | None
    y: Axis | None
    space: tuple[Axis, ...] = ()


def panels_of(axes: Sequence[Axis], spaces: Iterable[tuple[Axis, ...]] = ()) -> list[Panel]:
    """Pair each column of ticks with the row below (or above) that begins nearest to it. ``spaces`` are the axes of the
    plots in three dimensions."""
    rows = [axis for axis in axes if axis.direction == "x"]
    columns = [axis for axis in axes if axis.direction == "y"]
    pairs = list(_pairs(columns, rows))
    used = {id(row) for _, row in pairs}
    panels = [(column.box.top, column.box.left, Panel("", row, column)) for column, row in pairs]
    panels += [(row.box.top, row.box.left, Panel("", row, None)) for row in rows if id(row) not in used]
    for space in spaces:
        edges = [axis.box for axis in space]
        panels.append((min(box.top for box in edges), min(box.left for box in edges), Panel("", None, None, space)))
    gap = _FAR * max((axis.labels[0].size for axis in axes), default=0.0)
    return [panel for row in rows_of(panels, itemgetter(0), gap) for _, _, panel in sorted(row, key=itemgetter(1))]


def _pairs(columns: Sequence[Axis], rows: Sequence[Axis]) -> Iterator[tuple[Axis, Axis | None]]:
    """Return each column with its row. A row belongs to the nearest column above it, if it is not farther than its
    numbers are apart, and to those above that which end at the same place from the left, or begin there."""
    nearest = [min(rows, key=lambda row: _apart(column, row), default=None) for column in columns]
    for column, row in zip(columns, nearest, strict=True):
        if row is None or _apart(column, row) == float("inf"):
            yield column, None
            continue
        above = [each for each, other in zip(columns, nearest, strict=True) if other is row]
        own = min(above, key=lambda each: _apart(each, row))
        is_near = row.box.top - own.box.bottom < max(_FAR * own.labels[0].size, 2 * _step(own))
        yield column, row if is_near and (column is own or _is_level(column.box, own.box, own.labels[0].size)) else None


def _step(column: Axis) -> float:
    """Return the widest gap between ticks that follow each other."""
    return max(abs(second.at - first.at) for first, second in pairwise(column.ticks))


def _is_level(first: Box, second: Box, size: float) -> bool:
    """Whether two columns of numbers are one above the other."""
    return min(abs(first.right - second.right), abs(first.left - second.left)) < size / 2


def _apart(column: Axis, row: Axis) -> float:
    """Return how far a row of ticks is from the foot of a column; infinity if it cannot be of the same plot."""
    size = column.labels[0].size
    below = row.box.top - column.box.bottom
    across = row.box.left - column.box.right
    if below < -2 * size or across < -4 * size or across > row.box.width:
        return float("inf")
    return below + abs(across)


def top_of(panel: Panel, panels: Sequence[Panel]) -> float | None:
    """Return where the ticks of a panel's upright axis end; if it has none, those of a panel beside it, which then has
    its axis, too. None if neither is there."""
    if panel.x is None or panel.y:
        return panel.y.box.top if panel.x and panel.y else None
    row, size = panel.x.box.bottom, panel.x.labels[0].size
    beside = (each.y for each in panels if each.x and each.y and abs(each.x.box.bottom - row) < _LEVEL * size)
    return next((axis.box.top for axis in beside), None)


def place_of(panel: Panel, panels: Sequence[Panel], frames: Iterable[Box]) -> Box | None:
    """Return the rectangle around a panel: its frame, if it is among these, its ticks and the names of its axes; None
    for a scale alone and a second axis. A row of ticks belongs to the lowest of several panels."""
    top = top_of(panel, panels)
    if panel.x is None or top is None:
        return None
    size, row = panel.x.labels[0].size, panel.x.box
    lower = [each.y.box.bottom for each in panels if each.x and each.y and each.x.box == row]
    below = panel.x.labels if panel.y is None or panel.y.box.bottom == max(lower) else ()
    ticks = box_around(label.box for label in (*below, *(panel.y.labels if panel.y else ())))
    assert ticks
    plot = Box(row.left, top, row.right, panel.y.box.bottom if panel.y else row.top)
    x, y = plot.middle
    around = (frame for frame in frames if frame.contains(Box(x, y, x, y)))
    frame = max(around, key=lambda each: each.width * each.height, default=plot)
    whole = box_around((ticks, plot, frame))
    assert whole
    return Box(whole.left - size / 2, whole.top - _ABOVE * size / 2, whole.right + size, whole.bottom + size / 2)


def titled(panel: Panel, top: float | None, labels: Sequence[Label], taken: set[int]) -> Panel:
    """Give a panel the text above the middle of its top."""
    if top is None or panel.x is None:
        return panel
    middle = panel.x.box.middle[0]
    above = [
        label
        for label in labels
        if id(label) not in taken
        and len(label.text) >= 2
        and label.angle == 0
        and abs(label.box.middle[0] - middle) < 0.12 * panel.x.box.width
        and -label.size < top - label.box.bottom < _ABOVE * label.size
    ]
    title = min(above, key=lambda label: top - label.box.bottom, default=None)
    if title is None:
        return panel
    taken.add(id(title))
    return replace(panel, title=title.text)
