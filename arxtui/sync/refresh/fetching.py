"""The requests of a pass: each due target in turn, what is requested for it, and what a failure means for the
others."""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.http.client import Client
from arxtui.http.errors import Blocked, Cancelled, HttpError, NoNetwork, RateLimited, Unavailable
from arxtui.light import NamedTuple
from arxtui.model.counted import counted
from arxtui.model.events import Event, EventKind
from arxtui.model.intake import Tally
from arxtui.model.ledger import SKIPPED, LedgerEntry
from arxtui.sources.errors import SourceError
from arxtui.store.cache.database import Cache
from arxtui.store.errors import StoreError
from arxtui.sync.by_hand.reviews import request_reviews
from arxtui.sync.by_hand.search import request_search
from arxtui.sync.citations import requests
from arxtui.sync.errors import AnomalyError, internal_error_words
from arxtui.sync.refresh.backfill import request_backfill
from arxtui.sync.refresh.catchup import request_catchup
from arxtui.sync.refresh.complete import request_incomplete
from arxtui.sync.refresh.due import BLOCKED_PAUSE, OFFLINE_PAUSE, after_failure
from arxtui.sync.refresh.feed import request_feed
from arxtui.sync.refresh.papers_by_id import request_papers
from arxtui.sync.refresh.pith import request_latest, request_listing
from arxtui.sync.refresh.plan import Source, Task
from arxtui.sync.refresh.source_request import RefreshContext, SourceRequest

REQUESTS: dict[Source, Callable[[SourceRequest], LedgerEntry]] = {
    Source.FEED: request_feed,
    Source.CATCHUP: request_catchup,
    Source.COMPLETE: request_incomplete,
    Source.LISTING: request_listing,
    Source.LATEST: request_latest,
    Source.BACKFILL: request_backfill,
    Source.SEARCH: request_search,
    Source.REVIEWS: request_reviews,
    Source.ADD: request_papers,
    Source.INSPIRE: requests.request_inspire,
    Source.SEMANTIC_SCHOLAR: requests.request_semantic_scholar,
    Source.OPENALEX: requests.request_openalex,
    Source.CROSSREF: requests.request_crossref,
    Source.OPENCITATIONS: requests.request_opencitations,
}


LONG_WAIT = 600.0
"""Seconds. A pass does not wait for a longer Retry-After."""

_log = logging.getLogger(__name__)


class Fetched(NamedTuple):
    """The results of the requests of a pass: what they stored, how many targets answered, whether any failed, and
    whether the exit code is ``SOME_FAILED`` even if all failed, because upstream requested a long pause."""

    tally: Tally = Tally()
    answered: int = 0
    failed: bool = False
    long_wait: bool = False


def fetch(
    due: Sequence[Task],
    paths: Paths,
    settings: Settings,
    cache: Cache,
    *,
    emit: Callable[[Event], None],
    stop: threading.Event,
    now: Callable[[], datetime],
    interval: float,
    waiting: Callable[[datetime, str], None],
    before_request: Callable[[], None],
) -> Fetched:
    """Request the targets. ``waiting`` is called before a long wait, ``before_request`` before each request; the others
    are those of ``engine.refresh``.

    Raises:
        StoreError: the cache cannot be used.
    """
    client = Client(paths.state, settings.http.contact, stop=stop, on_wait=waiting, interval=interval)
    with client:
        targets = _Targets(RefreshContext(settings, cache, client, emit, stop, now, random.random, before_request))
        for task in due:
            if stop.is_set():
                targets.failed = True
                break
            targets.request(task)
    return Fetched(targets.tally, targets.answered, targets.failed, targets.long_wait)


class _Targets:
    def __init__(self, context: RefreshContext) -> None:
        self.context = context
        self.tally = Tally()
        self.answered = 0
        self.failed = False
        self.long_wait = False
        self.unresponsive: dict[str, str] = {}
        """Services that do not respond now, with the reason: their other targets are skipped."""

    def request(self, task: Task) -> None:
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
