"""Delimiters as tall as their content: their signs, which of a row belong together, and how much they enclose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from arxtui.text.math.boxes import Box, line
from arxtui.text.math.spacing import LINES, PlacedNode, bare
from arxtui.text.math.tree import CLOSE, OPEN, Grid, Node, Symbol

# Each entry: top, repeated part, middle, bottom.
_PIECES: dict[str, tuple[str, str, str, str]] = {
    "(": ("⎛", "⎜", "⎜", "⎝"),
    ")": ("⎞", "⎟", "⎟", "⎠"),
    "[": ("⎡", "⎢", "⎢", "⎣"),
    "]": ("⎤", "⎥", "⎥", "⎦"),
    "{": ("⎧", "⎪", "⎨", "⎩"),
    "}": ("⎫", "⎪", "⎬", "⎭"),
    "⌈": ("⎡", "⎢", "⎢", "⎢"),
    "⌉": ("⎤", "⎥", "⎥", "⎥"),
    "⌊": ("⎢", "⎢", "⎢", "⎣"),
    "⌋": ("⎥", "⎥", "⎥", "⎦"),
    "⟨": ("╱", "│", "⟨", "╲"),
    "⟩": ("╲", "│", "⟩", "╱"),
    "|": ("│", "│", "│", "│"),
    "‖": ("║", "║", "║", "║"),
    "/": ("╱", "╱", "╱", "╱"),
    "↑": ("↑", "│", "│", "│"),
    "↓": ("│", "│", "│", "↓"),
    "⟦": ("⟦", "⟦", "⟦", "⟦"),
    "⟧": ("⟧", "⟧", "⟧", "⟧"),
}
_TWO_LINES = {"{": "⎰⎱", "}": "⎱⎰", "⟨": "╱╲", "⟩": "╲╱"}


def is_growing(sign: str) -> bool:
    """Whether the delimiter has a tall form."""
    return sign in _PIECES


def delimiter(sign: str, height: int, baseline: int) -> Box:
    """Return the delimiter ``height`` lines tall, with its middle at the baseline; unchanged if it has no tall form."""
    if height == 1 or sign not in _PIECES:
        return line(sign)
    if height == 2 and sign in _TWO_LINES:
        return Box(tuple(_TWO_LINES[sign]), baseline, 1)
    top, repeated, middle, bottom = _PIECES[sign]
    lines = [top, *[repeated] * (height - 2), bottom]
    if height > 2:
        lines[baseline if 0 < baseline < height - 1 else height // 2] = middle
    return Box(tuple(lines), baseline, 1)


_NO_BRACKETS = frozenset("/↑↓")
_DEEPEST = 3
"""Most brackets within a pair that nothing closes."""


@dataclass(slots=True)
class Extent:
    """What is within a pair of brackets: its lines above and below the baseline, and whether it has a grid."""

    opening: int
    above: int = 0
    below: int = 0
    has_grid: bool = False
    alone: list[int] = field(default_factory=list)
    """The places of delimiters with a size that have no partner."""

    def add(self, above: int, below: int, *, has_grid: bool = False) -> None:
        """Enclose another part."""
        self.above, self.below = max(self.above, above), max(self.below, below)
        self.has_grid = self.has_grid or has_grid


def grow_brackets(parts: Sequence[PlacedNode], boxes: list[Box], tall: Callable[[Node, Extent], Box]) -> None:
    """Replace plain brackets by brackets as tall as their content. Those with a size (``\\big``) without a partner in
    the row, such as the bar of a condition, become as tall as what the brackets around them enclose."""

    if max([len(box.lines) for box in boxes], default=1) == 1:
        return

    def grow(places: Iterable[int], extent: Extent) -> None:
        if extent.above or extent.below:
            for place in places:
                boxes[place] = tall(parts[place].node, extent)

    pairs = [Extent(-1)]
    for place, part in enumerate(parts):
        symbol = bare(part.node)
        sign = symbol.text if type(symbol) is Symbol and is_growing(symbol.text) else ""
        if sign and part.left is OPEN and symbol is part.node:
            pairs.append(Extent(place))
            continue
        closed = _close(pairs, parts, sign) if sign and part.left is CLOSE else None
        if closed is not None:
            grow((closed.opening, place, *closed.alone), closed)
            pairs[-1].add(closed.above, closed.below, has_grid=closed.has_grid)
        elif type(symbol) is Symbol and symbol.sized and sign not in _NO_BRACKETS:
            pairs[-1].alone.append(place)
        if type(symbol) is Grid or len(boxes[place].lines) > 1:
            pairs[-1].add(boxes[place].baseline, boxes[place].below, has_grid=type(symbol) is Grid)
    _leave_open(pairs, parts, 1)
    grow(pairs[0].alone, pairs[0])


def _close(pairs: list[Extent], parts: Sequence[PlacedNode], sign: str) -> Extent | None:
    """Remove and return the pair that a closing bracket ends. Returns None if it ends none: it is not for a line."""
    for depth in range(len(pairs) - 1, max(0, len(pairs) - 1 - _DEEPEST), -1):
        opening = parts[pairs[depth].opening].node
        if type(opening) is Symbol and _is_pair(opening.text, sign):
            _leave_open(pairs, parts, depth + 1)
            return pairs.pop()
    return None


def _is_pair(opening: str, closing: str) -> bool:
    return (opening in LINES) == (closing in LINES) or opening == "⟨" or closing == "⟩"


def _leave_open(pairs: list[Extent], parts: Sequence[PlacedNode], count: int) -> None:
    """Make the brackets from ``count`` on, which nothing closes, parts of what encloses them."""
    while len(pairs) > count:
        inner = pairs.pop()
        opening = parts[inner.opening].node
        if type(opening) is Symbol and opening.sized:
            inner.alone.append(inner.opening)
        pairs[-1].alone += inner.alone
        pairs[-1].add(inner.above, inner.below, has_grid=inner.has_grid)
