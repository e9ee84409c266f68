"""The fetch of one target: its requests, storing of pages as they arrive, events, and the ledger row at the end."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from arxtui.config.settings import Settings
from arxtui.http.client import Answer, Client
from arxtui.http.errors import Cancelled
from arxtui.http.pacer import ATTEMPTS
from arxtui.model.arxiv.plausible import plausible
from arxtui.model.events import Event, EventKind
from arxtui.model.intake import Intake, Tally
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.store.cache.database import Cache
from arxtui.sync.refresh.plan import Task

_MOST_NOTES = 20
"""The most rejected records of a page that get a note each."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RefreshContext:
    """What the targets of a pass share. ``now`` returns aware UTC, ``spread`` a random number from 0 to 1."""

    settings: Settings
    cache: Cache
    client: Client
    emit: Callable[[Event], None]
    stop: threading.Event
    now: Callable[[], datetime]
    spread: Callable[[], float]
    before_request: Callable[[], None]


class SourceRequest:
    """A task that is running: ``tally`` counts what it has stored so far, ``progress`` is the checkpoint to resume from
    after a kill, ``requests`` is how many requests it has made."""

    def __init__(self, task: Task, context: RefreshContext) -> None:
        self.task = task
        self.context = context
        self.tally = Tally()
        self.progress = task.entry.progress if task.entry else None
        self.status: int | None = None
        self.requests = 0

    def get(
        self,
        url: str,
        *,
        conditional: bool = False,
        service: str = "",
        attempts: int = ATTEMPTS,
        secrets: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send a GET request at the pace of ``service``, by default the task's, at most ``attempts`` times. If
        ``conditional``, send the ETag and date of the ledger row, so that an unchanged page is answered with 304.
        ``secrets`` are headers with the user's key, as in ``Client.get``.

        Raises:
            Cancelled: the pass is being stopped.
            HttpError: the request failed.
        """
        self._begin()
        entry = self.task.entry if conditional else None
        answer = self.context.client.get(
            url,
            service=service or self.task.source.service,
            etag=entry.etag if entry else None,
            last_modified=entry.last_modified if entry else None,
            attempts=attempts,
            secrets=secrets,
        )
        self.status = answer.status
        return answer

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Send a POST request to the task's service. Raises as :meth:`get`."""
        self._begin()
        answer = self.context.client.post(url, body, service=self.task.source.service, headers=headers)
        self.status = answer.status
        return answer

    def _begin(self) -> None:
        """Prepare for the request that is sent next, and count it. Raises Cancelled if the pass is being stopped."""
        if self.context.stop.is_set():
            raise Cancelled("stopped before the request")
        self.context.before_request()
        self.requests += 1

    def store(self, intake: Intake, page: int = 1, pages: int | None = None) -> None:
        """Store a page in one transaction, without implausible dates, and emit its events.

        The first rejected records get a note each, and the log contains all of them.
        """
        intake = plausible(intake, self.context.now().date())
        stored = self.context.cache.take_all(intake)
        rejects = [f"{reject.place}: {reject.reason}" for reject in stored.rejects]
        self.tally += stored.tally
        self.emit(EventKind.PAGE, page=page, pages=pages)
        more = [f"and {len(rejects) - _MOST_NOTES:,} more; the log lists all"] if len(rejects) > _MOST_NOTES else []
        for note in (*intake.notes, *rejects[:_MOST_NOTES], *more):
            self.emit(EventKind.NOTE, reason=note)
        for reject in rejects:
            _log.warning("%s %s: rejected %s", self.task.source, self.task.target, reject)

    def emit(
        self,
        kind: EventKind,
        *,
        page: int | None = None,
        pages: int | None = None,
        status: int | None = None,
        reason: str | None = None,
        next_due: datetime | None = None,
    ) -> None:
        """Emit an event of this target; the events PAGE, DONE and FAILED get the counts so far."""
        counted = kind in (EventKind.PAGE, EventKind.DONE, EventKind.FAILED)
        self.context.emit(
            Event(
                kind,
                source=self.task.source.value,
                target=self.task.target,
                page=page,
                pages=pages,
                new=self.tally.new if counted else None,
                changed=self.tally.changed if counted else None,
                same=self.tally.same if counted else None,
                reviews=self.tally.reviews_new + self.tally.reviews_changed if counted else None,
                status=status,
                reason=reason or None,
                next_due=next_due,
            )
        )

    def checkpoint(self, progress: str, words: str) -> None:
        """Write a checkpoint to the ledger, so that a killed pass resumes here. ``words`` is the row's reason."""
        self.progress = progress
        now = self.context.now()
        entry = self.task.entry
        fresh = entry.fresh_as_of if entry else None
        failures = entry.failures if entry else 0
        self.context.cache.ledger.put(
            LedgerEntry(
                self.task.source.value,
                self.task.target,
                now,
                Outcome.FAILED,
                now,
                fresh_as_of=fresh,
                reason=words,
                failures=failures,
                progress=progress,
            )
        )

    def success_entry(self, next_due: datetime, *, answer: Answer | None = None, reason: str = "") -> LedgerEntry:
        """Return the ledger row of a success. Without a request, ``fresh_as_of`` stays as it was. ``reason`` is a
        remark in words."""
        now = self.context.now()
        entry = self.task.entry
        unchanged = answer is not None and answer.status == 304
        stored = entry if unchanged else None
        return LedgerEntry(
            self.task.source.value,
            self.task.target,
            now,
            Outcome.NOT_MODIFIED if unchanged else Outcome.OK,
            next_due,
            fresh_as_of=now if self.requests else entry.fresh_as_of if entry else None,
            status=answer.status if answer else self.status,
            reason=reason,
            etag=(answer.etag if answer else None) or (stored.etag if stored else None),
            last_modified=(answer.last_modified if answer else None) or (stored.last_modified if stored else None),
            progress=self.progress,
        )

    def failure_entry(self, next_due: datetime, reason: str, status: int | None) -> LedgerEntry:
        """Return the ledger row of a failure; it retains what the row before contained."""
        entry = self.task.entry
        return LedgerEntry(
            self.task.source.value,
            self.task.target,
            self.context.now(),
            Outcome.FAILED,
            next_due,
            fresh_as_of=entry.fresh_as_of if entry else None,
            status=status,
            reason=reason,
            failures=(entry.failures if entry else 0) + 1,
            etag=entry.etag if entry else None,
            last_modified=entry.last_modified if entry else None,
            progress=self.progress,
        )
