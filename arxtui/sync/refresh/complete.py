"""Completing papers: fetch from the query API the papers that so far only a feed or a review has named.

``progress`` in the ledger row is a JSON object of the requests without success: an id (or the reserved key of a paper
that only reviews name) with the time of the last request and the number of requests. Such a paper is requested again
after a day, then after increasing intervals.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from arxtui.model.events import EventKind
from arxtui.model.ledger import LedgerEntry
from arxtui.model.limits import PER_REQUEST
from arxtui.model.paper import Paper
from arxtui.sources.arxiv.urls import api_query_url
from arxtui.sync.refresh.due import COMPLETE_PAUSE, SAME_QUERY
from arxtui.sync.refresh.papers_by_id import fetch_ids, fetch_requested
from arxtui.sync.refresh.query_pages import fetch_page
from arxtui.sync.refresh.source_request import SourceRequest
from arxtui.text import fingerprint, readable, title_key

MOST_IDS = 2000
"""Ids in one pass: twenty requests, a minute at arXiv's pace."""
MOST_SEARCHES = 5
"""Title searches in one pass."""
HITS = 10
"""Results fetched by a title search."""
_MOST_DOUBLINGS = 5
"""The interval between requests doubles at most this often, so it is at most 32 days."""
_WORD = re.compile(r"[^\W_]+")


def request_incomplete(request: SourceRequest) -> LedgerEntry:
    """Fetch the papers that the user requested by name, then incomplete papers by id, and search for a few titles that
    only reviews have named."""
    context = request.context
    if unknown := fetch_requested(request, MOST_IDS):
        request.emit(EventKind.NOTE, reason=f"{unknown}; it is not requested again")
    unsuccessful = Unsuccessful.read(request.progress)
    ids = unsuccessful.due(context.cache.papers.incomplete(MOST_IDS + len(unsuccessful.attempts)), context.now())[
        :MOST_IDS
    ]
    waiting = {
        str(key): paper for key, paper in context.cache.papers.pending(MOST_SEARCHES + len(unsuccessful.attempts))
    }
    searches = {key: title for key, paper in waiting.items() if (title := _phrase(paper.title))}
    titles = unsuccessful.due(list(searches), context.now())[:MOST_SEARCHES]
    batches = [ids[at : at + PER_REQUEST] for at in range(0, len(ids), PER_REQUEST)]
    pages = len(batches) + len(titles)
    for page, batch in enumerate(batches, 1):
        _fetch_ids(request, unsuccessful, batch, page, pages)
    for page, key in enumerate(titles, len(batches) + 1):
        _search_title(request, unsuccessful, key, searches[key], waiting[key], page, pages)
    if pages:
        papers, limit = context.cache.papers, MOST_IDS + len(unsuccessful.attempts)
        unsuccessful.forget({*papers.incomplete(limit), *(str(key) for key, _ in papers.pending(limit))})
        request.progress = unsuccessful.text()
    return request.success_entry(context.now() + COMPLETE_PAUSE)


def _fetch_ids(request: SourceRequest, unsuccessful: Unsuccessful, ids: Sequence[str], page: int, pages: int) -> None:
    for words in fetch_ids(request, ids, page, pages, named=False).refusals:
        request.emit(EventKind.NOTE, reason=words)
    # A paper that the API has only in an older version is still incomplete.
    incomplete = set(request.context.cache.papers.incomplete(MOST_IDS + len(unsuccessful.attempts)))
    unsuccessful.add((base for base in ids if base in incomplete), request.context.now())
    request.checkpoint(unsuccessful.text(), f"not finished: request {page} of {pages}")


def _search_title(
    request: SourceRequest,
    unsuccessful: Unsuccessful,
    key: str,
    phrase: str,
    wanted: Paper,
    page: int,
    pages: int,
) -> None:
    url = api_query_url(
        request.context.settings.arxiv.api_url, search_query=f'ti:"{phrase}"', max_results=HITS, sort_by="relevance"
    )
    answer = fetch_page(request, url)
    matches = tuple(paper for paper in answer.intake.papers if is_same(wanted, paper))
    request.store(replace(answer.intake, papers=matches), page, pages)
    unsuccessful.add([key], request.context.now())
    request.checkpoint(unsuccessful.text(), f"not finished: request {page} of {pages}")


def is_same(paper: Paper, candidate: Paper) -> bool:
    """Whether a search result is the paper that a review is of: its abstract or its title must be equal."""
    if paper.abstract and fingerprint(paper.abstract) == fingerprint(candidate.abstract):
        return True
    return title_key(paper.title) == title_key(candidate.title)


def _phrase(title: str) -> str:
    return " ".join(_WORD.findall(readable(title)))


@dataclass(slots=True)
class Unsuccessful:
    """Requests without success: name to (time of the last request, aware UTC; number of requests)."""

    attempts: dict[str, tuple[datetime, int]]

    @classmethod
    def read(cls, text: str | None) -> Unsuccessful:
        """Parse the JSON of a ledger row; empty if it is invalid."""
        try:
            entries = json.loads(text or "{}")
            return cls({name: (datetime.fromisoformat(at), int(times)) for name, (at, times) in entries.items()})
        except (ValueError, TypeError, AttributeError):
            return cls({})

    def text(self) -> str:
        """Return the JSON for the ledger row."""
        return json.dumps(
            {name: (at.isoformat(timespec="seconds"), times) for name, (at, times) in self.attempts.items()}
        )

    def due(self, names: Sequence[str], now: datetime) -> list[str]:
        """Return the names that are due: first those never requested, in the order given, then the others, the one
        requested longest ago first."""
        fresh = [name for name in names if name not in self.attempts]
        again = [name for name in names if name in self.attempts and self._due_at(name) <= now]
        return fresh + sorted(again, key=lambda name: self.attempts[name][0])

    def add(self, names: Iterable[str], now: datetime) -> None:
        """Record that these names were requested now without success."""
        for name in names:
            self.attempts[name] = (now, self.attempts[name][1] + 1 if name in self.attempts else 1)

    def forget(self, waiting: set[str]) -> None:
        """Drop all names but those that are still ``waiting``."""
        self.attempts = {name: attempt for name, attempt in self.attempts.items() if name in waiting}

    def _due_at(self, name: str) -> datetime:
        at, times = self.attempts[name]
        return at + SAME_QUERY * (1 << min(times - 1, _MOST_DOUBLINGS))
