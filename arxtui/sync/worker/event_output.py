"""Writing a worker's events to its output, and stopping it by signal, closed pipe or closed input."""

from __future__ import annotations

import os
import signal
import stat
import threading
from _thread import start_new_thread
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TextIO

from arxtui import logs
from arxtui.model.events import Event, EventKind
from arxtui.search.errors import SearchError
from arxtui.store.errors import StoreError
from arxtui.sync.errors import WorkerBusy
from arxtui.sync.worker.event_words import EventFormatter

GRACE = 3.0
"""Seconds between the closing of the pipe and the forced exit, which is safe because every write survives a kill."""


_STANDARD_INPUT = 0


def watch_parent(stop: threading.Event, finished: threading.Event) -> None:
    """Watch standard input in a daemon thread. At its end, set ``stop``, and exit the process unless ``finished`` is
    set within ``GRACE`` seconds. Data on standard input is ignored. Does nothing unless standard input is a pipe or
    socket: a file, a terminal or a closed descriptor (as under cron) has no parent at the other end."""
    try:
        mode = os.fstat(_STANDARD_INPUT).st_mode
    except OSError:
        return
    if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode):
        threading.Thread(target=_watch, args=(stop, finished), name="lifeline", daemon=True).start()


def _watch(stop: threading.Event, finished: threading.Event) -> None:
    try:
        while os.read(_STANDARD_INPUT, 4096):
            pass
    except OSError:
        pass
    stop.set()
    if not finished.wait(GRACE):
        os._exit(1)


@contextmanager
def stop_on_signals(stop: threading.Event) -> Iterator[None]:
    """Within this context, SIGTERM and SIGINT set ``stop``; the second one has its usual effect."""
    previous = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def handle(number: int, frame: FrameType | None) -> None:
        # In another thread, because the interrupted one can hold the lock of ``stop``, which ``set`` waits for. This
        # function of the low-level module takes no lock itself.
        start_new_thread(stop.set, ())
        signal.signal(number, previous[signal.Signals(number)])

    for number in previous:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


BROKEN = 1
"""The exit code if the cache or the index is broken."""

Tell = Callable[[Event], None]
"""A callback that emits an event."""
Work = Callable[[Tell, threading.Event], int]
"""The work of a process: emits events by the first argument, stops early once the second is set, and returns the exit
code."""

_log = logs.Logger(__name__)


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
        watch_parent(stop, finished)
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
