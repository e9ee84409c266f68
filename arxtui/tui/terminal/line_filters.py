"""Line filters for terminals without colours (https://no-color.org), where attributes alone distinguish text,
without italics, and without signs: in ASCII, and on a text console. Each line keeps its width."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.scrollbar import ScrollBarRender

from arxtui.text.encodable import in_ascii_cells

_UPRIGHT = Style(italic=False)


class NoColors(LineFilter):
    """Line filter that removes all colours. Text with its own background colour becomes reverse video."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with attributes only."""
        return [
            Segment(text, None if style is None else _without_colors(style), control)
            for text, style, control in segments
        ]


class NoItalics(LineFilter):
    """Line filter that removes italics, which GNU screen shows as reverse video."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments upright."""
        return [
            Segment(text, style + _UPRIGHT if style and style.italic else style, control)
            for text, style, control in segments
        ]


@lru_cache(1024)
def _without_colors(style: Style) -> Style:
    """Return the style without colours. Its meta data (click actions) stays."""
    ground = style.bgcolor
    reverse = style.reverse or (ground is not None and not ground.is_default)
    meta = Style.from_meta(style.meta) if style.meta else Style.null()
    return Style.combine([style.without_color, Style(reverse=reverse or None), meta])


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
