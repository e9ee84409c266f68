"""Text selection with the mouse on a page, and clicks."""

from __future__ import annotations

from collections.abc import Callable

from arxtui.reader.lines import Place, Run
from arxtui.tui.present.reading.lines import Shade, character_at
from arxtui.tui.present.reading.selection import TextRange
from arxtui.tui.state.viewport import Viewport

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
