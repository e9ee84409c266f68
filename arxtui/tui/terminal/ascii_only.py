"""Line filters for screens that lack signs: in ASCII, and on a text console. Both keep the width of each line."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from textual.scrollbar import ScrollBarRender

from arxtui.text.encodable import in_ascii_cells

_MISSING_SIGNS = "◆◇★☆○◐◉✎✓▁▂▃▄▅▆▇▌▍▎▏▣□"
"""Signs of the screens that the usual fonts of the Linux console lack."""
_CONSOLE_SIGNS = {ord(sign): in_ascii_cells(sign) for sign in _MISSING_SIGNS}


class WholeCells(ScrollBarRender):
    """A scroll bar without partial blocks, which have no ASCII counterpart."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


class AsciiOnly(LineFilter):
    """Line filter that replaces every non-ASCII character; each line keeps its width in cells."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in ASCII."""
        return [
            segment if control or text.isascii() else Segment(in_ascii_cells(text), style)
            for segment in segments
            for text, style, control in (segment,)
        ]


class ConsoleSigns(LineFilter):
    """Line filter that replaces the signs that the font of a text console lacks by the ASCII characters for them."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with signs that the font has."""
        return [
            segment if control or text.isascii() else Segment(text.translate(_CONSOLE_SIGNS), style)
            for segment in segments
            for text, style, control in (segment,)
        ]
