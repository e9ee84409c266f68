"""Asking arXiv for more: the query of the list, papers by name, whole sets, what the ledger misses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from arxtui.text.identifiers import ids_in
from arxtui.tui.present.outcomes import found_words, outcome_words
from arxtui.tui.screens.working import Outcome, Working

if TYPE_CHECKING:
    from arxtui.library.views import LedgerView
    from arxtui.tui.screens.ledger import LedgerScreen

_HARVEST = "Fetch all papers of, as cs or cs.DC (empty: all of arXiv, some hours)"
_HARVEST_GOES_ON = "The harvest stops here and goes on where it is: B in the reader, or arxtui harvest"
_LONGEST = 30_000
"""Characters of a text that names no paper by its identifier, which goes to the child as it is."""


class Asking(Working):
    """The panes, with ways to fetch more than a refresh does, and the ledger."""

    _ledger: LedgerScreen | None = None
    _answered = ""
    """The query that arXiv was not sent, having answered it lately."""

    def action_ask_arxiv(self) -> None:
        """Send the query of the list to arXiv."""
        query = self.view.asked.query
        if not query.strip():
            self.say("& sends the query of the list to arXiv: search for something first")
        elif not self.work("search", *self._anew(query), "--", query, then=partial(self._asked, query)):
            self.say_goes_on("search", "The question to arXiv")

    def _anew(self, query: str) -> Sequence[str]:
        """Who was told that arXiv was asked the same lately, and asks once more, means it."""
        return ("--again",) if query == self._answered else ()

    def _asked(self, query: str, outcome: Outcome) -> None:
        """What came joins an empty list at once; else it waits."""
        self._answered = query if outcome.end.new is None and not outcome.end.exit_code else ""
        words = found_words(outcome.end, outcome.notes)
        view = self.view
        if view.query == query and not self.papers.count and not outcome.end.exit_code:
            self.open_view(query, typing=view.typing, said=words)
        else:
            self.say(words, "fault" if outcome.end.exit_code else "dim")

    async def action_add_papers(self) -> None:
        """Ask for a text, and fetch the papers that it names."""
        await self.ask("Add papers: ids, addresses, DOIs or any text", "", self._add)

    def _add(self, text: str) -> None:
        named = [each.base for each in ids_in(text)] or [text[:_LONGEST]]
        if text and not self.work("add", "--", *named, then=self._told):
            self.say_goes_on("add", "Adding the papers before")

    async def action_harvest(self) -> None:
        """Ask for a set and fetch all of it, or stop doing so."""
        if self.is_working("harvest"):
            self.stop_work("harvest")
            self.say("The harvest has stopped; B goes on where it is")
        else:
            await self.ask(_HARVEST, " ".join(self.settings.arxiv.categories[:1]), self._harvest)

    def _harvest(self, name: str) -> None:
        self.work("harvest", *(("--set", name) if name else ()), then=self._told)

    @property
    def leaving_words(self) -> str:
        """What to say to who leaves now; empty where there is nothing."""
        return _HARVEST_GOES_ON if self.is_working("harvest") else ""

    def action_repair(self) -> None:
        """Fetch what was announced and is not here."""
        if not self.work("ledger", "--repair", then=partial(self._told, nothing="nothing is missing")):
            self.say_goes_on("ledger", "Fetching what is missing")

    def action_ledger(self) -> None:
        """Show the ledger."""
        from arxtui.tui.screens.ledger import LedgerScreen

        self._ledger = LedgerScreen(self.ask_for_ledger, self.action_repair, self.progress)
        self.app.push_screen(self._ledger, self._left_ledger)

    def _left_ledger(self, query: str | None) -> None:
        self._ledger = None
        if query is not None:
            self.leave_for(query)
            self.action_show_list()

    def show_ledger(self, view: LedgerView) -> None:
        """Show it where it is open, too."""
        super().show_ledger(view)
        if self._ledger:
            self._ledger.show(view)

    def say(self, text: str, ink: str = "dim") -> None:
        """Say it where the user looks."""
        super().say(text, ink)
        if self._ledger:
            self._ledger.say(text, ink)

    def show_progress(self) -> None:
        """Show how far work is where the user looks."""
        super().show_progress()
        if self._ledger:
            self._ledger.show_progress(self.progress)

    def _told(self, outcome: Outcome, *, nothing: str = "nothing new") -> None:
        words = outcome_words(outcome.end, outcome.notes, self.news.waiting, nothing)
        self.say(words, "fault" if outcome.end.exit_code else "dim")
