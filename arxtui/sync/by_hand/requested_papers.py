"""Fetching papers that the user requested by name, with as few requests as the API allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from arxtui.model.arxiv.ids import key_of
from arxtui.model.ledger import LedgerEntry
from arxtui.model.paper import Paper
from arxtui.sources.arxiv.urls import api_query_url
from arxtui.sync.refresh.query_pages import PER_REQUEST, fetch_page
from arxtui.sync.refresh.source_request import SourceRequest

DOIS = 20
"""DOIs in one request: the query must fit into a URL."""
_NAMED = 20
"""How many names a message contains at most."""


class _Batch(NamedTuple):
    """The names of one request, its URL, and a function that returns the names of a paper in the response."""

    names: Sequence[str]
    url: str
    names_of: Callable[[Paper], Sequence[str]]


def request_papers(request: SourceRequest) -> LedgerEntry:
    """Fetch all requested papers. The row's ``reason`` names those that arXiv does not know."""
    return request.success_entry(request.context.now(), reason=fetch_requested(request))


def fetch_requested(request: SourceRequest, most: int | None = None) -> str:
    """Fetch the papers that the user requested and that have not arrived, at most the first ``most`` names. Returns
    which of them arXiv does not know, in words.

    The names of each request are dropped after its response; if this raises, the others stay for the next attempt.
    """
    cache = request.context.cache
    batches = list(_batches(cache.requested.names()[:most], request.context.settings.arxiv.api_url))
    unknown: list[str] = []
    for page, batch in enumerate(batches, 1):
        answer = fetch_page(request, batch.url)
        request.store(answer.intake, page, len(batches))
        arrived = {name.lower() for paper in answer.intake.papers for name in batch.names_of(paper)}
        unknown += (name for name in batch.names if name.lower() not in arrived)
        cache.requested.drop(batch.names)
    return _unknown(unknown)


def _unknown(names: Sequence[str]) -> str:
    if not names:
        return ""
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return f"arXiv does not know {', '.join(names[:_NAMED])}{more}"


def _batches(names: Sequence[str], api_url: str) -> Iterator[_Batch]:
    ids = [name for name in names if _is_id(name)]
    dois = [name for name in names if not _is_id(name)]
    for some in _chunks(ids, PER_REQUEST):
        yield _Batch(some, api_query_url(api_url, id_list=some, max_results=PER_REQUEST), lambda paper: (paper.id,))
    for some in _chunks(dois, DOIS):
        # A DOI is case-insensitive, but arXiv's search for it is not.
        spelled = dict.fromkeys(way for doi in some for way in (doi, doi.lower(), doi.upper()))
        query = " OR ".join(f'doi:"{way}"' for way in spelled)
        url = api_query_url(api_url, search_query=f"({query})", max_results=PER_REQUEST)
        yield _Batch(some, url, lambda paper: (paper.doi or "").split())


def _chunks(names: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    return (names[at : at + size] for at in range(0, len(names), size))


def _is_id(name: str) -> bool:
    try:
        key_of(name)
    except ValueError:
        return False
    return True
