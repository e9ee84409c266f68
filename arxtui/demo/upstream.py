"""The demo's upstream on the loopback address: arXiv's query API, feeds, OAI-PMH, listings and pages, Pith's listings,
review pages and machine access, and sources of citations."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Sequence
from datetime import date, timedelta

from arxtui.demo import fulltexts, wire
from arxtui.demo.api import respond
from arxtui.demo.citations.crossref import Crossref
from arxtui.demo.citations.inspire import Inspire
from arxtui.demo.citations.known import KnownCitations
from arxtui.demo.citations.openalex import OpenAlex
from arxtui.demo.citations.opencitations import OpenCitations
from arxtui.demo.citations.semantic_scholar import KEY, SemanticScholar
from arxtui.demo.fulltexts import abs_page, pdf_page
from arxtui.demo.listings import HTML, FaultyFeed, Listings, items
from arxtui.demo.messages import Reply, Request
from arxtui.demo.oai import OaiService, records_of
from arxtui.demo.papers.calendar import announced_day
from arxtui.demo.papers.corpus import Corpus
from arxtui.demo.papers.manuscripts import manuscript
from arxtui.demo.reviewed import MachineAccess, review_page
from arxtui.demo.server import Clock, Server
from arxtui.demo.wire.htmlpage import not_found
from arxtui.demo.wire.oai import Record
from arxtui.model.arxiv.calendar import eastern_day, midnight
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.arxiv.taxonomy import ARCHIVES, CATEGORIES, canonical_case
from arxtui.model.paper import Paper

CATEGORIES_SHOWN = ("cs.DC", "cs.DS", "cs.LG", "cs.PF", "hep-ph", "math.NT", "math.PR", "quant-ph", "stat.ML")
"""The categories that the demo subscribes to: every primary category of the made-up papers."""

_LISTING_AGE = 300
"""``max-age`` of Pith's listings, in seconds."""
_EVENING = timedelta(hours=18)
"""The time of day, in New York, if no clock is given: after the day's feed, before the next announcements."""

CitationService = Inspire | SemanticScholar | OpenAlex | Crossref | OpenCitations
_CITATIONS = ("inspire", "semantic_scholar", "openalex", "crossref", "opencitations")


class Upstream(Server):
    """A :class:`Server` of a corpus as it is at the time of ``clock`` (returns aware times; None: always the evening of
    the corpus's newest day). Its log uses the same clock. After each request for a feed, ``drip`` of the held papers
    are announced. ``unconverted`` are the identifiers of papers that have no HTML yet."""

    def __init__(self, corpus: Corpus, *, clock: Clock | None = None, drip: int = 0) -> None:
        super().__init__(self.reply, clock)
        self.corpus = corpus
        self._time = clock or (lambda: midnight(corpus.day) + _EVENING)
        self._drip = drip
        self._held = list(corpus.held)
        self._arrivals = 0
        self._held_lock = threading.Lock()
        self._faulty_feeds: list[FaultyFeed] = []
        self.unconverted: set[str] = set()
        self._access = MachineAccess(corpus.reviews)
        self.harvestable = OaiService(self._records, self._time)
        known = KnownCitations(corpus.papers)
        self.citations: dict[str, CitationService] = {
            "inspire": Inspire(known),
            "semantic_scholar": SemanticScholar(known),
            "openalex": OpenAlex(known),
            "crossref": Crossref(known),
            "opencitations": OpenCitations(known),
        }
        """The sources of citations, by the first part of the path."""

    @property
    def papers(self) -> list[Paper]:
        """The papers announced so far, at their current versions, sorted by id."""
        return list(self._public(announced_day(self._time())).values())

    def announce_more(self, count: int) -> int:
        """Announce up to ``count`` of the held papers. Returns how many were announced."""
        with self._held_lock:
            arrived = self._held[:count]
            del self._held[:count]
            self._arrivals += bool(arrived)
            return len(arrived)

    def spoil(self, feed: FaultyFeed) -> None:
        """Make the feed of a day faulty."""
        self._faulty_feeds.append(feed)

    def reply(self, request: Request) -> Reply:
        """Return the response to a request."""
        _, service, rest = (*request.path.split("/", 2), "", "")[:3]
        if service == "api" and rest == "query":
            return respond(request.query, self.papers, self.corpus, self._time())
        if service == "oai":
            return self.harvestable.answer(request.query)
        if service == "rss":
            return self._feed(request, rest)
        if service in ("list", "catchup") and rest:
            now = self._time()
            return Listings(self.corpus, self._public(announced_day(now)), now).answer(request)
        if service in ("pith", "paper", "mcp"):
            return self._reviewed(request, service, rest)
        if service in self.citations:
            return self.citations[service].answer(request, rest)
        if service in ("abs", "pdf"):
            return self._page(service, rest)
        if service == "html":
            return fulltexts.html(rest, self._find_if(fulltexts.has_html), self.corpus.papers)
        if service == "ar5iv":
            return fulltexts.ar5iv(rest, self._find_if(fulltexts.is_on_ar5iv), self.corpus.papers)
        return Reply(404, b"Not found.\n")

    def feed(self, categories: Sequence[str], day: date | None = None) -> bytes:
        """Return the joined RSS feed of a day (None: today) as it is now; without items if nothing was announced."""
        day = day or eastern_day(self._time())
        feed_items = items(self.corpus, day, categories, self._public(day), self._faulty_feeds)
        with self._held_lock:
            built = midnight(day) + timedelta(minutes=self._arrivals, seconds=12)
        return wire.feed(feed_items, categories, day, built)

    def _records(self) -> list[Record]:
        day = announced_day(self._time())
        return records_of(self.corpus, self._public(day), day)

    def _public(self, day: date) -> dict[str, Paper]:
        with self._held_lock:
            held_back = frozenset(self._held)
        return {base: paper for base, paper in self.corpus.papers_on(day).items() if base not in held_back}

    def _feed(self, request: Request, spec: str) -> Reply:
        codes = [canonical_case(code) for code in spec.split("+")]
        now = self._time()
        today = eastern_day(now)
        for code in codes:
            if code not in CATEGORIES and code not in ARCHIVES:
                message = f"Bad archive '{code}'. Valid archive names are: {', '.join(ARCHIVES)}."
                return Reply(400, wire.feed_error(message, codes, today, now), "application/rss+xml")
        body = self.feed(codes)
        self.announce_more(self._drip)
        until_midnight = int((midnight(today + timedelta(days=1)) - now).total_seconds())
        return _conditional(request, body, "application/rss+xml; charset=utf-8", until_midnight)

    def _reviewed(self, request: Request, service: str, rest: str) -> Reply:
        if service == "mcp":
            return self._access.answer(request)
        return review_page(self.corpus.reviews, rest) if service == "paper" else self._listing(request, rest)

    def _listing(self, request: Request, category: str) -> Reply:
        if category not in CATEGORIES:
            return Reply(404, not_found(), HTML)
        reviews = [review for review in self.corpus.reviews if review.category == category]
        return _conditional(request, wire.pith_listing(reviews, category), HTML, _LISTING_AGE)

    def _find_if(self, is_converted: Callable[[str], bool]) -> fulltexts.FindPaper:
        def find(named: ArxivId) -> Paper | None:
            return (
                self._public_version(named) if is_converted(named.base) and named.base not in self.unconverted else None
            )

        return find

    def _public_version(self, named: ArxivId) -> Paper | None:
        """Return a paper at the version that is named, or at its current version; None if it is not public."""
        newest = self._public(announced_day(self._time())).get(named.base)
        if newest is None or newest.version is None or (named.version or 1) > newest.version:
            return None
        return self.corpus.revisions[named.base][named.version - 1].paper if named.version else newest

    def _page(self, kind: str, text: str) -> Reply:
        try:
            paper = self._public_version(ArxivId.parse(text))
        except ValueError:
            paper = None
        if paper is None:
            return Reply(404, not_found(), HTML)
        if kind == "pdf":
            return Reply(200, pdf_page(manuscript(paper)), "application/pdf")
        return Reply(200, abs_page(paper), HTML)


def settings_toml(url: str, categories: Sequence[str] = CATEGORIES_SHOWN) -> str:
    """Return a configuration whose URLs all point to the upstream at ``url``."""
    addresses: dict[str, dict[str, object]] = {
        "arxiv": {
            "categories": list(categories),
            "api_url": f"{url}/api/query",
            "feed_url": f"{url}/rss",
            "oai_url": f"{url}/oai",
            "datacite_url": f"{url}/dois",
            "html_url": f"{url}/html",
            "ar5iv_url": f"{url}/ar5iv",
            "listing_url": f"{url}/list",
            "catchup_url": f"{url}/catchup",
            "abs_url": f"{url}/abs",
            "pdf_url": f"{url}/pdf",
        },
        "pith": {
            "listing_url": f"{url}/pith/{{category}}",
            "mcp_url": f"{url}/mcp",
            "record_url": f"{url}/record",
            "paper_url": f"{url}/paper",
        },
        "citations": {
            **dict.fromkeys(_CITATIONS, True),
            **{f"{name}_url": f"{url}/{name}" for name in _CITATIONS},
            "semantic_scholar_key": KEY,
        },
    }
    lines = []
    for section, keys in addresses.items():
        lines += [f"[{section}]", *(f"{key} = {json.dumps(value)}" for key, value in keys.items()), ""]
    return "\n".join(lines)


def _conditional(request: Request, body: bytes, content_type: str, max_age: int) -> Reply:
    """Return a response with the body, or 304 if the client has it already."""
    tag = f'"{hashlib.sha256(body).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": f"max-age={max_age}"}
    if request.headers.get("if-none-match") == tag:
        return Reply(304, b"", content_type, headers)
    return Reply(200, body, content_type, headers)
