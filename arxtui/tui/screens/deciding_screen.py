"""Triage mode: one key a decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from arxtui.tui import verbs
from arxtui.tui.foot_question import FootQuestion
from arxtui.tui.picks import Meant
from arxtui.tui.registry_deciding import DECIDING
from arxtui.tui.screens.deciding_paper import DecidingPaper

if TYPE_CHECKING:
    from arxtui.tui.screens.deciding import Deciding

_LAST = "That was the last one: Esc goes back to the list"


class DecidingScreen(DecidingPaper):
    """Every action of its registry is a method of this screen or of the app. The main screen does what is decided."""

    # With priority a key is answered before the next one is looked at.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(keys, call, action.description, show=False, priority=True, id=action.id)
        for action in DECIDING
        for keys, call in action.bindings
    ]

    def __init__(self, main: Deciding, keys: Sequence[int], place: int) -> None:
        super().__init__(main, keys, place)
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
        self._decide(verbs.KEEP.decided)

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

    def meant(self) -> Meant | None:
        """The paper, for what the main screen does to it; None, which is said, after the last."""
        row = self.row
        if row is None:
            self.say(_LAST)
        return Meant((row.key,), row=row) if row else None

    def _decide(self, verb: verbs.Verb, *, on: bool = True) -> None:
        row = self.row
        if row is None:
            self.say(_LAST)
            return
        if verb.foreseen:
            self.decide(row, verb.foreseen(row.marks))
        self.main.do_to(verb, Meant((row.key,), row=row))
        if on:
            self.go(self.place + 1)
        else:
            self.show_paper()

    # Names and notes: the paper stays

    def action_tag(self) -> None:
        """Ask for tags."""
        self._ask("Tag", self.main.tag, self.main.names("tags"))

    def action_enlist(self) -> None:
        """Ask for a reading list."""
        self._ask("Reading list", self.main.enlist, self.main.names("lists"))

    def action_note(self) -> None:
        """Write the note."""
        if row := self.row:
            self.main.write_note(row)

    def action_note_outside(self) -> None:
        """Write the note in an editor."""
        if row := self.row:
            self.main.note_outside(row)

    def _ask(self, words: str, then: Callable[[Meant, str], object], names: Sequence[str]) -> None:
        meant = self.meant()
        if meant is None or meant.row is None:
            return
        row = meant.row

        def answered(text: str) -> None:
            self.decided.setdefault(row.key, (row.marks, row.marks))
            then(meant, text)

        self.question.ask(words, "", answered, names=names)

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
        self.main.action_undo()

    def action_redo(self) -> None:
        """Do again what was undone last."""
        self.main.action_redo()

    def action_read_text(self) -> None:
        """Read the paper itself."""
        if row := self.row:
            self.main.read_paper(row.key)

    def action_open_page(self) -> None:
        """The paper's page, in a browser."""
        if (key := self.key) is not None:
            self.main.open_page_of(key)

    async def action_export(self) -> None:
        """Ask where to, and export the paper."""
        await self.main.action_export()

    async def action_copy_bibtex(self) -> None:
        """Copy its BibTeX."""
        await self.main.action_copy_bibtex()

    async def action_zotero(self) -> None:
        """Add it to Zotero."""
        await self.main.action_zotero()

    def action_links(self) -> None:
        """Its addresses."""
        if row := self.row:
            self.main.show_links(row)

    def action_tex(self) -> None:
        """Readable text or TeX source."""
        self.main.action_tex()
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

    def action_help(self) -> None:
        """Every key."""
        from arxtui.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(DECIDING))
