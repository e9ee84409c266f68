"""Polling for what other processes write: new papers are counted and wait, and the list stays unchanged until the user
asks."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from arxtui.tui.state.signals import Signal
from arxtui.tui.state.view import DEFAULT_QUERIES, News, ShownCounts, fetch_news, file_identity
from arxtui.tui.terminal.timers import call_after

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library
    from arxtui.library.views import LedgerView
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.navigator import Navigator
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.widgets.panes import PanesScreen

Answer = TypeVar("Answer")
_REST = 20
"""The rest after a count, as a multiple of its CPU time: repeated counts take at most a twentieth of a processor."""


class CountPacing:
    """The time that must pass before counting again without an action of the user."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, cpu: Callable[[], float] = time.process_time
    ) -> None:
        self._clock = clock
        self._cpu = cpu  # of all threads, because the index counts in two
        self._rest_ends = 0.0

    @property
    def wait(self) -> float:
        """The remaining seconds; 0 if a count can begin."""
        return max(self._rest_ends - self._clock(), 0.0)

    def timed(self, count: Callable[[Library], Answer]) -> Callable[[Library], Answer]:
        """Return the same count, which is followed by a rest also if it fails or is overtaken. It can run in any
        thread."""

        def run(library: Library) -> Answer:
            begun = self._cpu()
            try:
                return count(library)
            finally:
                self._rest_ends = max(self._rest_ends, self._clock() + _REST * (self._cpu() - begun))

        return run


POLL_SECONDS = 2.0
_REST_SECONDS = 0.1
"""Seconds without a key after which the first counts begin: they compete with the keys for the processor."""
_NOTICE_CAUSE = "notice"


class Poller:
    """Polls the databases. ``polled`` is sent before each look at them, ``counting`` when the news are about to be
    counted, ``counted`` with the news, ``ledger_read`` with the ledger."""

    def __init__(
        self,
        screen: PanesScreen,
        status: StatusBar,
        threads: LibraryThreads,
        navigator: Navigator,
        cache: Path,
    ) -> None:
        self._screen = screen
        self._session = screen.session
        self._status = status
        self._threads = threads
        self._navigator = navigator
        self._cache = cache
        self._cache_file = file_identity(cache)
        self._pacing = CountPacing()
        self._is_news_of_user = False
        """Whether an action of the user awaits the next news."""
        self.polled: Signal[[]] = Signal()
        self.counting: Signal[[]] = Signal()
        self.counted: Signal[[News]] = Signal()
        self.ledger_read: Signal[[LedgerView]] = Signal()

    def begin(self) -> None:
        """Start polling every two seconds."""
        self._cache_file = file_identity(self._cache)
        self._screen.call_after_refresh(self._begin_session)
        self._screen.set_interval(POLL_SECONDS, self._poll)

    def reopen(self, settings: Settings) -> None:
        """Reopen the library with other settings, or with a cache file that has replaced a deleted one."""
        self._session.settings = settings
        self._cache_file = file_identity(self._cache)
        self._threads.reopen()
        self._navigator.reopen()
        self.ask_for_news()
        self.ask_for_ledger()

    def ask_for_news(self, *, is_automatic: bool = False) -> None:
        """Count the news again, in the background. ``is_automatic``: no action of the user is the cause."""
        self._is_news_of_user = self._is_news_of_user or not is_automatic
        session, threads = self._session, self._threads
        listing, before = session.view.listing, session.news
        shown = ShownCounts(session.counted if session.is_counted else None, session.saved_views)
        threads.ask_in_background(
            threads.act,
            self._pacing.timed(lambda library: fetch_news(library, listing, before, shown)),
            partial(self._show_news, session.view.shown),
            topic="news",
        )
        self.counting.send()

    def deliver(self, *, is_automatic: bool = False) -> None:
        """Deliver announced papers to the inbox, in the background, and count again, as in :meth:`ask_for_news`."""
        self._threads.ask_in_background(
            self._threads.act,
            lambda library: library.inbox.deliver(),
            lambda _: self.ask_for_news(is_automatic=is_automatic),
            topic="inbox",
            again=self.deliver,  # a full disk can have room again later
        )
        self.ask_for_ledger()

    def ask_for_ledger(self) -> None:
        """Compare what arXiv announced with what is stored, in the background."""
        threads = self._threads
        threads.ask_in_background(
            threads.act, lambda library: library.session.ledger(), self._show_ledger, topic="ledger"
        )

    def _begin_session(self) -> None:
        """Begin the session with the first counts, once no keys arrive, unless the keys wait for the counts."""
        wait = _REST_SECONDS - self._screen.app.input.rest
        if wait > 0 and not self._screen.expects_rows:
            call_after(self._screen, wait, self._begin_session)
            return
        self._threads.ask(lambda library: library.session.begin(), lambda _: None)
        self.ask_for_news()
        self.ask_for_ledger()

    def _poll(self) -> None:
        self.polled.send()
        if file_identity(self._cache) != self._cache_file:
            self.reopen(self._session.settings)
            return
        if self._pacing.wait:
            self._status.update()
            return
        threads = self._threads
        threads.ask_in_background(
            threads.act, lambda library: library.session.changed(), self._deliver_changes, topic="poll"
        )

    def _deliver_changes(self, changed: bool) -> None:  # noqa: FBT001
        if changed:
            self._screen.papers.rows.forget()
            self._navigator.show_paper()
            self.deliver(is_automatic=True)
        else:
            self._status.update()

    def _show_ledger(self, view: LedgerView) -> None:
        """Show the alarms of the ledger; they stay in the top line until their causes are gone."""
        self._session.alarms = view.alarms
        self._status.update()
        self.ledger_read.send(view)

    def _count_waiting(self) -> None:
        """Count the papers that wait for the present list: the news were counted for a list that has since been
        replaced."""
        view, threads = self._session.view, self._threads
        if (listing := view.listing) is not None:
            threads.ask_in_background(
                threads.act,
                lambda library: library.search.waiting(listing),
                partial(self._show_waiting, view.shown),
                topic="waiting",
                only_reads=True,
            )

    def _show_waiting(self, shown: int, waiting: int) -> None:
        if shown != self._session.view.shown:
            self._count_waiting()
            return
        self._session.news.waiting = waiting
        self._status.update()

    def _show_news(self, shown: int, news: News) -> None:
        """Show the news without changing the list. Only an empty list without a search is opened again."""
        session = self._session
        news.is_automatic, self._is_news_of_user = not self._is_news_of_user, False
        if shown != session.view.shown:
            news.waiting = session.news.waiting
            self._count_waiting()
        old_notice, session.news = session.news.notice, news
        if not news.notice:
            self._status.cause_ended(_NOTICE_CAUSE)
        elif news.notice != old_notice:
            self._status.say_while(_NOTICE_CAUSE, news.notice, "accent")
        is_bare = session.view.query in DEFAULT_QUERIES and not self._screen.bar.searching
        if news.waiting and not self._screen.papers.count and is_bare:
            self._navigator.start_over(then=self.ask_for_news)
        self.counted.send(news)
        self._status.update()
