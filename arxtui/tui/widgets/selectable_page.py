"""A page whose text the mouse can select and click."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.geometry import Offset

from arxtui.reader.lines import Place, Run
from arxtui.tui.present.reading.lines import Shade, character_at
from arxtui.tui.present.reading.selection import Selection
from arxtui.tui.widgets.document_page import DocumentPage


class SelectablePage(DocumentPage):
    """A press of the button and a drag select; a press alone is a click."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.selection: Selection | None = None
        self.when_clicked: Callable[[Place, Run], None] = lambda place, run: None
        """Called with the place and the run that were clicked."""
        self.when_selected: Callable[[], None] = lambda: None
        """Called when a selection is done."""
        self._pressed: Place | None = None

    def shades_of(self, block: int) -> Sequence[Shade]:
        """The selection over everything else."""
        selected = [Shade("selected", self.selection.within(block))] if self.selection else []
        return [*super().shades_of(block), *selected]

    @property
    def selected_text(self) -> str:
        """What is selected."""
        return self.selection.text(self.page) if self.selection and self.page else ""

    def deselect(self) -> None:
        """Nothing is selected."""
        self._select(None)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin to select."""
        event.stop()
        self._select(None)
        self._pressed = self._place_under(event.offset)
        self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Select up to here; above and below, the page comes along."""
        if self._pressed is None:
            return
        if not 0 <= event.y < self.size.height:
            self.move(1 if event.y > 0 else -1)
        here = self._place_under(event.offset)
        if here is not None and (self.selection or here != self._pressed):
            self._select(Selection(self._pressed, here))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """The selection is done; without one, it was a click."""
        pressed, self._pressed = self._pressed, None
        self.release_mouse()
        if self.selection and self.selected_text:
            self.when_selected()
        elif pressed is not None and (run := self._run_under(event.offset)):
            self.when_clicked(pressed, run)

    def _select(self, selection: Selection | None) -> None:
        if selection != self.selection:
            self.selection = selection
            self.repaint()

    def _place_under(self, offset: Offset) -> Place | None:
        """The character at a cell of the widget, or the nearest on its line; in a line without any, that of a line
        near."""
        if self.page is None:
            return None
        y, cell = self.line_under(offset)
        line = self.page.line(y)
        character = character_at(line, cell)
        return self.page.place_at(y) if character is None else Place(line.block, character)

    def _run_under(self, offset: Offset) -> Run | None:
        if self.page is None:
            return None
        y, cell = self.line_under(offset)
        return self.page.run_at(y, cell) if cell >= 0 else None
