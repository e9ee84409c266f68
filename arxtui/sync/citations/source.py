"""A request to a source of citations for one paper: its budget, and what it brought."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta

from arxtui.config.declaration import settings_of
from arxtui.config.settings import CitationsSettings
from arxtui.http.client import Answer
from arxtui.http.errors import BadAnswer, RateLimited
from arxtui.model.arxiv.ids import id_of, key_named
from arxtui.model.dois import ARXIV_DOI, doi_named
from arxtui.model.ledger import LedgerEntry
from arxtui.model.reported import Report
from arxtui.model.sources import CITATION_SOURCES
from arxtui.sources.errors import SourceError
from arxtui.sync.refresh.source_request import SourceRequest

FRESH = timedelta(days=7)
"""How long a report is not requested again."""


class CitationRequest:
    """The requests to one source for one paper."""

    def __init__(self, request: SourceRequest) -> None:
        self._request = request
        self.settings = request.context.settings.citations
        self.source = CITATION_SOURCES[request.task.source.service]
        cache = request.context.cache
        self.key = cache.aliases.of(key_named(request.task.target))
        self.identifier = id_of(self.key) or ""
        """The arXiv id of the paper; empty if it has none."""
        paper = cache.papers.get(self.key)
        named = (doi_named(each) for each in (paper.doi or "").split()) if paper else ()
        self.dois = tuple(doi for doi in named if doi and not doi.lower().startswith(ARXIV_DOI))
        """The DOIs of the paper in journals."""
        self.headers: Mapping[str, str] = {}
        """The headers of the last answer."""
        self._secrets: dict[str, str] = {}

    def use_key(self, header: str, setting: str, before: str = "") -> bool:
        """Send the user's key, a setting, in a header. Returns whether there is one."""
        declared = settings_of(CitationsSettings)[setting]
        key: str = getattr(self.settings, setting) or os.environ.get(declared.variable, "")
        if not (key.isascii() and key.isprintable()):
            raise SourceError(f"{declared} has characters that no key has")
        self._secrets = {header: f"{before}{key}"} if key else {}
        return bool(key)

    def get(self, url: str) -> Answer:
        """Send a GET request, and count it. Raises RateLimited if the day's budget is spent; otherwise as
        ``SourceRequest.get``."""
        now = self._request.context.now()
        most = self.settings.daily_requests
        if not self._request.context.cache.reports.count_request(self.source.name, now.toordinal(), most):
            words = f"the {most:,} requests a day of [citations] daily_requests are spent"
            raise self.rest(words, self.until_midnight())
        answer = self._request.get(url, secrets=self._secrets)
        self.headers = answer.headers
        return answer

    def find(self, url: str) -> Answer | None:
        """Send a GET request; return None if the source does not know what it is about."""
        try:
            return self.get(url)
        except BadAnswer as error:
            if error.status == 404:
                return None
            raise

    @property
    def contact(self) -> str:
        """The e-mail address in the settings; empty if there is none."""
        contact = self._request.context.settings.http.contact
        return contact if "@" in contact and " " not in contact else ""

    def rest(self, reason: str, seconds: float) -> RateLimited:
        """Return the error of a source that is not asked any more for so many seconds."""
        return RateLimited(f"{self.source.label}: {reason}", retry_after=seconds)

    def until_midnight(self) -> float:
        """Return the seconds until the next day (UTC)."""
        now = self.now()
        return (datetime.combine(now.date() + timedelta(days=1), time(0), UTC) - now).total_seconds()

    def now(self) -> datetime:
        """Return the time of a report, aware UTC."""
        return self._request.context.now()

    def unknown(self, words: str = "", fresh: timedelta = FRESH) -> LedgerEntry:
        """Store that the source does not know the paper; with ``words``, which say why it is not asked for some time,
        store nothing."""
        if words:
            return self._request.success_entry(self.now() + fresh, reason=words)
        return self.store(Report(self.source.name, self.now()))

    def store(self, report: Report) -> LedgerEntry:
        """Store a report, and return the ledger row, whose reason says what it is."""
        self._request.context.cache.reports.put(self.key, report)
        return self._request.success_entry(self.now() + FRESH, reason=report.words)
