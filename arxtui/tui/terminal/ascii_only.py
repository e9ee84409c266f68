"""A screen in ASCII, cell by cell."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from textual.scrollbar import ScrollBarRender

from arxtui.text.encodable import in_ascii_cells


class WholeCells(ScrollBarRender):
    """A scroll bar without parts of cells, which have no likeness."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


class AsciiOnly(LineFilter):
    """Puts ASCII in the place of every other character; each line keeps its cells."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments in ASCII."""
        return [
            segment if control or text.isascii() else Segment(in_ascii_cells(text), style)
            for segment in segments
            for text, style, control in (segment,)
        ]
