"""What arXiv and Pith are asked: what is due, and the query of the list."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.outcomes import nothing_due_words, refresh_words, search_words, waiting_words

if TYPE_CHECKING:
    from arxtui.tui.screens.main import MainScreen
    from arxtui.tui.services.background.jobs import Jobs, Outcome
    from arxtui.tui.services.navigator import Navigator
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.state.messages import Message
    from arxtui.tui.state.session import Session


class Upstream:
    """Refreshes, on the schedule and by hand, and questions to arXiv itself."""

    def __init__(
        self, screen: MainScreen, session: Session, status: StatusBar, navigator: Navigator, jobs: Jobs
    ) -> None:
        self._screen = screen
        self._session = session
        self._status = status
        self._navigator = navigator
        self._jobs = jobs
        self._by_hand = False
        """Whether the user asked for the refresh that is under way."""
        self._nothing_due: Message | None = None
        """The message that R answers by asking for everything."""
        self._answered = ""
        """The query that arXiv was not sent, having answered it lately."""

    def begin(self) -> None:
        """Ask at the start and on the schedule, where the settings say so."""
        settings = self._session.settings
        if settings.arxiv.categories and settings.refresh.at_start:
            self._screen.call_later(self.refresh)
        if settings.refresh.interval_minutes:
            self._screen.set_interval(settings.refresh.interval_minutes * 60, self.refresh)

    def refresh(self, *, everything: bool = False) -> None:
        """Start a refresh, unless one is running or nothing is subscribed; ``everything``: also what is not due."""
        if self._is_subscribed:
            self._start(everything=everything, by_hand=False)

    def refresh_by_hand(self) -> None:
        """Ask now for what is due; asked again where nothing was, for everything."""
        if self._jobs.is_working("refresh"):
            self._by_hand = True
            self._jobs.say_goes_on("refresh", "The refresh")
        else:
            again = self._nothing_due is not None and self._session.messages.previous is self._nothing_due
            self._start(everything=again, by_hand=True)

    def ask(self, query: str) -> None:
        """Send a query to arXiv. Who was told that arXiv was asked the same lately, and asks once more, means it."""
        again = ("--again",) if query == self._answered else ()
        if not self._jobs.start("search", *again, "--", query, then=partial(self._asked, query)):
            self._jobs.say_goes_on("search", "The question to arXiv")

    def _start(self, *, everything: bool, by_hand: bool) -> None:
        """``by_hand``: the user asked for it."""
        then = partial(self._refreshed, everything=everything)
        if self._jobs.start("refresh", *(("--all",) if everything else ()), then=then):
            self._by_hand = by_hand

    @property
    def _is_subscribed(self) -> bool:
        return bool(self._session.settings.arxiv.categories or self._session.settings.pith.listing_url)

    def _refreshed(self, outcome: Outcome, *, everything: bool) -> None:
        """Say what came of it, to who asked for it; of a refresh on the schedule only that it could not be done."""
        end, by_hand, now = outcome.end, self._by_hand, datetime.now(UTC)
        is_news = any(each.new for each in outcome.targets)
        self._by_hand, self._nothing_due = False, None
        if end.exit_code and end.reason:
            self._status.say(end.reason, "fault")
        elif by_hand and not self._is_subscribed and not is_news:
            self._status.say(f"No categories followed: {key_for('categories')} chooses them")
        elif by_hand and end.targets:
            waiting = "" if is_news or end.exit_code else waiting_words(self._session.news.waiting)
            words = " · ".join(filter(None, (refresh_words(outcome.targets, now), waiting)))
            self._status.say(words, "fault" if end.exit_code else "dim")
        elif by_hand:
            self._status.say(nothing_due_words(end, now, everything=everything))
            self._nothing_due = self._session.messages.current

    def _asked(self, query: str, outcome: Outcome) -> None:
        """What came joins an empty list at once; else it waits."""
        self._answered = query if outcome.end.new is None and not outcome.end.exit_code else ""
        words = search_words(outcome.end, outcome.notes)
        if self._session.view.query == query and not self._screen.papers.count and not outcome.end.exit_code:
            self._navigator.reopen(said=words)
        else:
            self._status.say(words, "fault" if outcome.end.exit_code else "dim")
