"""The page of a full text: its visible lines, in one column or two."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from itertools import takewhile
from time import perf_counter

from textual import events, on
from textual.strip import Strip
from textual.widget import Widget

from arxtui.reader.layout import Page
from arxtui.reader.lines import Line, Place, Placed, Role
from arxtui.reader.options import Options
from arxtui.text import clip
from arxtui.tui.pictures.gallery import Gallery, words_of
from arxtui.tui.present.line import Piece, clip_center, is_in_ascii
from arxtui.tui.present.reading.lines import Shade, line_pieces
from arxtui.tui.present.reading.selection import Cell, TextSelection
from arxtui.tui.state.viewport import Viewport
from arxtui.tui.terminal.timers import IdleWork
from arxtui.tui.terminal.views import StripWidget
from arxtui.tui.widgets.ink import paint, wheel_step

_FAILED = "this picture cannot be drawn"


class PictureLayer:
    """Draws the pictures of ``gallery`` over the lines of a page; draws nothing while ``gallery`` is None."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self.gallery: Gallery | None = None
        self.chosen = ""
        """The address of the chosen picture; empty if none is chosen."""

    def over(self, strip: Strip, page: Page, y: int, left: int) -> Strip:
        """Return page line ``y``, which begins at the cell ``left``, with the parts of pictures that fall on it."""
        if self.gallery is None or not _has_room(page.line(y)):
            return strip
        for placed in page.pictures(y, y + 1):
            start = left + placed.x
            part = self._part(placed, y - placed.y, self.gallery)
            if placed.address == self.chosen:
                part = Strip.join([paint(self._widget, [("▌", "accent")], 1), part.crop(1)])
            strip = Strip.join([strip.crop(0, start), part, strip.crop(start + placed.width)])
        return strip

    def _part(self, placed: Placed, row: int, gallery: Gallery) -> Strip:
        """Return one line of a picture, centred in its room; the last line shows its caption."""
        theme = self._widget.app.theme
        strips = gallery.strips(placed.address, placed.alt, placed.width, placed.height, theme)
        words = words_of(placed.alt)
        if words and row == placed.height - 1:
            return paint(self._widget, [(clip_center(clip(words, placed.width), placed.width), "dim")], placed.width)
        if not strips or row >= len(strips):
            failed = strips == [] and row == placed.height // 2
            message = [(clip_center(_FAILED, placed.width), "faint")] if failed else []
            return paint(self._widget, message, placed.width)
        before = (placed.width - strips[row].cell_length) // 2
        after = placed.width - strips[row].cell_length - before
        return Strip.join([paint(self._widget, (), before), strips[row], paint(self._widget, (), after)])


def _has_room(line: Line) -> bool:
    return any(run.role is Role.PICTURE and run.text.isspace() for run in line.runs)


_WORK_SECONDS = 0.008
"""Seconds of layout work in one go, while no key waits."""
_MAX_STRIPS = 2_000
_BLOCK_END = 1 << 30
_UNREAD_MARK = "› "
"""The mark before the first line that was not visible before."""


class DocumentPage(StripWidget, can_focus=True, inherit_bindings=False):
    """Paints the lines of its ``viewport``, the mouse's ``selection`` and the ``pictures`` among the lines."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.viewport = Viewport(lambda: self.size)
        self.viewport.options = Options(ascii_only=is_in_ascii())
        self.selection = TextSelection(self.viewport, self._line_under, self.repaint)
        self.pictures = PictureLayer(self)
        self.shades: Callable[[int], Sequence[Shade]] = lambda _: ()
        """Returns the shades to paint over a block's text, below the selection."""
        self._strips: dict[int, tuple[Line, Strip]] = {}
        self._widths: dict[int, int] = {}
        self._idle_work = IdleWork(self, self._paint_ahead)
        self.viewport.changed.subscribe(self._forget)
        self.viewport.moved.subscribe(self._show_other_lines)

    @property
    def selected_text(self) -> str:
        """The text that Ctrl+C copies."""
        return self.selection.text

    def repaint(self, blocks: Collection[int] | None = None) -> None:
        """Drop the painted strips of these blocks (None: of all blocks) and repaint."""
        strips = {} if blocks is None else self._strips
        self._strips = {key: strip for key, strip in strips.items() if strip[0].block not in (blocks or ())}
        self.refresh()

    def _forget(self) -> None:
        """Drop everything painted and measured after a new layout."""
        self._strips.clear()
        self._widths.clear()
        self.refresh()
        self._idle_work.schedule()

    def _show_other_lines(self) -> None:
        self.refresh(self.size.region)
        self._idle_work.schedule()

    # Events

    def on_resize(self, event: events.Resize) -> None:
        """Lay the page out for the new width."""
        self.viewport.lay_out()

    def notify_style_update(self) -> None:
        """Drop the painted strips after a change of the theme."""
        super().notify_style_update()
        self._strips.clear()

    @on(events.MouseScrollDown)
    @on(events.MouseScrollUp)
    def _wheel_turned(self, event: events.MouseEvent) -> None:
        self.viewport.move(wheel_step(event))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin a selection."""
        event.stop()
        self.selection.press(event.offset)
        self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Extend the selection to the mouse."""
        self.selection.drag(event.offset)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """End the selection, or treat the press as a click."""
        self.release_mouse()
        self.selection.release(event.offset)

    def _line_under(self, cell: Cell) -> tuple[int, int]:
        """Return the page line at a cell of the widget, and the cell within this line."""
        view, (x, y) = self.viewport, cell
        column = max(place for place, left in enumerate(view.grid.lefts) if x >= left or not place)
        line = view.top + column * view.height + min(max(y, 0), view.height - 1)
        left = self._text_left(view.page, line) if view.page else 0
        return line, x - view.grid.lefts[column] - left

    # Painting

    def render_line(self, y: int) -> Strip:
        """Return the strip of row ``y`` of the widget, across all columns."""
        view, height = self.viewport, self.size.height
        columns = [self._strip(view.top + y + place * height) for place in range(len(view.grid.lefts))]
        return columns[0] if len(columns) == 1 else self._join_columns(columns)

    def _join_columns(self, columns: list[Strip]) -> Strip:
        grid = self.viewport.grid
        parts: list[Strip] = []
        cell = 0
        for left, strip in zip(grid.lefts, columns, strict=True):
            parts += [paint(self, (), left - cell), strip]
            cell = left + grid.width
        return Strip.join([*parts, paint(self, (), self.size.width - cell)])

    def _strip(self, y: int) -> Strip:
        """Return the strip of page line ``y``. The cache is keyed by the identity of the line, because another layout
        changes its number."""
        page = self.viewport.page
        if page is None or y == self.viewport.unread:
            return self._paint_line(y)
        line = page.line(y)
        cached = self._strips.get(id(line))
        if cached is None:
            if len(self._strips) >= _MAX_STRIPS:
                self._strips.clear()
            cached = self._strips[id(line)] = line, self._paint_line(y)
        return cached[1]

    def _paint_line(self, y: int) -> Strip:
        """Return the strip of a page line, as wide as its column."""
        page, grid = self.viewport.page, self.viewport.grid
        if page is None or not 0 <= y < page.height:
            return paint(self, (), grid.width)
        line = page.line(y)
        pieces = line_pieces(line, [*self.shades(line.block), *self.selection.shades(line.block)])
        left = self._text_left(page, y)
        if not line.wide or self._widest(page, y) <= grid.room:
            sign = _UNREAD_MARK if y == self.viewport.unread and left >= len(_UNREAD_MARK) else ""
            strip = paint(self, [(" " * (left - len(sign)), "text"), (sign, "accent"), *pieces], grid.width)
        else:
            strip = self._window(pieces, self._widest(page, y), grid.width)
        return self.pictures.over(strip, page, y, left)

    def _window(self, pieces: list[Piece], widest: int, width: int) -> Strip:
        """Return the visible part of a line that is wider than its column, with arrows where there is more."""
        room, shift = width - 2, self.viewport.shift
        seen = paint(self, pieces, max(widest, shift + room)).crop(shift, shift + room)
        before = "‹" if shift else " "
        after = "›" if shift + room < widest else " "
        return Strip.join([paint(self, [(before, "accent")], 1), seen, paint(self, [(after, "accent")], 1)])

    def _text_left(self, page: Page, y: int) -> int:
        """Return the cell of the column where a line begins. A wide line begins further left than text; a line that is
        wider than the column is shifted sideways."""
        grid = self.viewport.grid
        if not page.line(y).wide:
            return grid.margin
        widest = self._widest(page, y)
        if widest > grid.room:
            return 1 - self.viewport.shift
        return max(min(grid.margin, grid.width - 1 - widest), 0)

    def _widest(self, page: Page, y: int) -> int:
        """Return the width of the widest line in the group of wide lines that this line belongs to."""
        line = page.line(y)
        if id(line) not in self._widths:
            lines = _wide_beside(page, y)
            self._widths.update(dict.fromkeys(map(id, lines), max(each.width for each in lines)))
        return self._widths[id(line)]

    # Painting ahead while the page is idle

    def _paint_ahead(self) -> bool:
        """Paint the lines that the next key can scroll to, then lay out more of the document. Return whether there is
        more to do."""
        view, page = self.viewport, self.viewport.page
        if page is None:
            return False
        top, first, rows = view.top, max(view.top - view.rows, 0), view.rows
        around = view.hold_place(lambda: page.lines(first, top + 2 * rows))
        if view.top != top:  # the new layout has changed the line numbers: paint these lines next time
            return True
        missing = [y for y, line in enumerate(around, first) if id(line) not in self._strips and y != view.unread]
        for y in missing[:rows]:
            self._strip(y)
        if missing or page.exact:
            return bool(missing)
        view.hold_place(partial(_lay_out_more, page))
        view.laid_out.send()
        return True


def _wide_beside(page: Page, y: int) -> list[Line]:
    """Return the adjacent wide lines around a line, itself included. Only its block is searched: reading beyond it
    could lay out more of the document."""
    block = page.line(y).block
    first, last = (page.y_of_place(Place(block, character)) for character in (0, _BLOCK_END))
    above = takewhile(_is_wide, (page.line(each) for each in range(y - 1, first - 1, -1)))
    below = takewhile(_is_wide, (page.line(each) for each in range(y + 1, last + 1)))
    return [page.line(y), *above, *below]


def _is_wide(line: Line) -> bool:
    return line.wide


def _lay_out_more(page: Page) -> None:
    """Lay out more of the document for ``_WORK_SECONDS``."""
    end = perf_counter() + _WORK_SECONDS
    while page.lay_out_more(1) and perf_counter() < end:
        pass
