"""Backfill: fetch the recent papers of a category from the query API, newest first, one page at a time; resumes after a
kill."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from math import ceil

from arxtui.model.arxiv.taxonomy import covers, listed_under
from arxtui.model.ledger import LedgerEntry
from arxtui.model.paper import Paper
from arxtui.sources.arxiv.api.atom import ApiPage
from arxtui.sources.arxiv.urls import api_query_url, submitted_query
from arxtui.sync.errors import AnomalyError
from arxtui.sync.refresh.due import SAME_QUERY
from arxtui.sync.refresh.query_pages import fetch_page, why_implausible
from arxtui.sync.refresh.source_request import SourceRequest

PER_PAGE = 100
"""Papers in one request."""
WINDOW = 10_000
"""The API returns an error if ``start`` plus the page size exceeds this number."""
EMPTY_TRIES = 3
"""Failed passes after which an empty result for a category is believed."""


@dataclass(frozen=True, slots=True)
class BackfillPosition:
    """The position of a backfill: result ``start`` of the papers submitted from ``first`` to ``last`` (UTC days).

    ``begun_on`` is the day on which the backfill began. The query misses papers submitted after that day.
    """

    first: date
    last: date
    start: int
    begun_on: date

    @classmethod
    def begin(cls, today: date, days: int) -> BackfillPosition:
        """Return the position before the first page."""
        return cls(today - timedelta(days=days), today, 0, today)

    @classmethod
    def read(cls, text: str | None, today: date, days: int) -> BackfillPosition:
        """Parse the position in a ledger row. Returns the first position if the text is invalid or older than a day."""
        try:
            first, last, start, begun = (text or "").split()
            position = cls(date.fromisoformat(first), date.fromisoformat(last), int(start), date.fromisoformat(begun))
        except ValueError:
            return cls.begin(today, days)
        return position if timedelta(0) <= today - position.begun_on <= timedelta(days=1) else cls.begin(today, days)

    def fits(self, category: str) -> Callable[[Paper], bool]:
        """Return a predicate: whether a paper is in this category (or archive) and was submitted on these days."""

        def fits(paper: Paper) -> bool:
            day = paper.published.date() if paper.published else self.first
            return self.first <= day <= self.last and any(
                covers(category, code) for code in listed_under(paper.categories)
            )

        return fits

    def __str__(self) -> str:
        return f"{self.first} {self.last} {self.start} {self.begun_on}"

    def after(self, page: ApiPage) -> BackfillPosition | None:
        """Return the position after a page; None if it was the last page.

        At the end of the API's window, returns the start of a new query up to the oldest day seen.

        Raises:
            AnomalyError: a single day has more papers than the window.
        """
        start = self.start + PER_PAGE
        if start >= page.total:
            return None
        if start + PER_PAGE <= WINDOW:
            return replace(self, start=start)
        oldest = min((paper.published.date() for paper in page.intake.papers if paper.published), default=self.last)
        if oldest >= self.last:
            raise AnomalyError(f"more than {WINDOW:,} papers on one day: the query API does not list them all")
        return replace(self, last=oldest, start=0)


def request_backfill(request: SourceRequest) -> LedgerEntry:
    """Fetch the last ``backfill_days`` days. The ledger row's ``progress`` stores the :class:`BackfillPosition` from
    which to resume."""
    settings = request.context.settings.arxiv
    position: BackfillPosition | None = BackfillPosition.read(
        request.progress, _today(request.context.now()), settings.backfill_days
    )
    while position is not None:
        query = submitted_query(request.task.target, position.first, position.last)
        url = api_query_url(settings.api_url, search_query=query, start=position.start, max_results=PER_PAGE)
        fits = position.fits(request.task.target)
        page = fetch_page(request, url, lambda page: why_implausible(page) or _doubt_empty(request, page), fits)
        done, pages = position.start // PER_PAGE + 1, ceil(page.total / PER_PAGE) or 1
        request.store(page.intake, done, pages)
        position = position.after(page)
        if position is not None:
            request.checkpoint(str(position), f"not finished: page {done} of {pages}")
    request.progress = None
    return request.success_entry(request.context.now() + SAME_QUERY)


def _doubt_empty(request: SourceRequest, page: ApiPage) -> str | None:
    """Return why an empty result is not believed, None if it is. arXiv sometimes returns no results for a query that
    has some, and a category without a paper for days is rare."""
    entry = request.task.entry
    if page.total or (entry is not None and entry.failures >= EMPTY_TRIES):
        return None
    return f"arXiv says that {request.task.target} has no papers in these days, which is unlikely"


def _today(now: datetime) -> date:
    return now.astimezone(UTC).date()
