"""Helpers that fetch full texts from the made-up upstream or from pages that a test supplies."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from functools import cache

from arxtui.config.paths import Paths
from arxtui.config.settings import FulltextSettings, Settings, parse
from arxtui.demo.messages import Reply, Request
from arxtui.demo.papers.corpus import Corpus, make
from arxtui.demo.server import Server
from arxtui.demo.upstream import Upstream, settings_toml
from arxtui.model.arxiv.ids import key_of
from arxtui.model.events import Event, EventKind
from arxtui.model.fulltext import FulltextState
from arxtui.model.paper import Paper
from arxtui.store.cache.database import Cache
from arxtui.store.texts.fulltexts import Fulltexts, Retention
from arxtui.sync.fulltext.due import RequestedPaper
from arxtui.sync.fulltext.fetching import FetchOptions, fetch

DAY = date(2026, 5, 13)
NOW = datetime(2026, 5, 13, 12, tzinfo=UTC)
ALL = Retention(10**12, (), {})
WORDS = "word " * 200


def upstream() -> Upstream:
    """Return the made-up upstream on Wednesday, 13 May 2026."""
    return Upstream(_corpus())


@cache
def _corpus() -> Corpus:
    return make(DAY)


def ending(upstream: Upstream, digit: str, count: int = 1) -> list[RequestedPaper]:
    """Return papers whose identifier ends with this digit, which selects the formats that the upstream has."""
    return [wanted(paper) for paper in upstream.papers if paper.id.endswith(digit)][:count]


def wanted(paper: Paper) -> RequestedPaper:
    """A paper as it is asked for."""
    assert paper.version is not None
    assert paper.updated is not None
    return RequestedPaper(paper.key, paper.id, paper.version, paper.updated.date())


def paper(number: int = 1, version: int = 1, day: date = DAY) -> RequestedPaper:
    """A paper that the made-up upstream does not have."""
    base = f"2605.{number:05}"
    return RequestedPaper(key_of(base), base, version, day)


@dataclass
class Fetcher:
    """A fetcher with a stopped clock; ``events`` are those of the last fetch."""

    paths: Paths
    settings: Settings
    now: datetime = NOW
    keeping: Retention = ALL
    events: list[Event] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)

    def fetch(self, papers: Sequence[RequestedPaper], order: FetchOptions = FetchOptions()) -> int:  # noqa: B008
        """Fetch; its exit code."""
        self.events = []
        return fetch(
            self.paths,
            self.settings,
            papers,
            self.keeping,
            order,
            emit=self.heard,
            stop=self.stop,
            now=lambda: self.now,
        )

    def heard(self, event: Event) -> None:
        """Record an event."""
        self.events.append(event)

    @contextmanager
    def texts(self) -> Iterator[Fulltexts]:
        """Open the cache and provide its full texts."""
        with Cache.open(self.paths.cache_db) as cache:
            yield cache.fulltexts

    def state(self, of: RequestedPaper) -> FulltextState:
        """How a paper's text stands."""
        with self.texts() as texts:
            return texts.state(of.key)

    def reasons(self, kind: EventKind) -> list[str]:
        """Return the reasons of the events of this kind."""
        return [event.reason or "" for event in self.events if event.kind is kind]

    def later(self, **time: float) -> Fetcher:
        """Return a copy of this fetcher whose clock is later by this time."""
        return replace(self, now=self.now + timedelta(**time))


def fetching(paths: Paths, url: str, **fulltext: object) -> Fetcher:
    """Return a fetcher whose settings send every request to ``url``."""
    settings = parse(settings_toml(url))
    return Fetcher(paths, replace(settings, fulltext=FulltextSettings(**fulltext)))  # type: ignore[arg-type]


@contextmanager
def serving(pages: dict[str, Reply]) -> Iterator[Server]:
    """Run a server that serves these pages and answers 404 for every other address."""

    def answer(request: Request) -> Reply:
        return pages.get(request.target, Reply(404, b"nothing here"))

    with Server(answer) as server:
        yield server


def page(body: str = "", head: str = "") -> Reply:
    """Return a paper of 200 words as LaTeXML writes it, with ``body`` appended."""
    article = f"<article class='ltx_document'><h1 class='ltx_title ltx_title_document'>Made Up</h1><p>{WORDS}</p>{body}"
    html = f"<!DOCTYPE html><html><head><title>x</title>{head}</head><body>{article}</article></body></html>"
    return Reply(200, html.encode(), "text/html; charset=utf-8")


def asked(server: Server) -> list[str]:
    """Return the requested paths in order."""
    return [hit.path for hit in server.log]
