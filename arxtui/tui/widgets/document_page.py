"""The page of a full text: its lines as they come into sight, in one column or two."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from itertools import takewhile
from time import perf_counter

from textual.geometry import Offset
from textual.strip import Strip
from textual.timer import Timer

from arxtui.reader.layout import Page
from arxtui.reader.lines import Line, Place
from arxtui.reader.options import Options
from arxtui.tui.present.line import Piece
from arxtui.tui.present.reading.lines import Shade, line_pieces
from arxtui.tui.widgets.ink import paint
from arxtui.tui.widgets.laid_out_page import LaidOutPage

_REST_SECONDS = 0.05
_WORK_SECONDS = 0.008
"""Of laying out, while nobody waits."""
_STRIPS_KEPT = 2_000
_BLOCK_END = 1 << 30
_UNREAD = "› "
"""Before the line with which what was not in sight before begins."""


class DocumentPage(LaidOutPage):
    """A document at a place, painted."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.shades: Callable[[int], Sequence[Shade]] = lambda _: ()
        """What lies over a block's text."""
        self._strips: dict[int, tuple[Line, Strip]] = {}
        self._widths: dict[int, int] = {}
        self._rest: Timer | None = None

    def shades_of(self, block: int) -> Sequence[Shade]:
        """What lies over a block's text."""
        return self.shades(block)

    def line_under(self, offset: Offset) -> tuple[int, int]:
        """The line at a cell of the widget, and the cell of that line."""
        x, y = offset
        column = max(place for place, left in enumerate(self.grid.lefts) if x >= left or not place)
        line = self.top + column * self.size.height + min(max(y, 0), max(self.size.height - 1, 0))
        return line, x - self.grid.lefts[column] - self.text_left(line)

    def forget(self) -> None:
        """Nothing painted or measured is good any more."""
        self._strips.clear()
        self._widths.clear()

    def repaint(self, blocks: Collection[int] | None = None) -> None:
        """Nothing painted is good any more, or nothing of some blocks."""
        kept = {} if blocks is None else self._strips
        self._strips = {key: strip for key, strip in kept.items() if strip[0].block not in (blocks or ())}
        self.refresh()

    def go_to_line(self, line: int) -> None:
        """Go there, then look ahead."""
        super().go_to_line(line)
        self._rest_soon()

    def lay_out(self, options: Options | None = None) -> None:
        """Set it, then look ahead."""
        super().lay_out(options)
        self._rest_soon()

    def notify_style_update(self) -> None:
        """Another theme."""
        super().notify_style_update()
        self._strips.clear()

    # Painting

    def render_line(self, y: int) -> Strip:
        """The strip of the line at ``y`` lines below the top, of each column."""
        columns = [self._strip(self.top + y + place * self.size.height) for place in range(len(self.grid.lefts))]
        return columns[0] if len(columns) == 1 else self._beside(columns)

    def _beside(self, columns: list[Strip]) -> Strip:
        parts: list[Strip] = []
        cell = 0
        for left, strip in zip(self.grid.lefts, columns, strict=True):
            parts += [paint(self, (), left - cell), strip]
            cell = left + self.grid.width
        return Strip.join([*parts, paint(self, (), self.size.width - cell)])

    def _strip(self, y: int) -> Strip:
        """From the cache where it was made before; by the line itself, whose number another layout changes."""
        if self.page is None or y == self.unread:
            return self.paint_line(y)
        line = self.page.line(y)
        kept = self._strips.get(id(line))
        if kept is None:
            if len(self._strips) >= _STRIPS_KEPT:
                self._strips.clear()
            kept = self._strips[id(line)] = line, self.paint_line(y)
        return kept[1]

    def paint_line(self, y: int) -> Strip:
        """The strip of a line of the page, as wide as its column."""
        width = self.grid.width
        if self.page is None or not 0 <= y < self.page.height:
            return paint(self, (), width)
        line = self.page.line(y)
        pieces = line_pieces(line, self.shades_of(line.block))
        if not line.wide or self._widest(y) <= self.grid.room:
            left = self.text_left(y)
            sign = _UNREAD if y == self.unread and left >= len(_UNREAD) else ""
            return paint(self, [(" " * (left - len(sign)), "text"), (sign, "accent"), *pieces], width)
        return self._window(pieces, self._widest(y), width)

    def _window(self, pieces: list[Piece], widest: int, width: int) -> Strip:
        """The part of a line that is in sight, between signs where there is more."""
        room = width - 2
        seen = paint(self, pieces, max(widest, self.shift + room)).crop(self.shift, self.shift + room)
        before = "‹" if self.shift else " "
        after = "›" if self.shift + room < widest else " "
        return Strip.join([paint(self, [(before, "accent")], 1), seen, paint(self, [(after, "accent")], 1)])

    def text_left(self, y: int) -> int:
        """The cell of its column at which a line begins: something wide further to the left than text, or moved
        sideways."""
        if self.page is None or not self.page.line(y).wide:
            return self.grid.margin
        widest = self._widest(y)
        if widest > self.grid.room:
            return 1 - self.shift
        return max(min(self.grid.margin, self.grid.width - 1 - widest), 0)

    def _widest(self, y: int) -> int:
        """The width of the widest line of what a wide line belongs to."""
        assert self.page is not None
        line = self.page.line(y)
        if id(line) not in self._widths:
            lines = self._wide_beside(self.page, y)
            self._widths.update(dict.fromkeys(map(id, lines), max(each.width for each in lines)))
        return self._widths[id(line)]

    def _wide_beside(self, page: Page, y: int) -> list[Line]:
        """The wide lines around one. Only within its block: looking beyond might lay out more of the document."""
        block = page.line(y).block
        first, last = (page.y_of_place(Place(block, character)) for character in (0, _BLOCK_END))
        above = takewhile(_is_wide, (page.line(each) for each in range(y - 1, first - 1, -1)))
        below = takewhile(_is_wide, (page.line(each) for each in range(y + 1, last + 1)))
        return [page.line(y), *above, *below]

    # Looking ahead, once the page rests

    def _rest_soon(self) -> None:
        if self._rest is None:
            self._rest = self.set_interval(_REST_SECONDS, self._look_ahead)
        self._rest.reset()

    def _look_ahead(self) -> None:
        """Make what the next key may bring into sight, then lay out more of the document: no frame waits for it."""
        page = self.page
        if page is None:
            return
        top, first = self.top, max(self.top - self.rows, 0)
        around = self.settled(lambda: page.lines(first, top + 2 * self.rows))
        if self.top != top:  # what was just laid out has moved them: they have other numbers, next time
            return
        missing = [y for y, line in enumerate(around, first) if id(line) not in self._strips and y != self.unread]
        for y in missing[: self.rows]:
            self._strip(y)
        if not missing and not page.exact:
            self.settled(partial(_work, page))
            self.when_laid_out()
        elif not missing and self._rest:
            self._rest.pause()


def _is_wide(line: Line) -> bool:
    return line.wide


def _work(page: Page) -> None:
    """Lay out more of a document, for a moment."""
    end = perf_counter() + _WORK_SECONDS
    while page.work(1) and perf_counter() < end:
        pass
