"""A document as a page of lines: each block is laid out when it is first looked at."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import NamedTuple

from arxtui.model.document import Document
from arxtui.reader.blocks.front import note_of
from arxtui.reader.contents import BEFORE
from arxtui.reader.find import Finder
from arxtui.reader.lines import Line, Place, Placed, Run
from arxtui.reader.options import Options
from arxtui.reader.places import character_at, line_of
from arxtui.reader.sheet import Sheet
from arxtui.reader.survey import Section, Survey
from arxtui.reader.units import Units
from arxtui.text import cells

_DEFAULT = Options()


class Target(NamedTuple):
    """A run that leads somewhere, and the line and cell where it begins."""

    y: int
    x: int
    run: Run


class Page:
    """A document laid out for ``width`` cells, its text to the options' measure at most. Lines are counted from 0.

    The height of what was never looked at is an estimate, and laying it out moves what is below it: what shall stand
    still is kept as a place, or moved by :meth:`moved`.
    """

    def __init__(
        self, document: Document, width: int, options: Options = _DEFAULT, survey: Survey | None = None
    ) -> None:
        self.document = document
        self.width = max(width, 1)
        self.options = options
        self.measure = max(min(self.width, options.measure), 1)
        self._survey = survey or Survey(document)
        self.finder = Finder(self._survey)
        """Finds in the document, what is not laid out yet too."""
        self._units = Units(self._survey, self.width, self.measure, options)
        self._heights = [extent.height(self.measure) for extent in self._survey.extents]
        self._sheets: list[Sheet | None] = [None] * len(self._heights)
        self._left = len(self._sheets)
        self._reached = 0
        self._tops: list[int] | None = None

    def again(self, width: int, options: Options) -> Page:
        """The same document for another width or other options."""
        page = Page(self.document, width, options, self._survey)
        page.finder = self.finder
        return page

    @property
    def height(self) -> int:
        """In lines; exact when ``exact``, else about."""
        return self._all_tops()[-1]

    @property
    def exact(self) -> bool:
        """Whether all is laid out."""
        return not self._left

    def line(self, y: int) -> Line:
        """The line at ``y``; an empty one behind the end."""
        return next(iter(self.lines(y, y + 1)), Line((), len(self.document.blocks)))

    def lines(self, first: int, last: int) -> list[Line]:
        """The lines from ``first`` up to ``last``, which is not among them; fewer at the end."""
        found: list[Line] = []
        unit, skipped = self._at(first)
        while unit < len(self._sheets) and len(found) < last - first:
            found += self._sheet(unit).lines[skipped : skipped + last - first - len(found)]
            skipped = 0
            unit += 1
        return found

    def work(self, blocks: int) -> bool:
        """Lay out up to ``blocks`` more, from the first; whether any are left then."""
        while self._left and blocks:
            if self._sheets[self._reached] is None:
                self._sheet(self._reached)
                blocks -= 1
            self._reached += 1
        return self._left > 0

    def moved(self, y: int, by: int) -> int:
        """Where the line stands that is ``by`` lines below ``y`` (above, where negative), or the last, or the first.
        All between is laid out, and ``y`` itself may stand elsewhere then."""
        unit, place = self._at(y)
        place += by
        while place < 0 and unit > 0:
            unit -= 1
            place += len(self._sheet(unit).lines)
        while unit < len(self._sheets) and place >= len(self._sheet(unit).lines):
            place -= len(self._sheet(unit).lines)
            unit += 1
        if unit == len(self._sheets):
            return max(self.height - 1, 0)
        return max(self._all_tops()[unit] + place, 0)

    def place_at(self, y: int) -> Place:
        """What stands at ``y``, or, where that is an empty line, next to it."""
        unit, line = self._at(y)
        if unit == len(self._sheets):
            unit, line = unit - 1, len(self._sheet(unit - 1).lines)
        block = unit + BEFORE
        return Place(block, character_at(self._sheet(unit).lines, block, line))

    def y_of_place(self, place: Place) -> int:
        """Where a place stands; the nearest there is, of one that the document has not."""
        unit = min(max(place.block - BEFORE, 0), len(self._sheets) - 1)
        line = line_of(self._sheet(unit).lines, unit + BEFORE, place.character)
        return self._all_tops()[unit] + line

    def y_of(self, target: str) -> int | None:
        """Where an anchor, a footnote or the call of one stands: whatever the target of a run of this page names. None
        for what the document has not."""
        called = note_of(target)
        if called is not None:
            return self._y_of_call(*called)
        block = self._survey.anchors.get(target)
        if block is None and target in self._units.notes:
            block = len(self.document.blocks)
        if block is None:
            return None
        unit = block - BEFORE
        line = self._sheet(unit).anchors.get(target, 0)
        return self._all_tops()[unit] + line

    @property
    def outline(self) -> tuple[Section, ...]:
        """The contents: every heading."""
        return self._survey.outline

    def section_at(self, y: int) -> int | None:
        """The entry of the outline that ``y`` belongs to; None before the first."""
        block = self._at(y)[0] + BEFORE
        begun = bisect_right(self.outline, block, key=lambda section: section.block)
        return begun - 1 if begun else None

    def percent_at(self, y: int) -> int:
        """How much of the text stands above the end of line ``y``, of a hundred; the same whatever the width."""
        unit, line = self._at(y)
        if unit == len(self._sheets):
            return 100
        weights = self._survey.weights
        share = (line + 1) / len(self._sheet(unit).lines)
        above = weights[unit] + share * (weights[unit + 1] - weights[unit])
        return int(100 * above / max(weights[-1], 1))

    def targets(self, first: int, last: int) -> list[Target]:
        """What can be followed, shown or copied in some lines, each once: links, references, notes, formulas ..."""
        found: list[Target] = []
        for y, line in enumerate(self.lines(first, last), first):
            x = 0
            for run in line.runs:
                if run.target and not (found and _goes_on(found[-1].run, run)):
                    found.append(Target(y, x, run))
                x += cells(run.text)
        return found

    def run_at(self, y: int, x: int) -> Run | None:
        """The run that has a cell of a line."""
        end = 0
        for run in self.line(y).runs:
            end += cells(run.text)
            if x < end:
                return run
        return None

    def pictures(self, first: int, last: int) -> list[Placed]:
        """The pictures that have room in some lines, as far as those are laid out; one may begin above them."""
        self.lines(first, last)
        found: list[Placed] = []
        tops = self._all_tops()
        for unit in range(bisect_right(tops, max(first, 0)) - 1, len(self._sheets)):
            sheet = self._sheets[unit]
            if sheet is None or tops[unit] >= last:
                break
            placed = [picture._replace(y=picture.y + tops[unit]) for picture in sheet.pictures]
            found += [picture for picture in placed if picture.y < last and picture.y + picture.height > first]
        return found

    def _y_of_call(self, block: int, note: str) -> int | None:
        if note not in self._units.notes:
            return None
        sheet = self._sheet(block - BEFORE)
        calls = (at for at, line in enumerate(sheet.lines) if any(run.target == note for run in line.runs))
        return self._all_tops()[block - BEFORE] + next(calls, 0)

    def _at(self, y: int) -> tuple[int, int]:
        """The unit of a line, laid out, and the line within it; behind the end the number of units, and 0."""
        while True:
            tops = self._all_tops()
            unit = bisect_right(tops, max(y, 0)) - 1
            if unit >= len(self._sheets):
                return len(self._sheets), 0
            if self._sheets[unit] is not None:
                return unit, max(y, 0) - tops[unit]
            self._sheet(unit)

    def _sheet(self, unit: int) -> Sheet:
        sheet = self._sheets[unit]
        if sheet is None:
            sheet = self._sheets[unit] = self._units.sheet(unit)
            self._heights[unit] = len(sheet.lines)
            self._tops = None
            self._left -= 1
        return sheet

    def _all_tops(self) -> list[int]:
        """Where each unit begins, and where the last ends."""
        if self._tops is None:
            self._tops = list(accumulate(self._heights, initial=0))
        return self._tops


def _goes_on(before: Run, run: Run) -> bool:
    """Whether a run is more of the link, reference or formula before it, on the next line or in another style."""
    is_close = before.start <= run.start <= before.start + before.size + 1
    return before.target == run.target and before.role is run.role and is_close
