"""A screen without colours (https://no-color.org): attributes alone tell things apart."""

from __future__ import annotations

from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter


class NoColors(LineFilter):
    """Takes the colours out of whatever is painted; what had a ground of its own is in reverse video."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments with attributes alone."""
        return [
            Segment(text, None if style is None else _without_colors(style), control)
            for text, style, control in segments
        ]


@lru_cache(1024)
def _without_colors(style: Style) -> Style:
    """The style without colours. What a click on it does (its meta) stays."""
    ground = style.bgcolor
    reverse = style.reverse or (ground is not None and not ground.is_default)
    meta = Style.from_meta(style.meta) if style.meta else Style.null()
    return Style.combine([style.without_color, Style(reverse=reverse or None), meta])
