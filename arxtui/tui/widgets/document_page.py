"""The page of a full text: its lines as they come into sight, in one column or two."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from textual import events
from textual.geometry import Offset
from textual.strip import Strip
from textual.timer import Timer

from arxtui.reader.contents import BEFORE
from arxtui.reader.layout import Page
from arxtui.reader.lines import Line, Place
from arxtui.reader.options import Options
from arxtui.tui.present.line import Piece
from arxtui.tui.present.reading import Shade, line_pieces
from arxtui.tui.widgets.ink import Inked, paint
from arxtui.tui.widgets.lines import WHEEL_LINES

if TYPE_CHECKING:
    from arxtui.model.document import Document

TWO_COLUMNS = 180
"""Cells from which on a page is set in two columns."""
_GUTTER = 6
"""Cells between two columns."""
_MARGIN = 2
"""Cells beside the text, at least."""
_COMMON = 2
"""Lines that a screenful has in common with the next."""
_REST_SECONDS = 0.05
_WORK_SECONDS = 0.008
"""Of laying out, while nobody waits."""
_STRIPS_KEPT = 2_000
_BEGINNING = Place(BEFORE)


class Grid(NamedTuple):
    """Where the columns stand: the cell at which each begins, the cells of each, the margin within it, and the cells of
    a line of text and of something wide."""

    lefts: tuple[int, ...]
    width: int
    margin: int
    measure: int
    room: int

    @classmethod
    def of(cls, width: int, measure: int, *, two: bool) -> Grid:
        """The grid of a page so many cells wide, for lines of at most ``measure`` cells; ``two``: in two columns, where
        they fit."""
        if two and width >= TWO_COLUMNS:
            column = min(measure, (width - _GUTTER) // 2 - _MARGIN)
            left = (width - _GUTTER) // 2 - column
            return cls((left, left + column + _GUTTER), column, 0, column, column)
        column = max(min(measure, width - 2 * _MARGIN), 1)
        return cls((0,), width, (width - column) // 2, column, max(width - 2, 1))


class Spot(NamedTuple):
    """Where a page stands: a place, and the lines between the top and it."""

    place: Place
    above: int = 0


class DocumentPage(Inked, can_focus=True, inherit_bindings=False):
    """A document at a place. The place is held by what is read at the top, whatever the page becomes."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.top = 0
        """The line at the top."""
        self.page: Page | None = None
        self.options = Options()
        self.two_columns = True
        self.grid = Grid.of(80, 80, two=False)
        self.shift = 0
        """Cells by which what is too wide is moved to the left."""
        self.shades: Callable[[int], Sequence[Shade]] = lambda _: ()
        """What lies over a block's text."""
        self.when_moved: Callable[[], None] = lambda: None
        """Called at once, so that what depends on the place is painted in the same frame."""
        self.when_laid_out: Callable[[], None] = lambda: None
        """Called when the document is laid out anew, or more of it: what was an estimate may have changed."""
        self._document: Document | None = None
        self._held: Place | None = (
            None  # what was at the top before the page was set anew, which may have no room there
        )
        self._strips: dict[int, Strip] = {}
        self._widths: dict[int, int] = {}
        self._rest: Timer | None = None

    # What is shown

    @property
    def document(self) -> Document | None:
        """What is shown."""
        return self._document

    def show(self, document: Document, place: Place | None = None) -> None:
        """Show a document from a place on, else from its top."""
        self._document, self.page, self._held = document, None, place
        self.top = self.shift = 0
        self.lay_out()

    def lay_out(self, options: Options | None = None) -> None:
        """Set the document to the width at hand, as chosen; the place stays."""
        self.options = options or self.options
        width = self.size.width
        if not width or self._document is None:
            return
        held = self._held or self.place
        self.grid = Grid.of(width, self.options.measure, two=self.two_columns)
        options = self.options._replace(measure=self.grid.measure)
        again = self.page.again if self.page else partial(Page, self._document)
        self.page = again(self.grid.room, options)
        self.repaint()
        self.go_to_line(self.page.y_of_place(held) if held > _BEGINNING else 0)
        self._held = held
        self.when_laid_out()

    @property
    def rows(self) -> int:
        """Lines in sight, all columns together."""
        return max(self.size.height, 1) * len(self.grid.lefts)

    @property
    def is_longer(self) -> bool:
        """Whether there is more than is in sight."""
        return self.page is not None and self.page.height > self.rows

    @property
    def place(self) -> Place:
        """The place at the top."""
        return self.page.place_at(self.top) if self.page else self._held or _BEGINNING

    def shades_of(self, block: int) -> Sequence[Shade]:
        """What lies over a block's text."""
        return self.shades(block)

    def line_under(self, offset: Offset) -> tuple[int, int]:
        """The line at a cell of the widget, and the cell of that line."""
        x, y = offset
        column = max(place for place, left in enumerate(self.grid.lefts) if x >= left or not place)
        line = self.top + column * self.size.height + min(max(y, 0), max(self.size.height - 1, 0))
        return line, x - self.grid.lefts[column] - self.text_left(line)

    @property
    def spot(self) -> Spot:
        """Where the page stands, to the line."""
        place = self.place
        return Spot(place, self.page.y_of_place(place) - self.top if self.page else 0)

    @property
    def in_sight(self) -> list[Line]:
        """The lines in sight."""
        return list(self.page.lines(self.top, self.top + self.rows)) if self.page else []

    def repaint(self) -> None:
        """Nothing painted is good any more."""
        self._strips.clear()
        self._widths.clear()
        self.refresh()

    # Moving

    def go_to_line(self, line: int) -> None:
        """Bring a line to the top, or as near to it as the end allows."""
        if self.page is None:
            return
        self._held = None
        before, self.top = self.top, max(min(line, self._last_top(line)), 0)
        self.page.lines(self.top, self.top + self.rows)  # in order: a line below what is not laid out has no number
        if self.shift and not any(each.wide for each in self.in_sight):
            self.shift = 0
            self._strips.clear()
        if self.top != before:
            self.refresh(self.size.region)
            self.when_moved()
        self._rest_soon()

    def go_to(self, place: Place, above: int = 0) -> None:
        """Bring a place to the top, with some lines above it."""
        if self.page:
            self.go_to_line(self.page.y_of_place(place) - above)

    def bring_into_sight(self, place: Place) -> None:
        """Go to a place that is not in sight, and leave some lines above it."""
        if self.page and not self.top <= self.page.y_of_place(place) < self.top + self.rows:
            self.go_to(place, self.size.height // 4)

    def move(self, step: int) -> None:
        """So many lines down; up when negative."""
        if self.page:
            self.go_to_line(self.page.moved(self.top, step))

    def turn(self, direction: int, part: int = 1) -> None:
        """A screenful down (1) or up (-1), or a ``part``\\ th of it."""
        self.move(max(self.rows // part - (_COMMON if part == 1 else 0), 1) * direction)

    def to_end(self, *, last: bool) -> None:
        """To the first or the last screenful."""
        if self.page:
            self.go_to_line(self.page.height if last else 0)

    def go_to_percent(self, percent: int) -> None:
        """Have so many percent of the text read at the end of the screen."""
        if self.page:
            last = bisect_left(range(self.page.height), percent, key=self.page.percent_at)
            self.go_to_line(last - self.rows + 1)

    def sideways(self, cells: int) -> None:
        """Move what is too wide."""
        if self.page is None:
            return
        widest = max((line.width for line in self.in_sight if line.wide), default=0)
        most = widest - self.grid.width + 2 if widest > self.grid.room else 0
        shift = max(min(self.shift + cells, most), 0)
        if shift != self.shift:
            self.shift = shift
            self.repaint()

    def _last_top(self, line: int) -> int:
        """The top of the last screenful. Near the end what is below is laid out, so that it is exact."""
        assert self.page is not None
        if line < self.page.height - 2 * self.rows:
            return line
        return self.page.moved(self.page.height, -self.rows)

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
            return paint(self, [(" " * self.text_left(y), "text"), *pieces], width)
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

    # What happens to it

    def on_resize(self, event: events.Resize) -> None:
        """Set the page to the new width."""
        self.lay_out()

    def notify_style_update(self) -> None:
        """Another theme."""
        super().notify_style_update()
        self._strips.clear()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel scrolls."""
        event.stop()
        event.prevent_default()
        self.move(WHEEL_LINES)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel scrolls."""
        event.stop()
        event.prevent_default()
        self.move(-WHEEL_LINES)

    def _rest_soon(self) -> None:
        if self._rest is None:
            self._rest = self.set_interval(_REST_SECONDS, self._look_ahead)
        self._rest.reset()

    def _look_ahead(self) -> None:
        """Make what the next key may bring into sight, then lay out more of the document: no frame waits for it."""
        page = self.page
        if page is None:
            return
        self._lay_out_more(page, lambda: page.lines(max(self.top - self.rows, 0), self.top + 2 * self.rows))
        around = range(max(self.top - self.rows, 0), min(self.top + 2 * self.rows, page.height))
        missing = [y for y in around if y not in self._strips]
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
            self.top = top
            self._strips.clear()
            self._widths.clear()


def _work(page: Page) -> None:
    """Lay out more of a document, for a moment."""
    end = perf_counter() + _WORK_SECONDS
    while page.work(1) and perf_counter() < end:
        pass
