"""Writing a worker's events to its output, as data or as lines for people, and stopping it by signal, closed pipe or
closed input. All failures of a missing network become a single line."""

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
from arxtui.model.counted import counted
from arxtui.model.events import TURN, Event, EventKind
from arxtui.model.ledger import unreached_host
from arxtui.model.sources import CITATION_SOURCES
from arxtui.search.errors import SearchError
from arxtui.store.errors import StoreError
from arxtui.sync.errors import WorkerBusy
from arxtui.text import clean

_NAMES = {
    "arxiv.feed": "arXiv feed",
    "arxiv.catchup": "arXiv announcements of",
    "arxiv.complete": "arXiv details of",
    "arxiv.backfill": "arXiv last days",
    "arxiv.harvest": "arXiv harvest of",
    "arxiv.search": "arXiv search",
    "arxiv.add": "arXiv",
    "arxiv.fulltext": "",
    TURN: "",
    "pith.listing": "Pith",
    "pith.latest": "Pith, newest reviews of",
    "pith.reviews": "Pith on",
    **{f"{source.name}.citations": f"{source.label} on" for source in CITATION_SOURCES.values()},
}
_IN_WORDS = frozenset({"arxiv.fulltext", "pith.reviews", *(f"{name}.citations" for name in CITATION_SOURCES)})
"""The sources whose results are no papers: their reasons say what arrived."""
HOOK = "hook"
"""The ``source`` of a NOTE event about a hook."""
_ALL_FAILED = 4
GRACE = 3.0
"""Seconds between the closing of the pipe and the forced exit, which is safe because every write survives a kill."""
_STANDARD_INPUT = 0


def in_words(event: Event) -> str | None:
    """Return an event as one line, or None if it is only progress. Times are in the local time zone."""
    words = _words(event)
    return None if words is None else clean(words)


def _words(event: Event) -> str | None:
    name = " ".join(part for part in (_NAMES.get(event.source or "", event.source), event.target) if part)
    if event.kind is EventKind.DONE and event.source in _IN_WORDS:
        return f"{name}: {event.reason}"
    if event.kind is EventKind.DONE and event.status:  # without a status, no request was made
        return f"{name}: {_counts(event)}" + (f" ({event.reason})" if event.reason else "")
    if event.kind is EventKind.FAILED:
        return f"{name}: {event.reason}" + (f", next try {_clock(event)}" if event.next_due else "")
    if event.kind is EventKind.NOTE:
        return f"{name}: {event.reason}" if name else event.reason
    if event.kind is EventKind.WAITING and event.until:
        return f"waiting until {event.until.astimezone():%H:%M:%S}: {event.reason}"
    if event.kind is EventKind.FINISHED:
        return _finished(event)
    return None


def _finished(event: Event) -> str | None:
    if event.reason:
        return event.reason
    if event.targets:
        return f"in all: {_counts(event)}" if event.targets > 1 else None
    return "nothing was due" + (f" (next {_clock(event)}; --all refreshes now)" if event.next_due else "")


def _counts(event: Event) -> str:
    if event.status == 304:
        return "not modified"
    reviews = f"{counted(event.reviews, 'review')} new or changed" if event.reviews else ""
    papers = f"{event.new or 0} new, {event.changed or 0} changed, {event.same or 0} same"
    if reviews and not (event.new or event.changed or event.same):
        return reviews
    return f"{papers}, {reviews}" if reviews else papers


def _clock(event: Event) -> str:
    assert event.next_due is not None
    return f"{event.next_due.astimezone():%a %H:%M}"


class EventFormatter:
    """Turns the events of one process into lines; with ``quiet``, only the failures."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._unreachable: list[Event] = []
        self._failed_otherwise = False

    def lines(self, event: Event) -> Iterator[str]:
        """Yield the lines for an event, without line ends. Failures to reach a host are held back until the pass ends:
        if all targets failed so, there is one line about the network."""
        if event.kind is EventKind.FAILED and unreached_host(event.reason):
            self._unreachable.append(event)
            return
        self._failed_otherwise |= event.kind is EventKind.FAILED
        if event.kind is EventKind.FINISHED:
            offline = event.exit_code == _ALL_FAILED and self._unreachable and not self._failed_otherwise
            yield from [self._offline()] if offline else filter(None, map(in_words, self._unreachable))
            self._unreachable, self._failed_otherwise = [], False
            if offline:
                return
        words = in_words(event) if not self._quiet or _is_fault(event) else None
        if words is not None:
            yield words

    def _offline(self) -> str:
        hosts = dict.fromkeys(filter(None, (unreached_host(event.reason) for event in self._unreachable)))
        return f"offline: {' and '.join(hosts)} cannot be reached; everything cached still works"


def _is_fault(event: Event) -> bool:
    match event.kind:
        case EventKind.FAILED:
            return True
        case EventKind.NOTE:
            return event.source == HOOK
        case EventKind.FINISHED:
            return bool(event.exit_code and event.reason)
        case _:
            return False


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
