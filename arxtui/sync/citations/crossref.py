"""What Crossref reports of a paper in a journal: its references, and how many works cite it, but not which."""

from __future__ import annotations

from arxtui.model.ledger import LedgerEntry
from arxtui.model.reported import Report
from arxtui.sources.citations import crossref
from arxtui.sync.citations.source import CitationRequest
from arxtui.sync.refresh.source_request import SourceRequest

NO_DOI = "not asked: no DOI of a journal is known, and it has no others"


def request_crossref(request: SourceRequest) -> LedgerEntry:
    """Fetch and store the report on the task's paper. Raises as ``SourceRequest.get``, and SourceError."""
    asking = CitationRequest(request)
    if not asking.dois:
        return asking.unknown(NO_DOI)
    doi = asking.dois[0]
    answer = asking.find(crossref.work_url(asking.settings.crossref_url, doi, asking.contact))
    if answer is None:
        return asking.unknown()
    work = crossref.parse_work(answer.body, doi)
    cites = len(work.references) if work.references else None
    return asking.store(Report(asking.source.name, asking.now(), work.doi, work.references, None, cites, work.cited_by))
