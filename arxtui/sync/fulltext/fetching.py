"""Getting full texts: what is worth asking for of some papers, one after the other, each kept as soon as it is whole.

Killed at any instant it has kept what had arrived, and nothing by half: a text is one transaction, and so is a figure.
"""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.http.client import Client
from arxtui.http.errors import Cancelled
from arxtui.model.events import Event, EventKind
from arxtui.model.fulltext import TextState
from arxtui.store.cache.database import Cache
from arxtui.store.errors import StoreError
from arxtui.store.texts.fulltexts import Retention
from arxtui.store.texts.pdfs import Pdfs
from arxtui.sync.fulltext.due import Errand, Wanted, errands
from arxtui.sync.fulltext.paper import Done, Keeper
from arxtui.sync.fulltext.requests import Asker
from arxtui.sync.harvest.words import duration
from arxtui.sync.lock import opened
from arxtui.sync.refresh.engine import ALL_FAILED, ALL_WELL, LONG_WAIT, SOME_FAILED, reason_of, utcnow
from arxtui.sync.worker.event_output import Tell
from arxtui.sync.worker.single_flight import in_turn

_log = logging.getLogger(__name__)

FULLTEXT = "arxiv.fulltext"
"""The source of all its events; the target is a paper's name with its version."""
_FETCH = "fetch"


class Order(NamedTuple):
    """How texts are wanted: ``again`` also those that are here or were not to be had, the ``pdf`` too, of at most
    ``limit`` papers; after so many ``requests`` no further paper is begun. ``at_once``: beside another process that
    fetches, for a text that somebody waits for. They keep one pace, and each text is kept in one transaction."""

    again: bool = False
    pdf: bool = False
    limit: int | None = None
    requests: int | None = None
    at_once: bool = False


def fetch(
    paths: Paths,
    settings: Settings,
    papers: Sequence[Wanted],
    keeping: Retention,
    order: Order = Order(),  # noqa: B008 - immutable
    *,
    emit: Tell,
    stop: threading.Event,
    now: Callable[[], datetime] = utcnow,
    interval: float = 0.0,
) -> int:
    """Fetch what is worth it of these papers, in their order; texts that ``keeping`` lets go make room.

    Returns 0 when all is here that can be had; 3 when some failed, a short while ago or now, or were not asked for any
    more because of ``stop``; 4 when nothing was answered. While another process fetches it is followed; what is left
    then is fetched.

    StoreError when the cache cannot be used or the disk is full. ``now`` is aware UTC, ``interval`` the seconds between
    requests to a loopback address.
    """
    begun = now()

    def due(cache: Cache) -> list[Errand]:
        return _due(cache, paths, settings, papers, order, begun, now())

    def work(tell: Tell, stop: threading.Event) -> int:
        def waiting(until: datetime, reason: str) -> None:
            tell(Event(EventKind.WAITING, until=until, reason=reason))

        def turn(seconds: float) -> None:
            asker.turn(seconds)

        contact = settings.http.contact
        client = Client(paths.state, contact, stop=stop, on_wait=waiting, on_turn=turn, interval=interval)
        with Cache.open(paths.cache_db) as cache, client:
            asker = Asker(settings, client, Pdfs(paths.pdfs), stop, now)
            keeper = Keeper(asker, cache.fulltexts, keeping, random.random)
            return _Pass(cache, keeper, order, tell).run(due(cache), papers)

    if order.at_once:
        return work(emit, stop)
    return in_turn(paths.state, _FETCH, "fetch", emit, stop, work)


def pending(
    paths: Paths,
    settings: Settings,
    papers: Sequence[Wanted],
    order: Order = Order(),  # noqa: B008
    *,
    now: Callable[[], datetime] = utcnow,
) -> int:
    """Of how many papers there is something to fetch."""
    with Cache.open(paths.cache_db) as cache:
        return len(_due(cache, paths, settings, papers, order, now(), now()))


def is_at_work(paths: Paths) -> bool:
    """Whether a process fetches texts now."""
    with opened(paths.state / f"{_FETCH}.lock") as lock:
        return not lock.take()


def _due(
    cache: Cache,
    paths: Paths,
    settings: Settings,
    papers: Sequence[Wanted],
    order: Order,
    begun: datetime,
    now: datetime,
) -> list[Errand]:
    pdfs = Pdfs(paths.pdfs)

    def lacks_pdf(paper: Wanted) -> bool:
        return order.pdf and not pdfs.path(paper.id, paper.version).exists()

    found = errands(
        cache.fulltexts,
        papers,
        now,
        again=begun if order.again else None,
        figures=settings.fulltext.figures,
        lacks_pdf=lacks_pdf,
    )
    return found[: order.limit]


@dataclass(slots=True)
class _Pass:
    cache: Cache
    keeper: Keeper
    order: Order
    tell: Tell
    here: int = 0
    none: int = 0
    failed: int = 0
    rested: bool = False

    def run(self, due: Sequence[Errand], papers: Sequence[Wanted]) -> int:
        asker, count = self.keeper.asker, len(due)
        self.tell(Event(EventKind.STARTED, targets=count))
        begun, left = asker.now(), 0
        for number, errand in enumerate(due):
            too_many = self.order.requests is not None and asker.requests >= self.order.requests
            if asker.stop.is_set() or too_many:
                left = count - number
                break
            self.request(errand, _progress(number, count, (asker.now() - begun).total_seconds()))
        stopped = asker.stop.is_set()
        self.failed += left if stopped else 0
        if not due:
            self.take_stock(papers)
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

        self.keeper.asker.on_step = step
        self.tell(_event(EventKind.SOURCE, name, reason=progress))
        try:
            done = self.keeper.request(errand, figure)
        except Cancelled:
            self.failed += 1
            return
        except StoreError as error:
            self.tell(_event(EventKind.FAILED, name, reason=str(error)))
            raise
        except Exception as error:
            # One paper never stands in the way of the others.
            _log.exception("%s", name)
            self.failed += 1
            self.tell(_event(EventKind.FAILED, name, reason=reason_of(error)))
            return
        self.count(done)
        kind = EventKind.FAILED if done.failure else EventKind.DONE
        self.tell(_event(kind, name, reason=done.words, next_due=done.next_due))

    def count(self, done: Done) -> None:
        self.failed += done.failure is not None
        self.here += done.is_here
        self.none += not done.is_here and done.failure is None
        self.rested = self.rested or (getattr(done.failure, "retry_after", None) or 0) > LONG_WAIT

    def take_stock(self, papers: Sequence[Wanted]) -> None:
        """Count how the texts stand of which none is to be asked for now."""
        states = self.cache.text_states(paper.key for paper in papers)
        stands = [states.get(paper.key) for paper in papers]
        self.here, self.none, self.failed = map(stands.count, (TextState.HAVE, TextState.NONE, TextState.FAILED))

    def exit_code(self) -> int:
        if not self.failed:
            return ALL_WELL
        asker = self.keeper.asker
        return SOME_FAILED if asker.answered or self.rested or asker.stop.is_set() else ALL_FAILED

    def words(self, left: int) -> str:
        """What became of the texts that were asked for; more may be here than those."""
        asked = self.here + self.none + self.failed + left
        if not asked:
            return "no full text was asked for"
        if asked == 1:
            return f"the full text asked for {self.fate_of_one}"
        every = "both" if asked == 2 else f"all {asked:,}"
        told = [f"{every if self.here == asked else f'{self.here:,} of {asked:,}'} full texts asked for are here"]
        told += [f"{self.none:,} {'papers have' if self.none > 1 else 'paper has'} none"] if self.none else []
        told += [f"{self.failed:,} failed and will be asked for again"] if self.failed else []
        told += [f"{left:,} left for later"] if left else []
        return ", ".join(told)

    @property
    def fate_of_one(self) -> str:
        if self.here:
            return "is here"
        if self.none:
            return "is not available"
        return "could not be fetched and will be asked for again" if self.failed else "is left for later"


def _event(kind: EventKind, name: str, **told: Any) -> Event:
    return Event(kind, source=FULLTEXT, target=name, **told)


def _progress(done: int, count: int, seconds: float) -> str:
    """``3 of 20, about 4 min left``, by the pace so far."""
    left = f", about {duration(seconds / done * (count - done))} left" if done and seconds else ""
    return f"{done + 1:,} of {count:,}{left}"
