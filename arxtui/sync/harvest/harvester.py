"""A harvest by OAI-PMH: fetch pages ahead at the permitted pace, prepare them in other processes, store and index them.

Each page is stored together with the position that it reaches, in one transaction. After a kill, the next run resumes
from there.
"""

from __future__ import annotations

import hashlib
import logging
import math
import threading
import time
from collections import deque
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, date, datetime

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.http.client import Client
from arxtui.http.errors import Cancelled, HttpError
from arxtui.http.hosts import is_loopback
from arxtui.http.pacer import INTERVAL
from arxtui.model.events import Event, EventKind
from arxtui.model.harvest import Order, Place
from arxtui.model.intake import Tally
from arxtui.sources.errors import SourceError
from arxtui.store.cache.database import Cache
from arxtui.store.cache.entries import OutdatedError
from arxtui.store.progress.imports import HarvestStep, Progress
from arxtui.sync.errors import AnomalyError, PoolProcessLost
from arxtui.sync.harvest import messages
from arxtui.sync.harvest.batches import PendingPage, Prefetcher, PreparedBatch, prepare_page, prepare_whole_page
from arxtui.sync.harvest.pages import HarvestPage, Pages, RefusedError, Spool
from arxtui.sync.importing.batches import documents_of
from arxtui.sync.importing.live_index import LiveIndex
from arxtui.sync.importing.reports import write_rejected
from arxtui.sync.indexing import update_if_unlocked
from arxtui.sync.lock import HARVEST
from arxtui.sync.worker.event_output import Tell
from arxtui.sync.worker.process_pool import ProcessPool
from arxtui.sync.worker.single_flight import follow_then_run

ALL_WELL, FAILED, INCOMPLETE, NO_PAGES = 0, 1, 3, 4
SOURCE = "arxiv.harvest"
PAGE_TIMEOUT = 300.0
"""Timeout of one page in seconds: a page can have 6 MB, and the connection can be slow."""
_AHEAD = 2
"""The most pages that wait to be prepared, and that wait to be stored."""
_MOST_NOTES = 20
"""The most rejected records that get a note each."""

_log = logging.getLogger(__name__)


def harvest(
    paths: Paths,
    settings: Settings,
    order: Order,
    *,
    emit: Tell,
    stop: threading.Event,
    interval: float = 0.0,
) -> int:
    """Run a harvest, or resume an unfinished one with the same order, and update the index.

    Returns 0 if the harvest is complete; 3 if it was stopped, or ended early after some pages; 4 if there is no network
    or no usable page arrived; 1 if arXiv refuses the request. If another process is harvesting, its events are followed
    first. ``interval`` is as for ``engine.refresh``.

    Raises:
        StoreError: the cache cannot be used.
    """

    def work(publish: Tell, stop: threading.Event) -> int:
        return _harvest(paths, settings, order, _thread_safe(publish), stop, interval)

    return follow_then_run(paths.state, HARVEST, "harvest", emit, stop, work)


def _harvest(paths: Paths, settings: Settings, order: Order, tell: Tell, stop: threading.Event, interval: float) -> int:
    def note(text: str) -> None:
        tell(Event(EventKind.NOTE, reason=text))

    client = Client(
        paths.state,
        settings.http.contact,
        stop=stop,
        on_wait=lambda until, reason: tell(Event(EventKind.WAITING, until=until, reason=reason)),
        interval=interval,
    )
    with Cache.open(paths.cache_db) as cache:
        with client, closing(ProcessPool()) as pool, LiveIndex(cache, paths, pool, stop, note) as index:
            context = HarvestContext(paths, cache, pool, index, client, tell, stop)
            code, ending = Harvest(context, settings.arxiv.oai_url, order, interval).run()
        if update_if_unlocked(cache, paths, stop, note) and code == ALL_WELL:
            code = INCOMPLETE
    tell(Event(EventKind.FINISHED, reason=ending, exit_code=code))
    return code


@dataclass(frozen=True, slots=True)
class HarvestContext:
    """What the parts of a harvest share. ``tell`` can be called from several threads."""

    paths: Paths
    cache: Cache
    pool: ProcessPool
    index: LiveIndex
    client: Client
    tell: Tell
    stop: threading.Event


class Harvest:
    """One run of a harvest; a harvest that is interrupted takes several runs."""

    def __init__(self, context: HarvestContext, base: str, order: Order, interval: float) -> None:
        self._context = context
        self._order = order
        self._file = hashlib.blake2b(repr(order).encode(), digest_size=16).digest()
        self._spool = Spool(context.paths.cache / "harvest")
        self._pages = Pages(order, base, self._get, self._spool, self._note)
        self._pace = interval if is_loopback(base) else max(interval, INTERVAL)
        self._place, self._tally = self._resume_point()
        self._done = 0
        self._rejected = 0
        self._started = time.monotonic()

    def run(self) -> tuple[int, str]:
        """Store all pages that are left. Returns (exit code, how the harvest ended, in words)."""
        tell, name = self._context.tell, messages.name_of(self._order)
        tell(Event(EventKind.STARTED, targets=1))
        tell(Event(EventKind.SOURCE, source=SOURCE, target=name, reason=messages.beginning(self._place)))
        try:
            self._store_pages()
        except Cancelled:
            return INCOMPLETE, f"stopped; {messages.resume_hint(self._order)}"
        except SourceError as error:
            # The next runs would read an unreadable page from the spool again. No page is being fetched ahead now.
            self._spool.clear()
            return self._ended_early(error, NO_PAGES)
        except (HttpError, AnomalyError) as error:
            return self._ended_early(error, NO_PAGES)
        except (RefusedError, PoolProcessLost) as error:
            return self._ended_early(error, FAILED)
        return self._completed()

    def _resume_point(self) -> tuple[Place, Tally]:
        """Return the position and the counts where a run with the same order stopped, or those of a new harvest."""
        cache, order = self._context.cache, self._order
        place = cache.harvests.place(order)
        if place is None or place.short:
            first = order.first or _not_after_today(cache.harvests.through(order.format, order.spec))
            cache.imports.end(self._file)
            return Place(first=first, since=first), Tally()
        progress = cache.imports.unfinished(self._file)
        return place, progress.tally if progress else Tally()

    def _get(self, url: str) -> bytes:
        return self._context.client.get(url, service="arxiv", seconds=PAGE_TIMEOUT).body

    def _store_pages(self) -> None:
        context = self._context
        ahead = Prefetcher(self._pages.walk(self._place), _AHEAD)
        pending: deque[PendingPage] = deque()
        try:
            while True:
                if context.stop.is_set():
                    raise Cancelled("stopped")
                if pending and (len(pending) > _AHEAD or not ahead.ready):
                    self._finish_page(pending.popleft())
                elif (page := ahead.take()) is None:
                    return
                else:
                    pending.append(prepare_page(page, context.pool, context.cache.path))
        finally:
            if not ahead.ended:  # the fetch that is running has no consumer any more: interrupt it
                context.stop.set()
            ahead.close()

    def _finish_page(self, pending: PendingPage) -> None:
        page = pending.page
        try:
            self._store(page, [part.result() for part in pending.parts])
        except OutdatedError:
            self._store(page, prepare_whole_page(page))
        self._spool.drop(page.url)
        self._tell_page()

    def _store(self, page: HarvestPage, batches: list[PreparedBatch]) -> None:
        context, import_batches = self._context, [each.import_batch for each in batches]
        deleted = [deletion for each in batches for deletion in each.deleted]
        progress = Progress(self._file, page.place.records)
        step = HarvestStep(self._order, page.place, deleted)
        outcome = context.cache.put([batch.ready_rows for batch in import_batches], progress, step)
        context.index.follow(outcome.numbers, documents_of(import_batches, outcome.at))
        self._tally += outcome.tally
        self._place, self._done = page.place, self._done + 1
        if deleted:
            self._note(messages.deletions(deleted))
        for reject in outcome.rejects:
            self._rejected += 1
            if self._rejected <= _MOST_NOTES:
                self._note(f"rejected {reject.place}: {reject.reason}")

    def _tell_page(self) -> None:
        place = self._place
        pages, left = forecast(place, max(self._pace, (time.monotonic() - self._started) / self._done))
        self._tell(EventKind.PAGE, messages.progress(place, left), page=place.pages, pages=pages)

    def _completed(self) -> tuple[int, str]:
        """Emit the last event of a list that was read to its end. Returns as :meth:`run`."""
        order, place, cache = self._order, self._place, self._context.cache
        self._name_rejected()
        cache.imports.end(self._file)
        if place.short:
            self._tell(EventKind.FAILED, messages.short(place))
            return INCOMPLETE, messages.restart_hint(order)
        self._tell(EventKind.DONE, messages.outcome(place, self._tally.rejected), status=200)
        reached, harvested = place.through(order.last), cache.harvests.through(order.format, order.spec)
        assert reached is not None
        assert harvested is not None
        return ALL_WELL, messages.completed(order, reached, harvested)

    def _ended_early(self, error: Exception, code_without_pages: int) -> tuple[int, str]:
        _log.warning("the harvest of %s ended early: %s", messages.name_of(self._order), error, exc_info=error)
        self._name_rejected()
        self._tell(EventKind.FAILED, str(error), status=error.status if isinstance(error, HttpError) else None)
        if self._place.pages:
            return INCOMPLETE if self._done else code_without_pages, messages.resume_hint(self._order)
        return code_without_pages, "nothing was harvested"

    def _name_rejected(self) -> None:
        name = f"harvest-{messages.name_of(self._order)}"
        file = write_rejected(self._context.cache, self._file, name, self._context.paths.state)
        if file is not None and self._rejected > _MOST_NOTES:
            self._note(f"{self._rejected:,} records were rejected: all of them are listed in {file}")

    def _note(self, text: str) -> None:
        self._tell(EventKind.NOTE, text)

    def _tell(
        self,
        kind: EventKind,
        reason: str,
        *,
        page: int | None = None,
        pages: int | None = None,
        status: int | None = None,
    ) -> None:
        counted = kind is not EventKind.NOTE
        self._context.tell(
            Event(
                kind,
                source=SOURCE,
                target=messages.name_of(self._order),
                page=page,
                pages=pages,
                new=self._tally.new if counted else None,
                changed=self._tally.changed if counted else None,
                same=self._tally.same if counted else None,
                status=status,
                reason=reason,
            )
        )


def forecast(place: Place, pace: float) -> tuple[int | None, float | None]:
    """Return (number of pages in all, seconds left at ``pace`` seconds a page). Both are None if the size of the list
    is unknown; the seconds are None if no page is left."""
    if place.size is None:
        return None, None
    to_come = math.ceil(max(0, place.size - place.records) * place.pages / max(place.records, 1))
    return place.pages + to_come, to_come * pace or None


def _not_after_today(day: date | None) -> date | None:
    """Return the day up to which was harvested, but at most today: a later day comes from a wrong clock and would leave
    days out."""
    return min(day, datetime.now(UTC).date()) if day else None


def _thread_safe(emit: Tell) -> Tell:
    """Wrap ``emit`` with a lock: the fetching thread emits events, too."""
    lock = threading.Lock()

    def tell(event: Event) -> None:
        with lock:
            emit(event)

    return tell
