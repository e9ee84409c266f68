"""A refresh pass: fetch what is due, store it, write the ledger, emit events. A kill loses nothing that has arrived."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime

from arxtui import logs
from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.light import deferred
from arxtui.model.events import Event, EventKind
from arxtui.model.intake import Tally
from arxtui.store.cache.database import Cache
from arxtui.sync.index_reached import is_reached
from arxtui.sync.refresh.plan import Task, first_due, plan

with deferred():
    from arxtui.sync import indexing
    from arxtui.sync.refresh.fetching import Fetched, fetch

ALL_WELL, SOME_FAILED, ALL_FAILED = 0, 3, 4
"""Exit codes of a pass."""
UNINDEXED = 15.0
"""Seconds after which the search index is updated before the next request: each commit rewrites what the last one
wrote, so a commit for each request would cost more than the requests."""


def utcnow() -> datetime:
    """Return the current time, aware UTC."""
    return datetime.now(UTC)


def refresh(
    paths: Paths,
    settings: Settings,
    *,
    everything: bool,
    emit: Callable[[Event], None],
    stop: threading.Event,
    now: Callable[[], datetime] = utcnow,
    interval: float = 0.0,
) -> int:
    """Refresh what is due, or ``everything``, and update the index.

    Returns 0 if all requests succeeded or nothing was due; 3 if some failed (or requested a pause of more than ten
    minutes, or were skipped because of ``stop``), or the index could not be updated; 4 if all failed. Hold
    ``lock.worker_lock`` while calling this: one process at a time. ``now`` returns aware UTC, ``interval`` is the
    seconds between requests to a loopback address.

    Raises:
        StoreError: the cache cannot be used.
    """

    def planned(cache: Cache) -> Iterable[Task]:
        return plan(settings, cache.ledger.all(), now(), everything=everything)

    return run_tasks(paths, settings, planned, emit=emit, stop=stop, now=now, interval=interval)


def run_tasks(
    paths: Paths,
    settings: Settings,
    choose: Callable[[Cache], Iterable[Task]],
    *,
    emit: Callable[[Event], None],
    stop: threading.Event,
    now: Callable[[], datetime] = utcnow,
    interval: float = 0.0,
) -> int:
    """Run those of the tasks that ``choose`` returns that are due. Otherwise as :func:`refresh`."""

    with Cache.open(paths.cache_db) as cache:
        return _Pass(paths, settings, cache, emit, stop, now, interval).run(tuple(choose(cache)))


class _Pass:
    def __init__(
        self,
        paths: Paths,
        settings: Settings,
        cache: Cache,
        emit: Callable[[Event], None],
        stop: threading.Event,
        now: Callable[[], datetime],
        interval: float,
    ) -> None:
        self._paths = paths
        self._settings = settings
        self._cache = cache
        self._emit = emit
        self._stop = stop
        self._now = now
        self._interval = interval
        self._notes: set[str] = set()
        self._indexed = -1
        """The change number of the cache at the last update of the index, -1 before the first."""
        self._indexed_at = -math.inf
        """When the index was known to be up to date, in seconds of the monotonic clock."""
        self._unindexed = ""
        """Why the search index could not be updated, in words."""

    def run(self, tasks: Sequence[Task]) -> int:
        due = [task for task in tasks if task.due]
        self._emit(Event(EventKind.STARTED, targets=len(due)))
        self._index()
        try:
            fetched = self._fetch(due) if due else None
        finally:
            self._index()
        code = self._exit_code(fetched)
        tally = fetched.tally if fetched else Tally()
        self._emit(
            Event(
                EventKind.FINISHED,
                targets=len(due),
                new=tally.new,
                changed=tally.changed,
                same=tally.same,
                reviews=tally.reviews_new + tally.reviews_changed,
                reason="stopped" if self._stop.is_set() else self._unindexed or None,
                next_due=None if due else first_due(tasks),
                exit_code=code,
            )
        )
        return code

    def _fetch(self, due: Sequence[Task]) -> Fetched:
        # The network and the parsers: a pass with nothing due needs neither.
        logs.begin()

        def waiting(until: datetime, reason: str) -> None:
            self._emit(Event(EventKind.WAITING, until=until, reason=reason))
            self._index()

        return fetch(
            due,
            self._paths,
            self._settings,
            self._cache,
            emit=self._emit,
            stop=self._stop,
            now=self._now,
            interval=self._interval,
            waiting=waiting,
            before_request=lambda: self._index(UNINDEXED),
        )

    def _index(self, after: float = 0.0) -> None:
        """Update the index, unless nothing was stored since the last update or that was less than ``after`` seconds
        ago. Papers that came before a stop are indexed, too, if one commit is enough."""
        latest = self._cache.changes.latest()
        if latest == self._indexed:
            self._indexed_at = time.monotonic()
        elif time.monotonic() - self._indexed_at >= after:
            self._unindexed = "" if is_reached(self._cache, self._paths.index) else self._update_index(latest)
            self._indexed_at = time.monotonic()
            if not self._unindexed:
                self._indexed = latest

    def _update_index(self, latest: int) -> str:
        """Update the index to a change number of the cache. Returns why it could not be updated, in words."""
        logs.begin()
        stop = threading.Event() if latest - self._indexed <= indexing.BATCH else self._stop
        return indexing.update_if_unlocked(self._cache, self._paths, stop, self._note_once)

    def _note_once(self, words: str) -> None:
        """Emit a note about the index, unless this pass has emitted the same words before."""
        if words not in self._notes:
            self._notes.add(words)
            self._emit(Event(EventKind.NOTE, reason=words))

    def _exit_code(self, fetched: Fetched | None) -> int:
        if fetched is None or not fetched.failed:
            return SOME_FAILED if self._unindexed else ALL_WELL
        return SOME_FAILED if fetched.answered or fetched.long_wait or self._stop.is_set() else ALL_FAILED
