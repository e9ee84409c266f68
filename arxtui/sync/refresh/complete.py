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
from arxtui.model.paper import Paper
from arxtui.sources.arxiv.urls import api_query_url
from arxtui.sync.by_hand.wanted import ask_wanted
from arxtui.sync.refresh.due import COMPLETE_PAUSE, SAME_QUERY
from arxtui.sync.refresh.query_pages import PER_REQUEST, ask_page
from arxtui.sync.refresh.source_request import SourceRequest
from arxtui.text import fingerprint, readable, title_key

MOST_IDS = 2000
"""Ids in one pass: twenty requests, a minute at arXiv's pace."""
MOST_SEARCHES = 5
"""Title searches in one pass."""
HITS = 10
"""Results fetched by a title search."""
_LONGEST = 5
"""The interval between requests doubles at most this often, so it is at most 32 days."""
_WORD = re.compile(r"[^\W_]+")


def request_incomplete(request: SourceRequest) -> LedgerEntry:
    """Fetch the papers that the user requested by name, then incomplete papers by id, and search for a few titles that
    only reviews have named."""
    tools = request.tools
    if unknown := ask_wanted(request, MOST_IDS):
        request.tell(EventKind.NOTE, reason=f"{unknown}; it is not asked again")
    vain = Vain.read(request.progress)
    ids = vain.due(tools.cache.papers.incomplete(MOST_IDS + len(vain.asked)), tools.now())[:MOST_IDS]
    waiting = {str(key): paper for key, paper in tools.cache.papers.pending(MOST_SEARCHES + len(vain.asked))}
    searches = {key: title for key, paper in waiting.items() if (title := _phrase(paper.title))}
    titles = vain.due(list(searches), tools.now())[:MOST_SEARCHES]
    batches = [ids[at : at + PER_REQUEST] for at in range(0, len(ids), PER_REQUEST)]
    pages = len(batches) + len(titles)
    for page, batch in enumerate(batches, 1):
        _ask_ids(request, vain, batch, page, pages)
    for page, key in enumerate(titles, len(batches) + 1):
        _ask_title(request, vain, key, searches[key], waiting[key], page, pages)
    if pages:
        papers, limit = tools.cache.papers, MOST_IDS + len(vain.asked)
        vain.forget({*papers.incomplete(limit), *(str(key) for key, _ in papers.pending(limit))})
        request.progress = vain.text()
    return request.answered(tools.now() + COMPLETE_PAUSE)


def _ask_ids(request: SourceRequest, vain: Vain, ids: Sequence[str], page: int, pages: int) -> None:
    url = api_query_url(request.tools.settings.arxiv.api_url, id_list=ids, max_results=PER_REQUEST)
    answer = ask_page(request, url)
    request.keep(answer.intake, page, pages)
    # A paper that the API has only in an older version is still incomplete.
    left = set(request.tools.cache.papers.incomplete(MOST_IDS + len(vain.asked)))
    vain.add((base for base in ids if base in left), request.tools.now())
    request.reached(vain.text(), f"not finished: request {page} of {pages}")


def _ask_title(request: SourceRequest, vain: Vain, key: str, phrase: str, wanted: Paper, page: int, pages: int) -> None:
    url = api_query_url(
        request.tools.settings.arxiv.api_url, search_query=f'ti:"{phrase}"', max_results=HITS, sort_by="relevance"
    )
    answer = ask_page(request, url)
    found = tuple(paper for paper in answer.intake.papers if is_same(wanted, paper))
    request.keep(replace(answer.intake, papers=found), page, pages)
    vain.add([key], request.tools.now())
    request.reached(vain.text(), f"not finished: request {page} of {pages}")


def is_same(wanted: Paper, found: Paper) -> bool:
    """Whether a search result is the paper that a review is of: its abstract or its title must be equal."""
    if wanted.abstract and fingerprint(wanted.abstract) == fingerprint(found.abstract):
        return True
    return title_key(wanted.title) == title_key(found.title)


def _phrase(title: str) -> str:
    return " ".join(_WORD.findall(readable(title)))


@dataclass(slots=True)
class Vain:
    """Requests without success: name to (time of the last request, aware UTC; number of requests)."""

    asked: dict[str, tuple[datetime, int]]

    @classmethod
    def read(cls, text: str | None) -> Vain:
        """Parse the JSON of a ledger row; empty if it is invalid."""
        try:
            held = json.loads(text or "{}")
            return cls({name: (datetime.fromisoformat(at), int(times)) for name, (at, times) in held.items()})
        except (ValueError, TypeError, AttributeError):
            return cls({})

    def text(self) -> str:
        """Return the JSON for the ledger row."""
        return json.dumps({name: (at.isoformat(timespec="seconds"), times) for name, (at, times) in self.asked.items()})

    def due(self, names: Sequence[str], now: datetime) -> list[str]:
        """Return the names that are due: first those never requested, in the order given, then the others, the one
        requested longest ago first."""
        fresh = [name for name in names if name not in self.asked]
        again = [name for name in names if name in self.asked and self._rested(name) <= now]
        return fresh + sorted(again, key=lambda name: self.asked[name][0])

    def add(self, names: Iterable[str], now: datetime) -> None:
        """Record that these names were requested now without success."""
        for name in names:
            self.asked[name] = (now, self.asked[name][1] + 1 if name in self.asked else 1)

    def forget(self, waiting: set[str]) -> None:
        """Drop all names but those that are still ``waiting``."""
        self.asked = {name: told for name, told in self.asked.items() if name in waiting}

    def _rested(self, name: str) -> datetime:
        at, times = self.asked[name]
        return at + SAME_QUERY * (1 << min(times - 1, _LONGEST))
