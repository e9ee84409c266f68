"""Triage mode: one key a decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from arxtui.tui import verbs
from arxtui.tui.commands import display, labels, outside, texts
from arxtui.tui.foot_question import FootQuestion
from arxtui.tui.present.record import marks_words
from arxtui.tui.registry_triage import TRIAGE
from arxtui.tui.screens.bindings import bindings_of
from arxtui.tui.screens.triage_page import TriagePage
from arxtui.tui.state.selection import Targets

if TYPE_CHECKING:
    from arxtui.tui.context import Context

_LAST = "That was the last one: Esc goes back to the list"


class TriageScreen(TriagePage):
    """Every action of its registry is a method of this screen or of the app. The main screen does what is decided."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(TRIAGE)

    def __init__(self, context: Context, keys: Sequence[int], place: int) -> None:
        super().__init__(context, keys, place)
        self.question = FootQuestion(self, self.paper, "deciding-prompt")

    def compose(self) -> ComposeResult:
        """Questions stand in the foot."""
        yield from super().compose()
        yield self.question.prompt

    # Decisions, each with the next paper after it

    def action_read_on(self) -> None:
        """Read, and on."""
        self._decide(verbs.READ.given_alone)

    def action_star_on(self) -> None:
        """Star, mark read, and on."""
        self._decide(verbs.STAR.decided)

    def action_hide_on(self) -> None:
        """Hide, mark read, and on."""
        self._decide(verbs.HIDE.decided)

    def action_keep_on(self) -> None:
        """Keep the full text, mark read, and on."""
        self._decide(verbs.QUEUE.decided)

    def action_rate_on(self, digit: int | None = None) -> None:
        """Rate, mark read, and on."""
        if digit is None:
            self.say("1 to 5 rate the paper")
        else:
            self._decide(verbs.decided_rating(digit))

    def action_unrate(self) -> None:
        """No rating."""
        self._decide(verbs.rated(None), on=False)

    def action_reading_state(self) -> None:
        """The next reading state."""
        self._decide(verbs.NEXT_READING, on=False)

    def targets(self) -> Targets | None:
        """The paper, for what the main screen does to it; None, which is said, after the last."""
        row = self.row
        if row is None:
            self.say(_LAST)
        return Targets((row.key,), row=row) if row else None

    def _decide(self, verb: verbs.Verb, *, on: bool = True) -> None:
        row = self.row
        if row is None:
            self.say(_LAST)
            return
        if verb.foreseen:
            self.decide(row, verb.foreseen(row.marks))
        self.context.marker.do_to(verb, Targets((row.key,), row=row))
        if on:
            self.go(self.place + 1)
        else:
            self.show_paper()
            self.say(marks_words(verb.foreseen(row.marks)) if verb.foreseen else "")

    # Names and notes: the paper stays

    def action_tag(self) -> None:
        """Ask for tags."""
        names, give = labels.names_of(self.context, "tags"), partial(labels.give_tags, self.context)
        self._ask("Tag", give, names, labels.check_tags)

    def action_enlist(self) -> None:
        """Ask for a reading list."""
        self._ask("Reading list", partial(labels.put_on_list, self.context), labels.names_of(self.context, "lists"))

    def action_note(self) -> None:
        """Write the note."""
        if row := self.row:
            self.context.notes.write(row)

    def action_note_outside(self) -> None:
        """Write the note in an editor."""
        if row := self.row:
            self.context.notes.write_outside(row)

    def _ask(
        self,
        words: str,
        then: Callable[[Targets, str], object],
        names: Sequence[str],
        check: Callable[[str], object] | None = None,
    ) -> None:
        targets = self.targets()
        if targets is None or targets.row is None:
            return
        row = targets.row

        def answered(text: str) -> None:
            self.decided.setdefault(row.key, (row.marks, row.marks))
            then(targets, text)

        self.question.ask(words, "", answered, names=names, check=check)

    def action_complete(self) -> None:
        """Complete the answer."""
        self.question.complete()

    # Moving

    def action_go_on(self) -> None:
        """The next paper, without a decision; in a question, the next name."""
        if self.question.choose(1):
            return
        if self.key is None:
            self.say(_LAST)
        else:
            self.go(self.place + 1)

    def action_go_back(self) -> None:
        """The paper before; in a question, the name before."""
        if self.question.choose(-1):
            return
        if self.place:
            self.go(self.place - 1)
        else:
            self.say("This is the first one")

    def action_line_down(self) -> None:
        """One line down."""
        self.paper.move(1)

    def action_line_up(self) -> None:
        """One line up."""
        self.paper.move(-1)

    def action_page_down(self) -> None:
        """A screenful down."""
        self.paper.page(1)

    def action_page_up(self) -> None:
        """A screenful up."""
        self.paper.page(-1)

    # Back and forth, and elsewhere

    def action_undo(self) -> None:
        """Take back the last act."""
        self.context.marker.undo()

    def action_redo(self) -> None:
        """Do again what was undone last."""
        self.context.marker.redo()

    def action_read_text(self) -> None:
        """Read the paper itself."""
        if row := self.row:
            texts.read_paper(self.context, row.key)

    def action_open_page(self) -> None:
        """The paper's page, in a browser."""
        if (key := self.key) is not None:
            self.context.browser.open(self.context.browser.address_of(key))

    async def action_export(self) -> None:
        """Ask where to, and export the paper."""
        await outside.export(self.context)

    async def action_copy_bibtex(self) -> None:
        """Copy its BibTeX."""
        await outside.copy_bibtex(self.context)

    async def action_zotero(self) -> None:
        """Add it to Zotero."""
        await outside.zotero(self.context)

    def action_links(self) -> None:
        """Its addresses."""
        if row := self.row:
            outside.show_links(self.context, row)

    def action_tex(self) -> None:
        """Readable text or TeX source."""
        display.tex(self.context)
        self.show_paper()

    def action_leave(self) -> None:
        """Out of a question; else back to the list."""
        if not self.question.put_away():
            self.dismiss()

    def action_leave_at_once(self) -> None:
        """Back to the list."""
        self.dismiss()

    def action_suspend(self) -> None:
        """Into the background of the shell."""
        self.app.action_suspend_process()

    async def action_help(self) -> None:
        """Every key."""
        await self.run_action("app.help")
