"""Triage mode: one paper after the other, one key a decision, the next paper there before it is asked for."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical

from arxtui.model.frozen import changed
from arxtui.model.marks import Marks
from arxtui.tui.actions import Area
from arxtui.tui.commands.triage_mode import LAST
from arxtui.tui.foot_question import FootQuestion
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.line import Line, Piece, foreign, message_rows
from arxtui.tui.present.record import failure_lines
from arxtui.tui.present.triage import TriageProgress, end_lines, foot_lines, head_line, paper_lines
from arxtui.tui.registry_triage import TRIAGE
from arxtui.tui.screens.bindings import run_command
from arxtui.tui.state.row_cache import RowCache
from arxtui.tui.state.selection import Targets
from arxtui.tui.terminal.app import BaseScreen
from arxtui.tui.widgets.ink import Bar, KeyBar
from arxtui.tui.widgets.page import TextPage

if TYPE_CHECKING:
    from arxtui.model.views import Record, Row
    from arxtui.tui.application import ArxtuiApp
    from arxtui.tui.context import Context

_BY_ID = {action.id: action for action in TRIAGE}
_HELD = 8
"""Records that are kept: some behind, and the next one."""
_log = logging.getLogger(__name__)


class TriageScreen(BaseScreen, inherit_bindings=False):
    """The papers of ``keys``, one a screen, from number ``place`` on. What the keys do is in
    ``arxtui.tui.commands.triage_mode``; ``context`` has the parts of the reader."""

    app: ArxtuiApp
    AUTO_FOCUS: ClassVar[str | None] = "#deciding-paper"
    area: ClassVar[Area] = Area.TRIAGE

    def __init__(self, context: Context, keys: Sequence[int], place: int) -> None:
        super().__init__()
        self.context = context
        self.place = place
        self.pages = RowCache(keys, context.threads.library.papers.rows)
        self.decided: dict[int, tuple[Marks, Marks]] = {}
        """The papers that something was decided on, with their marks before that and now."""
        self.head = Bar(id="deciding-head")
        self.paper = TextPage(self._lines, id="deciding-paper")
        self.foot = KeyBar(id="deciding-foot")
        self.question = FootQuestion(self, self.paper, "deciding-prompt")
        self._records: dict[int, Record | None] = {}
        self._places: dict[int, int] = {}
        self._said: list[Piece] = []

    def compose(self) -> ComposeResult:
        """Head, paper, foot; questions stand in the foot."""
        with Vertical(id="deciding"):
            yield self.head
            yield self.paper
            yield self.foot
        yield self.question.prompt

    def on_mount(self) -> None:
        """The first paper."""
        self.show_paper()

    def on_resize(self, event: events.Resize) -> None:
        """Write the lines to the new width."""
        self.call_after_refresh(self.show_paper)

    def on_key(self, event: events.Key) -> None:
        """Keys of the list that decide nothing here are not passed over in silence."""
        if event.is_printable:
            keys = f"{key_for('help', Area.TRIAGE)} names its keys, Esc leaves"
            self.say(f"{event.character} does nothing in triage mode: {keys}")

    @property
    def key(self) -> int | None:
        """The paper; None after the last."""
        return self.pages.keys[self.place] if self.place < len(self.pages) else None

    @property
    def row(self) -> Row | None:
        """Its row; None also for a paper that has left the cache."""
        return self.pages[self.place] if self.key is not None else None

    async def action_command(self, name: str, *arguments: object) -> None:
        """Run a command of the registry."""
        if own := self.context.own_commands.named(name):
            await run_command(own, None)
        else:
            await run_command(_BY_ID[name], self, *arguments)

    def targets(self) -> Targets | None:
        """The paper, for what the main screen does to it; None, which is said, after the last."""
        row = self.row
        if row is None:
            self.say(LAST)
        return Targets((row.key,), row=row) if row else None

    def go(self, place: int) -> None:
        """To a paper, or after the last."""
        place = min(max(place, 0), len(self.pages))
        if place != self.place:
            self.place = place
            self._said = []
            self.paper.scroll_to(y=0, animate=False)
        self.show_paper()

    def go_to_paper(self, key: int) -> None:
        """To a paper by its key, if it was shown here."""
        if key in self._places:
            self.go(self._places[key])

    def show_paper(self) -> None:
        """Show the paper as it is now; then make the next one ready."""
        self.paper.lay_out()
        self.update_bars()
        self.call_after_refresh(self._make_ready, self.place + 1)

    def forget(self, keys: Sequence[int] | None) -> None:
        """These papers, or all, are to be read anew."""
        self.pages.forget(keys)
        told = [key for key in self.decided if keys is None or key in keys]
        rows = self.context.threads.library.papers.rows(told)
        self.decided.update((row.key, (self.decided[row.key][0], row.marks)) for row in rows)
        for key in list(self._records) if keys is None else keys:
            self._records.pop(key, None)
        if keys is None or self.key in keys:
            self.show_paper()
        else:
            self.update_bars()

    def decide(self, row: Row, marks: Marks) -> None:
        """A paper is about to have these marks."""
        self.decided[row.key] = self.decided.get(row.key, (row.marks, marks))[0], marks
        self.pages.put(changed(row, marks=marks))

    def say(self, text: str, ink: str = "dim") -> None:
        """Say something in the foot, until the next paper."""
        self._said = [(foreign(text), ink)] if text else []
        self.update_bars()

    def show_keys(self) -> None:
        """Other keys are to be shown."""
        self.update_bars()

    def update_bars(self) -> None:
        """Write head and foot anew."""
        if self.is_mounted:
            width, height = self.app.size
            self.head.show(head_line(self._progress, width))
            said = self.app.dispatcher.pieces or self._said
            self.foot.show(*foot_lines(said, width, message_rows(height)))

    @property
    def _progress(self) -> TriageProgress:
        name = self.context.session.view_name or self.context.session.view.shown_query
        return TriageProgress.of(self.place + 1, len(self.pages), name, self.decided.values())

    def _lines(self, width: int) -> list[Line]:
        try:
            record, row = self._record(self.place), self.row
        except Exception as error:
            _log.exception("a paper could not be read")
            return failure_lines(error, width)
        if record is None:
            if self.key is not None:
                return [Line(((" This paper has left the cache", "dim"),))]
            return end_lines(self._progress, width, self.app.size.height)
        looks = replace(self.context.screen.detail.looks, all_authors=False)
        return paper_lines(changed(record, marks=row.marks) if row else record, width, looks)

    def _record(self, place: int) -> Record | None:
        if place >= len(self.pages):
            return None
        key = self.pages.keys[place]
        self._places[key] = place
        if key not in self._records:
            while len(self._records) >= _HELD:
                del self._records[next(iter(self._records))]
            self._records[key] = self.context.threads.library.papers.record(key)
        return self._records[key]

    def _make_ready(self, place: int) -> None:
        """The next paper is read while the user reads this one."""
        try:
            self._record(place)
            self.pages.fetch(place, place + 2)
        except Exception:  # nobody has asked for that paper yet: it fails in words when it is shown
            _log.exception("the next paper could not be read")
