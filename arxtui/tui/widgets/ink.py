"""From inked pieces to strips: the one way text gets onto the screen."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.strip import Strip
from textual.widget import Widget

from arxtui.text import cells
from arxtui.tui.present.line import Piece
from arxtui.tui.themes import LOOKS

WHEEL_LINES = 3
# C0, DEL, C1 and what reorders text: nothing of it may reach the terminal, whoever forgot to clean.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def paint(widget: Widget, pieces: Iterable[Piece], width: int, row: str = "") -> Strip:
    """A strip of exactly ``width`` cells in the theme in use; ``row`` names the ink laid under all of it."""
    look = LOOKS.get(widget.app.theme) or LOOKS["dark"]
    inked = [(_safe(text), look.ink(ink, row)) for text, ink in pieces if text]
    room = width - sum(cells(text) for text, _ in inked)
    if room > 0:
        inked.append((" " * room, look.ink("text", row)))
    strip = Strip(_segments(inked), width - min(room, 0))
    return strip if room >= 0 else strip.adjust_cell_length(width)


def _segments(inked: Iterable[tuple[str, Style]]) -> list[Segment]:
    """As few as show the same: each costs the terminal some thirty bytes, over ssh too, and a blank has no colour."""
    joined: list[Segment] = []
    for text, style in inked:
        if joined and (joined[-1].style == style or (text.isspace() and _blank_alike(joined[-1].style, style))):
            joined[-1] = Segment(joined[-1].text + text, joined[-1].style)
        else:
            joined.append(Segment(text, style))
    return joined


@lru_cache(256)
def _blank_alike(one: Style | None, other: Style) -> bool:
    drawn = (each.underline or each.strike or each.reverse for each in (one, other) if each)
    return one is not None and one.bgcolor == other.bgcolor and not any(drawn)


def _safe(text: str) -> str:
    return text if text.isprintable() else _CONTROLS.sub("", text)


class Inked(Widget):
    """A widget whose lines are the strips of ``render_line`` as they are: nothing is laid over them."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of a part of the widget. A widget with a border is left to Textual, which draws it."""
        return super().render_lines(crop) if any(self.styles.gutter) else _strips(self, crop)


def _strips(widget: Widget, crop: Region) -> list[Strip]:
    strips = _filtered(widget, [widget.render_line(y) for y in crop.line_range])
    left, right = crop.column_span
    return [
        strip if (left, right) == (0, strip.cell_length) else strip.crop_extend(left, right, None) for strip in strips
    ]


def _filtered(widget: Widget, strips: list[Strip]) -> list[Strip]:
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
        return _filtered(self, [Strip([segment], bar.thickness) for segment in drawn.segments[crop.y : crop.bottom]])


class InkedView(ScrollView):
    """A scrolling widget whose lines are the strips of ``render_line`` as they are."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of a part of the widget. A widget with a border is left to Textual, which draws it."""
        return super().render_lines(crop) if any(self.styles.gutter) else _strips(self, crop)

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


class Bar(Inked):
    """A line of pieces; a message may need more than one, and the bar is then as high as it has lines."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: tuple[list[Piece], ...] = ([],)

    @property
    def shown(self) -> list[Piece]:
        """The pieces of the first line."""
        return self._lines[0]

    def show(self, first: list[Piece], *more: list[Piece]) -> None:
        """Show these pieces, a list of them a line."""
        lines = (first, *more)
        if lines == self._lines:
            return
        if len(lines) != len(self._lines):
            self.styles.height = len(lines)
        self._lines = lines
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """A line; anything below the last is blank."""
        return paint(self, self._lines[y] if y < len(self._lines) else (), self.size.width)


def wheel_step(event: events.MouseEvent) -> int:
    """The lines that a turn of the wheel moves: up when negative. Nobody else answers it."""
    event.stop()
    event.prevent_default()
    return WHEEL_LINES if isinstance(event, events.MouseScrollDown) else -WHEEL_LINES


def set_extent(view: ScrollView, lines: int) -> None:
    """Tell a view how many lines it has. Only its scroll bar, which is always there, is drawn anew: setting
    ``virtual_size`` itself would lay out the whole screen."""
    extent = Size(view.scrollable_content_region.width, lines)
    view.set_reactive(Widget.virtual_size, extent)
    view._scroll_update(extent)
