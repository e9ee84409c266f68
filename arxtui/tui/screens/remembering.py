"""The journal, as the main screen has it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from arxtui.tui.screens.noting import Noting

if TYPE_CHECKING:
    from arxtui.tui.screens.journal import JournalScreen


class Remembering(Noting):
    """The panes, and what was done to their papers."""

    _journal: JournalScreen | None = None

    def action_journal(self) -> None:
        """Show the journal."""
        from arxtui.tui.screens.journal import JournalScreen

        self._journal = JournalScreen(self._read_journal, self._look, self.undo, self.action_redo)
        self.app.push_screen(self._journal, self._left_journal)

    def _read_journal(self, limit: int) -> None:
        if journal := self._journal:
            self.desk.ask(lambda library: library.journal(limit), journal.show, self.failed, topic="journal")

    def _look(self, number: int) -> None:
        from arxtui.tui.screens.journal import papers_of

        if journal := self._journal:
            self.desk.ask(partial(papers_of, number=number), journal.show_papers, self.failed, topic="acted on")

    def _left_journal(self, number: int | None) -> None:
        self._journal = None
        if number is not None:
            self.leave_for(f"act:{number}")
            self.action_show_list()

    def reload(self, keys: Sequence[int] | None) -> None:
        """Show the journal as it is now, too."""
        super().reload(keys)
        if self._journal:
            self._journal.read()

    def say(self, text: str, ink: str = "dim") -> None:
        """Say it where the user looks."""
        super().say(text, ink)
        if self._journal:
            self._journal.say(text, ink)
