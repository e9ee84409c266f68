"""What Semantic Scholar reports of a paper: its numbers, what it cites and what cites it."""

from __future__ import annotations

from datetime import timedelta

from arxtui.model.ledger import LedgerEntry
from arxtui.model.reported import Report, ReportedWork
from arxtui.sources.citations import semantic_scholar as api
from arxtui.sources.citations.answers import MOST_WORKS
from arxtui.sync.citations.source import CitationRequest
from arxtui.sync.refresh.source_request import SourceRequest

NO_KEY = "not asked: [citations] semantic_scholar_key is empty"
_KEY = "x-api-key"


def request_semantic_scholar(request: SourceRequest) -> LedgerEntry:
    """Fetch and store the report on the task's paper. Raises as ``SourceRequest.get``, and SourceError."""
    asking = CitationRequest(request)
    if not asking.use_key(_KEY, "semantic_scholar_key"):
        return asking.unknown(NO_KEY, timedelta(0))  # a key can be there the next time
    name = f"ARXIV:{asking.identifier}" if asking.identifier else f"DOI:{asking.dois[0]}" if asking.dois else ""
    base = asking.settings.semantic_scholar_url
    answer = asking.find(api.paper_url(base, name)) if name else None
    if answer is None:
        return asking.unknown()
    paper = api.parse_paper(answer.body, asking.identifier, asking.dois)
    references = _works(asking, paper.name, api.REFERENCES, MOST_WORKS)
    citing = () if paper.citations == 0 else _works(asking, paper.name, api.CITATIONS, asking.settings.most_citing)
    return asking.store(
        Report(
            asking.source.name,
            asking.now(),
            paper.name,
            references or None,
            citing if citing or paper.citations == 0 else None,
            # A publisher can withhold the references, of which there are then none.
            paper.references or len(references) or None,
            paper.citations,
        )
    )


def _works(asking: CitationRequest, name: str, kind: str, most: int) -> tuple[ReportedWork, ...]:
    """Return the works of a list, at most about ``most``. A page may be empty though it names a next one."""
    works: list[ReportedWork] = []
    offset: int | None = 0
    size = min(most, api.PAGE)
    while size and offset is not None and len(works) < most and offset + size < api.REACH:
        page = api.parse_page(
            asking.get(api.list_url(asking.settings.semantic_scholar_url, name, kind, offset, size)).body, kind
        )
        works += page.works
        offset = page.next if page.next and page.next > offset else None
    return tuple(works)
