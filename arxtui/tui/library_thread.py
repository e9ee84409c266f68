"""A thread with its own library, for every request that could take longer than a frame."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeVar

from arxtui.library.context import OvertakenError

if TYPE_CHECKING:
    from arxtui.library.facade import Library

Answer = TypeVar("Answer")
Deliver = Callable[..., object]
_log = logging.getLogger(__name__)
_PATIENCE, _PATIENCE_WITH_ACTS = 1.0, 30.0


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
        self._questions: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._latest: dict[str, int] = {}
        self._closed = threading.Event()
        self._asked = self._answered = 0  # by the screen and by the thread
        self._acts = self._acts_done = 0
        self._thread = threading.Thread(target=self._work, name=f"arxtui-{name}", daemon=True)
        self._thread.start()

    def ask(
        self,
        question: Callable[[Library], Answer],
        then: Callable[[Answer], object],
        failed: Callable[[Exception], object],
        *,
        topic: str = "",
        only_reads: bool = False,
    ) -> None:
        """Queue a request; ``then`` receives the answer, ``failed`` the exception. A newer request with the same
        ``topic`` replaces this one. If the request ``only_reads``, a replaced request that is already running makes no
        further queries to the index."""
        self._asked += 1
        self._acts += not topic
        number = self._latest[topic] = self._latest.get(topic, 0) + 1 if topic else 0

        def overtaken() -> bool:
            return bool(topic) and (self._latest[topic] != number or self._closed.is_set())

        def answer() -> None:
            try:
                if overtaken():
                    return
                library = self._open_library()
                with library.session.at_once(overtaken if only_reads else lambda: False):
                    told = question(library)
            except OvertakenError:
                return
            except Exception as error:
                _log.exception("a question to the library failed")
                self._say(overtaken, failed, error)
            else:
                self._say(overtaken, then, told)
            finally:
                self._answered += 1
                self._acts_done += not topic

        self._questions.put(answer)

    @property
    def unanswered(self) -> int:
        """The number of requests that are queued or running."""
        return self._asked - self._answered

    def forget(self, topic: str) -> None:
        """Drop the outstanding requests of a topic."""
        self._latest[topic] = self._latest.get(topic, 0) + 1

    def close(self) -> None:
        """Stop the thread after all queued acts. Waits at most 30 seconds for acts, and one second for other
        requests."""
        self._closed.set()
        self._questions.put(None)
        self._thread.join(_PATIENCE if self._acts_done == self._acts else _PATIENCE_WITH_ACTS)

    def _say(self, overtaken: Callable[[], bool], callback: Callable[..., object], told: object) -> None:
        def deliver(value: object) -> None:
            if not overtaken():
                callback(value)

        if not self._closed.is_set():
            self._deliver(deliver, told)

    def _open_library(self) -> Library:
        if self._library is None:
            self._library = self._opener()
        return self._library

    def _work(self) -> None:
        while (answer := self._questions.get()) is not None:
            answer()
        if self._library is not None:
            self._library.close()
