"""A local OAI-PMH service over made-up records, and a client that harvests it."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from arxtui.config.paths import Paths
from arxtui.config.settings import parse
from arxtui.demo.messages import Reply, Request
from arxtui.demo.oai import OaiService, specs_of
from arxtui.demo.server import Server
from arxtui.demo.wire.oai import Record
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.events import Event, EventKind
from arxtui.model.harvest import Order
from arxtui.model.paper import Author, Paper, Version
from arxtui.store.cache.database import Cache
from arxtui.sync.harvest.harvester import harvest
from tests import builders

FIRST_DAY = date(2026, 3, 2)
SUBMITTED = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
PAGE = 10


def paper(number: int, **expected: Any) -> Paper:
    """Return a paper of March 2026."""
    usual: dict[str, Any] = {
        "title": f"Bounded Staleness, Part {number}",
        "authors": (Author("Ada Example", ("Institute of Examples",)), Author("Björn Måns")),
        "categories": ("cs.DC", "cs.LG"),
        "published": SUBMITTED,
        "updated": SUBMITTED,
        "license": "http://creativecommons.org/licenses/by/4.0/",
        "source": "",
    }
    return builders.paper(number, month="2603", **{**usual, **expected})


def record(
    number: int, day: date | None = None, *, versions: int = 1, deleted: bool = False, **expected: object
) -> Record:
    """Return the record of a paper; the default dates put three changed records on each day."""
    times = [SUBMITTED + timedelta(days=later) for later in range(versions)]
    one = paper(number, **{"version": versions, "updated": times[-1], **expected})
    changed = day or FIRST_DAY + timedelta(days=number // 3)
    history = [Version(each, time, "oai") for each, time in enumerate(times, 1)]
    return Record(one, changed, history, specs_of(one), deleted)


def many(count: int, first: int = 1) -> list[Record]:
    """Return ``count`` records with consecutive numbers."""
    return [record(number) for number in range(first, first + count)]


@dataclass
class Repository:
    """An OAI-PMH server of ``records``. ``now`` is its clock; ``spoil`` can change each response, depending on the
    request."""

    records: list[Record] = field(default_factory=lambda: many(35))
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    spoil: Callable[[Request, Reply], Reply] = lambda request, reply: reply

    def __post_init__(self) -> None:
        self.harvestable = OaiService(lambda: self.records, lambda: self.now, page=PAGE)
        self.server = Server(self._answer)

    @property
    def url(self) -> str:
        """The address of the service."""
        return f"{self.server.url}/oai"

    @property
    def asked(self) -> list[str]:
        """The queries received so far; resumption tokens are shown as ``...skip=10``, everything else as sent."""
        return [hit.path.partition("?")[2].replace("%253D", "=").replace("%2526", "&") for hit in self.server.log]

    @property
    def most_often(self) -> int:
        """The number of requests for the page that was requested most often."""
        return max(Counter(self.asked).values())

    def _answer(self, request: Request) -> Reply:
        return self.spoil(request, self.harvestable.answer(request.query))


@contextmanager
def running(repository: Repository) -> Iterator[Repository]:
    """Run the server of the repository."""
    with repository.server:
        yield repository


@dataclass
class Harvester:
    """A client that harvests the service at ``url``; ``events`` are those of the last run."""

    paths: Paths
    url: str
    events: list[Event] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)

    def harvest(self, order: Order | None = None, *, stop_after: int | None = None, interval: float = 0.0) -> int:
        """Run a harvest, stopped after ``stop_after`` pages; return the exit code."""
        self.events, self.stop = [], threading.Event()

        def emit(event: Event) -> None:
            self.events.append(event)
            if stop_after is not None and event.kind is EventKind.PAGE and event.page == stop_after:
                self.stop.set()

        settings = parse(f'[arxiv]\noai_url = "{self.url}"\n')
        try:
            return harvest(self.paths, settings, order or Order(), emit=emit, stop=self.stop, interval=interval)
        finally:
            _finish_merges()

    def reasons(self, kind: EventKind) -> list[str]:
        """Return the reasons of the events of this kind."""
        return [event.reason or "" for event in self.events if event.kind is kind]

    @property
    def ending(self) -> str:
        """The reason of the last event."""
        assert self.events[-1].kind is EventKind.FINISHED
        return self.events[-1].reason or ""

    @contextmanager
    def cache(self) -> Iterator[Cache]:
        """Open the client's cache."""
        with Cache.open(self.paths.cache_db) as cache:
            yield cache

    def has(self, records: Iterable[Record]) -> bool:
        """Return whether the cache contains exactly the papers of these records."""
        with self.cache() as cache:
            return sorted(cache.month_keys()) == sorted(record.paper.key for record in records)

    def paper(self, number: int) -> Paper | None:
        """Return a paper from the cache, or None."""
        with self.cache() as cache:
            return cache.papers.get(ArxivId(f"2603.{number:05}").key)


def _finish_merges() -> None:
    """Wait for merges of the index, which lock it: a stopped harvest leaves them to the end of its process."""
    for thread in threading.enumerate():
        if thread.name == "merging":
            thread.join()
