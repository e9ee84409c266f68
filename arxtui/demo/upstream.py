"""A made-up upstream on the loopback address: arXiv's query API, feeds and pages, and Pith's listings."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from arxtui.demo import wire
from arxtui.demo.api import ask, at_version
from arxtui.demo.corpus import Corpus
from arxtui.demo.messages import Reply, Request
from arxtui.demo.pages import abs_page, pdf_page
from arxtui.demo.server import Server
from arxtui.model.eastern import midnight
from arxtui.model.ids import ArxivId
from arxtui.model.paper import AnnounceType, Paper
from arxtui.model.taxonomy import ARCHIVES, CATEGORIES, canonical_case, covers

CATEGORIES_SHOWN = ("cs.DC", "cs.DS", "cs.LG", "cs.PF", "hep-ph", "math.NT", "math.PR", "quant-ph", "stat.ML")
"""What the demo subscribes to: every primary category of the made-up papers."""

_HTML = "text/html; charset=utf-8"
_LISTING_AGE = 300


class Upstream(Server):
    """Serves a corpus; a :class:`Server` with its log and faults. ``drip`` is how many of the held papers each request
    for a feed makes arrive for the next one."""

    def __init__(self, corpus: Corpus, *, drip: int = 0) -> None:
        super().__init__(self.reply)
        self.corpus = corpus
        self._drip = drip
        self._held = list(corpus.held)
        self._arrivals = 0
        self._held_lock = threading.Lock()

    @property
    def papers(self) -> list[Paper]:
        """The papers that have been announced by now, by id."""
        with self._held_lock:
            held = frozenset(self._held)
        return [paper for paper in self.corpus.papers if paper.id not in held]

    def announce_more(self, count: int) -> int:
        """Let up to ``count`` held papers arrive; returns how many did."""
        with self._held_lock:
            arrived = self._held[:count]
            del self._held[:count]
            self._arrivals += bool(arrived)
            return len(arrived)

    def reply(self, request: Request) -> Reply:
        """Answer a request."""
        _, service, rest = (*request.path.split("/", 2), "", "")[:3]
        if service == "api" and rest == "query":
            return ask(request.query, self.papers, self.corpus, datetime.now(UTC))
        if service == "rss":
            return self._feed(request, rest)
        if service == "pith":
            return self._listing(request, rest)
        if service in ("abs", "pdf"):
            return self._page(service, rest)
        return Reply(404, b"Not found.\n")

    def feed(self, categories: Sequence[str], day: date | None = None) -> bytes:
        """The joined RSS feed of an announcement day (None: the newest) as it stands by now."""
        day = day or self.corpus.day
        with self._held_lock:
            built = midnight(day) + timedelta(minutes=self._arrivals, seconds=12)
        known = {paper.id: paper for paper in self.papers}
        items: dict[str, tuple[Paper, AnnounceType]] = {}
        for row in self.corpus.announcements:
            paper = known.get(row.id)
            if paper is None or row.day != day or not any(covers(asked, row.category) for asked in categories):
                continue
            # The primary category's row stands first, and its type counts where it was asked for.
            items.setdefault(row.id, (at_version(paper, row.version, self.corpus), row.type))
        return wire.feed(list(items.values()), categories, day, built)

    def _feed(self, request: Request, spec: str) -> Reply:
        asked = [canonical_case(code) for code in spec.split("+")]
        now = datetime.now(UTC)
        for code in asked:
            if code not in CATEGORIES and code not in ARCHIVES:
                message = f"Bad archive '{code}'. Valid archive names are: {', '.join(ARCHIVES)}."
                return Reply(400, wire.feed_error(message, asked, self.corpus.day, now), "application/rss+xml")
        body = self.feed(asked)
        self.announce_more(self._drip)
        until_midnight = int((midnight(self.corpus.day + timedelta(days=1)) - now).total_seconds())
        return _conditional(request, body, "application/rss+xml; charset=utf-8", max(0, until_midnight))

    def _listing(self, request: Request, category: str) -> Reply:
        if category not in CATEGORIES:
            return Reply(404, b"<!DOCTYPE html><title>Not found</title><h1>No such category</h1>", _HTML)
        reviews = [review for review in self.corpus.reviews if review.category == category]
        return _conditional(request, wire.listing(reviews, category), _HTML, _LISTING_AGE)

    def _page(self, kind: str, text: str) -> Reply:
        known = {paper.id: paper for paper in self.papers}
        try:
            paper = known[ArxivId.parse(text).base]
        except (ValueError, KeyError):
            return Reply(404, b"<!DOCTYPE html><title>Not found</title><h1>No such paper</h1>", _HTML)
        if kind == "pdf":
            return Reply(200, pdf_page(paper), "application/pdf")
        return Reply(200, abs_page(paper), _HTML)


def settings_toml(url: str, categories: Sequence[str] = CATEGORIES_SHOWN) -> str:
    """A configuration that points every address at an upstream."""
    addresses: dict[str, dict[str, object]] = {
        "arxiv": {
            "categories": list(categories),
            "api_url": f"{url}/api/query",
            "feed_url": f"{url}/rss",
            "oai_url": f"{url}/oai",
            "html_url": f"{url}/html",
            "listing_url": f"{url}/list",
            "abs_url": f"{url}/abs",
            "pdf_url": f"{url}/pdf",
        },
        "pith": {
            "listing_url": f"{url}/pith/{{category}}",
            "mcp_url": f"{url}/mcp",
            "record_url": f"{url}/record",
        },
    }
    lines = []
    for section, keys in addresses.items():
        lines += [f"[{section}]", *(f"{key} = {json.dumps(value)}" for key, value in keys.items()), ""]
    return "\n".join(lines)


def _conditional(request: Request, body: bytes, content_type: str, max_age: int) -> Reply:
    """The body, or 304 where the asker has it already."""
    tag = f'"{hashlib.sha256(body).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": f"max-age={max_age}"}
    if request.headers.get("if-none-match") == tag:
        return Reply(304, b"", content_type, headers)
    return Reply(200, body, content_type, headers)
