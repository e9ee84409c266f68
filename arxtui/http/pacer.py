"""The pace of a service, kept across processes: one request at a time, and a pause after each.

A file in the state directory is both: its lock (``flock``, freed by the kernel when the holder dies) is held during the
whole request, its content tells when the last request ended, how long to pause after it, and how many in a row were
refused.
"""

from __future__ import annotations

import json
import math
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from arxtui import locks
from arxtui.http.errors import Cancelled, HttpError, NoNetwork, RateLimited
from arxtui.http.hosts import is_loopback

INTERVAL = 3.0
"""Seconds between two requests to a service: arXiv's terms of use (https://info.arxiv.org/help/api/tou.html)."""
LONGEST_WAIT = 600.0
"""Seconds that a turn waits at most for a pause to end; a longer one is an error."""
LONGEST_PAUSE = 86400.0
"""Seconds beyond which a stored pause is not believed."""

_LOCK_POLL = 0.01
_SLICE = 5.0
_RECORD = 1024
_LONGEST_REASON = 120

OnWait = Callable[[datetime, str], None]
OnTurn = Callable[[float], None]


class Pacer:
    """Turns at one service, for all processes that share ``directory``.

    ``interval`` is in seconds and holds for loopback addresses; for any other it is at least ``INTERVAL``. ``on_wait``
    is told (until when, why) before a turn waits for a pause that upstream's behaviour asked for; ``on_turn`` the
    seconds until a turn, before it waits for the usual pause, and 0 when it begins; ``stop`` ends any wait with
    :class:`Cancelled`.
    """

    def __init__(
        self,
        directory: Path,
        service: str,
        interval: float = 0.0,
        *,
        stop: threading.Event | None = None,
        on_wait: OnWait | None = None,
        on_turn: OnTurn | None = None,
    ) -> None:
        self.service = service
        self.interval = interval
        self._file = directory / f"pace-{service}.json"
        self._stop = stop or threading.Event()
        self._on_wait = on_wait
        self._on_turn = on_turn or (lambda seconds: None)
        self._ended = -math.inf

    @contextmanager
    def turn(self, url: str) -> Iterator[Turn]:
        """Hold the service's only turn for one request to ``url``.

        RateLimited when a pause of more than ``LONGEST_WAIT`` seconds lasts, Cancelled when asked to stop, HttpError
        when the file cannot be used.
        """
        interval = self.interval if is_loopback(url) else max(self.interval, INTERVAL)
        with self._open() as descriptor:
            try:
                refused = self._wait_for_turn(descriptor, interval)
                # Whoever is killed in the turn leaves this: when the request ended is not known, so wait twice.
                _write(descriptor, _Pace(time.time(), 2 * interval, "", refused))
            except OSError as error:
                raise self._unusable(error) from error
            self._on_turn(0.0)
            turn = Turn(refused)
            try:
                yield turn
            except (Cancelled, NoNetwork):
                turn.refusals = refused  # nobody answered
                raise
            finally:
                self._ended = time.monotonic()
                with suppress(OSError):  # the start is on file
                    _write(descriptor, _Pace(time.time(), turn.pause, turn.reason, turn.refusals))

    @contextmanager
    def _open(self) -> Iterator[int]:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise self._unusable(error) from error
        try:
            yield descriptor
        finally:
            os.close(descriptor)

    def _wait_for_turn(self, descriptor: int, interval: float) -> int:
        """How many requests in a row were refused before this turn."""
        told = None
        while True:
            if not locks.try_lock(descriptor):
                self._sleep(_LOCK_POLL)
                continue
            pace = _read(descriptor)
            wait = max(pace.wait(interval), self._ended + interval - time.monotonic())
            if wait <= 0 and not self._stop.is_set():
                return pace.refusals
            locks.unlock(descriptor)
            if pace.reason:
                if wait > LONGEST_WAIT:
                    raise RateLimited(pace.reason, retry_after=wait)
                if told != pace:
                    told = pace
                    self._tell(wait, pace.reason)
            elif wait > 0:
                self._on_turn(wait)
            self._sleep(min(wait, _SLICE))

    def _unusable(self, error: OSError) -> HttpError:
        return HttpError(f"{self._file} cannot be used to keep the pace: {error.strerror or error}")

    def _tell(self, wait: float, reason: str) -> None:
        if self._on_wait is not None:
            self._on_wait(datetime.fromtimestamp(time.time() + wait, UTC), reason)

    def _sleep(self, seconds: float) -> None:
        if self._stop.wait(seconds):
            raise Cancelled("stopped while waiting")


class Turn:
    """A request under way; :meth:`hold` makes every process wait longer after it."""

    def __init__(self, refused: int) -> None:
        self.refused = refused
        """How many requests in a row, of all processes, were refused before this one."""
        self.refusals = 0
        self.pause = 0.0
        self.reason = ""

    def hold(self, seconds: float, reason: str) -> None:
        """This request was refused: let nobody ask for so many seconds after its end, because of ``reason`` in
        words."""
        self.refusals = self.refused + 1
        self.pause = min(seconds, LONGEST_PAUSE)
        self.reason = reason[:_LONGEST_REASON]


@dataclass(frozen=True, slots=True)
class _Pace:
    """What the file says: ``ended`` is wall time (the start, while a request is under way), ``pause`` seconds."""

    ended: float
    pause: float
    reason: str
    refusals: int = 0

    def wait(self, interval: float) -> float:
        return self.ended + max(self.pause, interval) - time.time()


def _read(descriptor: int) -> _Pace:
    """The stored pace; a time still to come is from before the clock was set back, and is brought to now."""
    pace = _parse(os.pread(descriptor, _RECORD, 0))
    if pace is None:
        status = os.fstat(descriptor)
        pace = _Pace(status.st_mtime if status.st_size else 0.0, 0.0, "")
    now = time.time()
    if not pace.ended <= now:
        pace = replace(pace, ended=now)
        _write(descriptor, pace)
    return pace


def _parse(data: bytes) -> _Pace | None:
    with suppress(ValueError, TypeError, KeyError, OverflowError):
        held = json.loads(data)
        ended, pause, reason = float(held["ended"]), float(held["pause"]), str(held["reason"])
        return _Pace(ended, pause if 0 <= pause <= LONGEST_PAUSE else 0.0, reason, max(0, int(held.get("refusals", 0))))
    return None


def _write(descriptor: int, pace: _Pace) -> None:
    # Always the same length: overwriting needs no room on a full disk, and is never seen half done.
    os.pwrite(descriptor, json.dumps(asdict(pace)).encode().ljust(_RECORD), 0)
