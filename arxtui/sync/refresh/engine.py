"""A refresh pass: fetch what is due, store it, write the ledger, emit events. A kill loses nothing that has arrived."""

from __future__ import annotations

import logging
import math
import random
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.http.client import Client
from arxtui.http.errors import Blocked, Cancelled, HttpError, NoNetwork, RateLimited, Unavailable
from arxtui.model.counted import counted
from arxtui.model.events import Event, EventKind
from arxtui.model.intake import Tally
from arxtui.model.ledger import SKIPPED, LedgerEntry
from arxtui.sources.errors import SourceError
from arxtui.store.cache.database import Cache
from arxtui.store.errors import StoreError
from arxtui.sync.errors import AnomalyError, internal_error_words
from arxtui.sync.indexing import BATCH, update_if_unlocked
from arxtui.sync.refresh.due import BLOCKED_PAUSE, OFFLINE_PAUSE, after_failure
from arxtui.sync.refresh.plan import Task, first_due, plan
from arxtui.sync.refresh.source_request import RefreshContext, SourceRequest

ALL_WELL, SOME_FAILED, ALL_FAILED = 0, 3, 4
"""Exit codes of a pass."""
LONG_WAIT = 600.0
"""Seconds. A pass does not wait for a longer Retry-After."""
UNINDEXED = 15.0
"""Seconds after which the search index is updated before the next request: each commit rewrites what the last one
wrote, so a commit for each request would cost more than the requests."""

_log = logging.getLogger(__name__)


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

    def waiting(until: datetime, reason: str) -> None:
        emit(Event(EventKind.WAITING, until=until, reason=reason))
        running.index()

    def before_request() -> None:
        running.index(UNINDEXED)

    client = Client(paths.state, settings.http.contact, stop=stop, on_wait=waiting, interval=interval)
    with Cache.open(paths.cache_db) as cache, client:
        running = _Pass(RefreshContext(settings, cache, client, emit, stop, now, random.random, before_request), paths)
        return running.run(tuple(choose(cache)))


@dataclass(slots=True)
class _Pass:
    context: RefreshContext
    paths: Paths
    tally: Tally = field(default_factory=Tally)
    answered: int = 0
    failed: bool = False
    long_wait: bool = False
    notes: set[str] = field(default_factory=set)
    indexed: int = -1
    """The change number of the cache at the last update of the index, -1 before the first."""
    indexed_at: float = -math.inf
    """When the index was known to be up to date, in seconds of the monotonic clock."""
    unindexed: str = ""
    """Why the search index could not be updated, in words."""
    unresponsive: dict[str, str] = field(default_factory=dict)
    """Services that do not respond now, with the reason: their other targets are skipped."""

    def run(self, tasks: Sequence[Task]) -> int:
        context = self.context
        due = [task for task in tasks if task.due]
        context.emit(Event(EventKind.STARTED, targets=len(due)))
        self.index()
        try:
            for task in due:
                if context.stop.is_set():
                    self.failed = True
                    break
                self.request(task)
        finally:
            self.index()
        code = self.exit_code()
        reason = "stopped" if context.stop.is_set() else self.unindexed or None
        tally = self.tally
        reviews = tally.reviews_new + tally.reviews_changed
        context.emit(
            Event(
                EventKind.FINISHED,
                targets=len(due),
                new=tally.new,
                changed=tally.changed,
                same=tally.same,
                reviews=reviews,
                reason=reason,
                next_due=None if due else first_due(tasks),
                exit_code=code,
            )
        )
        return code

    def index(self, after: float = 0.0) -> None:
        """Update the index, unless nothing was stored since the last update or that was less than ``after`` seconds
        ago. Papers that came before a stop are indexed, too, if one commit is enough."""
        context = self.context
        latest = context.cache.changes.latest()
        if latest == self.indexed:
            self.indexed_at = time.monotonic()
        elif time.monotonic() - self.indexed_at >= after:
            stop = threading.Event() if latest - self.indexed <= BATCH else context.stop
            self.unindexed = update_if_unlocked(context.cache, self.paths, stop, self.note_once)
            self.indexed_at = time.monotonic()
            if not self.unindexed:
                self.indexed = latest

    def note_once(self, words: str) -> None:
        """Emit a note about the index, unless this pass has emitted the same words before."""
        if words not in self.notes:
            self.notes.add(words)
            self.note(words)

    def note(self, words: str) -> None:
        self.context.emit(Event(EventKind.NOTE, reason=words))

    def request(self, task: Task) -> None:
        from arxtui.sync.refresh.requests import REQUESTS  # parsers: a pass with nothing due needs none

        request = SourceRequest(task, self.context)
        request.emit(EventKind.SOURCE, reason=task.reason)
        if why := self.unresponsive.get(task.source.service):
            self.failed = True
            request.emit(EventKind.FAILED, reason=f"{SKIPPED}{why}")
            return
        try:
            entry = REQUESTS[task.source](request)
        except Cancelled:
            self.failed = True
            return
        except StoreError as error:
            request.emit(EventKind.FAILED, reason=str(error))
            raise
        except Exception as error:
            entry = self.failure(request, error)
            kind = EventKind.FAILED
        else:
            self.answered += bool(request.requests)
            kind = EventKind.DONE
        finally:
            self.tally += request.tally
        self.context.cache.ledger.put(entry)
        rejected = f"{counted(request.tally.rejected, 'record')} rejected" if request.tally.rejected else ""
        reason = "; ".join(filter(None, (entry.reason, rejected)))
        request.emit(kind, status=entry.status, reason=reason, next_due=entry.next_due)

    def failure(self, request: SourceRequest, error: Exception) -> LedgerEntry:
        """Return the ledger row of a failed target, and record what the failure means for the rest of the pass."""
        self.failed = True
        task, context = request.task, self.context
        retry_after = error.retry_after if isinstance(error, HttpError) else None
        # A status of 200 is not the cause of a failure and must not be shown as one.
        status = error.status if isinstance(error, HttpError) and error.status != 200 else None
        self.long_wait = self.long_wait or (retry_after or 0) > LONG_WAIT
        reason = reason_of(error)
        known = isinstance(error, HttpError | SourceError | AnomalyError)
        _log.log(
            logging.WARNING if known else logging.ERROR, "%s %s: %s", task.source, task.target, reason, exc_info=error
        )
        if isinstance(error, RateLimited | Unavailable | NoNetwork):
            self.unresponsive[task.source.service] = reason
        failures = (task.entry.failures if task.entry else 0) + 1
        due = after_failure(context.now(), failures, retry_after, context.spread(), **bounds_of(error))
        return request.failure_entry(due, reason, status)

    def exit_code(self) -> int:
        if not self.failed:
            return SOME_FAILED if self.unindexed else ALL_WELL
        return SOME_FAILED if self.answered or self.long_wait or self.context.stop.is_set() else ALL_FAILED


def bounds_of(error: Exception) -> dict[str, timedelta]:
    """Return the arguments ``shortest`` or ``longest`` for ``due.after_failure`` that suit an error."""
    if isinstance(error, Blocked):
        return {"shortest": BLOCKED_PAUSE}
    return {"longest": OFFLINE_PAUSE} if isinstance(error, NoNetwork) else {}


def reason_of(error: Exception) -> str:
    """Return why something failed, in words."""
    if isinstance(error, HttpError):
        return error.reason
    if isinstance(error, SourceError | AnomalyError):
        return str(error)
    return internal_error_words(error)
