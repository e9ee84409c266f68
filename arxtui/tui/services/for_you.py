"""The user's own ranking, and the reasons for a paper's score."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from arxtui.light import changed
from arxtui.model.expr import Sort
from arxtui.tui.present.rules import explained_words, for_you_words
from arxtui.tui.present.states import NO_PAPER

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.ranking.for_you import ForYouState
    from arxtui.library.views import Listing
    from arxtui.tui.services.background.jobs import JobOutcome, Jobs
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.navigator import Navigator
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.widgets.panes import PanesScreen


class ForYou:
    """Trains the ranking from the marks when the list is sorted by it, and explains scores."""

    def __init__(
        self,
        screen: PanesScreen,
        status: StatusBar,
        threads: LibraryThreads,
        navigator: Navigator,
        jobs: Jobs,
    ) -> None:
        self._screen = screen
        self._session = screen.session
        self._status = status
        self._threads = threads
        self._navigator = navigator
        self._jobs = jobs
        self._shows_reasons = False

    def train_if_due(self, listing: Listing) -> None:
        """Start training if the listing is sorted by the ranking and the marks have changed enough."""
        if listing.query.sort is Sort.FOR_YOU:
            self._threads.ask(_training_state, self._learn_if_due, topic="for you")

    def toggle_reasons(self) -> None:
        """Show or hide the reasons for each paper's score."""
        if self._screen.papers.key is None:
            self._status.say(NO_PAPER)
            return
        self._shows_reasons = not self._shows_reasons
        if self._shows_reasons:
            self._navigator.show_paper()
            self._threads.ask(_state, self._say_whether_scored, topic="scores")
        else:
            self._show(())
            self._status.say("The scores are not explained any more")

    def explain(self) -> None:
        """Show the reasons for the score of the paper under the cursor, if reasons are switched on."""
        key = self._screen.papers.key
        if self._shows_reasons and key is not None:
            self._threads.ask(partial(_why, key=key), partial(self._show_reasons, key), topic="why")

    def _say_whether_scored(self, state: ForYouState) -> None:
        if self._shows_reasons:
            self._status.say(explained_words(state, in_sight=bool(self._screen.detail.size)))

    def _learn_if_due(self, training_state: tuple[ForYouState, bool]) -> None:
        state, is_due = training_state
        if state.needed:
            self._status.say(f"For you {state}; until then, newest first")
        elif is_due and not self._jobs.is_working("refresh"):
            self._jobs.start("rank", then=self._show_ranking)

    def _show_ranking(self, outcome: JobOutcome) -> None:
        listing = self._session.view.listing
        if outcome.end.exit_code:
            self._status.say(outcome.end.reason or "Nothing was learned", "fault")
        elif listing and listing.query.sort is Sort.FOR_YOU:
            self._navigator.reopen()

    def _show_reasons(self, key: int, words: tuple[str, ...]) -> None:
        if self._shows_reasons and key == self._screen.papers.key:
            self._show(words)

    def _show(self, words: tuple[str, ...]) -> None:
        detail = self._screen.detail
        detail.apply_looks(changed(detail.looks, why=words))


def _training_state(library: Library) -> tuple[ForYouState, bool]:
    state = library.ranking.state()
    return state, not state.needed and library.ranking.is_due()


def _state(library: Library) -> ForYouState:
    return library.ranking.state()


def _why(library: Library, key: int) -> tuple[str, ...]:
    return for_you_words(library.ranking.scores([key]).get(key), library.ranking.reasons(key), library.ranking.state())
