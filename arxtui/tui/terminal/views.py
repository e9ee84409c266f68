"""Widgets that are painted strip by strip, with a scroll bar that is drawn where its thumb moves."""

from __future__ import annotations

from rich.color import Color
from rich.style import Style
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.strip import Strip
from textual.widget import Widget

from arxtui.tui.terminal.private_parts import ARE_THERE


class Inked(Widget):
    """A widget whose lines are the strips of ``render_line`` as they are: nothing is laid over them."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of a part of the widget. A widget with a border is left to Textual, which draws it."""
        return super().render_lines(crop) if any(self.styles.gutter) else _strips(self, crop)


def _strips(widget: Widget, crop: Region) -> list[Strip]:
    strips = filtered(widget, [widget.render_line(y) for y in crop.line_range])
    left, right = crop.column_span
    return [
        strip if (left, right) == (0, strip.cell_length) else strip.crop_extend(left, right, None) for strip in strips
    ]


def filtered(widget: Widget, strips: list[Strip]) -> list[Strip]:
    """The strips as Textual's filters of the widget have them."""
    for each in widget.get_line_filters():
        strips = [strip.apply_filter(each, widget.background_colors[1]) for strip in strips]
    return strips


class InkedScrollBar(ScrollBar):
    """Textual's scroll bar, straight to strips: a list that is paged through draws it in every frame."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """A strip for each line."""
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
        return filtered(self, [Strip([segment], bar.thickness) for segment in drawn.segments[crop.y : crop.bottom]])


class InkedView(ScrollView):
    """A scrolling widget whose lines are the strips of ``render_line`` as they are."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of a part of the widget. A widget with a border is left to Textual, which draws it."""
        return super().render_lines(crop) if any(self.styles.gutter) else _strips(self, crop)

    if ARE_THERE:

        @property
        def vertical_scrollbar(self) -> ScrollBar:
            """The scroll bar, made when it is first asked for."""
            if self._vertical_scrollbar is None:
                self._vertical_scrollbar = InkedScrollBar(name="vertical", thickness=self.scrollbar_size_vertical)
                self._vertical_scrollbar.display = False
                self.app._start_widget(self, self._vertical_scrollbar)
            return self._vertical_scrollbar

        def watch_scroll_y(self, old_value: float, new_value: float) -> None:
            """Scroll. The bar is drawn anew where its thumb moves: in a long list, seldom."""
            bar = self.vertical_scrollbar
            if _thumb(self, new_value) == _thumb(self, bar.position):
                bar.set_reactive(ScrollBar.position, new_value)
            super().watch_scroll_y(old_value, new_value)


def _thumb(view: ScrollView, top: float) -> int:
    """How far down the thumb begins, in eighths of a cell, as ``ScrollBarRender`` has it."""
    height, lines = view.size.height, view.virtual_size.height
    if not 0 < height < lines:
        return 0
    return int(8 * (height - max(1, height * height / lines)) * top / (lines - height))


def set_extent(view: ScrollView, lines: int) -> None:
    """Tell a view how many lines it has. Only its scroll bar, which is always there, is drawn anew: setting
    ``virtual_size`` itself would lay out the whole screen."""
    extent = Size(view.scrollable_content_region.width, lines)
    if not ARE_THERE:
        view.virtual_size = extent
        return
    view.set_reactive(Widget.virtual_size, extent)
    view._scroll_update(extent)
