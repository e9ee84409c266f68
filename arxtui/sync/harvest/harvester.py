"""A harvest by OAI-PMH: pages fetched ahead at the permitted pace, made ready by other processes, stored and indexed.

Each page is taken in with the place that is reached by it, in one transaction. Killed anywhere, it goes on from there.
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
from arxtui.store.progress.harvests import HarvestStep
from arxtui.store.progress.imports import Progress
from arxtui.sync.errors import AnomalyError, HandLost
from arxtui.sync.harvest import words as words
from arxtui.sync.harvest.batches import Made, Making, begin, make_whole
from arxtui.sync.harvest.pages import Page, Pages, RefusedError
from arxtui.sync.harvest.prefetch import Ahead
from arxtui.sync.harvest.spool import Spool
from arxtui.sync.importing.batches import documents_of
from arxtui.sync.importing.live_index import LiveIndex
from arxtui.sync.importing.rejected import write_rejected
from arxtui.sync.indexing import keep_up
from arxtui.sync.lock import HARVEST
from arxtui.sync.worker.event_output import Tell
from arxtui.sync.worker.process_pool import Hands
from arxtui.sync.worker.single_flight import in_turn

ALL_WELL, FAILED, SOME_CAME, NOTHING_CAME = 0, 1, 3, 4
SOURCE = "arxiv.harvest"
PATIENCE = 300.0
"""Seconds for one page to arrive: it may have 6 MB, and the line may be slow."""
_AHEAD = 2
"""Pages that wait to be made ready, and pages that wait to be stored."""
_TOLD = 20
"""Rejected records that are told one by one."""

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
    """Harvest what is ordered, or go on with the same order, and bring the index up to the cache.

    Returns 0 when it is complete; 3 when it was stopped, or ended early after some pages had come; 4 when there is no
    network, or no page came that could be used; 1 when arXiv refuses what is ordered. While another harvest is under
    way it is followed. StoreError when the cache cannot be used. ``interval`` is as for ``engine.refresh``.
    """

    def work(publish: Tell, stop: threading.Event) -> int:
        return _harvest(paths, settings, order, _locked(publish), stop, interval)

    return in_turn(paths.state, HARVEST, "harvest", emit, stop, work)


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
        with client, closing(Hands()) as hands, LiveIndex(cache, paths, hands, stop, note) as index:
            means = Means(paths, cache, hands, index, client, tell, stop)
            code, ending = Harvest(means, settings.arxiv.oai_url, order, interval).run()
        if keep_up(cache, paths, stop, note) and code == ALL_WELL:
            code = SOME_CAME
    tell(Event(EventKind.FINISHED, reason=ending, exit_code=code))
    return code


@dataclass(frozen=True, slots=True)
class Means:
    """What a harvest works with. ``tell`` may be called by several threads."""

    paths: Paths
    cache: Cache
    hands: Hands
    index: LiveIndex
    client: Client
    tell: Tell
    stop: threading.Event


class Harvest:
    """One run of a harvest, which may be one of several."""

    def __init__(self, means: Means, base: str, order: Order, interval: float) -> None:
        self._means = means
        self._order = order
        self._file = hashlib.blake2b(repr(order).encode(), digest_size=16).digest()
        self._spool = Spool(means.paths.cache / "harvest")
        self._pages = Pages(order, base, self._get, self._spool, self._note)
        self._pace = interval if is_loopback(base) else max(interval, INTERVAL)
        self._place, self._tally = self._standing()
        self._done = 0
        self._rejected = 0
        self._started = time.monotonic()

    def run(self) -> tuple[int, str]:
        """Take in all there is to come. The exit code, and in words how it has ended."""
        tell, name = self._means.tell, words.name_of(self._order)
        tell(Event(EventKind.STARTED, targets=1))
        tell(Event(EventKind.SOURCE, source=SOURCE, target=name, reason=words.beginning(self._place)))
        try:
            self._take_in()
        except Cancelled:
            return SOME_CAME, f"stopped; {words.going_on(self._order)}"
        except SourceError as error:
            # Kept, a page would be read again by the next run, and the one after that. Nothing is fetched ahead now.
            self._spool.clear()
            return self._ended_early(error, NOTHING_CAME)
        except (HttpError, AnomalyError) as error:
            return self._ended_early(error, NOTHING_CAME)
        except (RefusedError, HandLost) as error:
            return self._ended_early(error, FAILED)
        return self._completed()

    def _standing(self) -> tuple[Place, Tally]:
        """Where the same order was left, or where it begins, and the counts so far."""
        cache, order = self._means.cache, self._order
        place = cache.harvests.place(order)
        if place is None or place.short:
            first = order.first or _past(cache.harvests.through(order.format, order.spec))
            cache.imports.end(self._file)
            return Place(first=first, since=first), Tally()
        begun = cache.imports.unfinished(self._file)
        return place, begun.tally if begun else Tally()

    def _get(self, url: str) -> bytes:
        return self._means.client.get(url, service="arxiv", seconds=PATIENCE).body

    def _take_in(self) -> None:
        means = self._means
        ahead = Ahead(self._pages.walk(self._place), _AHEAD)
        making: deque[Making] = deque()
        try:
            while True:
                if means.stop.is_set():
                    raise Cancelled("stopped")
                if making and (len(making) > _AHEAD or not ahead.ready):
                    self._put(making.popleft())
                elif (page := ahead.take()) is None:
                    return
                else:
                    making.append(begin(page, means.hands, means.cache.path))
        finally:
            if not ahead.ended:  # nobody will take what is being fetched
                means.stop.set()
            ahead.close()

    def _put(self, making: Making) -> None:
        page = making.page
        try:
            self._store(page, [part.result() for part in making.parts])
        except OutdatedError:
            self._store(page, make_whole(page))
        self._spool.drop(page.url)
        self._tell_page()

    def _store(self, page: Page, made: list[Made]) -> None:
        means, parcels = self._means, [each.parcel for each in made]
        deleted = [deletion for each in made for deletion in each.deleted]
        progress = Progress(self._file, page.place.records)
        step = HarvestStep(self._order, page.place, deleted)
        outcome = means.cache.put([parcel.told for parcel in parcels], progress, step)
        means.index.follow(outcome.numbers, documents_of(parcels, outcome.at))
        self._tally += outcome.tally
        self._place, self._done = page.place, self._done + 1
        if deleted:
            self._note(words.deletions(deleted))
        for reject in (reject for parcel in parcels for reject in parcel.told.rest.rejects):
            self._rejected += 1
            if self._rejected <= _TOLD:
                self._note(f"rejected {reject.place}: {reject.reason}")

    def _tell_page(self) -> None:
        place = self._place
        pages, left = forecast(place, max(self._pace, (time.monotonic() - self._started) / self._done))
        self._tell(EventKind.PAGE, words.progress(place, left), page=place.pages, pages=pages)

    def _completed(self) -> tuple[int, str]:
        """How a list has ended that was walked to its end."""
        order, place, cache = self._order, self._place, self._means.cache
        self._name_rejected()
        cache.imports.end(self._file)
        if place.short:
            self._tell(EventKind.FAILED, words.short(place))
            return SOME_CAME, words.asking_anew(order)
        self._tell(EventKind.DONE, words.outcome(place, self._tally.rejected), status=200)
        reached, harvested = place.through(order.last), cache.harvests.through(order.format, order.spec)
        assert reached is not None
        assert harvested is not None
        return ALL_WELL, words.ending(order, reached, harvested)

    def _ended_early(self, error: Exception, empty_handed: int) -> tuple[int, str]:
        _log.warning("the harvest of %s ended early: %s", words.name_of(self._order), error, exc_info=error)
        self._name_rejected()
        self._tell(EventKind.FAILED, str(error), status=error.status if isinstance(error, HttpError) else None)
        if self._place.pages:
            return SOME_CAME if self._done else empty_handed, words.going_on(self._order)
        return empty_handed, "nothing was harvested"

    def _name_rejected(self) -> None:
        name = f"harvest-{words.name_of(self._order)}"
        file = write_rejected(self._means.cache, self._file, name, self._means.paths.state)
        if file is not None and self._rejected > _TOLD:
            self._note(f"{self._rejected:,} records were rejected: all of them are named in {file}")

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
        self._means.tell(
            Event(
                kind,
                source=SOURCE,
                target=words.name_of(self._order),
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
    """How many pages there are to be in all, and in how many seconds, at ``pace`` seconds a page, the last one comes.
    None where that is not known, or none is to come."""
    if place.size is None:
        return None, None
    to_come = math.ceil(max(0, place.size - place.records) * place.pages / max(place.records, 1))
    return place.pages + to_come, to_come * pace or None


def _past(day: date | None) -> date | None:
    """A day up to which was harvested; by a wrong clock it may lie ahead of this one, and days would be left out."""
    return min(day, datetime.now(UTC).date()) if day else None


def _locked(emit: Tell) -> Tell:
    """Events come from the thread that asks, too."""
    lock = threading.Lock()

    def tell(event: Event) -> None:
        with lock:
            emit(event)

    return tell
