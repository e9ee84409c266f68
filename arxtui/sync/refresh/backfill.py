"""Backfill: fetch the recent papers of a category from the query API, newest first, one page at a time; resumes after a
kill."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from math import ceil

from arxtui.model.arxiv.taxonomy import canonical, covers
from arxtui.model.ledger import LedgerEntry
from arxtui.model.paper import Paper
from arxtui.sources.arxiv.api.atom import ApiPage
from arxtui.sources.arxiv.urls import api_query_url, submitted_query
from arxtui.sync.errors import AnomalyError
from arxtui.sync.refresh.due import SAME_QUERY
from arxtui.sync.refresh.query_pages import ask_page, believable
from arxtui.sync.refresh.source_request import SourceRequest

PER_PAGE = 100
"""Papers in one request."""
WINDOW = 10_000
"""The API returns an error if ``start`` plus the page size exceeds this number."""
PATIENCE = 3
"""Failed passes after which an empty result for a category is believed."""


@dataclass(frozen=True, slots=True)
class Place:
    """The position of a backfill: result ``start`` of the papers submitted from ``first`` to ``last`` (UTC days).

    ``asked`` is the day on which the backfill began. The query misses papers submitted after that day.
    """

    first: date
    last: date
    start: int
    asked: date

    @classmethod
    def begin(cls, today: date, days: int) -> Place:
        """Return the position before the first page."""
        return cls(today - timedelta(days=days), today, 0, today)

    @classmethod
    def read(cls, text: str | None, today: date, days: int) -> Place:
        """Parse the position in a ledger row. Returns the first position if the text is invalid or older than a day."""
        try:
            first, last, start, asked = (text or "").split()
            place = cls(date.fromisoformat(first), date.fromisoformat(last), int(start), date.fromisoformat(asked))
        except ValueError:
            return cls.begin(today, days)
        return place if timedelta(0) <= today - place.asked <= timedelta(days=1) else cls.begin(today, days)

    def fits(self, category: str) -> Callable[[Paper], bool]:
        """Return a predicate: whether a paper is in this category (or archive) and was submitted on these days."""

        def fits(paper: Paper) -> bool:
            day = paper.published.date() if paper.published else self.first
            return self.first <= day <= self.last and any(
                covers(category, code) or canonical(code) == canonical(category) for code in paper.categories
            )

        return fits

    def __str__(self) -> str:
        return f"{self.first} {self.last} {self.start} {self.asked}"

    def after(self, page: ApiPage) -> Place | None:
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
            raise AnomalyError(f"more than {WINDOW:,} papers of one day: the query API does not list them all")
        return replace(self, last=oldest, start=0)


def request_backfill(request: SourceRequest) -> LedgerEntry:
    """Fetch the last ``backfill_days`` days. The ledger row's ``progress`` stores the :class:`Place` to resume from."""
    settings = request.tools.settings.arxiv
    place: Place | None = Place.read(request.progress, _today(request.tools.now()), settings.backfill_days)
    while place is not None:
        query = submitted_query(request.task.target, place.first, place.last)
        url = api_query_url(settings.api_url, search_query=query, start=place.start, max_results=PER_PAGE)
        fits = place.fits(request.task.target)
        page = ask_page(request, url, lambda page: believable(page) or _nothing(request, page), fits)
        done, pages = place.start // PER_PAGE + 1, ceil(page.total / PER_PAGE) or 1
        request.keep(page.intake, done, pages)
        place = place.after(page)
        if place is not None:
            request.reached(str(place), f"not finished: page {done} of {pages}")
    request.progress = None
    return request.answered(request.tools.now() + SAME_QUERY)


def _nothing(request: SourceRequest, page: ApiPage) -> str | None:
    """Return why an empty result is not believed, None if it is. arXiv sometimes returns no results for a query that
    has some, and a category without a paper for days is rare."""
    entry = request.task.entry
    if page.total or (entry is not None and entry.failures >= PATIENCE):
        return None
    return f"arXiv says that {request.task.target} has no papers in these days, which is unlikely"


def _today(now: datetime) -> date:
    return now.astimezone(UTC).date()
