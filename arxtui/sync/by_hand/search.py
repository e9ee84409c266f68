"""A search by arXiv's query API: page by page, resumable, and the same query at most once a day."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from math import ceil

from arxtui.light import NamedTuple, frozen
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.model.limits import MOST_RESULTS, PER_REQUEST
from arxtui.sources.arxiv.urls import api_query_url
from arxtui.sync.refresh.due import SAME_QUERY, with_valid_times
from arxtui.sync.refresh.plan import Source, Task
from arxtui.sync.refresh.query_pages import fetch_page
from arxtui.sync.refresh.source_request import SourceRequest


class ArxivQuery(NamedTuple):
    """A ``search_query`` of the API, its order, and the ``limit`` of results. ``again``: send the query even if it was
    sent less than a day ago."""

    search_query: str
    sort_by: str = "submittedDate"
    descending: bool = True
    limit: int = PER_REQUEST
    again: bool = False

    @property
    def target(self) -> str:
        """The target in the ledger: the query, and the order unless it is the default (newest first)."""
        order = "" if self.sort_by == "submittedDate" else f" sortBy={self.sort_by}"
        return f"{self.search_query}{order}{'' if self.descending else ' sortOrder=ascending'}"


@frozen
class SearchTask(Task):
    """The task of a search."""

    query: ArxivQuery


class _SearchPosition(NamedTuple):
    """The position of a search: how many of ``total`` results are fetched; ``total`` is None before the first page."""

    fetched: int = 0
    total: int | None = None

    @classmethod
    def read(cls, progress: str | None) -> _SearchPosition:
        """Parse the ``progress`` of a ledger row."""
        return cls(*map(int, progress.split())) if progress else cls()

    def __str__(self) -> str:
        return f"{self.fetched} {self.total or 0}"

    def is_short_of(self, limit: int) -> bool:
        """Whether more results can be fetched, up to ``limit``."""
        return self.total is None or self.fetched < min(limit, self.total)

    def words(self) -> str:
        """Return how many results are fetched, in words."""
        if not self.total:
            return "arXiv found nothing"
        if self.fetched >= self.total:
            return f"all {self.total:,} results" if self.total > 1 else "the one result"
        more = "--limit N fetches more" if self.fetched < MOST_RESULTS else "narrow the query to see the others"
        return f"the first {self.fetched:,} of {self.total:,} results; {more}"


def task_of(query: ArxivQuery, entry: LedgerEntry | None, now: datetime) -> SearchTask:
    """Return the task for a query and its ledger row: not due, due from the stored position, or from the start."""
    if entry is not None:
        entry = with_valid_times(entry, now)
        if query.again or entry.attempted + SAME_QUERY <= now:
            entry = replace(entry, progress=None)
    known = entry is not None and entry.outcome is Outcome.OK
    due = not known or _SearchPosition.read(entry.progress if entry else None).is_short_of(query.limit)
    return SearchTask(Source.SEARCH, query.target, due, "requested", now, entry, query=query)


def request_search(request: SourceRequest) -> LedgerEntry:
    """Fetch the pages that are missing. ``progress`` in the ledger row is the position to resume from."""
    task = request.task
    assert isinstance(task, SearchTask)
    query, position = task.query, _SearchPosition.read(request.progress)
    while position.is_short_of(query.limit):
        size = min(PER_REQUEST, query.limit - position.fetched)
        url = api_query_url(
            request.context.settings.arxiv.api_url,
            search_query=query.search_query,
            start=position.fetched,
            max_results=size,
            sort_by=query.sort_by,
            descending=query.descending,
        )
        page = fetch_page(request, url)
        position = _SearchPosition(min(position.fetched + size, page.total), page.total)
        done, pages = ceil(position.fetched / PER_REQUEST) or 1, ceil(min(query.limit, page.total) / PER_REQUEST) or 1
        request.store(page.intake, done, pages)
        request.checkpoint(str(position), f"not finished: page {done} of {pages}")
    return request.success_entry(request.context.now() + SAME_QUERY, reason=position.words())
