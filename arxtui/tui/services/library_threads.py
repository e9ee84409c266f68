"""Access to the library: on the screen's thread for what is visible, on background threads for what can take longer.
Unused space is given back meanwhile."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeVar

from arxtui.library.context import OvertakenError
from arxtui.tui.terminal.timers import call_after

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.widgets.panes import PanesScreen

Answer = TypeVar("Answer")
Deliver = Callable[..., object]
Opener = Callable[["Settings"], "Library"]
_log = logging.getLogger(__name__)
_RETRY_SECONDS = 10.0
_CLOSE_SECONDS, _CLOSE_SECONDS_WITH_ACTS = 1.0, 30.0


class LibraryThread:
    """A worker thread that answers library requests in order.

    Answers go through ``deliver(callback, answer)``, which has to call the callback on the screen's thread. A request
    with a topic is dropped if a newer request with that topic arrives before its answer, or if the thread is closed. A
    request without a topic can be an act of the user, and is always carried out.
    """

    def __init__(self, name: str, opener: Callable[[], Library], deliver: Deliver) -> None:
        self._opener = opener
        self._deliver = deliver
        self._library: Library | None = None
        self._requests: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._latest: dict[str, int] = {}
        self._closed = threading.Event()
        self._submitted = self._completed = 0  # by the screen and by the thread
        self._acts = self._acts_done = 0
        self._thread = threading.Thread(target=self._work, name=f"arxtui-{name}", daemon=True)
        self._thread.start()

    def ask(
        self,
        request: Callable[[Library], Answer],
        then: Callable[[Answer], object],
        failed: Callable[[Exception], object],
        *,
        topic: str = "",
        only_reads: bool = False,
    ) -> None:
        """Queue a request; ``then`` receives the answer, ``failed`` the exception. A newer request with the same
        ``topic`` replaces this one. If the request ``only_reads``, a replaced request that is already running makes no
        further queries to the index."""
        self._submitted += 1
        self._acts += not topic
        number = self._latest[topic] = self._latest.get(topic, 0) + 1 if topic else 0

        def overtaken() -> bool:
            return bool(topic) and (self._latest[topic] != number or self._closed.is_set())

        def run() -> None:
            try:
                if overtaken():
                    return
                library = self._open_library()
                with library.session.at_once(overtaken if only_reads else lambda: False):
                    result = request(library)
            except OvertakenError:
                return
            except Exception as error:
                _log.exception("a query to the library failed")
                self._deliver_unless_overtaken(overtaken, failed, error)
            else:
                self._deliver_unless_overtaken(overtaken, then, result)
            finally:
                self._completed += 1
                self._acts_done += not topic

        self._requests.put(run)

    @property
    def pending(self) -> int:
        """The number of requests that are queued or running."""
        return self._submitted - self._completed

    def forget(self, topic: str) -> None:
        """Drop the outstanding requests of a topic."""
        self._latest[topic] = self._latest.get(topic, 0) + 1

    def close(self) -> None:
        """Stop the thread after all queued acts. Waits at most 30 seconds for acts, and one second for other
        requests."""
        self._closed.set()
        self._requests.put(None)
        self._thread.join(_CLOSE_SECONDS if self._acts_done == self._acts else _CLOSE_SECONDS_WITH_ACTS)

    def _deliver_unless_overtaken(
        self, overtaken: Callable[[], bool], callback: Callable[..., object], result: object
    ) -> None:
        def deliver(value: object) -> None:
            if not overtaken():
                callback(value)

        if not self._closed.is_set():
            self._deliver(deliver, result)

    def _open_library(self) -> Library:
        if self._library is None:
            self._library = self._opener()
        return self._library

    def _work(self) -> None:
        while (run := self._requests.get()) is not None:
            run()
        if self._library is not None:
            self._library.close()


class LibraryThreads:
    """The libraries of the reader. ``library`` is used on the screen's thread. The threads ``search`` (lists),
    ``count`` (counts) and ``act`` (acts and news) each have a library of their own."""

    search: LibraryThread
    count: LibraryThread
    act: LibraryThread

    def __init__(self, screen: PanesScreen, status: StatusBar, library: Library, opener: Opener) -> None:
        self.library = library
        self._screen = screen
        self._session = screen.session
        self._status = status
        self._opener = opener
        self._start()

    def ask(
        self,
        question: Callable[[Library], Answer],
        then: Callable[[Answer], object],
        failed: Callable[[Exception], object] | None = None,
        *,
        topic: str = "",
    ) -> None:
        """Run an act or a query of the user on the ``act`` thread. Without ``failed``, an error is shown in the status
        bar."""
        self.act.ask(question, then, failed or self._status.failed, topic=topic)

    def ask_in_background(
        self,
        thread: LibraryThread,
        question: Callable[[Library], Answer],
        then: Callable[[Answer], object],
        *,
        topic: str,
        only_reads: bool = False,
        again: Callable[[], object] | None = None,
    ) -> None:
        """Run a query that no user action started. A failure is shown until the query succeeds; ``again`` is called ten
        seconds after a failure."""

        cause = f"a question about {topic}"  # a job can have the same name as the topic

        def succeeded(answer: Answer) -> None:
            self._status.cause_ended(cause)
            then(answer)

        def failed(error: Exception) -> None:
            self._status.failed(error)
            self._session.messages.bind(cause)
            if again:
                call_after(self._screen, _RETRY_SECONDS, again)

        thread.ask(question, succeeded, failed, topic=topic, only_reads=only_reads)

    def new(self, name: str) -> LibraryThread:
        """Start another thread with a library of its own; the caller closes it."""
        return LibraryThread(name, partial(self._opener, self._session.settings), self._screen.call_later)

    def reopen(self) -> None:
        """Reopen all libraries with the session's settings and the files as they are now."""
        before, self.library = self.library, self._opener(self._session.settings)
        before.close()
        self.close()
        self._start()

    def close(self) -> None:
        """Stop the threads."""
        for thread in (self.search, self.count, self.act):
            thread.close()

    def _start(self) -> None:
        self.search, self.count, self.act = map(self.new, ("search", "count", "act"))


INTERVAL = 120.0
"""Seconds between two looks for unused space. A look at a large library takes up to 60 ms of CPU time, in a thread."""
_REST_SECONDS = 10.0
"""Seconds without a key before a look: an act that is done meanwhile can wait for half a second."""


class Housekeeping:
    """Gives back the unused space of ``library.db`` while the reader is open."""

    def __init__(self, screen: PanesScreen, threads: LibraryThreads) -> None:
        self._screen = screen
        self._threads = threads

    def begin(self) -> None:
        """Start looking for unused space at intervals."""
        self._screen.set_interval(INTERVAL, self._reclaim_space)

    def _reclaim_space(self) -> None:
        if self._screen.app.input.rest >= _REST_SECONDS:
            self._threads.ask_in_background(
                self._threads.act, lambda library: library.session.reclaim_space(), lambda _: None, topic="space"
            )
