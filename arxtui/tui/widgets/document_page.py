"""The page of a full text: its lines as they come into sight, in one column or two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter

from textual.geometry import Offset
from textual.strip import Strip
from textual.timer import Timer

from arxtui.reader.layout import Page
from arxtui.tui.present.line import Piece
from arxtui.tui.present.reading import Shade, line_pieces
from arxtui.tui.widgets.ink import paint
from arxtui.tui.widgets.laid_out_page import LaidOutPage

_REST_SECONDS = 0.05
_WORK_SECONDS = 0.008
"""Of laying out, while nobody waits."""
_STRIPS_KEPT = 2_000
_UNREAD = "› "
"""Before the line with which what was not in sight before begins."""


class DocumentPage(LaidOutPage):
    """A document at a place, painted."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.shades: Callable[[int], Sequence[Shade]] = lambda _: ()
        """What lies over a block's text."""
        self._strips: dict[int, Strip] = {}
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

    def repaint(self) -> None:
        """Nothing painted is good any more."""
        self._strips.clear()
        self.refresh()

    def go_to_line(self, line: int) -> None:
        """Go there; once the page rests, look ahead."""
        super().go_to_line(line)
        if self._rest is None:
            self._rest = self.set_interval(_REST_SECONDS, self._look_ahead)
        self._rest.reset()

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
        if y == self.unread:
            return self.paint_line(y)
        strip = self._strips.get(y)
        if strip is None:
            if len(self._strips) >= _STRIPS_KEPT:
                self._strips.clear()
            strip = self._strips[y] = self.paint_line(y)
        return strip

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
        if y not in self._widths:
            block = self.page.line(y).block
            first = last = y
            while first > 0 and self._belongs(first - 1, block):
                first -= 1
            while self._belongs(last + 1, block):
                last += 1
            widest = max(line.width for line in self.page.lines(first, last + 1))
            self._widths.update(dict.fromkeys(range(first, last + 1), widest))
        return self._widths[y]

    def _belongs(self, y: int, block: int) -> bool:
        assert self.page is not None
        if y >= self.page.height:
            return False
        line = self.page.line(y)
        return line.wide and line.block == block

    # Looking ahead

    def _look_ahead(self) -> None:
        """Make what the next key may bring into sight, then lay out more of the document: no frame waits for it."""
        page = self.page
        if page is None:
            return
        self._lay_out_more(page, lambda: page.lines(max(self.top - self.rows, 0), self.top + 2 * self.rows))
        around = range(max(self.top - self.rows, 0), min(self.top + 2 * self.rows, page.height))
        missing = [y for y in around if y not in self._strips and y != self.unread]
        for y in missing[: self.rows]:
            self._strip(y)
        if missing:
            return
        if not page.exact:
            self._lay_out_more(page, partial(_work, page))
            self.when_laid_out()
        elif self._rest:
            self._rest.pause()

    def _lay_out_more(self, page: Page, work: Callable[[], object]) -> None:
        """Lay out what is not in sight. What is stays where it is."""
        spot, height = self.spot, page.height
        work()
        top = page.y_of_place(spot.place) - spot.above
        if (top, page.height) != (self.top, height):
            self.unread = self.unread + top - self.top if self.unread is not None else None
            self.top = top
            self.forget()


def _work(page: Page) -> None:
    """Lay out more of a document, for a moment."""
    end = perf_counter() + _WORK_SECONDS
    while page.work(1) and perf_counter() < end:
        pass
