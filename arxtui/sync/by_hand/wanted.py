"""Papers that somebody asked for by name: as few requests as the API takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from arxtui.model.arxiv.ids import key_of
from arxtui.model.ledger import LedgerEntry
from arxtui.model.paper import Paper
from arxtui.sources.arxiv.urls import api_query_url
from arxtui.sync.refresh.query_pages import PER_REQUEST, ask_page
from arxtui.sync.refresh.source_request import SourceRequest

DOIS = 20
"""DOIs in one request: a query has to fit into an address."""
_NAMED = 20


class _Batch(NamedTuple):
    """Names that go into one request, its address, and the names by which a paper of the answer goes."""

    names: Sequence[str]
    url: str
    names_of: Callable[[Paper], Sequence[str]]


def request_wanted(request: SourceRequest) -> LedgerEntry:
    """Ask for all that is waited for; what arXiv does not know is the reason of the row."""
    return request.answered(request.tools.now(), reason=ask_wanted(request))


def ask_wanted(request: SourceRequest, most: int | None = None) -> str:
    """Ask for what is waited for, at most for so many names, a hundred identifiers a request; returns in words which of
    them arXiv does not know.

    What was answered is waited for no longer, request by request; the rest stays when this raises.
    """
    cache = request.tools.cache
    batches = list(_batches(cache.requested.names()[:most], request.tools.settings.arxiv.api_url))
    unknown: list[str] = []
    for page, batch in enumerate(batches, 1):
        answer = ask_page(request, batch.url)
        request.keep(answer.intake, page, len(batches))
        told = {name.lower() for paper in answer.intake.papers for name in batch.names_of(paper)}
        unknown += (name for name in batch.names if name.lower() not in told)
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
    for some in _parts(ids, PER_REQUEST):
        yield _Batch(some, api_query_url(api_url, id_list=some, max_results=PER_REQUEST), lambda paper: (paper.id,))
    for some in _parts(dois, DOIS):
        # To arXiv upper and lower case make a difference, to a DOI none.
        spelled = dict.fromkeys(way for doi in some for way in (doi, doi.lower(), doi.upper()))
        query = " OR ".join(f'doi:"{way}"' for way in spelled)
        url = api_query_url(api_url, search_query=f"({query})", max_results=PER_REQUEST)
        yield _Batch(some, url, lambda paper: (paper.doi or "").split())


def _parts(names: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    return (names[at : at + size] for at in range(0, len(names), size))


def _is_id(name: str) -> bool:
    try:
        key_of(name)
    except ValueError:
        return False
    return True
