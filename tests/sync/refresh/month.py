"""A simulated month of announcements with three processes and many faults, against the made-up upstream.

The upstream, its log and the processes share one clock (``tests.sync.refresh.scaled``), which runs a hundred times as
fast as this computer's clock: arXiv's three seconds are 30 milliseconds. For each round the clock is set forward to an
hour of the month. Then the reader's worker, cron's worker and, on some days, a harvest start at the same time, as
separate processes in one home. The upstream's log has the beginning and the end of each request on that clock; no gap
between the end of one request and the beginning of the next may be shorter than three seconds. The number of necessary
requests is computed only from the corpus and the troubles (``tests.sync.refresh.troubles``); the number of actual
requests is read from the log. The announcements in the corpus are compared with the cache and not only with the ledger,
which must agree with the cache.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import Self

from arxtui.config.paths import Paths
from arxtui.demo.faults import Fault
from arxtui.demo.listings import FaultyFeed
from arxtui.demo.messages import Reply, Request
from arxtui.demo.papers.corpus import Corpus
from arxtui.demo.server import Hit, refused
from arxtui.demo.upstream import Upstream, settings_toml
from arxtui.library import ledger
from arxtui.library.views import LedgerView
from arxtui.model.arxiv.ids import key_of
from arxtui.model.arxiv.taxonomy import CANONICAL, covers
from arxtui.model.paper import Announcement
from arxtui.store.cache.database import Cache
from tests.fork_server import ForkServer
from tests.sync.refresh.scaled import ScaledClock
from tests.sync.refresh.troubles import (
    BACKFILL_DAYS,
    HARVESTS,
    OAI_PAGE,
    SPOILT,
    STORMS,
    TROUBLES,
    Trouble,
    hour,
    lived_days,
)

SCALE = 100.0
PACE = 3.0
"""Scaled seconds between two requests to arXiv."""
_PROCESS = """
import os
from tests.sync.refresh.scaled import main
sys.stdout = open(os.devnull, "w")
sys.exit(main(*sys.argv[1:]))
"""
_WORKERS = ("reader", "cron")
_HOURS = (8, 17)
"""New York hours at which the processes start; the second one is used only on days with trouble."""
_KINDS = {
    "/rss": "feeds",
    "/list": "listings",
    "/catchup": "days caught up with",
    "/api/query?id_list": "papers completed",
    "/api/query?search": "first days",
    "/oai": "harvest",
}


@dataclass(frozen=True, slots=True)
class Gap:
    """The time between the end of one request and the beginning of the next, in scaled and in real seconds."""

    scaled: float
    real: float


_Row = tuple[str, date, str, str]
"""Paper id, day, category, announcement type."""


@dataclass(slots=True)
class Differences:
    """Differences between the corpus and the cache: ``papers`` not stored in their newest announced version,
    announcements that are missing (``lost``), and announcements that never happened (``made_up``)."""

    papers: list[str] = field(default_factory=list)
    lost: list[_Row] = field(default_factory=list)
    made_up: list[_Row] = field(default_factory=list)


@dataclass(slots=True)
class Month:
    """A home and an upstream. ``run`` simulates the month once; the other methods report the results."""

    fork_server: ForkServer
    home: Path
    corpus: Corpus
    categories: tuple[str, ...]
    scale: float = SCALE
    codes: Counter[int] = field(default_factory=Counter)
    """How many processes ended with each exit code."""
    clock: ScaledClock = field(init=False)
    upstream: Upstream = field(init=False)
    paths: Paths = field(init=False)
    _expires: bool = False
    _stack: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Self:
        self.clock = ScaledClock(hour(self.corpus.days[0], 0), self.scale)
        self.upstream = self._stack.enter_context(Upstream(self.corpus, clock=self.clock))
        self.upstream.harvestable.page = OAI_PAGE
        self.upstream.handler = self._answer
        self.paths = Paths.under(self.home)
        self.paths.make()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stack.close()

    def run(self) -> None:
        """Simulate the month and the Saturday after its first week."""
        troubles = {self.corpus.days[place]: trouble for place, trouble in TROUBLES.items()}
        harvests = [self.corpus.days[place] for place in HARVESTS]
        for day in lived_days(self.corpus):
            self._arm(day, troubles.get(day))
            for at in _HOURS if day in troubles else _HOURS[:1]:
                self.clock.set(hour(day, at))
                roles = (*_WORKERS, "harvest") if day in harvests and at == _HOURS[0] else _WORKERS
                with refused() if troubles.get(day) is Trouble.OFFLINE else nullcontext(self.upstream.url) as url:
                    self._start(url, roles)

    def _arm(self, day: date, trouble: Trouble | None) -> None:
        faults = self.upstream.faults
        if trouble in SPOILT:
            category = self.categories[0] if trouble is Trouble.STALE_ONE else None
            self.upstream.spoil(FaultyFeed(day, SPOILT[trouble], category))
        if trouble is Trouble.FROZEN:
            faults.add("/list", Fault.UNAVAILABLE_RETRY_AFTER, 1, retry_after=300)
        if trouble in STORMS:
            faults.add("/", Fault.RATE_LIMITED, STORMS[trouble])
        self._expires = trouble is Trouble.EXPIRED

    def _answer(self, request: Request) -> Reply:
        """Return the upstream's reply. On a day with expiring tokens, let the tokens expire once, after the first
        page."""
        reply = self.upstream.reply(request)
        if self._expires and request.path == "/oai":
            self.upstream.harvestable.expire()
            self._expires = False
        return reply

    def _start(self, url: str, roles: Sequence[str]) -> None:
        """Start the processes of a round at the same time and wait until all have ended."""
        configured = settings_toml(url, self.categories).replace("[arxiv]", f"[arxiv]\nbackfill_days = {BACKFILL_DAYS}")
        self.paths.config_file.write_text(f"{configured.partition('[pith]')[0]}[pith]\nreviews = false\n")
        environ = {"ARXTUI_HOME": str(self.home)}
        with ExitStack() as stack:
            started = [
                stack.enter_context(self.fork_server.start(_PROCESS, role, *self.clock.arguments, environ=environ))
                for role in roles
            ]
            self.codes.update(process.wait() for process in started)

    def asked(self) -> Counter[str]:
        """Return how many requests of each kind were answered."""
        return Counter(kind_of(hit) for hit in self.upstream.log if hit.status < 400)

    def refusals(self) -> int:
        """Return how many requests were refused."""
        return sum(hit.status >= 400 for hit in self.upstream.log)

    def gaps(self) -> list[Gap]:
        """Return the gaps between consecutive requests of all kinds and of all processes."""
        return [
            Gap((after.wall - before.ended).total_seconds(), after.at - before.finished)
            for before, after in pairwise(sorted(self.upstream.log, key=lambda hit: hit.at))
            if before.ended is not None and before.finished is not None
        ]

    def ledger(self) -> LedgerView:
        """Return the ledger that the program shows for the month."""
        with Cache.open(self.paths.cache_db) as cache:
            return ledger.view(cache, self.categories, self.clock(), 60)

    def differences(self) -> Differences:
        """Return the differences between the announcements in the corpus and those in the cache."""
        found = Differences()
        fields: dict[str, set[_Row]] = {}
        versions: dict[str, int] = {}
        for row in self.corpus.announcements:
            fields.setdefault(row.id, set()).add(_announced(row))
            if self._covers(row.category):
                versions[row.id] = row.version or 1
        with Cache.open(self.paths.cache_db) as cache:
            for base, version in versions.items():
                paper = cache.papers.get(key_of(base))
                if paper is None or (paper.version or 0) < version:
                    found.papers.append(f"{base}v{version}")
                held = {_announced(row) for row in cache.announcements.of(key_of(base))}
                found.lost += sorted(row for row in fields[base] - held if self._covers(row[2]))
                # A paper of math-ph also belongs to math.MP; the corpus, like arXiv in many cases, does not mention it.
                found.made_up += sorted(row for row in held - fields[base] if row[2] not in CANONICAL)
        return found

    def _covers(self, category: str) -> bool:
        return any(covers(asked, category) for asked in self.categories)


def _announced(row: Announcement) -> _Row:
    return row.id, row.day, row.category, row.type.value


def kind_of(hit: Hit) -> str:
    """Return the kind of a request."""
    return next(kind for path, kind in _KINDS.items() if hit.path.startswith(path))
