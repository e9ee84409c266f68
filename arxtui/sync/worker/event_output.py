"""How a process that works in the background tells what it does, and hears that it is to stop."""

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
from arxtui.sync.worker.error_words import Speaker
from arxtui.sync.worker.signals import stopping

BROKEN = 1

Tell = Callable[[Event], None]
Work = Callable[[Tell, threading.Event], int]
"""What a process does: it tells its events, ends early once the other is set, and gives the exit code."""

_log = logging.getLogger(__name__)


def report(out: TextIO, work: Work, *, events: bool, quiet: bool = False) -> int:
    """Do the work, telling ``out``: with ``events`` one JSON object a line, else words for people, with ``quiet`` about
    what went wrong alone. Returns the exit code.

    With ``events`` the end of standard input, where it is a pipe, means stop; so do a closed ``out``, SIGTERM and
    SIGINT. A broken cache or index is told and ends with 1; so is WorkerBusy, which is raised again.
    """
    stop, finished = threading.Event(), threading.Event()
    tell = _Teller(out, stop, _as_json if events else Speaker(quiet=quiet).lines).tell
    if events:
        lifeline.hold(stop, finished)
    try:
        with stopping(stop):
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


class _Teller:
    """Writes events; a closed pipe means that nobody listens any more, so the work stops quietly."""

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
            self._hush()

    def _hush(self) -> None:
        """Nothing more goes to the closed pipe, not even at the interpreter's end."""
        with suppress(OSError, ValueError), Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), self._out.fileno())
