"""A made-up upstream for refreshes: arXiv's feed, query API and listings, and Pith's listing, on a local server."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings, parse
from arxtui.demo.messages import Reply, Request
from arxtui.demo.server import Server
from arxtui.model.arxiv.calendar import eastern, expected_day, midnight
from arxtui.model.events import Event
from arxtui.model.ledger import LedgerEntry
from arxtui.store.cache.database import Cache
from arxtui.sync.refresh.engine import refresh
from tests.sources.fixtures import listing
from tests.sources.fixtures.atom import Answer, Entry, error_answer, new_form
from tests.sources.fixtures.feeds import Item, rss
from tests.sources.fixtures.pith import CARDS, Card, articles

NOW = datetime(2026, 5, 13, 12, tzinfo=UTC)
"""A Wednesday, eight in the morning in New York; the feed of the day has been published."""
TODAY = date(2026, 5, 13)
FEED, API, PITH, LIST, CATCHUP = "/rss", "/api/query", "/pith", "/list", "/catchup"
OAI, DATACITE = "/oai", "/dois"

_RFC_822 = "%a, %d %b %Y %H:%M:%S %z"
_WINDOW = re.compile(r"submittedDate:\[(\d{8})\d{4} TO (\d{8})\d{4}\]")
_CATEGORY = re.compile(r"cat:([\w.*-]+)")
_TITLE = re.compile(r'ti:"([^"]*)"')


def entry(number: int, category: str = "cs.DC", *, days_old: int = 1, **expected: object) -> Entry:
    """Return a paper of May 2026 that was submitted ``days_old`` days before :data:`NOW`."""
    published = (NOW - timedelta(days=days_old, minutes=number % 600)).strftime("%Y-%m-%dT%H:%M:%SZ")
    held: dict[str, object] = {
        "id": f"2605.{number:05}v1",
        "title": f"Bounded Staleness, Part {number}",
        "summary": f"We study stale gradients, {number} of them, by Gödel's method.",
        "published": published,
        "updated": published,
        "authors": (("Ada Example", ("Institute of Examples",)),),
        "categories": (category,),
    }
    return Entry(**{**held, **expected})  # type: ignore[arg-type]


def many(count: int, category: str = "cs.DC", first: int = 1) -> list[Entry]:
    """Return ``count`` papers, spread over the last ten days."""
    return [entry(number, category, days_old=number % 10 + 1) for number in range(first, first + count)]


@dataclass
class Upstream:
    """The content of the upstream.

    ``entries`` are the papers of the query API, ``announced`` the ids in the feed of ``day``, ``version`` the version
    that the feed names, and ``cards`` Pith's listing. arXiv's pages show the ids in ``listed`` for their day, or the
    ids of the feed if the day is not in it; the newest page is of ``listed_day``. Catch-up pages of days before
    ``reach`` answer 404. ``replaced`` are replacements that the pages list without a version.
    """

    entries: list[Entry] = field(default_factory=lambda: many(230) + many(30, "cs.PF", 1001))
    announced: Sequence[str] = tuple(f"2605.{number:05}" for number in (*range(1, 21), *range(1001, 1006)))
    day: date = TODAY
    version: int = 1
    cards: Sequence[Card] = CARDS
    links: bool = True
    listed: dict[date, Sequence[str]] = field(default_factory=dict)
    listed_day: date = TODAY
    reach: date = date.min
    replaced: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.server = Server(self.answer)
        self.faults = self.server.faults

    @property
    def url(self) -> str:
        """The address of the server."""
        return self.server.url

    def announce(self, day: date, *, times: int = 1) -> None:
        """Announce the next papers on a later day."""
        self.day = self.listed_day = day
        self.announced = [f"2605.{int(base[5:]) + 20 * times:05}" for base in self.announced]

    def asked(self, prefix: str = "/") -> list[str]:
        """Return the requested paths that begin with ``prefix``, in order."""
        return [hit.path for hit in self.server.log if hit.path.startswith(prefix)]

    def answer(self, request: Request) -> Reply:
        """Return the valid response to a request."""
        if request.path.startswith(FEED):
            return _conditional(request, self._feed(request), "application/rss+xml; charset=utf-8")
        if request.path.startswith(LIST):
            shown = self._sections(request, self.listed_day)
            return _page(listing.new(*shown, day=f"{self.listed_day:%A, %d %B %Y}", subject=_subject(request)))
        if request.path.startswith(CATCHUP):
            day = date.fromisoformat(request.path.rpartition("/")[2])
            page = listing.catchup(*self._sections(request, day), day=f"{day:%a, %d %b %Y}", subject=_subject(request))
            return _page(page) if day >= self.reach else Reply(404, b"no such day")
        if request.path == API:
            return Reply(200, self._page(request), "application/atom+xml; charset=utf-8")
        if request.path.startswith(PITH):
            cards = articles(self.cards, links=self.links)
            return _conditional(request, cards, "text/html; charset=utf-8")
        return Reply(404, b"nothing here")

    def _sections(self, request: Request, day: date) -> tuple[list[listing.Entry], ...]:
        """Return new submissions, cross-lists and replacements."""
        code = _subject(request)
        new = self._listed(code, self.listed.get(day, self.announced), html=self.version)
        return new, [], self._listed(code, self.replaced, mark="(replaced)")

    def _listed(self, code: str, ids: Sequence[str], **expected: Any) -> list[listing.Entry]:
        known = {each.id.partition("v")[0]: each for each in self.entries}
        papers = ((base, known.get(base) or entry(int(base[5:]))) for base in ids)
        return [
            listing.Entry(base, paper.title, categories=paper.categories, abstract=paper.summary, **expected)
            for base, paper in papers
            if paper.categories[0] == code
        ]

    def _feed(self, request: Request) -> bytes:
        known = {each.id.partition("v")[0]: each for each in self.entries}
        codes = request.path.rpartition("/")[2].split("+")
        items = [
            Item(base, self.version, paper.title, paper.summary, categories=paper.categories)
            for base in self.announced
            if (paper := known.get(base) or entry(int(base[5:]))) and paper.categories[0] in codes
        ]
        return rss(
            items, f"{', '.join(codes)} updates on arXiv.org", f"{midnight(self.day).astimezone(eastern()):{_RFC_822}}"
        )

    def _page(self, request: Request) -> bytes:
        query, start = request.query, int(request.query.get("start", "0"))
        size = int(query.get("max_results", "10"))
        if start + size > 10_000:
            return error_answer("https://arxiv.org/api/errors", "The server encountered an internal error.")
        found = self._found(query.get("search_query", ""), query.get("id_list", ""))
        echo = f"search_query={query.get('search_query', '')}&id_list={query.get('id_list', '')}"
        page = found[start : start + size]
        return new_form(Answer(page, total=len(found), start=start, per_page=size, query=_as_understood(echo)))

    def _found(self, query: str, ids: str) -> list[Entry]:
        found = self.entries
        if ids:
            return [each for each in found if each.id.partition("v")[0] in ids.split(",")]
        if title := _TITLE.search(query):
            wanted = set(title[1].lower().split())
            return [each for each in found if wanted & set(re.findall(r"\w+", each.title.lower()))]
        if window := _WINDOW.search(query):
            found = [each for each in found if window[1] <= each.published[:10].replace("-", "") <= window[2]]
        if code := _CATEGORY.search(query):
            stem = code[1].removesuffix("*")
            found = [each for each in found if each.categories[0].startswith(stem)]
        return sorted(found, key=lambda each: each.published, reverse=True)

    def settings(self, *categories: str, pith: bool = False, backfill_days: int = 14, url: str = "") -> Settings:
        """Return settings that send every request to this server, or to ``url``."""
        return parse(config(url or self.url, *categories, pith=pith, backfill_days=backfill_days))


def config(url: str, *categories: str, pith: bool = False, backfill_days: int = 14) -> str:
    """Return a configuration that sends every request to ``url``."""
    pith_listing = f'listing_url = "{url}{PITH}/{{category}}"' if pith else ""
    return f"""
        [arxiv]
        categories = {list(categories or ("cs.DC",))}
        backfill_days = {backfill_days}
        api_url = "{url}{API}"
        oai_url = "{url}{OAI}"
        datacite_url = "{url}{DATACITE}"
        feed_url = "{url}{FEED}"
        listing_url = "{url}{LIST}"
        catchup_url = "{url}{CATCHUP}"
        [pith]
        reviews = false
        {pith_listing}
        """


@contextmanager
def running(upstream: Upstream) -> Iterator[Upstream]:
    """Run the server of the upstream."""
    with upstream.server:
        yield upstream


@dataclass
class Reader:
    """A reader that refreshes with a stopped clock."""

    paths: Paths
    settings: Settings
    now: datetime = NOW
    events: list[Event] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)

    def refresh(self, *, everything: bool = False) -> int:
        """Run one pass and return the exit code; ``events`` are those of this pass."""
        self.events = []
        return refresh(
            self.paths,
            self.settings,
            everything=everything,
            emit=self.events.append,
            stop=self.stop,
            now=lambda: self.now,
        )

    def ledger(self) -> dict[tuple[str, str], LedgerEntry]:
        """Return every row of the ledger of requests, by source and target."""
        with Cache.open(self.paths.cache_db) as cache:
            return {(row.source, row.target): row for row in cache.ledger.all()}

    def count(self) -> int:
        """Return the number of papers in the cache."""
        with Cache.open(self.paths.cache_db) as cache:
            return cache.count()


def _as_understood(query: str) -> str:
    """Return a query in the form in which arXiv repeats it: without parentheses, with dates in quotes."""
    return re.sub(r"\[(\w+) TO (\w+)\]", r'"\1 TO \2"', query).replace("(", "").replace(")", "")


def _subject(request: Request) -> str:
    """Return the category of a listing request: the second part of ``/list/cs.DC/new``."""
    return request.path.split("/")[2]


def _page(body: bytes) -> Reply:
    return Reply(200, body, "text/html; charset=utf-8")


def _conditional(request: Request, body: bytes, content_type: str) -> Reply:
    etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    if request.headers.get("if-none-match") == etag:
        return Reply(304, headers={"ETag": etag})
    return Reply(200, body, content_type, {"ETag": etag, "Cache-Control": "max-age=57600"})


def write_config(paths: Paths, upstream: Upstream, *categories: str) -> None:
    """Write a configuration for a worker process, whose clock is the real one. The backfill reaches back to
    :data:`NOW`, and upstream announces its papers today."""
    upstream.day = upstream.listed_day = expected_day(datetime.now(UTC))
    codes = ", ".join(f'"{code}"' for code in categories)
    days = (datetime.now(UTC) - NOW).days + 14
    paths.config_file.write_text(
        f"""
        [arxiv]
        categories = [{codes}]
        backfill_days = {days}
        api_url = "{upstream.url}{API}"
        feed_url = "{upstream.url}{FEED}"
        listing_url = "{upstream.url}{LIST}"
        catchup_url = "{upstream.url}{CATCHUP}"
        [pith]
        reviews = false
        listing_url = "{upstream.url}{PITH}/{{category}}"
        """
    )
