"""One pass over what is due: ask, keep, write down, tell. Killed at any instant, it has lost nothing that arrived."""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.http.client import Client
from arxtui.http.errors import Blocked, Cancelled, HttpError, NoNetwork, RateLimited, Unavailable
from arxtui.model.events import Event, EventKind
from arxtui.model.intake import Tally
from arxtui.model.ledger import LedgerEntry
from arxtui.sources.errors import SourceError
from arxtui.store.cache.database import Cache
from arxtui.store.errors import StoreError
from arxtui.sync.by_hand.reviews import request_reviews
from arxtui.sync.by_hand.search import request_search
from arxtui.sync.by_hand.wanted import request_wanted
from arxtui.sync.errors import AnomalyError
from arxtui.sync.indexing import keep_up
from arxtui.sync.refresh.backfill import request_backfill
from arxtui.sync.refresh.catchup import request_catchup
from arxtui.sync.refresh.complete import request_incomplete
from arxtui.sync.refresh.due import BLOCKED_PAUSE, OFFLINE_PAUSE, after_failure
from arxtui.sync.refresh.feed import request_feed
from arxtui.sync.refresh.pith import request_latest, request_listing
from arxtui.sync.refresh.plan import Source, Task, next_look, plan
from arxtui.sync.refresh.source_request import SourceRequest, Tools

ALL_WELL, SOME_FAILED, ALL_FAILED = 0, 3, 4
LONG_WAIT = 600.0
"""A Retry-After beyond this many seconds is not waited for."""

_REQUESTS: dict[Source, Callable[[SourceRequest], LedgerEntry]] = {
    Source.FEED: request_feed,
    Source.CATCHUP: request_catchup,
    Source.COMPLETE: request_incomplete,
    Source.LISTING: request_listing,
    Source.LATEST: request_latest,
    Source.BACKFILL: request_backfill,
    Source.SEARCH: request_search,
    Source.REVIEWS: request_reviews,
    Source.ADD: request_wanted,
}

_log = logging.getLogger(__name__)


def utcnow() -> datetime:
    """Now, aware UTC."""
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
    """Refresh what is due, or ``everything``, and bring the index up to the cache.

    Returns 0 when all answered or nothing was due; 3 when some failed (or asked for a longer rest than ten minutes, or
    were not asked any more because of ``stop``), or the index could not be brought up to date; 4 when all failed.
    StoreError when the cache cannot be used. One process at a time: hold ``lock.worker_lock``. ``now`` is aware UTC,
    ``interval`` the seconds between requests to a loopback address.
    """

    def chosen(cache: Cache) -> Iterable[Task]:
        return plan(settings, cache.ledger.all(), now(), everything=everything)

    return run_tasks(paths, settings, chosen, emit=emit, stop=stop, now=now, interval=interval)


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
    """Do what is due of the tasks that ``choose`` finds; the rest as for :func:`refresh`."""

    def waiting(until: datetime, reason: str) -> None:
        emit(Event(EventKind.WAITING, until=until, reason=reason))

    client = Client(paths.state, settings.http.contact, stop=stop, on_wait=waiting, interval=interval)
    with Cache.open(paths.cache_db) as cache, client:
        tools = Tools(settings, cache, client, emit, stop, now, random.random)
        return _Pass(tools, paths).run(tuple(choose(cache)))


@dataclass(slots=True)
class _Pass:
    tools: Tools
    paths: Paths
    tally: Tally = field(default_factory=Tally)
    answered: int = 0
    failed: bool = False
    rested: bool = False
    noted: set[str] = field(default_factory=set)
    unindexed: str = ""
    """Why the search index could not be brought up to date, in words."""
    silent: dict[str, str] = field(default_factory=dict)
    """Services that answer nobody now, with the reason: their other targets are spared."""

    def run(self, tasks: Sequence[Task]) -> int:
        tools = self.tools
        due = [task for task in tasks if task.due]
        tools.emit(Event(EventKind.STARTED, targets=len(due)))
        self.index()
        for task in due:
            if tools.stop.is_set():
                self.failed = True
                break
            self.request(task)
            self.index()
        code = self.exit_code()
        reason = "stopped" if tools.stop.is_set() else self.unindexed or None
        tally = self.tally
        reviews = tally.reviews_new + tally.reviews_changed
        tools.emit(
            Event(
                EventKind.FINISHED,
                targets=len(due),
                new=tally.new,
                changed=tally.changed,
                same=tally.same,
                reviews=reviews,
                reason=reason,
                next_due=None if due else next_look(tasks),
                exit_code=code,
            )
        )
        return code

    def index(self) -> None:
        self.unindexed = keep_up(self.tools.cache, self.paths, self.tools.stop, self.note_once)

    def note_once(self, words: str) -> None:
        """Say of the index what was not said before in this pass."""
        if words not in self.noted:
            self.noted.add(words)
            self.note(words)

    def note(self, words: str) -> None:
        self.tools.emit(Event(EventKind.NOTE, reason=words))

    def request(self, task: Task) -> None:
        request = SourceRequest(task, self.tools)
        request.tell(EventKind.SOURCE, reason=task.reason)
        if why := self.silent.get(task.source.service):
            self.failed = True
            request.tell(EventKind.FAILED, reason=f"not asked: {why}")
            return
        try:
            entry = _REQUESTS[task.source](request)
        except Cancelled:
            self.failed = True
            return
        except StoreError as error:
            request.tell(EventKind.FAILED, reason=str(error))
            raise
        except Exception as error:
            entry = self.failure(request, error)
            kind = EventKind.FAILED
        else:
            self.answered += bool(request.asked)
            kind = EventKind.DONE
        finally:
            self.tally += request.tally
        self.tools.cache.ledger.put(entry)
        request.tell(kind, status=entry.status, reason=entry.reason, next_due=entry.next_due)

    def failure(self, request: SourceRequest, error: Exception) -> LedgerEntry:
        """The row of a failed target, and what the failure means for the rest of the pass."""
        self.failed = True
        task, tools = request.task, self.tools
        retry_after = error.retry_after if isinstance(error, HttpError) else None
        # A 200 is not why it failed, and must not be shown as if it were.
        status = error.status if isinstance(error, HttpError) and error.status != 200 else None
        self.rested = self.rested or (retry_after or 0) > LONG_WAIT
        reason = reason_of(error)
        known = isinstance(error, HttpError | SourceError | AnomalyError)
        _log.log(
            logging.WARNING if known else logging.ERROR, "%s %s: %s", task.source, task.target, reason, exc_info=error
        )
        if isinstance(error, RateLimited | Unavailable | NoNetwork):
            self.silent[task.source.service] = reason
        failures = (task.entry.failures if task.entry else 0) + 1
        due = after_failure(tools.now(), failures, retry_after, tools.spread(), **bounds_of(error))
        return request.failed(due, reason, status)

    def exit_code(self) -> int:
        if not self.failed:
            return SOME_FAILED if self.unindexed else ALL_WELL
        return SOME_FAILED if self.answered or self.rested or self.tools.stop.is_set() else ALL_FAILED


def bounds_of(error: Exception) -> dict[str, timedelta]:
    """How the pause after an error differs from the usual (``due.after_failure``)."""
    if isinstance(error, Blocked):
        return {"shortest": BLOCKED_PAUSE}
    return {"longest": OFFLINE_PAUSE} if isinstance(error, NoNetwork) else {}


def reason_of(error: Exception) -> str:
    """Why something failed, in words."""
    if isinstance(error, HttpError):
        return error.reason
    if isinstance(error, SourceError | AnomalyError):
        return str(error)
    return f"something in the program went wrong ({type(error).__name__}); the log says where"
