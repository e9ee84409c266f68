"""The lines of a layout under construction, with their anchors and pictures; the space between blocks, and indents."""

from __future__ import annotations

from collections.abc import Iterable

from arxtui.model.document import Block, Float, Heading, Pictures, Source
from arxtui.reader.lines import Line, Placed, Runs, decoration, width_of


class Canvas:
    """Lines of a layout. Anchors and pictures store line numbers, counted from 0."""

    __slots__ = ("anchors", "lines", "pictures")

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self.lines = list(lines)
        self.anchors: dict[str, int] = {}
        self.pictures: list[Placed] = []

    def gap(self, block: int, lines: int = 1) -> None:
        """Append empty lines."""
        self.lines.extend([Line((), block)] * lines)

    def anchor(self, names: Iterable[str]) -> None:
        """Add anchors to the next line."""
        for name in names:
            self.anchors.setdefault(name, len(self.lines))

    def put(self, other: Canvas, first: Runs = (), rest: Runs = ()) -> None:
        """Append another canvas, with ``first`` before its first line and ``rest``, of the same width, before its other
        lines. If the other canvas has no lines, nothing is appended."""
        top = len(self.lines)
        for name, line_number in other.anchors.items():
            self.anchors.setdefault(name, top + line_number)
        if other.pictures:
            shift = width_of(rest)
            self.pictures += [each._replace(y=each.y + top, x=each.x + shift) for each in other.pictures]
        if first or rest:
            prefix = first
            for line in other.lines:
                self.lines.append(line._replace(runs=prefix + line.runs) if line.runs or prefix is not rest else line)
                prefix = rest
        else:
            self.lines += other.lines

    def indent(self, cells: int) -> Canvas:
        """Return this canvas with blanks before each line."""
        if cells <= 0:
            return self
        result = Canvas()
        blank = (decoration(" " * cells),)
        result.put(self, blank, blank)
        return result


_CLOSE = (Source, Pictures)
_NARROWEST = 24
"""The minimum width of an indented text in cells."""
_RUN_IN = 4
"""The level from which a heading has no empty line below it."""


def gap(above: Block, below: Block) -> int:
    """Return the number of empty lines between two blocks."""
    if isinstance(above, _CLOSE) and type(above) is type(below):
        return 0
    if _is_bare_panel(above) and _is_bare_panel(below):
        return 0
    if isinstance(above, Heading):
        return int(above.level < _RUN_IN or isinstance(below, Heading))
    return 2 if isinstance(below, Heading) and below.level <= 1 else 1


def _is_bare_panel(block: Block) -> bool:
    """Whether a block is a part of a figure with pictures and a letter, but no words."""
    return isinstance(block, Float) and not block.caption and all(isinstance(each, Pictures) for each in block.blocks)


def indent(measure: int, cells: int) -> int:
    """Return ``cells``, or 0 if the text would become too narrow."""
    return cells if measure - cells >= _NARROWEST else 0
