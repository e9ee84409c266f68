"""Writing a worker's events to its output, and stopping it by signal, closed pipe or closed input."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from arxtui.model.events import Event, EventKind
from arxtui.search.errors import SearchError
from arxtui.store.errors import StoreError
from arxtui.sync.errors import WorkerBusy
from arxtui.sync.worker import lifeline
from arxtui.sync.worker.error_words import EventFormatter
from arxtui.sync.worker.signals import stop_on_signals

BROKEN = 1
"""The exit code if the cache or the index is broken."""

Tell = Callable[[Event], None]
"""A callback that emits an event."""
Work = Callable[[Tell, threading.Event], int]
"""The work of a process: emits events by the first argument, stops early once the second is set, and returns the exit
code."""

_log = logging.getLogger(__name__)


def report(out: TextIO, work: Work, *, events: bool, quiet: bool = False) -> int:
    """Run ``work`` and write its events to ``out``: as one JSON object per line if ``events``, else as lines for people
    (with ``quiet``, only failures). Returns the exit code.

    A closed ``out``, SIGTERM and SIGINT stop the work; with ``events``, also the end of standard input if that is a
    pipe. StoreError and SearchError are written as an event, and the exit code is 1.

    Raises:
        WorkerBusy: from ``work``; with ``events``, after a final event.
    """
    stop, finished = threading.Event(), threading.Event()
    tell = _EventWriter(out, stop, _as_json if events else EventFormatter(quiet=quiet).lines).tell
    if events:
        lifeline.watch_parent(stop, finished)
    try:
        with stop_on_signals(stop):
            return work(tell, stop)
    except (StoreError, SearchError) as error:
        _log.exception("the work ended early")
        tell(Event(EventKind.FINISHED, reason=str(error), exit_code=BROKEN))
        return BROKEN
    except WorkerBusy as error:
        if events:
            tell(Event(EventKind.FINISHED, reason=str(error), exit_code=BROKEN))
        raise
    finally:
        finished.set()


def _as_json(event: Event) -> Iterable[str]:
    return (event.to_json(),)


class _EventWriter:
    """Writes events. If the pipe is closed, the work is stopped without a message."""

    def __init__(self, out: TextIO, stop: threading.Event, lines: Callable[[Event], Iterable[str]]) -> None:
        self._out = out
        self._stop = stop
        self._lines = lines

    def tell(self, event: Event) -> None:
        lines = "".join(f"{line}\n" for line in self._lines(event))
        if not lines:
            return
        try:
            self._out.write(lines)
            self._out.flush()
        except (BrokenPipeError, ValueError):
            self._stop.set()
            self._silence()

    def _silence(self) -> None:
        """Redirect the output to the null device, so that the interpreter's flush at exit does not fail either."""
        with suppress(OSError, ValueError), Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), self._out.fileno())
