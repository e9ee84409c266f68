"""Widgets that are painted strip by strip, and a scroll bar that is redrawn only when its thumb moves."""

from __future__ import annotations

from typing import Any

from rich.color import Color
from rich.segment import Segment, Segments
from rich.style import Style
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.strip import Strip
from textual.widget import Widget

from arxtui.tui.terminal.private_parts import ARE_THERE


class StripWidget(Widget):
    """A widget whose lines are exactly the strips of ``render_line``."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the strips of a region of the widget. Textual draws a widget with a border."""
        return super().render_lines(crop) if any(self.styles.gutter) else _strips(self, crop)


def _strips(widget: Widget, crop: Region) -> list[Strip]:
    strips = apply_filters(widget, [widget.render_line(y) for y in crop.line_range])
    left, right = crop.column_span
    return [
        strip if (left, right) == (0, strip.cell_length) else strip.crop_extend(left, right, None) for strip in strips
    ]


def apply_filters(widget: Widget, strips: list[Strip]) -> list[Strip]:
    """Return the strips after the widget's line filters."""
    for each in widget.get_line_filters():
        strips = [strip.apply_filter(each, widget.background_colors[1]) for strip in strips]
    return strips


_LEAST_EIGHTHS, _MOST_OF_HALF = 2, 6
"""From how many eighths of its height on a cell shows an end of a thumb, and fewer than how many show half of it."""


class NarrowBar(ScrollBarRender):
    """A scroll bar in the right halves of its cells, so that it does not touch the words before it."""

    @classmethod
    def render_bar(cls, *args: Any, **options: Any) -> Segments:
        """Return the bar as one segment per line."""
        drawn = super().render_bar(*args, **options)
        return Segments([_narrow(segment, options["back_color"]) for segment in drawn.segments], new_lines=True)


def _narrow(segment: Segment, ground: Color) -> Segment:
    """Return a cell of a scroll bar with its thumb, if it has one, in the right half."""
    text, style, _ = segment
    if style is None or style.color is None or text not in ScrollBarRender.VERTICAL_BARS:
        return segment
    lower = ScrollBarRender.VERTICAL_BARS.index(text) + 1
    filled, half = (8 - lower % 8, "▝") if style.reverse else (lower, "▗")
    sign = " " if filled < _LEAST_EIGHTHS else half if filled < _MOST_OF_HALF else "▐"
    return Segment(sign, Style(color=style.color, bgcolor=ground, meta=style.meta))


class StripScrollBar(ScrollBar):
    """Textual's scroll bar, rendered directly to strips, because a list that is scrolled by pages draws it in every
    frame."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return one strip per line."""
        bar = self.render()
        if not isinstance(bar, ScrollBarRender) or not isinstance(bar.style, Style):
            return super().render_lines(crop)
        drawn = bar.render_bar(
            self.size.height,
            bar.virtual_size,
            bar.window_size,
            bar.position,
            bar.thickness,
            back_color=bar.style.bgcolor or Color.default(),
            bar_color=bar.style.color or Color.default(),
        )
        return apply_filters(
            self, [Strip([segment], bar.thickness) for segment in drawn.segments[crop.y : crop.bottom]]
        )


class StripView(ScrollView):
    """A scrolling widget whose lines are exactly the strips of ``render_line``."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the strips of a region of the widget. Textual draws a widget with a border."""
        return super().render_lines(crop) if any(self.styles.gutter) else _strips(self, crop)

    if ARE_THERE:

        @property
        def vertical_scrollbar(self) -> ScrollBar:
            """The scroll bar, created on first use."""
            if self._vertical_scrollbar is None:
                self._vertical_scrollbar = StripScrollBar(name="vertical", thickness=self.scrollbar_size_vertical)
                self._vertical_scrollbar.display = False
                self.app._start_widget(self, self._vertical_scrollbar)
            return self._vertical_scrollbar

        def watch_scroll_y(self, old_value: float, new_value: float) -> None:
            """Scroll. Redraw the scroll bar only if its thumb moves, which is rare in a long list."""
            bar = self.vertical_scrollbar
            if _thumb(self, new_value) == _thumb(self, bar.position):
                bar.set_reactive(ScrollBar.position, new_value)
            super().watch_scroll_y(old_value, new_value)


def _thumb(view: ScrollView, top: float) -> int:
    """Return the offset of the thumb in eighths of a cell, computed as in ``ScrollBarRender``."""
    height, lines = view.size.height, view.virtual_size.height
    if not 0 < height < lines:
        return 0
    return int(8 * (height - max(1, height * height / lines)) * top / (lines - height))


def set_extent(view: ScrollView, lines: int) -> None:
    """Set the number of lines of a view. Redraw only its scroll bar, which is always shown; setting ``virtual_size``
    itself would lay out the whole screen again."""
    extent = Size(view.scrollable_content_region.width, lines)
    if not ARE_THERE:
        view.virtual_size = extent
        return
    view.set_reactive(Widget.virtual_size, extent)
    view._scroll_update(extent)
