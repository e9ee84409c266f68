"""Work that only one process does at a time; a second process follows the events of the first.

Beside ``<name>.lock`` in the state directory, the working process writes ``<name>.ndjson``: its process id, then its
events, one per line. Each run creates a new file, so that a follower of an older run can read that file to its end.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from arxtui.model.events import TURN, Event, EventKind
from arxtui.sync.lock import Lock, open_lock
from arxtui.sync.worker.event_output import Tell, Work

_POLL = 0.1
"""Seconds between two reads of the followed process's events."""
_STOPPED = 3
"""The exit code of work that was stopped early."""


def follow_then_run(state: Path, name: str, what: str, tell: Tell, stop: threading.Event, work: Work) -> int:
    """Follow any process that does such work, then do the work. Returns the exit code.

    If stopped while following, emits the last event of the other process and returns its exit code. Arguments as for
    :func:`run_or_follow`.
    """
    while isinstance(ended := run_or_follow(state, name, what, tell, stop, work), Event):
        if stop.is_set():
            tell(ended)
            return ended.exit_code or 0
    return ended


def run_or_follow(state: Path, name: str, what: str, tell: Tell, stop: threading.Event, work: Work) -> int | Event:
    """Do the work under the lock ``name``. Returns the exit code.

    If another process holds the lock, emit a note (``what`` is a word for the work) and follow the process: its events
    go to ``tell``, except its FINISHED event, which is returned, and the work is not done. If that process dies without
    a FINISHED event, the work is done after all. ``stop`` ends the following, not the followed process.
    """
    events = state / f"{name}.ndjson"
    with open_lock(state / f"{name}.lock") as lock:
        while not lock.take():
            ended = _Follower(lock, events, what, tell).follow(stop)
            if ended is not None:
                return ended
        with _publishing(events, tell) as publish:
            lock.write_pid()
            try:
                return work(publish, stop)
            finally:
                lock.clear_pid()


def last_end(state: Path, name: str) -> tuple[datetime, Event] | None:
    """Return (time as aware UTC, FINISHED event) of the last run of that name; None if there was none, or one is
    running."""
    file = state / f"{name}.ndjson"
    try:
        with file.open("rb") as lines:
            last = deque(lines, maxlen=1).pop()
            at = datetime.fromtimestamp(os.fstat(lines.fileno()).st_mtime, UTC)
        event = Event.from_json(last.decode())
    except (OSError, ValueError, IndexError):
        return None
    return (at, event) if event.kind is EventKind.FINISHED else None


@contextmanager
def _publishing(file: Path, tell: Tell) -> Iterator[Tell]:
    """Yield a function that passes events to ``tell`` and appends them to ``file``. If the file cannot be written (full
    disk), the work continues without followers."""
    descriptor: int | None = None

    def write(line: str) -> None:
        nonlocal descriptor
        if descriptor is None:
            return
        data = f"{line}\n".encode()
        try:
            whole = os.write(descriptor, data) == len(data)
        except OSError:
            whole = False
        if not whole:
            os.close(descriptor)
            descriptor = None

    def publish(event: Event) -> None:
        write(event.to_json())
        tell(event)

    with suppress(OSError):
        file.unlink(missing_ok=True)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
    write(str(os.getpid()))
    try:
        yield publish
    finally:
        if descriptor is not None:
            os.close(descriptor)


class _Follower:
    """Follows the process that holds the lock."""

    def __init__(self, lock: Lock, events: Path, what: str, tell: Tell) -> None:
        self._lock = lock
        self._file = events
        self._what = what
        self._tell = tell
        self._pid = lock.holder()
        self._lines: BinaryIO | None = None
        self._partial_line = b""
        self._attempts = 0

    def follow(self, stop: threading.Event) -> Event | None:
        """Pass on the events of the process. Returns its FINISHED event, or one with the reason "stopped" once ``stop``
        is set; None if the process ended without a FINISHED event."""
        try:
            while True:
                # Checked before its events are read, so that its last events are not missed.
                gone = self._lock.take() or self._lock.holder() != self._pid
                for event in self._new_events():
                    if event.kind is EventKind.FINISHED:
                        return event
                    self._tell(event)
                if gone:
                    return None
                if stop.wait(_POLL):
                    return Event(EventKind.FINISHED, reason="stopped", exit_code=_STOPPED)
        finally:
            if self._lines is not None:
                self._lines.close()

    def _new_events(self) -> Iterator[Event]:
        """Yield the events since the last call."""
        if self._lines is None:
            self._lines = self._open_events()
        *lines, self._partial_line = (self._partial_line + (self._lines.read() if self._lines else b"")).split(b"\n")
        for line in lines:
            with suppress(ValueError):
                yield Event.from_json(line.decode())

    def _open_events(self) -> BinaryIO | None:
        """Open the event file behind its first line, the process id. Returns None if the process writes no events (a
        repair does not)."""
        self._attempts += 1
        with ExitStack() as unless_its_own, suppress(OSError):
            lines = unless_its_own.enter_context(self._file.open("rb"))
            if lines.readline() == b"%d\n" % self._pid:
                self._note(f"another {self._what} (process {self._pid}) is running; following it")
                unless_its_own.pop_all()
                return lines
        if self._attempts == 2 and self._pid:
            self._note(f"process {self._pid} blocks every {self._what} for now; waiting for it")
        return None

    def _note(self, words: str) -> None:
        self._tell(Event(EventKind.NOTE, source=TURN, reason=words))
