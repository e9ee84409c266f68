"""Line filters for terminals without colours (https://no-color.org), where attributes alone distinguish text, and
without italics."""

from __future__ import annotations

from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

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
