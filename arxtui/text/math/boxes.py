"""Parts of a formula as blocks of lines, placed beside and over each other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from arxtui.light import NamedTuple
from arxtui.text.math.tree import UnreadableError
from arxtui.text.width import cells

_MAX_CELLS = 100_000
"""Most cells of a block; a larger one is no real formula but an attack."""
_CACHED = 1024


class Box(NamedTuple):
    """A block of lines, all ``width`` cells wide. ``baseline`` is the line that is level with neighbours; ``end``, in a
    broken formula, the line that is level with what follows."""

    lines: tuple[str, ...]
    baseline: int
    width: int
    end: int | None = None

    @property
    def below(self) -> int:
        """Number of lines below the baseline."""
        return len(self.lines) - 1 - self.baseline


NOTHING = Box(("",), 0, 0)


@lru_cache(_CACHED)
def line(text: str) -> Box:
    """Return a text as a block of one line."""
    return Box((text,), 0, cells(text))


def blank(width: int) -> Box:
    """Return an empty line, ``width`` cells wide."""
    return Box((" " * width,), 0, width)


def beside(boxes: Sequence[Box]) -> Box:
    """Place blocks side by side, with aligned baselines."""
    if len(boxes) == 1:
        return boxes[0]
    width = sum([box.width for box in boxes])
    if max([len(box.lines) for box in boxes]) == 1:
        return Box(("".join([box.lines[0] for box in boxes]),), 0, width)
    above = max([box.baseline for box in boxes])
    height = above + max([len(box.lines) - box.baseline for box in boxes])
    _check(width, height)
    columns: list[tuple[str, ...]] = []
    for lines, baseline, wide, _ in boxes:
        empty, top = (" " * wide,), above - baseline
        columns.append(empty * top + lines + empty * (height - top - len(lines)))
    return Box(tuple(map("".join, zip(*columns, strict=True))), above, width)


def stack(boxes: Sequence[Box], baseline: int, alignment: str = "c") -> Box:
    """Stack blocks, as wide as the widest; ``baseline`` is the baseline of the result."""
    width = max(box.width for box in boxes)
    _check(width, sum(len(box.lines) for box in boxes))
    lines = [shown for box in boxes for shown in align(box, width, alignment).lines]
    return Box(tuple(lines), baseline, width)


def align(box: Box, width: int, alignment: str) -> Box:
    """Align a block in a column ``width`` cells wide; ``alignment`` is ``l``, ``c`` or ``r``."""
    rest = width - box.width
    if rest <= 0:
        return box
    left = 0 if alignment == "l" else rest if alignment == "r" else rest // 2
    before, after = " " * left, " " * (rest - left)
    return Box(tuple([before + shown + after for shown in box.lines]), box.baseline, width)


def centre(box: Box) -> Box:
    """Return a block with equally many lines above and below the baseline, so that a neighbour is level with no row."""
    half, odd = divmod(len(box.lines), 2)
    if odd:
        return box
    return Box((*box.lines[:half], " " * box.width, *box.lines[half:]), half, box.width)


def touch(left: Box, right: Box) -> bool:
    """Whether signs of two blocks side by side meet above or below the baseline, so that they would be read as one."""
    rows = range(-min(left.baseline, right.baseline), min(left.below, right.below) + 1)
    ends = [(left.lines[left.baseline + row][-1:], right.lines[right.baseline + row][:1]) for row in rows if row]
    return any(end.strip() and start.strip() for end, start in ends)


def _check(width: int, height: int) -> None:
    if width * height > _MAX_CELLS:
        raise UnreadableError("too large")
