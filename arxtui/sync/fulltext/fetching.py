"""Fetching full texts: whatever is due for some papers, one paper after the other; each text is stored when complete.

A kill loses nothing that has arrived and leaves nothing half stored: each text and each figure is one transaction.
"""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.http.client import Client
from arxtui.http.errors import Cancelled
from arxtui.light import NamedTuple
from arxtui.model.events import Event, EventKind
from arxtui.model.fulltext import TextState
from arxtui.store.cache.database import Cache
from arxtui.store.errors import StoreError
from arxtui.store.texts.fulltexts import Pdfs, Retention
from arxtui.sync.fulltext.due import Errand, RequestedPaper, errands
from arxtui.sync.fulltext.paper import ErrandResult, PaperFetcher
from arxtui.sync.fulltext.requests import TextClient
from arxtui.sync.harvest.messages import duration
from arxtui.sync.lock import open_lock
from arxtui.sync.refresh.engine import ALL_FAILED, ALL_WELL, SOME_FAILED, utcnow
from arxtui.sync.refresh.fetching import LONG_WAIT, reason_of
from arxtui.sync.worker.event_output import Tell
from arxtui.sync.worker.single_flight import follow_then_run

_log = logging.getLogger(__name__)

FULLTEXT = "arxiv.fulltext"
"""The ``source`` of the events; their ``target`` is a paper's identifier with its version."""
_FETCH = "fetch"
"""The name of the lock."""


class FetchOptions(NamedTuple):
    """Options of a fetch. ``again``: also texts that are stored or were not available; ``pdf``: also the PDFs;
    ``limit``: at most this many papers; ``requests``: begin no further paper after this many requests.
    ``concurrent``: run beside another fetching process, for a text that the user is waiting for; both share one pace,
    and each text is stored in one transaction."""

    again: bool = False
    pdf: bool = False
    limit: int | None = None
    requests: int | None = None
    concurrent: bool = False


def fetch(
    paths: Paths,
    settings: Settings,
    papers: Sequence[RequestedPaper],
    keeping: Retention,
    options: FetchOptions = FetchOptions(),  # noqa: B008 - immutable
    *,
    emit: Tell,
    stop: threading.Event,
    now: Callable[[], datetime] = utcnow,
    interval: float = 0.0,
) -> int:
    """Fetch what is due for these papers, those with the fewest failures first; ``keeping`` says which stored texts can
    be deleted to make room.

    Returns 0 if everything available is stored; 3 if some failed (recently or now) or were skipped because of ``stop``;
    4 if no request was answered. If another process is fetching, its events are followed first; then whatever is left
    is fetched. ``now`` returns aware UTC, ``interval`` is the seconds between requests to a loopback address.

    Raises:
        StoreError: the cache cannot be used, or the disk is full.
    """
    started = now()

    def due(cache: Cache) -> list[Errand]:
        return _due(cache, paths, settings, papers, options, started, now())

    def work(tell: Tell, stop: threading.Event) -> int:
        def waiting(until: datetime, reason: str) -> None:
            tell(Event(EventKind.WAITING, until=until, reason=reason))

        def turn(seconds: float) -> None:
            text_client.turn(seconds)

        contact = settings.http.contact
        client = Client(paths.state, contact, stop=stop, on_wait=waiting, on_turn=turn, interval=interval)
        with Cache.open(paths.cache_db) as cache, client:
            text_client = TextClient(settings, client, Pdfs(paths.pdfs), stop, now)
            fetcher = PaperFetcher(text_client, cache.fulltexts, keeping, random.random)
            return _Pass(cache, fetcher, options, tell).run(due(cache), papers)

    if options.concurrent:
        return work(emit, stop)
    return follow_then_run(paths.state, _FETCH, "fetch", emit, stop, work)


def pending(
    paths: Paths,
    settings: Settings,
    papers: Sequence[RequestedPaper],
    options: FetchOptions = FetchOptions(),  # noqa: B008
    *,
    now: Callable[[], datetime] = utcnow,
) -> int:
    """Return for how many of the papers something is due."""
    with Cache.open(paths.cache_db) as cache:
        return len(_due(cache, paths, settings, papers, options, now(), now()))


def is_at_work(paths: Paths) -> bool:
    """Whether a process is fetching texts now."""
    with open_lock(paths.state / f"{_FETCH}.lock") as lock:
        return not lock.take()


def _due(
    cache: Cache,
    paths: Paths,
    settings: Settings,
    papers: Sequence[RequestedPaper],
    options: FetchOptions,
    started: datetime,
    now: datetime,
) -> list[Errand]:
    pdfs = Pdfs(paths.pdfs)

    def lacks_pdf(paper: RequestedPaper) -> bool:
        return options.pdf and not pdfs.path(paper.id, paper.version).exists()

    due = errands(
        cache.fulltexts,
        papers,
        now,
        repeat_before=started if options.again else None,
        figures=settings.fulltext.figures,
        lacks_pdf=lacks_pdf,
    )
    return due[: options.limit]


@dataclass(slots=True)
class _Pass:
    cache: Cache
    fetcher: PaperFetcher
    options: FetchOptions
    tell: Tell
    stored: int = 0
    none: int = 0
    failed: int = 0
    long_wait: bool = False

    def run(self, due: Sequence[Errand], papers: Sequence[RequestedPaper]) -> int:
        text_client, count = self.fetcher.text_client, len(due)
        self.tell(Event(EventKind.STARTED, targets=count))
        started, left = text_client.now(), 0
        for number, errand in enumerate(due):
            too_many = self.options.requests is not None and text_client.requests >= self.options.requests
            if text_client.stop.is_set() or too_many:
                left = count - number
                break
            self.request(errand, _progress(number, count, (text_client.now() - started).total_seconds()))
        stopped = text_client.stop.is_set()
        self.failed += left if stopped else 0
        if not due:
            self.count_states(papers)
        code = self.exit_code() if due or not self.failed else SOME_FAILED
        reason = "stopped" if stopped else self.words(left)
        self.tell(Event(EventKind.FINISHED, source=FULLTEXT, targets=count, reason=reason, exit_code=code))
        return code

    def request(self, errand: Errand, progress: str) -> None:
        name = errand.paper.name

        def figure(done: int, of: int) -> None:
            self.tell(
                _event(EventKind.PAGE, name, page=done, pages=of, reason=f"{name}, figure {done} of {of} ({progress})")
            )

        def step(words: str) -> None:
            self.tell(_event(EventKind.STEP, name, reason=words))

        self.fetcher.text_client.on_step = step
        self.tell(_event(EventKind.SOURCE, name, reason=progress))
        try:
            done = self.fetcher.request(errand, figure)
        except Cancelled:
            self.failed += 1
            return
        except StoreError as error:
            self.tell(_event(EventKind.FAILED, name, reason=str(error)))
            raise
        except Exception as error:
            # An error with one paper must not end the fetch of the others.
            _log.exception("%s", name)
            self.failed += 1
            self.tell(_event(EventKind.FAILED, name, reason=reason_of(error)))
            return
        self.count(done)
        kind = EventKind.FAILED if done.failure else EventKind.DONE
        self.tell(_event(kind, name, reason=done.words, next_due=done.next_due))

    def count(self, done: ErrandResult) -> None:
        self.failed += done.failure is not None
        self.stored += done.is_stored
        self.none += not done.is_stored and done.failure is None
        self.long_wait = self.long_wait or (getattr(done.failure, "retry_after", None) or 0) > LONG_WAIT

    def count_states(self, papers: Sequence[RequestedPaper]) -> None:
        """Count the states of the papers' texts when nothing is due."""
        states = self.cache.text_states(paper.key for paper in papers)
        stands = [states.get(paper.key, TextState.UNASKED) for paper in papers]
        self.stored = sum(state.is_stored for state in stands)
        self.none, self.failed = map(stands.count, (TextState.NONE, TextState.FAILED))

    def exit_code(self) -> int:
        if not self.failed:
            return ALL_WELL
        text_client = self.fetcher.text_client
        return SOME_FAILED if text_client.answered or self.long_wait or text_client.stop.is_set() else ALL_FAILED

    def words(self, left: int) -> str:
        """Return the results for the requested texts, in words."""
        count = self.stored + self.none + self.failed + left
        if not count:
            return "no full text was requested"
        if count == 1:
            return f"the requested full text {self.result_of_one}"
        every = "both" if count == 2 else f"all {count:,}"
        parts = [
            f"{every if self.stored == count else f'{self.stored:,} of {count:,}'} requested full texts are stored"
        ]
        parts += [f"{self.none:,} {'papers have' if self.none > 1 else 'paper has'} none"] if self.none else []
        parts += [f"{self.failed:,} failed and will be retried"] if self.failed else []
        parts += [f"{left:,} left for later"] if left else []
        return ", ".join(parts)

    @property
    def result_of_one(self) -> str:
        if self.stored:
            return "is stored"
        if self.none:
            return "is not available"
        return "could not be fetched and will be retried" if self.failed else "is left for later"


def _event(kind: EventKind, name: str, **fields: Any) -> Event:
    return Event(kind, source=FULLTEXT, target=name, **fields)


def _progress(done: int, count: int, seconds: float) -> str:
    """Return ``3 of 20, about 4 min left``, estimated from the pace so far."""
    left = f", about {duration(seconds / done * (count - done))} left" if done and seconds else ""
    return f"{done + 1:,} of {count:,}{left}"
