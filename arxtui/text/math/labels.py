"""Labels over the relations of a row, as in ``X \\overset{d}{=} Y``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arxtui.patterns import pattern
from arxtui.text.math.boxes import Box, line
from arxtui.text.math.inline import as_superscript
from arxtui.text.math.spacing import PlacedNode
from arxtui.text.math.tree import EMPTY, AtomKind, Script

_NEAR = 3
"""The number of cells beside a label that are blank if nobody could read it as part of a neighbour."""
_TALL = pattern("[⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦⎧⎨⎪⎩⎫⎬⎭│║┌╲]")


def raise_labels(parts: Sequence[PlacedNode], boxes: list[Box], scripts: Iterable[int]) -> None:
    """Write the label of a relation beside it, where over it the label would be read as part of a neighbour's script or
    numerator. ``scripts`` are the places that can have labels."""
    for place in scripts:
        part, box = parts[place], boxes[place]
        node = part.node
        if part.left is not AtomKind.REL or type(node) is not Script or not node.limits or node.sub is not None:
            continue
        sign, label = box.lines[box.baseline].strip(), as_superscript(node.sup or EMPTY)
        if label and box.baseline and len(sign) == 1:
            near = range(max(place - _NEAR, 0), min(place + 1 + _NEAR, len(parts)))
            signs = {each: _at_level(parts[each], boxes[each], -box.baseline) for each in near}
            before = "".join([signs[each] for each in near if each < place]) + " " * part.gap
            after = "".join([signs[each] for each in near if each > place])
            if _TALL.split(before[-_NEAR:])[-1].strip() or _TALL.split(after[:_NEAR])[0].strip():
                boxes[place] = line(sign + label)


def _at_level(part: PlacedNode, box: Box, level: int) -> str:
    """Return the space before a block, and its line that is ``level`` lines below its baseline."""
    place = box.baseline + level
    return " " * part.gap + (box.lines[place] if 0 <= place < len(box.lines) else " " * box.width)
