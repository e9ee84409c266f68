"""The pace of a service across processes: one request at a time, and a pause after each.

A file in the state directory serves both: its lock (``flock``, freed by the kernel when the process dies) is held
during the whole request, and its content records when the last request ended, how long to pause after it, and how many
requests in a row were refused.

A request is retried after pauses that grow with every refusal, and never before the time in ``Retry-After``.
"""

from __future__ import annotations

import json
import math
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path

from arxtui import locks
from arxtui.http.errors import Blocked, Cancelled, HttpError, NoNetwork, RateLimited, TooSlow, Unavailable, Untrusted
from arxtui.http.hosts import is_loopback

INTERVAL = 3.0
"""Seconds between two requests to a service: arXiv's terms of use (https://info.arxiv.org/help/api/tou.html)."""
LONGEST_WAIT = 600.0
"""The most seconds that a turn waits for a pause to end; a longer pause is an error."""
LONGEST_PAUSE = 86400.0
"""The longest pause in seconds that is read from the file; a longer stored pause is ignored."""

_LOCK_POLL = 0.01
_LONGEST_SLEEP = 5.0
_RECORD = 1024
_LONGEST_REASON = 120

OnWait = Callable[[datetime, str], None]
OnTurn = Callable[[float], None]
ATTEMPTS = 3
_DOUBLINGS = 3


class Pacer:
    """Turns for requests to one service, shared by all processes that use the same ``directory``.

    ``interval`` is in seconds and holds for loopback addresses; for any other address it is at least ``INTERVAL``.
    ``on_wait`` is called with (until when, why) before a turn waits for a pause that upstream caused. ``on_turn`` is
    called with the seconds until a turn before it waits for the usual pause, and with 0 when the turn begins. ``stop``
    ends any wait with :class:`Cancelled`.
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
    def turn(self, url: str, longest_wait: float = LONGEST_WAIT) -> Iterator[Turn]:
        """Hold the service's only turn for one request to ``url``.

        Raises:
            RateLimited: a pause of more than ``longest_wait`` seconds is still running.
            Cancelled: ``stop`` is set.
            HttpError: the file cannot be used.
        """
        interval = self.interval if is_loopback(url) else max(self.interval, INTERVAL)
        with self._open() as descriptor:
            try:
                earlier_refusals = self._wait_for_turn(descriptor, interval, longest_wait)
                # If the process is killed during the turn, this record remains. The end of the request is then unknown,
                # so the next turn waits for two intervals.
                _write(descriptor, _Pace(time.time(), 2 * interval, "", earlier_refusals))
            except OSError as error:
                raise self._unusable_file(error) from error
            self._on_turn(0.0)
            turn = Turn(earlier_refusals)
            try:
                yield turn
            except (Cancelled, NoNetwork):
                turn.refusals = earlier_refusals  # upstream did not respond
                raise
            finally:
                self._ended = time.monotonic()
                with suppress(OSError):  # the record from the start of the turn remains
                    _write(descriptor, _Pace(time.time(), turn.pause, turn.reason, turn.refusals))

    @contextmanager
    def beside(self, url: str) -> Iterator[None]:
        """Hold the turn for one request to another service that counts for the pace of this one, too.

        A pause that upstream caused here is not waited for, and stays. Raises as :meth:`turn`.
        """
        interval = self.interval if is_loopback(url) else max(self.interval, INTERVAL)
        with self._open() as descriptor:
            try:
                self._wait_for_turn(descriptor, interval, is_beside=True)
                pace = _read(descriptor)
            except OSError as error:
                raise self._unusable_file(error) from error
            try:
                yield
            finally:
                self._ended, now = time.monotonic(), time.time()
                with suppress(OSError):
                    _write(descriptor, replace(pace, ended=now, pause=max(0.0, pace.ended + pace.pause - now)))

    @contextmanager
    def _open(self) -> Iterator[int]:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise self._unusable_file(error) from error
        try:
            yield descriptor
        finally:
            os.close(descriptor)

    def _wait_for_turn(
        self, descriptor: int, interval: float, longest_wait: float = LONGEST_WAIT, *, is_beside: bool = False
    ) -> int:
        """Wait until the lock is free and the pause is over, except (``is_beside``) a pause that upstream caused.

        Return how many requests in a row were refused before this turn.
        """
        reported = None
        while True:
            if not locks.try_lock(descriptor):
                self._sleep(_LOCK_POLL)
                continue
            pace = _read(descriptor)
            if is_beside and pace.reason:
                pace = replace(pace, pause=0.0, reason="")
            wait = max(pace.wait(interval), self._ended + interval - time.monotonic())
            if wait <= 0 and not self._stop.is_set():
                return pace.refusals
            locks.unlock(descriptor)
            if pace.reason:
                if wait > longest_wait:
                    raise RateLimited(pace.reason, retry_after=wait)
                if reported != pace:
                    reported = pace
                    self._report_wait(wait, pace.reason)
            elif wait > 0:
                self._on_turn(wait)
            self._sleep(min(wait, _LONGEST_SLEEP))

    def _unusable_file(self, error: OSError) -> HttpError:
        return HttpError(f"{self._file} cannot be used to keep the pace: {error.strerror or error}")

    def _report_wait(self, wait: float, reason: str) -> None:
        if self._on_wait is not None:
            self._on_wait(datetime.fromtimestamp(time.time() + wait, UTC), reason)

    def _sleep(self, seconds: float) -> None:
        if self._stop.wait(seconds):
            raise Cancelled("stopped while waiting")


class Turn:
    """A request in progress; :meth:`block` makes every process wait longer after it."""

    def __init__(self, earlier_refusals: int) -> None:
        self.earlier_refusals = earlier_refusals
        """How many requests in a row, of all processes, were refused before this one."""
        self.refusals = 0
        self.pause = 0.0
        self.reason = ""

    def block(self, seconds: float, reason: str) -> None:
        """Record that this request was refused: no process sends a request until ``seconds`` after its end.

        ``reason`` is for people.
        """
        self.refusals = self.earlier_refusals + 1
        self.pause = min(seconds, LONGEST_PAUSE)
        self.reason = reason[:_LONGEST_REASON]


@dataclass(frozen=True, slots=True)
class _Pace:
    """The content of the file: ``ended`` is a wall-clock time (the start of the request while it is in progress),
    ``pause`` is in seconds.
    """

    ended: float
    pause: float
    reason: str
    refusals: int = 0

    def wait(self, interval: float) -> float:
        return self.ended + max(self.pause, interval) - time.time()


def _read(descriptor: int) -> _Pace:
    """Return the stored pace.

    An end in the future was written before the clock was set back, and is replaced by the current time.
    """
    pace = _parse(os.pread(descriptor, _RECORD, 0))
    if pace is None:
        status = os.fstat(descriptor)
        pace = _Pace(status.st_mtime if status.st_size else 0.0, 0.0, "")
    now = time.time()
    if not pace.ended <= now:
        pace = replace(pace, ended=now)
        _write(descriptor, pace)
    return pace


def _parse(content: bytes) -> _Pace | None:
    with suppress(ValueError, TypeError, KeyError, OverflowError):
        data = json.loads(content)
        ended, pause, reason = float(data["ended"]), float(data["pause"]), str(data["reason"])
        return _Pace(ended, pause if 0 <= pause <= LONGEST_PAUSE else 0.0, reason, max(0, int(data.get("refusals", 0))))
    return None


def _write(descriptor: int, pace: _Pace) -> None:
    # Always the same length: overwriting needs no space on a full disk, and readers never see half a record.
    os.pwrite(descriptor, json.dumps(asdict(pace)).encode().ljust(_RECORD), 0)


_PAUSE, _LOOPBACK_PAUSE = 30.0, 0.01
_BLOCKED_PAUSE, _LONGEST_BLOCKED = 3600.0, 21_600.0


def retry_after(value: str | None, now: datetime) -> float | None:
    """Return the seconds to wait from a ``Retry-After`` header: seconds or an HTTP date (RFC 9110 §10.2.3).

    None if it cannot be read.
    """
    if value is None:
        return None
    text = value.strip()
    if text.isascii() and text.isdigit():
        return float(text[:12])
    try:
        until = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - now).total_seconds())


def may_retry(error: HttpError) -> bool:
    """Whether a retry after a pause may help and is polite."""
    if isinstance(error, Blocked | TooSlow | Untrusted) or (error.retry_after or 0.0) > LONGEST_WAIT:
        return False
    return isinstance(error, RateLimited | Unavailable)


def pause_after(error: HttpError, url: str, refusals: int) -> float:
    """Return how many seconds no request is sent to the service after ``refusals`` refusals in a row.

    The pause is 30 to 60 s at first and doubles with each refusal, up to four minutes. It is one to six hours where
    this machine is blocked, and milliseconds at a loopback address. It is never shorter than ``Retry-After``, and a
    ``Retry-After`` of 0 or in the past does not shorten it.
    """
    is_blocked, is_local = isinstance(error, Blocked), is_loopback(url)
    first = _LOOPBACK_PAUSE if is_local else _BLOCKED_PAUSE if is_blocked else _PAUSE
    longest = _LONGEST_BLOCKED if is_blocked and not is_local else first * 2**_DOUBLINGS
    pause = first * (1.0 + random.random()) * 2.0 ** min(refusals - 1, _DOUBLINGS)  # noqa: S311
    return max(min(pause, longest), error.retry_after or 0.0)
