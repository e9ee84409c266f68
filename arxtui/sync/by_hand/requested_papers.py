"""Fetching papers that the user requested by name, with as few requests as the API allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arxtui.model.arxiv.ids import key_of
from arxtui.model.ledger import LedgerEntry
from arxtui.model.limits import PER_REQUEST
from arxtui.sources.arxiv.urls import api_query_url
from arxtui.sync.refresh.papers_by_id import fetch_ids
from arxtui.sync.refresh.query_pages import fetch_page
from arxtui.sync.refresh.source_request import SourceRequest

DOIS = 20
"""DOIs in one request: the query must fit into a URL."""
_NAMED = 20
"""How many names a message contains at most."""


def request_papers(request: SourceRequest) -> LedgerEntry:
    """Fetch all requested papers. The row's ``reason`` names those that arXiv does not know."""
    return request.success_entry(request.context.now(), reason=fetch_requested(request))


def fetch_requested(request: SourceRequest, most: int | None = None) -> str:
    """Fetch the papers that the user requested and that have not arrived, at most the first ``most`` names. Returns
    which of them arXiv does not know or refuses, in words.

    The names of each request are dropped after its response; if this raises, the others stay for the next attempt.
    """
    cache = request.context.cache
    names = cache.requested.names()[:most]
    batches = [*_chunks([name for name in names if _is_id(name)], PER_REQUEST)]
    first_dois = len(batches)
    batches += _chunks([name for name in names if not _is_id(name)], DOIS)
    remarks: list[str] = []
    unknown: list[str] = []
    for page, batch in enumerate(batches, 1):
        if page > first_dois:
            unknown += _fetch_dois(request, batch, page, len(batches))
        else:
            outcome = fetch_ids(request, batch, page, len(batches), named=True)
            unknown += outcome.open(batch)
            remarks += outcome.refusals
        cache.requested.drop(batch)
    return "; ".join(filter(None, (_unknown(unknown), *remarks[:_NAMED])))


def _fetch_dois(request: SourceRequest, dois: Sequence[str], page: int, pages: int) -> list[str]:
    """Fetch papers by the DOIs of their journals. Returns the DOIs that arXiv does not know."""
    # A DOI is case-insensitive, but arXiv's search for it is not.
    spelled = dict.fromkeys(way for doi in dois for way in (doi, doi.lower(), doi.upper()))
    query = " OR ".join(f'doi:"{way}"' for way in spelled)
    api_url = request.context.settings.arxiv.api_url
    answer = fetch_page(request, api_query_url(api_url, search_query=f"({query})", max_results=PER_REQUEST))
    request.store(answer.intake, page, pages)
    arrived = {doi.lower() for paper in answer.intake.papers for doi in (paper.doi or "").split()}
    return [doi for doi in dois if doi.lower() not in arrived]


def _unknown(names: Sequence[str]) -> str:
    if not names:
        return ""
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return f"arXiv does not know {', '.join(names[:_NAMED])}{more}"


def _chunks(names: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    return (names[at : at + size] for at in range(0, len(names), size))


def _is_id(name: str) -> bool:
    try:
        key_of(name)
    except ValueError:
        return False
    return True
