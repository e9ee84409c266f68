"""Selection of text with the mouse on a page, and clicks."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from arxtui.light import NamedTuple
from arxtui.reader.contents import contents
from arxtui.reader.find import Match, hits
from arxtui.reader.layout import Page
from arxtui.reader.lines import Line, Place, Run
from arxtui.reader.spans import text_of
from arxtui.tui.present.reading.lines import Shade, character_at
from arxtui.tui.state.viewport import Viewport

_BLOCK_END = 1 << 30


class TextRange(NamedTuple):
    """The characters between two places, in either order."""

    anchor: Place
    head: Place

    @property
    def first(self) -> Place:
        """The earlier place."""
        return min(self.anchor, self.head)

    @property
    def last(self) -> Place:
        """The later place."""
        return max(self.anchor, self.head)

    def within(self, block: int) -> list[Match]:
        """Return the selected range of a block."""
        first, last = self.first, self.last
        if not first.block <= block <= last.block:
            return []
        start = first.character if block == first.block else 0
        return [Match(block, start, last.character + 1 if block == last.block else _BLOCK_END)]

    def text(self, page: Page) -> str:
        """Return the selected text, one paragraph per line, without the margins and line breaks of the layout."""
        first, last = page.y_of_place(self.first), page.y_of_place(self.last)
        return lines_text(page, page.lines(first, last + 1), self)


def lines_text(page: Page, lines: Iterable[Line], selection: TextRange | None = None) -> str:
    """Return the text of lines, or the part of it in ``selection``, with each paragraph on one line."""
    paragraphs: list[str] = []
    sources: dict[int, str] = {}
    end: tuple[int, int] | None = None
    for line in lines:
        runs = _covered_runs(line, selection)
        text = "".join(map(_run_text, runs))
        shown = [run for run in runs if run.size]
        if shown and end and end[0] == line.block and _goes_on(page, sources, line.block, end[1], shown[0].start):
            paragraphs[-1] += ("" if end[1] == shown[0].start else " ") + text
        elif text.strip() or (paragraphs and paragraphs[-1]):
            paragraphs.append(text.rstrip())
        end = (line.block, shown[-1].start + shown[-1].size) if shown else None
    return "\n".join(paragraphs).strip("\n")


def _goes_on(page: Page, sources: dict[int, str], block: int, end: int, start: int) -> bool:
    """Return whether two characters of a block are adjacent or separated by one blank."""
    if end == start:
        return True
    if block not in sources and 0 <= block < len(page.document.blocks):
        sources[block] = text_of(block, contents([page.document.blocks[block]]))
    return sources.get(block, "")[end:start] == " "


def _run_text(run: Run) -> str:
    """Return the text of a run; a blank that was widened to justify a line is one blank."""
    return " " if run.size == 1 and run.text.isspace() else run.text


def _covered_runs(line: Line, selection: TextRange | None) -> list[Run]:
    """Return the runs of a line that a selection covers. Runs that the layout added are included if any other run
    is."""
    if selection is None:
        return list(line.runs)
    spans = {hit.run: (hit.start, hit.end) for hit in hits(line, selection.within(line.block))}
    covered: list[Run] = []
    for place, run in enumerate(line.runs):
        if not run.size:
            covered.append(run)
        elif place in spans:
            start, end = spans[place]
            whole = end - start == len(run.text)
            covered.append(
                run if whole else run._replace(text=run.text[start:end], start=run.start + start, size=end - start)
            )
    return covered if spans else []


Cell = tuple[int, int]
"""The column and row of a cell of the widget."""


class TextSelection:
    """Selects text while the mouse button is dragged; a press without a drag is a click. ``line_under`` returns the
    page line at a cell and the cell within this line; ``repaint`` shows a changed selection."""

    def __init__(
        self, viewport: Viewport, line_under: Callable[[Cell], tuple[int, int]], repaint: Callable[[], object]
    ) -> None:
        self._viewport = viewport
        self._line_under = line_under
        self._repaint = repaint
        self._selected: TextRange | None = None
        self._press_place: Place | None = None
        self.when_clicked: Callable[[Place, Run], None] = lambda place, run: None
        """Called with the place and the run that were clicked."""
        self.when_done: Callable[[], None] = lambda: None
        """Called when a selection is finished."""

    def __bool__(self) -> bool:
        return self._selected is not None

    @property
    def text(self) -> str:
        """The selected text."""
        page = self._viewport.page
        return self._selected.text(page) if self._selected and page else ""

    def shades(self, block: int) -> list[Shade]:
        """Return the selected part of a block's text as shades."""
        return [Shade("selected", self._selected.within(block))] if self._selected else []

    def clear(self) -> None:
        """Clear the selection."""
        self._select(None)

    def press(self, cell: Cell) -> None:
        """Begin a selection."""
        self.clear()
        self._press_place = self._place_under(cell)

    def drag(self, cell: Cell) -> None:
        """Extend the selection to a cell; above or below the page, scroll the page."""
        if self._press_place is None:
            return
        if not 0 <= cell[1] < self._viewport.height:
            self._viewport.move(1 if cell[1] > 0 else -1)
        here = self._place_under(cell)
        if here is not None and (self._selected or here != self._press_place):
            self._select(TextRange(self._press_place, here))

    def release(self, cell: Cell) -> None:
        """Finish the selection; if nothing is selected, report a click."""
        pressed, self._press_place = self._press_place, None
        if self.text:
            self.when_done()
        elif pressed is not None and (run := self._run_under(cell)):
            self.when_clicked(pressed, run)

    def _select(self, selection: TextRange | None) -> None:
        if selection != self._selected:
            self._selected = selection
            self._repaint()

    def _place_under(self, cell: Cell) -> Place | None:
        """Return the place of the character at a cell, or of the nearest character on its line. A line without
        characters gives the place of a nearby line."""
        page = self._viewport.page
        if page is None:
            return None
        y, x = self._line_under(cell)
        line = page.line(y)
        character = character_at(line, x)
        return page.place_at(y) if character is None else Place(line.block, character)

    def _run_under(self, cell: Cell) -> Run | None:
        page = self._viewport.page
        if page is None:
            return None
        y, x = self._line_under(cell)
        return page.run_at(y, x) if x >= 0 else None
