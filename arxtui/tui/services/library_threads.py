"""Access to the library: on the screen's thread for what is visible, on background threads for what can take longer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from arxtui.tui.library_thread import LibraryThread
from arxtui.tui.terminal.timers import call_after

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.widgets.panes import PanesScreen

_RETRY_SECONDS = 10.0
Answer = TypeVar("Answer")
Opener = Callable[["Settings"], "Library"]


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
