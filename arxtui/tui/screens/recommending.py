"""The user's own ranking, and why a paper stands where it does."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from arxtui.model.expr import Sort
from arxtui.tui.present.ruling import for_you_words
from arxtui.tui.screens.relating import Relating
from arxtui.tui.screens.working import Outcome

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.for_you import ForYouState


class Recommending(Relating):
    """The panes, with what is worth a look."""

    _explains = False

    def after_list(self) -> None:
        """Who asks for the ranking gets what was learned of the marks as they are."""
        super().after_list()
        listing = self.view.listing
        if listing and listing.query.sort is Sort.FOR_YOU:
            self.desk.ask(_standing, self._learn_if_due, self.failed, topic="for you")

    def _learn_if_due(self, told: tuple[ForYouState, bool]) -> None:
        state, is_due = told
        if state.needed:
            self.say(f"For you {state}; until then this is newest first")
        elif is_due and not self.is_working("refresh"):
            self.work("rank", then=self._learned)

    def _learned(self, outcome: Outcome) -> None:
        if outcome.end.exit_code:
            self.say(outcome.end.reason or "Nothing was learned", "fault")
        elif self.view.listing and self.view.listing.query.sort is Sort.FOR_YOU:
            self.open_view(self.view.query, typing=self.view.typing)

    # Why

    def action_why(self) -> None:
        """Say beside each paper why it stands where it does, or no longer."""
        self._explains = not self._explains
        if self._explains:
            self.show_paper()
        else:
            self.detail.show_as(replace(self.detail.looks, why=()))

    def show_paper(self) -> None:
        """With the reasons, where they are asked for."""
        super().show_paper()
        key = self.papers.key
        if self._explains and key is not None:
            self.desk.ask(partial(_why, key=key), partial(self._explain, key), self.failed, topic="why")

    def _explain(self, key: int, words: tuple[str, ...]) -> None:
        if self._explains and key == self.papers.key:
            self.detail.show_as(replace(self.detail.looks, why=words))


def _standing(library: Library) -> tuple[ForYouState, bool]:
    state = library.for_you_state()
    return state, not state.needed and library.learning_due()


def _why(library: Library, key: int) -> tuple[str, ...]:
    return for_you_words(library.for_you([key]).get(key), library.why_for_you(key), library.for_you_state())
