"""Requests to arXiv and Pith: a refresh of what is due, and the query of the list; what the first refresh shows."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from arxtui.model.counted import counted
from arxtui.tui.actions import Place
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.filter.rows import UNREAD
from arxtui.tui.present.outcomes import nothing_due_words, refresh_words, search_words, waiting_words

if TYPE_CHECKING:
    from arxtui.tui.services.background.jobs import JobOutcome, Jobs
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.navigator import Navigator
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.state.session import Message
    from arxtui.tui.widgets.panes import PanesScreen


class Upstream:
    """Refreshes, scheduled or started by the user, and queries sent to arXiv."""

    def __init__(self, screen: PanesScreen, status: StatusBar, navigator: Navigator, jobs: Jobs) -> None:
        self._screen = screen
        self._session = screen.session
        self._status = status
        self._navigator = navigator
        self._jobs = jobs
        self.is_by_hand = False
        """Whether the user started the refresh that is running, or joined it."""
        self._nothing_due_message: Message | None = None
        """The "nothing is due" message. R pressed while this message is shown refreshes everything."""
        self._answered_query = ""
        """The last query that was not sent to arXiv, because arXiv had recently answered the query."""

    def begin(self) -> None:
        """Start a refresh now, and schedule the next ones, as the settings say."""
        settings = self._session.settings
        if settings.arxiv.categories and settings.refresh.at_start:
            self._screen.call_later(self.refresh)
        if settings.refresh.interval_minutes:
            self._screen.set_interval(settings.refresh.interval_minutes * 60, self.refresh)

    def refresh(self, *, everything: bool = False) -> None:
        """Start a refresh, unless one is running or nothing is subscribed. With ``everything``, also fetch what is not
        due."""
        if self._is_subscribed:
            self._start(everything=everything, by_hand=False)

    def refresh_by_hand(self) -> None:
        """Refresh what is due. If nothing was due and the user asks again, refresh everything."""
        if self._jobs.is_working("refresh"):
            self.is_by_hand = True
            self._jobs.say_already_running("refresh", "The refresh")
        else:
            again = (
                self._nothing_due_message is not None and self._session.messages.previous is self._nothing_due_message
            )
            self._start(everything=again, by_hand=True)

    def ask(self, query: str) -> None:
        """Send a query to arXiv. If the same query was just refused as recently answered, send it anyway."""
        again = ("--again",) if query == self._answered_query else ()
        if not self._jobs.start("search", *again, "--", query, then=partial(self._show_answer, query)):
            self._jobs.say_already_running("search", "The search at arXiv")

    def _start(self, *, everything: bool, by_hand: bool) -> None:
        """Start a refresh; ``by_hand`` if the user started it."""
        then = partial(self._show_outcome, everything=everything)
        if self._jobs.start("refresh", *(("--all",) if everything else ()), then=then):
            self.is_by_hand = by_hand

    @property
    def _is_subscribed(self) -> bool:
        return bool(self._session.settings.arxiv.categories or self._session.settings.pith.listing_url)

    def _show_outcome(self, outcome: JobOutcome, *, everything: bool) -> None:
        """Say what a refresh by hand has brought. For a scheduled refresh, say only that it failed."""
        end, by_hand, now = outcome.end, self.is_by_hand, datetime.now(UTC)
        is_news = any(each.new for each in outcome.targets)
        self._nothing_due_message = None
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
            self._nothing_due_message = self._session.messages.current

    def _show_answer(self, query: str, outcome: JobOutcome) -> None:
        """Show the result. If the list shows the same query and is empty, reopen the list; otherwise the new papers
        wait."""
        self._answered_query = query if outcome.end.new is None and not outcome.end.exit_code else ""
        words = search_words(outcome.end, outcome.notes)
        if self._session.view.query == query and not self._screen.papers.count and not outcome.end.exit_code:
            self._navigator.reopen(message=words)
        else:
            self._status.say(words, "fault" if outcome.end.exit_code else "dim")


class FirstHour:
    """Lists all papers once at the end of the first refresh of a new library, if the inbox, in which the user has not
    moved yet, does not fill the screen: few papers are announced on one day, and many more were fetched."""

    def __init__(
        self, screen: PanesScreen, threads: LibraryThreads, navigator: Navigator, jobs: Jobs, upstream: Upstream
    ) -> None:
        self._papers = screen.papers
        self._session = screen.session
        self._threads = threads
        self._navigator = navigator
        self._jobs = jobs
        self._upstream = upstream
        self._refreshing = False
        self.is_over = False
        """Whether the first refresh has ended, or was in an earlier session."""

    def begin(self) -> None:
        """Do nothing later if the reader was opened before, or with papers."""
        library = self._threads.library
        self.is_over = not library.session.is_first or bool(library.papers.count())

    def look(self, *_: object) -> None:
        """List all papers once the first refresh has ended and its papers are counted."""
        is_refreshing = self._jobs.is_working("refresh")
        counts = self._session.news.counts
        if self.is_over or is_refreshing or not self._refreshing or counts is None or not counts.all:
            self._refreshing |= is_refreshing
            return
        self.is_over = True
        is_in_list = self._session.place is Place.LIST and self._session.view.shown_query == UNREAD
        is_untouched = is_in_list and not self._papers.cursor and not self._session.selection
        if is_untouched and not self._upstream.is_by_hand and counts.unread < min(counts.all, self._papers.size.height):
            new, older = counted(counts.unread, "new paper"), counted(counts.all - counts.unread, "older one")
            words = f"{new} (●) and {older} were fetched · {key_for('inbox')} lists the new ones"
            self._navigator.leave_for("", message=words)
