"""Triage mode: one paper a screen, one key a decision; the next paper is read ahead."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical

from arxtui.light import changed
from arxtui.model.marks import Marks
from arxtui.text.mentions.venue import venue_in_words, venue_of
from arxtui.tui.actions import Action, Area, run_command
from arxtui.tui.footer_question import FooterQuestion
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.layout import LOW_ROWS
from arxtui.tui.present.line import Line, Piece, foreign, message_rows
from arxtui.tui.present.record import RecordExtras, failure_lines
from arxtui.tui.present.triage import LAST, TriageProgress, end_lines, foot_lines, head_line, paper_lines
from arxtui.tui.state.row_cache import RowCache
from arxtui.tui.state.selection import Targets
from arxtui.tui.terminal.app import BaseScreen, TerminalApp
from arxtui.tui.widgets.ink import Bar, KeyBar, TextPage

if TYPE_CHECKING:
    from arxtui.library.views import PaperGroup
    from arxtui.model.views import Record, Row
    from arxtui.tui.context import Context

_MAX_RECORDS = 8
"""The number of cached records: the next paper's, and some of earlier papers."""
_log = logging.getLogger(__name__)


class TriageScreen(BaseScreen, inherit_bindings=False):
    """The papers of ``keys``, one at a time, starting at index ``place``. ``commands`` are those of its keys;
    ``context`` has the parts of the reader."""

    app: TerminalApp
    AUTO_FOCUS: ClassVar[str | None] = "#deciding-paper"
    area: ClassVar[Area] = Area.TRIAGE

    def __init__(self, context: Context, commands: Sequence[Action], keys: Sequence[int], place: int) -> None:
        super().__init__()
        self.context = context
        self.place = place
        self.pages = RowCache(keys, context.threads.library.papers.rows)
        self.decided: dict[int, tuple[Marks, Marks]] = {}
        """The papers with a decision: their marks before it and now."""
        self.head = Bar(id="deciding-head")
        self.paper = TextPage(self._lines, id="deciding-paper")
        self.foot = KeyBar(id="deciding-foot")
        self.question = FooterQuestion(self, self.paper, "deciding-prompt")
        self._commands = {each.id: each for each in commands}
        self._records: dict[int, Record | None] = {}
        self._places: dict[int, int] = {}
        self._message: list[Piece] = []

    def compose(self) -> ComposeResult:
        """Build head, paper and footer; questions replace the footer."""
        with Vertical(id="deciding"):
            yield self.head
            yield self.paper
            yield self.foot
        yield self.question.prompt

    def on_mount(self) -> None:
        """Show the first paper."""
        self.show_paper()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the lines to the width, and the margins to the height."""
        self.set_class(event.size.height < LOW_ROWS, "-low")
        self.call_after_refresh(self.show_paper)

    def on_key(self, event: events.Key) -> None:
        """Show a message for a key that does nothing in triage mode: it can be a key of the list."""
        if event.is_printable:
            event.stop()
            keys = f"{key_for('help', Area.TRIAGE)} lists its keys, Esc leaves"
            self.say(f"{event.character} does nothing in triage mode: {keys}")

    @property
    def key(self) -> int | None:
        """The current paper's key; None after the last paper."""
        return self.pages.keys[self.place] if self.place < len(self.pages) else None

    @property
    def row(self) -> Row | None:
        """The current paper's row; None after the last paper, and for a paper no longer in the cache."""
        return self.pages[self.place] if self.key is not None else None

    async def action_command(self, name: str, *arguments: object) -> None:
        """Run a command of the registry."""
        if own := self.context.own_commands.find(name):
            await run_command(own, None)
        else:
            await run_command(self._commands[name], self, *arguments)

    def targets(self) -> Targets | None:
        """Return the current paper as targets; None, with a message, after the last."""
        row = self.row
        if row is None:
            self.say(LAST)
        return Targets((row.key,), row=row) if row else None

    def go(self, place: int) -> None:
        """Go to a paper by index, or past the last."""
        place = min(max(place, 0), len(self.pages))
        if place != self.place:
            self.place = place
            self._message = []
            self.paper.scroll_to(y=0, animate=False)
        self.show_paper()

    def go_to_group(self, step: int) -> None:
        """Go to the first paper of a group of the list, counted from the present one; say so if there is none."""
        groups = self.groups
        here = next((place for place, group in enumerate(groups) if self.key in group.keys), None)
        if not groups:
            self.say(f"The list has no groups: {key_for('group')} in the list makes them")
        elif here is None or not 0 <= here + step < len(groups):
            self.say("This is the first group" if step < 0 else "This is the last group")
        else:
            self.go(self.pages.keys.index(groups[here + step].keys[0]))

    def go_to_paper(self, key: int) -> None:
        """Go to a paper by its key, if it was shown in this session of triage."""
        if key in self._places:
            self.go(self._places[key])

    def show_paper(self) -> None:
        """Show the current paper, then read the next one ahead."""
        self.paper.lay_out()
        self.update_bars()
        self.call_after_refresh(self._read_ahead, self.place + 1)

    def forget(self, keys: Sequence[int] | None) -> None:
        """Drop the cached rows and records of these papers, or of all (None), and show the current ones."""
        self.pages.forget(keys)
        decided = [key for key in self.decided if keys is None or key in keys]
        rows = self.context.threads.library.papers.rows(decided)
        self.decided.update((row.key, (self.decided[row.key][0], row.marks)) for row in rows)
        for key in list(self._records) if keys is None else keys:
            self._records.pop(key, None)
        if keys is None or self.key in keys:
            self.show_paper()
        else:
            self.update_bars()

    def decide(self, row: Row, marks: Marks) -> None:
        """Store that a paper is about to have these marks."""
        self.decided[row.key] = self.decided.get(row.key, (row.marks, marks))[0], marks
        self.pages.put(changed(row, marks=marks))

    def say(self, text: str, ink: str = "dim") -> None:
        """Show a message in the footer, until the next paper."""
        self._message = [(foreign(text), ink)] if text else []
        self.update_bars()

    def show_keys(self) -> None:
        """Show the keys that can follow in a sequence."""
        self.update_bars()

    def update_bars(self) -> None:
        """Update head and footer."""
        if self.is_mounted:
            width, height = self.app.size
            self.head.show(head_line(self._progress, width))
            message = self.app.dispatcher.pieces or self._message
            self.foot.show(*foot_lines(message, width, message_rows(height)))

    @property
    def groups(self) -> Sequence[PaperGroup]:
        """The groups of the list."""
        listing = self.context.session.view.listing
        return listing.groups if listing else ()

    @property
    def _progress(self) -> TriageProgress:
        group = next((group.name for group in self.groups if self.key in group.keys), "")
        name = group or self.context.session.view_name or self.context.session.view.shown_query
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
        extras = RecordExtras(venue_in_words(venue_of(record.paper.comment, record.paper.journal_ref)))
        looks = changed(self.context.screen.detail.looks, all_authors=False, extras=extras)
        return paper_lines(changed(record, marks=row.marks) if row else record, width, looks)

    def _record(self, place: int) -> Record | None:
        if place >= len(self.pages):
            return None
        key = self.pages.keys[place]
        self._places[key] = place
        if key not in self._records:
            while len(self._records) >= _MAX_RECORDS:
                del self._records[next(iter(self._records))]
            self._records[key] = self.context.threads.library.papers.record(key)
        return self._records[key]

    def _read_ahead(self, place: int) -> None:
        """Read the next paper ahead, while the user reads the current one."""
        try:
            self._record(place)
            self.pages.fetch(place, place + 2)
        except Exception:  # only a read ahead: an error is shown with the paper itself
            _log.exception("the next paper could not be read")
