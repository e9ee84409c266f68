"""The pane that shows one paper in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events, on
from textual.geometry import Region
from textual.strip import Strip

from arxtui.library.papers.addresses import Addresses
from arxtui.model.frozen import changed
from arxtui.model.views import Record
from arxtui.query.highlights import Highlights
from arxtui.tui.present.line import Line
from arxtui.tui.present.record import (
    FIGURE_LINE,
    NOTHING_WANTED,
    RecordExtras,
    RecordLooks,
    failure_lines,
    record_lines,
)
from arxtui.tui.widgets.figure_layer import FigureLayer
from arxtui.tui.widgets.ink import paint
from arxtui.tui.widgets.page import TextPage

if TYPE_CHECKING:
    from arxtui.tui.pictures.graphics import RecordFigure

_LONGEST_LINE = 100
"""The maximum width of the text in cells; from the end of a longer line the eye does not find the next one."""


class DetailPane(TextPage):
    """A record, laid out as lines of text."""

    def __init__(self, addresses: Addresses, *, id: str | None = None) -> None:
        super().__init__(self._record_lines, id=id)
        self._addresses = addresses
        self._record: Record | None = None
        self._failure: Exception | None = None
        self.looks = RecordLooks()
        self._figure_layer = FigureLayer(self)
        self._figure_strips: list[Strip] = []

    @property
    def record(self) -> Record | None:
        """The record that is shown."""
        return self._record

    def show(self, record: Record | None, wanted: Highlights = NOTHING_WANTED) -> None:
        """Show a record from its top, with the searched words highlighted. If the paper is the same as before, the
        scroll position stays."""
        before, self._record = self._record, record
        failure, self._failure = self._failure, None
        is_same = bool(record and before and record.key == before.key)
        looks = self.looks
        self.looks = changed(looks, wanted=wanted, extras=looks.extras if is_same else RecordExtras())
        if record == before and looks == self.looks and not failure:
            return
        self.lay_out()
        if not is_same:
            self.scroll_to(y=0, animate=False)

    def render_line(self, y: int) -> Strip:
        """Return the strip of visible line ``y``; a figure in cells is part of it."""
        line, row = super().render_line(y), self.scroll_offset.y + y - self._figure_layer.line
        if not 0 <= row < len(self._figure_strips):
            return line
        strip = self._figure_strips[row]
        return Strip.join([paint(self, (), 1), strip, line.crop(1 + strip.cell_length)])

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the strips of a region of the pane; the figure is drawn over them afterwards."""
        self._figure_layer.painted()
        return super().render_lines(crop)

    @on(events.Hide)
    def update_figure(self) -> None:
        """Draw the figure again or remove it, after something has changed which part of the pane is visible."""
        self._figure_layer.update()

    def show_failure(self, error: Exception) -> None:
        """Show that the paper could not be read, instead of the previous paper."""
        self._record, self._failure = None, error
        self.lay_out()

    def apply_looks(self, looks: RecordLooks) -> None:
        """Show the record with other display options (readable or TeX, some or all authors)."""
        self.looks = looks
        self.lay_out()

    def _record_lines(self, room: int) -> list[Line]:
        width = min(room, _LONGEST_LINE)
        if self._failure:
            return failure_lines(self._failure, width)
        lines = record_lines(self._record, width, self.looks, self._addresses) if self._record else []
        layer, figure = self._figure_layer, self.looks.extras.figure
        layer.figure = figure if lines else None
        self._figure_strips = _strips(figure) if lines and figure and figure.rows else []
        layer.line = lines.index(FIGURE_LINE) if layer.figure else 0
        return lines


def _strips(figure: RecordFigure) -> list[Strip]:
    from arxtui.tui.pictures.strips import strips  # not before there is a figure

    return strips(figure.rows, figure.theme)
