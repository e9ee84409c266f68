"""The pane that shows one paper in full, and what can be followed from there: authors, and addresses."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from textual import events, on
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from arxtui.library.papers.links import Addresses
from arxtui.light import NamedTuple, changed, deferred
from arxtui.model.views import Record
from arxtui.query.highlights import Highlights
from arxtui.text import cells
from arxtui.tui.present import record as present
from arxtui.tui.present.line import Line, slice_pieces
from arxtui.tui.terminal.app import BaseScreen, TerminalApp
from arxtui.tui.terminal.timers import call_after
from arxtui.tui.widgets.ink import TextPage, paint

with deferred():
    from arxtui.tui.pictures.graphics import RecordFigure, clearing_sequence
    from arxtui.tui.pictures.strips import strips

if TYPE_CHECKING:
    from textual.timer import Timer


_CHOSEN = "+target"


class RecordTarget(NamedTuple):
    """An ``author`` (the name as the record has it), or else the address ``url``; ``paper`` is the id of another paper
    whose page it is. ``parts`` are the parts of lines that show it: (line, first character, last character + 1)."""

    author: str
    url: str
    paper: str
    parts: tuple[tuple[int, int, int], ...] = ()

    @property
    def name(self) -> str:
        """The name of the author, or the address."""
        return self.author or self.url


def record_targets(lines: Sequence[Line]) -> list[RecordTarget]:
    """Return the targets in reading order, each once."""
    found: dict[RecordTarget, list[tuple[int, int, int]]] = {}
    for number, line in enumerate(lines):
        for start, end, name in line.authors:
            found.setdefault(RecordTarget(name, "", ""), []).append((number, start, end))
        if line.url:
            size = sum(len(text) for text, _ in line.pieces)
            found.setdefault(RecordTarget("", line.url, line.paper), []).append((number, 1, size))
    return [target._replace(parts=tuple(parts)) for target, parts in found.items()]


def target_at(lines: Sequence[Line], targets: Iterable[RecordTarget], line: int, cell: int) -> RecordTarget | None:
    """Return the target at a cell of a line; anywhere on a line with an address this address."""
    if line >= len(lines):
        return None
    text = "".join(text for text, _ in lines[line].pieces)
    for target in targets:
        for number, start, end in target.parts:
            if number == line and (target.url or cells(text[:start]) <= cell < cells(text[:end])):
                return target
    return None


def with_target(lines: Sequence[Line], target: RecordTarget) -> list[Line]:
    """Return the lines with the chosen target marked."""
    result = list(lines)
    for number, start, end in target.parts:
        line = result[number]
        before, chosen, after = (slice_pieces(line.pieces, *each) for each in ((0, start), (start, end), (end, None)))
        marked = ((text, ink + _CHOSEN) for text, ink in chosen)
        result[number] = changed(line, pieces=(*before, *marked, *after))
    return result


_REST_SECONDS = 0.1


class _Drawn(NamedTuple):
    """A drawn figure, its upper left cell, and the number of full paints of the screen before it."""

    figure: RecordFigure
    x: int
    y: int
    full_updates: int


class FigureLayer:
    """Draws ``figure``, whose first line is ``line`` of the page, while all of its lines are in sight."""

    def __init__(self, page: TextPage) -> None:
        self._page = page
        self._drawn: _Drawn | None = None
        self._timer: Timer | None = None
        self.figure: RecordFigure | None = None
        self.line = 0

    def painted(self) -> None:
        """Draw or remove the figure after the frame that is being painted."""
        if self.figure or self._drawn:
            self._page.call_after_refresh(self.update)

    def update(self) -> None:
        """Remove the figure if it is no longer in its place; draw it there once the page has rested for a moment."""
        wanted = self._wanted()
        if wanted == self._drawn:
            return
        if self._drawn:
            self._clear(self._drawn)
        self._drawn = None
        if self._timer:
            self._timer.stop()
        self._timer = call_after(self._page, _REST_SECONDS, self._draw) if wanted else None

    def _clear(self, drawn: _Drawn) -> None:
        """Remove a picture: where the terminal cannot, write over it, also over cells that are as before."""
        screen = self._page.screen
        if clearing := clearing_sequence(drawn.figure.graphics, os.environ):
            self._write(clearing)
        elif isinstance(screen, BaseScreen) and screen.full_updates == drawn.full_updates:
            screen.refresh()

    def _draw(self) -> None:
        if wanted := self._wanted():
            self._write(f"\x1b7\x1b[{wanted.y + 1};{wanted.x + 1}H{wanted.figure.sequence}\x1b8")
        self._drawn = wanted

    def _write(self, sequence: str) -> None:
        app = self._page.app
        assert isinstance(app, TerminalApp)
        app.write_sequence(sequence)

    def _wanted(self) -> _Drawn | None:
        page, figure, screen = self._page, self.figure, self._page.screen
        if not (
            figure and figure.sequence and page.display and screen is page.app.screen and isinstance(screen, BaseScreen)
        ):
            return None
        space = page.scrollable_content_region
        y = space.y + self.line - page.scroll_offset.y
        is_in_sight = space.y <= y <= space.bottom - figure.lines
        return _Drawn(figure, space.x + 1, y, screen.full_updates) if is_in_sight else None


_LONGEST_LINE = 100
"""The maximum width of the text in cells; from the end of a longer line the eye does not find the next one."""


class DetailPane(TextPage):
    """A record, laid out as lines of text. ``target`` is the author or the address that is chosen in it."""

    class TargetClicked(Message):
        """An author or an address was clicked."""

        def __init__(self, target: RecordTarget) -> None:
            super().__init__()
            self.target = target

    def __init__(self, addresses: Addresses, *, id: str | None = None) -> None:
        super().__init__(self._record_lines, id=id)
        self._addresses = addresses
        self._record: Record | None = None
        self._failure: Exception | None = None
        self.looks = present.RecordLooks()
        self.target: RecordTarget | None = None
        self._targets: list[RecordTarget] = []
        self._figure_layer = FigureLayer(self)
        self._figure_strips: list[Strip] = []

    @property
    def record(self) -> Record | None:
        """The record that is shown."""
        return self._record

    def show(self, record: Record | None, wanted: Highlights = present.NOTHING_WANTED) -> None:
        """Show a record from its top, with the searched words highlighted. If the paper is the same as before, the
        scroll position stays."""
        before, self._record = self._record, record
        failure, self._failure = self._failure, None
        is_same = bool(record and before and record.key == before.key)
        if not is_same:
            self.target = None
        looks = self.looks
        self.looks = changed(looks, wanted=wanted, extras=looks.extras if is_same else present.RecordExtras())
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

    def apply_looks(self, looks: present.RecordLooks) -> None:
        """Show the record with other display options (readable or TeX, some or all authors)."""
        self.looks = looks
        self.lay_out()

    def step_target(self, step: int) -> RecordTarget | None:
        """Choose the next (1) or previous (-1) author or address, at first the next one in sight, and scroll it into
        view. Before the first and after the last one, none is chosen. Return the chosen one."""
        names = [each.name for each in self._targets]
        if self.target:
            place = names.index(self.target.name) + step
        elif step > 0:
            top = self.scroll_offset.y
            place = next((place for place, each in enumerate(self._targets) if each.parts[-1][0] >= top), len(names))
        else:
            place = -1
        self.choose_target(self._targets[place] if 0 <= place < len(names) else None)
        return self.target

    def choose_target(self, target: RecordTarget | None) -> None:
        """Choose an author or an address; None chooses none."""
        if target == self.target:
            return
        self.target = target
        self.lay_out()
        if target:
            first, last = target.parts[0][0], target.parts[-1][0]
            bottom = self.scrollable_content_region.height - 1
            self.scroll_to(y=min(max(self.scroll_offset.y, last - bottom), first), animate=False)

    def on_click(self, event: events.Click) -> None:
        """Post the author or the address at the clicked cell."""
        offset = event.get_content_offset_capture(self)
        if target := target_at(self._lines, self._targets, self.scroll_offset.y + offset.y, offset.x):
            self.post_message(self.TargetClicked(target))

    def _record_lines(self, room: int) -> list[Line]:
        width = min(room, _LONGEST_LINE)
        if self._failure:
            self.target, self._targets = None, []
            return present.failure_lines(self._failure, width)
        lines = present.record_lines(self._record, width, self.looks, self._addresses) if self._record else []
        self._targets = record_targets(lines)
        layer, figure = self._figure_layer, self.looks.extras.figure
        layer.figure = figure if lines else None
        self._figure_strips = strips(figure.rows, figure.theme) if lines and figure and figure.rows else []
        layer.line = lines.index(present.FIGURE_LINE) if layer.figure else 0
        self.target = next((each for each in self._targets if self.target and each.name == self.target.name), None)
        return with_target(lines, self.target) if self.target else lines
