"""A request to a source of citations for one paper: its budget, and what it brought."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from arxtui.http.client import Answer
from arxtui.http.errors import BadAnswer, RateLimited
from arxtui.model.arxiv.ids import key_named
from arxtui.model.ledger import LedgerEntry
from arxtui.model.reported import CITATION_SOURCES, Report
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
        self.paper = cache.papers.get(self.key)

    def get(self, url: str) -> Answer:
        """Send a GET request, and count it. Raises RateLimited if the day's budget is spent; otherwise as
        ``SourceRequest.get``."""
        now = self._request.context.now()
        most = self.settings.daily_requests
        if not self._request.context.cache.reports.count_request(self.source.name, now.toordinal(), most):
            midnight = datetime.combine(now.date() + timedelta(days=1), time(0), UTC)
            words = f"the {most:,} requests a day of [citations] daily_requests are spent"
            raise RateLimited(f"{self.source.label}: {words}", retry_after=(midnight - now).total_seconds())
        return self._request.get(url)

    def find(self, url: str) -> Answer | None:
        """Send a GET request; return None if the source does not know what it is about."""
        try:
            return self.get(url)
        except BadAnswer as error:
            if error.status == 404:
                return None
            raise

    def now(self) -> datetime:
        """Return the time of a report, aware UTC."""
        return self._request.context.now()

    def store(self, report: Report) -> LedgerEntry:
        """Store a report, and return the ledger row, whose reason says what it is."""
        self._request.context.cache.reports.put(self.key, report)
        return self._request.success_entry(self.now() + FRESH, reason=report.words)
