"""The names of axes, the texts beside the middle of their ticks, and their factors, at their ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arxtui.figures.axes import Axis
from arxtui.figures.labels import Label
from arxtui.figures.outlines import Box
from arxtui.figures.values import is_factor, value_of
from arxtui.light import pattern

_UNIT = pattern(r"(?P<name>.*\S)(?: \((?P<round>[^()]*(?:\([^()]*\)[^()]*)*)\)| ?\[(?P<square>[^\[\]]*)\])")
_ACROSS = 5.0
"""How far the label of an axis is from its ticks, in letters' sizes."""
_ABOVE = 1.5
"""How far a title is above its plot."""
_AT = 0.2
"""How far things are apart that are at one place, in letters' sizes or as a part of a plot's width."""
_PANEL = pattern(r"\(?[a-z]\)")
"""The letter of a panel."""
_AT_END = 3.0
"""How far beyond the last tick the middle of a name is (ROOT puts it at the end of the axis)."""
_BESIDE = 0.15
"""How far a name reaches into the row of its ticks."""
_LINE_GAP, _CENTRED = 0.9, 0.5
"""How far the lines of a name are apart, and their middles, in letters' sizes."""
_NEAR = 2.5
"""How far a factor is from the ticks that it is for."""


def named(axes: Sequence[Axis], labels: Sequence[Label], edges: Sequence[Box], taken: set[int]) -> list[Axis]:
    """Give each axis the label beside the middle of its ticks, on the side away from the plot first, and the factor at
    its end. ``edges`` are the wide shapes of the figure, which plots begin with; ``taken`` are the identities of labels
    with another use; those used here are added."""
    above = _titles_above(axes, labels, edges)
    return [_named(_with_factor(axis, labels, taken), labels, edges, taken, above) for axis in axes]


def _titles_above(axes: Sequence[Axis], labels: Sequence[Label], edges: Sequence[Box]) -> list[float]:
    """Return how far the titles of the uppermost plots are above them."""
    rows = [axis.box.bottom for axis in axes if axis.direction == "x"]
    tops = [edge for edge in edges if edge.top < min(rows, default=0.0)]
    return [
        gap
        for label in labels
        if not label.angle
        for edge in tops
        if -_AT * label.size < (gap := edge.top - label.box.bottom) < _ABOVE * label.size and _is_over(label, edge)
    ]


def _is_over(label: Label, edge: Box) -> bool:
    """Whether a label is at the middle of an edge."""
    return abs(label.box.middle[0] - edge.middle[0]) < _AT * edge.width


def _named(axis: Axis, labels: Sequence[Label], edges: Sequence[Box], taken: set[int], above: Sequence[float]) -> Axis:
    free = (
        label
        for label in labels
        if id(label) not in taken and value_of(label.text) is None and not _PANEL.fullmatch(label.text)
    )
    suitable = [(distance, label) for label in free if (distance := _distance(axis, label)) is not None]
    suitable.sort(key=lambda each: each[0])
    own = [label for _, label in suitable if not _is_title(axis, label, edges, above)]
    if not own:
        return axis
    lines = _lines(own)
    taken.update(map(id, lines))
    name, unit = name_and_unit(" ".join(label.text for label in lines))
    return replace(axis, name=name, unit=unit, labels=(*axis.labels, *lines))


def _lines(labels: Sequence[Label]) -> list[Label]:
    """Return the first of these labels with the lines above and below it, in reading order."""
    lines = [labels[0]]
    for _ in labels:
        lines += [label for label in labels if label not in lines and any(_is_next(label, line) for line in lines)]
    return sorted(lines, key=_down)


def _down(label: Label) -> float:
    """Return how far down a label is for those who read it: those turned upwards begin at the left."""
    turned = {90: label.box.left, 270: -label.box.left}
    return turned.get(label.angle, label.box.top)


def _is_next(label: Label, other: Label) -> bool:
    """Whether two labels are lines below each other, one as much as the other to both sides of a middle."""
    first, second = label.box, other.box
    if label.angle != other.angle or abs(label.size - other.size) > _AT * other.size:
        return False
    if label.angle in (90, 270):
        gap, off = max(first.left - second.right, second.left - first.right), first.middle[1] - second.middle[1]
    else:
        gap, off = max(first.top - second.bottom, second.top - first.bottom), first.middle[0] - second.middle[0]
    return -_AT * other.size < gap < _LINE_GAP * other.size and abs(off) < _CENTRED * other.size


def _with_factor(axis: Axis, labels: Sequence[Label], taken: set[int]) -> Axis:
    for label in labels:
        if id(label) in taken or not is_factor(label.text):
            continue
        em = _NEAR * axis.labels[0].size
        y = label.box.middle[1]
        if axis.direction == "y":
            is_beside = label.box.left < axis.box.right + 2 * em and label.box.right > axis.box.left - em
            places = sorted(tick.at for tick in axis.ticks)
            is_near = 0 < axis.box.top - y < em + places[1] - places[0] and is_beside
        else:
            is_near = abs(label.box.right - axis.box.right) < 2 * em and abs(y - axis.box.middle[1]) < em
        if is_near:
            taken.add(id(label))
            return replace(axis, factor=label.text, labels=(*axis.labels, label))
    return axis


def _is_title(axis: Axis, label: Label, edges: Sequence[Box], above: Sequence[float]) -> bool:
    """Whether a label below a row of ticks is nearer to a plot below, or as far from it as the titles ``above`` the
    uppermost plots are from those, and so its title."""
    if axis.direction == "y":
        return False
    gap = label.box.top - axis.box.bottom
    x = label.box.middle[0]
    below = [(edge.top - label.box.bottom, edge) for edge in edges if edge.left < x < edge.right]
    return any(
        -_AT * label.size < distance < gap
        or (_is_over(label, edge) and any(abs(distance - each) < _AT * label.size for each in above))
        for distance, edge in below
    )


def _distance(axis: Axis, label: Label) -> float | None:
    """Return how badly a label suits an axis; None if not at all."""
    x, y = label.box.middle
    em = max(label.size, axis.labels[0].size)
    if axis.direction == "x":
        if label.angle not in range(-2, 3) or not axis.box.left - em < x < axis.box.right + _AT_END * em:
            return None
        gap, off = label.box.top - axis.box.bottom, abs(x - axis.box.middle[0]) / (axis.box.width or 1)
        off += _ACROSS * (x > axis.box.right + em)
        return gap / em + 4 * off if -_BESIDE * em < gap < _ACROSS * em else None
    if not axis.box.top - em < y < axis.box.bottom + em:
        return None
    off = abs(y - axis.box.middle[1]) / (axis.box.height or 1)
    left, right = axis.box.left - label.box.right, label.box.left - axis.box.right
    gap = float("inf")
    if label.angle in (90, 270):
        gap = left if left > -0.5 * em else right + 2 * em if right > -0.5 * em else gap
    elif left > 0 and off < 0.3:  # a short name that is not turned
        gap = left + em
    return gap / em + 4 * off if gap < _ACROSS * em else None


def name_and_unit(text: str) -> tuple[str, str]:
    """Divide the label of an axis."""
    match = _UNIT.fullmatch(text)
    unit = (match["round"] or match["square"] or "") if match else ""
    return (match["name"], unit) if match and unit and len(unit) <= 20 else (text, "")
