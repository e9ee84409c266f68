"""What OpenCitations reports of a paper, by its DOI in a journal and by that of arXiv. It does not tell a paper that it
does not know from one that nobody cites."""

from __future__ import annotations

from arxtui.model.ledger import LedgerEntry
from arxtui.model.reported import Report
from arxtui.sources.citations import opencitations
from arxtui.sources.citations.openalex import arxiv_doi
from arxtui.sync.citations.source import CitationRequest
from arxtui.sync.refresh.source_request import SourceRequest


def request_opencitations(request: SourceRequest) -> LedgerEntry:
    """Fetch and store the report on the task's paper. Raises as ``SourceRequest.get``, and SourceError."""
    asking = CitationRequest(request)
    dois = [*asking.dois[:1], *([arxiv_doi(asking.identifier)] if asking.identifier else [])]
    references = _pairs(asking, opencitations.REFERENCES, dois)
    citing = sorted(_pairs(asking, opencitations.CITATIONS, dois), key=lambda pair: pair.created, reverse=True)
    if not references and not citing:
        return asking.unknown()
    return asking.store(
        Report(
            asking.source.name,
            asking.now(),
            dois[0],
            tuple(pair.work for pair in references) or None,
            tuple(pair.work for pair in citing[: asking.settings.most_citing]) or None,
            len(references) or None,
            len(citing) or None,
        )
    )


def _pairs(asking: CitationRequest, kind: str, dois: list[str]) -> list[opencitations.Pair]:
    """Return the other ends of the citations of a paper, each once."""
    pairs: dict[str, opencitations.Pair] = {}
    for doi in dois:
        answer = asking.find(opencitations.list_url(asking.settings.opencitations_url, kind, doi))
        for pair in opencitations.parse_list(answer.body, kind) if answer else ():
            pairs.setdefault(pair.name, pair)
    return list(pairs.values())
