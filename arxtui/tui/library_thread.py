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
