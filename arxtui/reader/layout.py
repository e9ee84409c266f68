"""A document as a page of lines; each block is laid out when it is first needed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain

from arxtui.model.document import Document
from arxtui.reader.blocks.front import parse_call
from arxtui.reader.canvas import Canvas
from arxtui.reader.contents import BEFORE
from arxtui.reader.find import Finder
from arxtui.reader.lines import Line, Place, Placed, Run
from arxtui.reader.options import Options
from arxtui.reader.survey import OutlineEntry, Survey
from arxtui.reader.units import Units
from arxtui.text import cells

_DEFAULT = Options()


class Page:
    """A document laid out for ``width`` cells; its text is at most as wide as the options' measure. Lines are counted
    from 0.

    The height of blocks that are not laid out yet is an estimate, and laying them out moves everything below. To keep a
    position, store it as a place, or compute it with :meth:`moved`.
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
        """Searches the document, including what is not laid out yet."""
        self._units = Units(self._survey, self.width, self.measure, options)
        self._heights = [extent.height(self.measure) for extent in self._survey.extents]
        self._canvases: list[Canvas | None] = [None] * len(self._heights)
        self._missing = len(self._canvases)
        self._next_unit = 0
        self._tops: list[int] | None = None

    def relaid(self, width: int, options: Options) -> Page:
        """Return a page of the same document for another width or other options."""
        page = Page(self.document, width, options, self._survey)
        page.finder = self.finder
        return page

    @property
    def height(self) -> int:
        """The height in lines; an estimate unless ``exact``."""
        return self._all_tops()[-1]

    @property
    def exact(self) -> bool:
        """Whether the whole document is laid out."""
        return not self._missing

    def line(self, y: int) -> Line:
        """Return line ``y``; after the end, an empty line."""
        return next(iter(self.lines(y, y + 1)), Line((), len(self.document.blocks)))

    def lines(self, first: int, last: int) -> list[Line]:
        """Return the lines from ``first`` up to, but without, ``last``; fewer at the end."""
        result: list[Line] = []
        unit, skipped = self._at(first)
        while unit < len(self._canvases) and len(result) < last - first:
            result += self._canvas(unit).lines[skipped : skipped + last - first - len(result)]
            skipped = 0
            unit += 1
        return result

    def lay_out_more(self, blocks: int) -> bool:
        """Lay out up to ``blocks`` further blocks in document order. Return whether any are left."""
        while self._missing and blocks:
            if self._canvases[self._next_unit] is None:
                self._canvas(self._next_unit)
                blocks -= 1
            self._next_unit += 1
        return self._missing > 0

    def y_below(self, y: int, by: int) -> int:
        """Return the number of the line that is ``by`` lines below ``y`` (above if negative), within the page.
        Everything between is laid out, which can change the number of line ``y`` itself."""
        unit, line = self._at(y)
        line += by
        while line < 0 and unit > 0:
            unit -= 1
            line += len(self._canvas(unit).lines)
        while unit < len(self._canvases) and line >= len(self._canvas(unit).lines):
            line -= len(self._canvas(unit).lines)
            unit += 1
        if unit == len(self._canvases):
            return max(self.height - 1, 0)
        return max(self._all_tops()[unit] + line, 0)

    def place_at(self, y: int) -> Place:
        """Return the place shown at line ``y``; for an empty line, a place next to it."""
        unit, line = self._at(y)
        if unit == len(self._canvases):
            unit, line = unit - 1, len(self._canvas(unit - 1).lines)
        block = unit + BEFORE
        return Place(block, character_at(self._canvas(unit).lines, block, line))

    def y_of_place(self, place: Place) -> int:
        """Return the line of a place; for a place that does not exist, the nearest one."""
        unit = min(max(place.block - BEFORE, 0), len(self._canvases) - 1)
        line = line_of(self._canvas(unit).lines, unit + BEFORE, place.character)
        return self._all_tops()[unit] + line

    def y_of(self, target: str) -> int | None:
        """Return the line of an anchor, a footnote or the call of a footnote: of any target that a run of this page
        names. Returns None if the document does not have this target."""
        called = parse_call(target)
        if called is not None:
            return self._y_of_call(*called)
        block = self._survey.anchors.get(target)
        if block is None and target in self._units.notes:
            block = len(self.document.blocks)
        if block is None:
            return None
        unit = block - BEFORE
        line = self._canvas(unit).anchors.get(target, 0)
        return self._all_tops()[unit] + line

    @property
    def outline(self) -> tuple[OutlineEntry, ...]:
        """The table of contents: all headings."""
        return self._survey.outline

    def section_at(self, y: int) -> int | None:
        """Return the index of the outline entry that line ``y`` belongs to; None before the first heading."""
        block = self._at(y)[0] + BEFORE
        begun = bisect_right(self.outline, block, key=lambda section: section.block)
        return begun - 1 if begun else None

    def percent_at(self, y: int) -> int:
        """Return the percentage of the text above the end of line ``y``; it does not depend on the width."""
        unit, line = self._at(y)
        if unit == len(self._canvases):
            return 100
        weights = self._survey.weights
        share = (line + 1) / len(self._canvas(unit).lines)
        above = weights[unit] + share * (weights[unit + 1] - weights[unit])
        return int(100 * above / max(weights[-1], 1))

    def run_at(self, y: int, x: int) -> Run | None:
        """Return the run at a cell of a line; None after the end of the line."""
        end = 0
        for run in self.line(y).runs:
            end += cells(run.text)
            if x < end:
                return run
        return None

    def pictures(self, first: int, last: int) -> list[Placed]:
        """Return the pictures that occupy some of these lines, as far as the layout is done; a picture can begin above
        them."""
        self.lines(first, last)
        result: list[Placed] = []
        tops = self._all_tops()
        for unit in range(bisect_right(tops, max(first, 0)) - 1, len(self._canvases)):
            canvas = self._canvases[unit]
            if canvas is None or tops[unit] >= last:
                break
            placed = [picture._replace(y=picture.y + tops[unit]) for picture in canvas.pictures]
            result += [picture for picture in placed if picture.y < last and picture.y + picture.height > first]
        return result

    def _y_of_call(self, block: int, note: str) -> int | None:
        if note not in self._units.notes:
            return None
        canvas = self._canvas(block - BEFORE)
        calls = (at for at, line in enumerate(canvas.lines) if any(run.target == note for run in line.runs))
        return self._all_tops()[block - BEFORE] + next(calls, 0)

    def _at(self, y: int) -> tuple[int, int]:
        """Return the unit of a line, and the line within the unit, after laying the unit out; after the end, the number
        of units and 0."""
        while True:
            tops = self._all_tops()
            unit = bisect_right(tops, max(y, 0)) - 1
            if unit >= len(self._canvases):
                return len(self._canvases), 0
            if self._canvases[unit] is not None:
                return unit, max(y, 0) - tops[unit]
            self._canvas(unit)

    def _canvas(self, unit: int) -> Canvas:
        canvas = self._canvases[unit]
        if canvas is None:
            canvas = self._canvases[unit] = self._units.canvas(unit)
            self._heights[unit] = len(canvas.lines)
            self._tops = None
            self._missing -= 1
        return canvas

    def _all_tops(self) -> list[int]:
        """Return the first line of each unit, and the end of the last."""
        if self._tops is None:
            self._tops = list(accumulate(self._heights, initial=0))
        return self._tops


def character_at(lines: Sequence[Line], block: int, index: int) -> int:
    """Return the first character of the block's text that the line at ``index`` shows. A line without text, such as a
    rule or an empty line, has the character of the next line with text, or else of the last one before.

    Each line of a multi-line formula has a character of its own.
    """
    for at in chain(range(index, len(lines)), range(index - 1, -1, -1)):
        run = next(_shown(lines[at], block), None)
        if run is not None:
            above = 0
            while above < min(at, run.size - 1) and _shows(lines[at - above - 1], block, run.start):
                above += 1
            return run.start + above
    return 0


def line_of(lines: Sequence[Line], block: int, character: int) -> int:
    """Return the line that shows a character, or else the last line that begins before it; the inverse of
    :func:`character_at`."""
    best, best_start = 0, -1
    for at, line in enumerate(lines):
        for run in _shown(line, block):
            if run.start <= character < run.start + run.size:
                return _formula_line(lines, block, at, run, character)
            if best_start < run.start <= character:
                best, best_start = at, run.start
    return best


def _formula_line(lines: Sequence[Line], block: int, at: int, run: Run, character: int) -> int:
    """Return the line of a multi-line formula that represents the character."""
    if len(run.text) == run.size:
        return at
    target = at + character - run.start
    while at < min(target, len(lines) - 1) and _shows(lines[at + 1], block, run.start):
        at += 1
    return at


def _shown(line: Line, block: int) -> Iterator[Run]:
    return (run for run in line.runs if run.size and line.block == block)


def _shows(line: Line, block: int, start: int) -> bool:
    """Return whether a line is another line of the formula that begins at this character."""
    return any(run.start == start for run in _shown(line, block))
