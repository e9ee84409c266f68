"""The lines of a layout under construction, with their anchors and pictures."""

from __future__ import annotations

from collections.abc import Iterable

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
