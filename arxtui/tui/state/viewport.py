"""Viewport of a document: layout for the available width, and the visible lines. Independent of the screen."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from arxtui.light import NamedTuple
from arxtui.reader.contents import BEFORE
from arxtui.reader.find import Finder
from arxtui.reader.layout import Page
from arxtui.reader.lines import Line, Place
from arxtui.reader.options import Options
from arxtui.reader.survey import Survey
from arxtui.tui.state.signals import Signal

if TYPE_CHECKING:
    from arxtui.model.document import Document

TWO_COLUMNS = 180
"""Minimum width of a two-column page, in cells."""
_GUTTER = 6
"""Gap between two columns, in cells."""
MARGIN = 2
"""Minimum margin on each side of the text, in cells."""


class PageGrid(NamedTuple):
    """Column layout, in cells: the left edge of each column (``lefts``), the width of a column, the margin within it,
    the maximum width of a line of text (``measure``) and of a wide line such as a table (``room``)."""

    lefts: tuple[int, ...]
    width: int
    margin: int
    measure: int
    room: int

    @classmethod
    def of(cls, width: int, measure: int, *, two: bool) -> PageGrid:
        """Return the layout of a page ``width`` cells wide, for lines of at most ``measure`` cells. ``two``: use two
        columns if the page is wide enough."""
        if two and width >= TWO_COLUMNS:
            column = min(measure, (width - _GUTTER) // 2 - MARGIN)
            left = (width - _GUTTER) // 2 - column
            return cls((left, left + column + _GUTTER), column, 0, column, column)
        column = max(min(measure, width - 2 * MARGIN), 1)
        return cls((0,), width, (width - column) // 2, column, max(width - 2, 1))


_OVERLAP = 2
"""Number of lines that two consecutive screenfuls share."""
_BEGINNING = Place(BEFORE)
Answer = TypeVar("Answer")


class ScrollPosition(NamedTuple):
    """A scroll position: a place, and the number of lines of it above the top."""

    place: Place
    above: int = 0


class Viewport:
    """A document laid out for the available width. When the layout changes, the place at the top stays. ``room``
    returns the current size as (columns, lines); it is a function because the first frame is painted before the first
    resize event."""

    def __init__(self, room: Callable[[], tuple[int, int]]) -> None:
        self._room = room
        self.top = 0
        """Number of the top line."""
        self.unread: int | None = None
        """Number of the first line that was not visible before the last page turn."""
        self.page: Page | None = None
        self.options = Options()
        self.two_columns = True
        self.grid = PageGrid.of(80, 80, two=False)
        self.shift = 0
        """Number of cells that wide content is scrolled to the left."""
        self.changed: Signal[[]] = Signal()
        """Sent when line numbers or the shift change; every painted line is then invalid."""
        self.moved: Signal[[]] = Signal()
        """Sent when other lines become visible."""
        self.laid_out: Signal[[]] = Signal()
        """Sent when the document is laid out again, or more of it; estimates such as the height can have changed."""
        self._survey: Survey | None = None
        self._visible_lines: list[int] = []
        # The position before a new layout, because the new layout cannot always put that place at the top.
        self._anchor: ScrollPosition | None = None

    # What is shown

    @property
    def document(self) -> Document | None:
        """The document shown; None if there is none."""
        return self._survey.document if self._survey else None

    def show(self, document: Document, place: Place | None = None, words: str = "") -> None:
        """Show a document from ``place`` on, or from wherever its words are now; from its top if ``place`` is None."""
        self._survey, self.page = Survey(document), None
        self._anchor = ScrollPosition(Finder(self._survey).place_of(place, words)) if place else None
        self.top = self.shift = 0
        self.lay_out()

    def lay_out(self, options: Options | None = None) -> None:
        """Lay out the document for the available width, with new options if given. The place stays."""
        self.options = options or self.options
        width, _ = self._room()
        if not width or self._survey is None:
            return
        before, (place, above) = self.page, self._anchor or self.position
        self.grid = PageGrid.of(width, self.options.measure, two=self.two_columns)
        options_for_grid = self.options._replace(measure=self.grid.measure)
        if self.page is None or (self.page.width, self.page.options) != (self.grid.room, options_for_grid):
            relay = self.page.relaid if self.page else partial(Page, self._survey.document, survey=self._survey)
            self.page = relay(width=self.grid.room, options=options_for_grid)
        self.changed.send()
        above = above if self.page is before else max(above, 0)  # blank lines stay, parts of a formula may not
        self._set_top(self.page, self.page.y_of_place(place) - above if place > _BEGINNING else 0)
        self._anchor = ScrollPosition(place, above)
        self.laid_out.send()

    @property
    def height(self) -> int:
        """Number of lines of a column."""
        return max(self._room()[1], 1)

    @property
    def rows(self) -> int:
        """Number of visible lines in all columns."""
        return self.height * len(self.grid.lefts)

    @property
    def is_longer(self) -> bool:
        """Whether the document is longer than the visible part."""
        return self.page is not None and self.page.height > self.rows

    @property
    def place(self) -> Place:
        """The place at the top."""
        return self.page.place_at(self.top) if self.page else self._anchor.place if self._anchor else _BEGINNING

    @property
    def position(self) -> ScrollPosition:
        """The exact scroll position, including lines above the place."""
        place = self.place
        return ScrollPosition(place, self.page.y_of_place(place) - self.top if self.page else 0)

    @property
    def in_sight(self) -> list[Line]:
        """The visible lines."""
        return list(self.page.lines(self.top, self.top + self.rows)) if self.page else []

    # Moving

    def hold_place(self, work: Callable[[], Answer]) -> Answer:
        """Call ``work``, which can lay out more of the document, even above the top, and keep the visible lines in
        place."""
        position = self.position
        answer = work()
        if self.page:
            before, self.top = self.top, self.page.y_of_place(position.place) - position.above
            self.unread = self.unread + self.top - before if self.unread is not None else None
        return answer

    def go_to_line(self, line: int) -> None:
        """Scroll a line to the top, or as near to the top as the end of the document allows."""
        if self.page is None:
            return
        before = self._visible_lines
        self._set_top(self.page, line)
        if self._visible_lines != before:
            self.moved.send()

    def _set_top(self, page: Page, line: int) -> None:
        self._anchor = None
        self.unread = None
        self.top = self._clamped(page, line)
        if self.shift and not any(each.wide for each in self.in_sight):
            self.shift = 0
            self.changed.send()
        self._visible_lines = list(map(id, self.in_sight))

    def go_to(self, place: Place, above: int = 0) -> None:
        """Scroll a place to the top, with ``above`` lines above it."""
        if self.page:
            self.go_to_line(self.page.y_below(self.page.y_of_place(place), -above))

    def bring_into_sight(self, place: Place) -> None:
        """Scroll to a place if it is not visible, with a quarter of the height above it."""
        page = self.page
        if page and not 0 <= self.hold_place(lambda: page.y_of_place(place)) - self.top < self.rows:
            self.go_to(place, self.height // 4)

    def move(self, step: int) -> None:
        """Scroll down by ``step`` lines; up if negative."""
        if self.page:
            self.go_to_line(self.page.y_below(self.top, step))

    def turn(self, direction: int, part: int = 1) -> None:
        """Scroll one screenful down (1) or up (-1), or a ``part``\\ th of it."""
        before, unread = self.top, self.top + self.rows
        step = max(self.rows // part - (_OVERLAP if part == 1 else 0), 1)
        self.move(step * direction)
        while direction > 0 and self.top > before + step // 2 + 1 and self._is_within_formula():
            self.move(-1)
        if before < self.top < unread:
            self.unread = unread

    def to_end(self, *, last: bool) -> None:
        """Scroll to the first or the last screenful."""
        if self.page:
            self.go_to_line(self.page.height if last else 0)

    def go_to_percent(self, percent: int) -> None:
        """Scroll so that this percentage of the text ends at the bottom of the screen."""
        if self.page:
            last = bisect_left(range(self.page.height), percent, key=self.page.percent_at)
            self.go_to_line(last - self.rows + 1)

    def sideways(self, cells: int) -> None:
        """Shift wide content horizontally by ``cells``."""
        if self.page is None:
            return
        widest = max((line.width for line in self.in_sight if line.wide), default=0)
        most = widest - self.grid.width + 2 if widest > self.grid.room else 0
        shift = max(min(self.shift + cells, most), 0)
        if shift != self.shift:
            self.shift = shift
            self.changed.send()

    def _clamped(self, page: Page, line: int) -> int:
        """Return the nearest line that can be at the top. Near the end, lay out the rest of the document, so that the
        end is exact."""
        line = max(line, 0)
        if line < page.height - 2 * self.rows:
            return line
        place = page.place_at(line)
        offset = page.y_of_place(place) - line
        last = page.y_below(page.height, -self.rows)
        return max(min(page.y_of_place(place) - offset, last), 0)

    def _is_within_formula(self) -> bool:
        """Return whether the top line is inside a two-dimensional formula that starts above it."""
        page = self.page
        if page is None or self.top == 0:
            return False
        above = self.hold_place(lambda: _formulas_in(page.line(self.top - 1)))
        return not above.isdisjoint(_formulas_in(page.line(self.top)))


def _formulas_in(line: Line) -> set[int]:
    """Return the text positions of the two-dimensional formulas, or parts of them, in a line."""
    return {run.start for run in line.runs if run.size and run.size != len(run.text)}
