"""A document at a place: how it is set to the room there is, and which of its lines are in sight. Knows nothing of the
screen."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from arxtui.reader.contents import BEFORE
from arxtui.reader.layout import Page
from arxtui.reader.lines import Line, Place
from arxtui.reader.options import Options
from arxtui.reader.survey import Survey
from arxtui.tui.state.page_grid import Grid
from arxtui.tui.state.signals import Signal

if TYPE_CHECKING:
    from arxtui.model.document import Document

_COMMON = 2
"""Lines that a screenful has in common with the next."""
_BEGINNING = Place(BEFORE)
Answer = TypeVar("Answer")


class Spot(NamedTuple):
    """Where a page stands: a place, and the lines between the top and it."""

    place: Place
    above: int = 0


class Viewport:
    """A document, set to the width at hand. The place is held by what is read at the top, whatever the page becomes.
    ``room`` tells the columns and lines that there are now: the first frame is painted before the first event of a
    resize arrives."""

    def __init__(self, room: Callable[[], tuple[int, int]]) -> None:
        self._room = room
        self.top = 0
        """The line at the top."""
        self.unread: int | None = None
        """The line with which what was not in sight before begins, after a page was turned."""
        self.page: Page | None = None
        self.options = Options()
        self.two_columns = True
        self.grid = Grid.of(80, 80, two=False)
        self.shift = 0
        """Cells by which what is too wide is moved to the left."""
        self.changed: Signal[[]] = Signal()
        """Lines have other numbers, or another shift: nothing that was painted of them is good any more."""
        self.moved: Signal[[]] = Signal()
        """Other lines are in sight."""
        self.laid_out: Signal[[]] = Signal()
        """The document is laid out anew, or more of it: what was an estimate may have changed."""
        self._survey: Survey | None = None
        self._seen: list[int] = []
        # What was at the top before the page was set anew, which may have no room there.
        self._held: Place | None = None

    # What is shown

    @property
    def document(self) -> Document | None:
        """What is shown."""
        return self._survey.document if self._survey else None

    def show(self, document: Document, place: Place | None = None) -> None:
        """Show a document from a place on, else from its top."""
        self._survey, self.page, self._held = Survey(document), None, place
        self.top = self.shift = 0
        self.lay_out()

    def lay_out(self, options: Options | None = None) -> None:
        """Set the document to the width at hand, as chosen; the place stays."""
        self.options = options or self.options
        width, _ = self._room()
        if not width or self._survey is None:
            return
        held = self._held or self.place
        self.grid = Grid.of(width, self.options.measure, two=self.two_columns)
        wanted = self.options._replace(measure=self.grid.measure)
        if self.page is None or (self.page.width, self.page.options) != (self.grid.room, wanted):
            again = self.page.relaid if self.page else partial(Page, self._survey.document, survey=self._survey)
            self.page = again(width=self.grid.room, options=wanted)
        self.changed.send()
        self._stand_at(self.page, self.page.y_of_place(held) if held > _BEGINNING else 0)
        self._held = held
        self.laid_out.send()

    @property
    def height(self) -> int:
        """Lines of a column."""
        return max(self._room()[1], 1)

    @property
    def rows(self) -> int:
        """Lines in sight, all columns together."""
        return self.height * len(self.grid.lefts)

    @property
    def is_longer(self) -> bool:
        """Whether there is more than is in sight."""
        return self.page is not None and self.page.height > self.rows

    @property
    def place(self) -> Place:
        """The place at the top."""
        return self.page.place_at(self.top) if self.page else self._held or _BEGINNING

    @property
    def spot(self) -> Spot:
        """Where the page stands, to the line."""
        place = self.place
        return Spot(place, self.page.y_of_place(place) - self.top if self.page else 0)

    @property
    def in_sight(self) -> list[Line]:
        """The lines in sight."""
        return list(self.page.lines(self.top, self.top + self.rows)) if self.page else []

    # Moving

    def settled(self, work: Callable[[], Answer]) -> Answer:
        """Do what may lay out more of the document, above the top too: what is in sight stays."""
        spot = self.spot
        answer = work()
        if self.page:
            before, self.top = self.top, self.page.y_of_place(spot.place) - spot.above
            self.unread = self.unread + self.top - before if self.unread is not None else None
        return answer

    def go_to_line(self, line: int) -> None:
        """Bring a line to the top, or as near to it as the end allows."""
        if self.page is None:
            return
        before = self._seen
        self._stand_at(self.page, line)
        if self._seen != before:
            self.moved.send()

    def _stand_at(self, page: Page, line: int) -> None:
        self._held = None
        self.unread = None
        self.top = self._clamped(page, line)
        if self.shift and not any(each.wide for each in self.in_sight):
            self.shift = 0
            self.changed.send()
        self._seen = list(map(id, self.in_sight))

    def go_to(self, place: Place, above: int = 0) -> None:
        """Bring a place to the top, with some lines above it."""
        if self.page:
            self.go_to_line(self.page.y_below(self.page.y_of_place(place), -above))

    def bring_into_sight(self, place: Place) -> None:
        """Go to a place that is not in sight, and leave some lines above it."""
        page = self.page
        if page and not 0 <= self.settled(lambda: page.y_of_place(place)) - self.top < self.rows:
            self.go_to(place, self.height // 4)

    def move(self, step: int) -> None:
        """So many lines down; up when negative."""
        if self.page:
            self.go_to_line(self.page.y_below(self.top, step))

    def turn(self, direction: int, part: int = 1) -> None:
        """A screenful down (1) or up (-1), or a ``part``\\ th of it."""
        before, unread = self.top, self.top + self.rows
        step = max(self.rows // part - (_COMMON if part == 1 else 0), 1)
        self.move(step * direction)
        while direction > 0 and self.top > before + step // 2 + 1 and self._is_within_formula():
            self.move(-1)
        if before < self.top < unread:
            self.unread = unread

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
            self.changed.send()

    def _clamped(self, page: Page, line: int) -> int:
        """A line that can be at the top. Near the end what is below is laid out, so that the end is exact."""
        line = max(line, 0)
        if line < page.height - 2 * self.rows:
            return line
        place = page.place_at(line)
        above = page.y_of_place(place) - line
        last = page.y_below(page.height, -self.rows)
        return max(min(page.y_of_place(place) - above, last), 0)

    def _is_within_formula(self) -> bool:
        """Whether the top goes on with what the line above it shows as a whole, as a formula in two dimensions."""
        page = self.page
        if page is None or self.top == 0:
            return False
        above = self.settled(lambda: _formulas_in(page.line(self.top - 1)))
        return not above.isdisjoint(_formulas_in(page.line(self.top)))


def _formulas_in(line: Line) -> set[int]:
    """Where in the text stand the formulas that a line shows, or a part of them in two dimensions."""
    return {run.start for run in line.runs if run.size and run.size != len(run.text)}
