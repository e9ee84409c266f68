"""The last days of a category by the query API, newest first, page by page, resumable after a kill."""

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
WINDOW = 10_000
"""The API answers with an error where start and page go beyond this many."""
PATIENCE = 3
"""Failed passes after which a category that never has a paper is believed to have none."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a backfill goes on: submissions from ``first`` to ``last`` (days, UTC), from number ``start``.

    ``asked`` is the day on which the query was made up: on a later day it would miss the newest papers.
    """

    first: date
    last: date
    start: int
    asked: date

    @classmethod
    def begin(cls, today: date, days: int) -> Place:
        """The place before the first page."""
        return cls(today - timedelta(days=days), today, 0, today)

    @classmethod
    def read(cls, text: str | None, today: date, days: int) -> Place:
        """The place written in a ledger row, or the beginning where there is none that still holds."""
        try:
            first, last, start, asked = (text or "").split()
            place = cls(date.fromisoformat(first), date.fromisoformat(last), int(start), date.fromisoformat(asked))
        except ValueError:
            return cls.begin(today, days)
        return place if timedelta(0) <= today - place.asked <= timedelta(days=1) else cls.begin(today, days)

    def fits(self, category: str) -> Callable[[Paper], bool]:
        """Whether a paper of a category or archive is of these days."""

        def fits(paper: Paper) -> bool:
            day = paper.published.date() if paper.published else self.first
            return self.first <= day <= self.last and any(
                covers(category, code) or canonical(code) == canonical(category) for code in paper.categories
            )

        return fits

    def __str__(self) -> str:
        return f"{self.first} {self.last} {self.start} {self.asked}"

    def after(self, page: ApiPage) -> Place | None:
        """The place after a page; None when it was the last one."""
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
    """Fetch the days that the settings ask for. The row's ``progress`` is the :class:`Place` to go on from."""
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
    """arXiv sometimes says that a query has no results when it has; a category with none in days is rare enough."""
    entry = request.task.entry
    if page.total or (entry is not None and entry.failures >= PATIENCE):
        return None
    return f"arXiv says that {request.task.target} has no papers in these days, which is unlikely"


def _today(now: datetime) -> date:
    return now.astimezone(UTC).date()
