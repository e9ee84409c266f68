"""What INSPIRE reports of a paper: its record, then what the paper cites, what cites it, and its BibTeX entry."""

from __future__ import annotations

from arxtui.model.ledger import LedgerEntry
from arxtui.model.reported import Report, ReportedWork
from arxtui.sources.citations import inspire
from arxtui.sources.citations.answers import MOST_WORKS
from arxtui.sources.errors import SourceError
from arxtui.sync.citations.source import CitationRequest
from arxtui.sync.refresh.source_request import SourceRequest

_FIRST_YEAR = 1900
"""Before it, no work cites one of INSPIRE's."""


def request_inspire(request: SourceRequest) -> LedgerEntry:
    """Fetch and store the report on the task's paper. Raises as ``SourceRequest.get``, and SourceError."""
    asking = CitationRequest(request)
    base, identifier, doi = asking.settings.inspire_url, asking.identifier, next(iter(asking.dois), "")
    answer = asking.find(inspire.record_url(base, identifier, doi)) if identifier or doi else None
    if answer is None:
        return asking.unknown()
    record = inspire.parse_record(answer.body, identifier, doi)
    references = record.references
    if references and any(number and not work.work.arxiv for number, work in references):
        known, _ = _works(asking, f"citedby:recid:{record.number}", MOST_WORKS)
        references = tuple((n, inspire.joined(work, known[n]) if n in known else work) for n, work in references)
    citing: tuple[ReportedWork, ...] | None = () if record.cited_by == 0 else None
    cited_by = record.cited_by
    if cited_by != 0:
        found, total = _works(asking, f"refersto:recid:{record.number}", asking.settings.most_citing)
        cited_by = total if cited_by is None else cited_by
        citing = tuple(found.values()) if found or total == 0 else None
    bibtex = asking.find(inspire.bibtex_url(base, record.number)) if record.texkey else None
    return asking.store(
        Report(
            asking.source.name,
            asking.now(),
            record.number,
            tuple(work for _, work in references) if references else None,
            citing,
            len(references) if references else None,
            cited_by,
            record.by_others,
            record.texkey,
            _bibtex(bibtex.body, identifier) if bibtex else "",
        )
    )


def _works(
    asking: CitationRequest, query: str, most: int, years: tuple[int, int] | None = None
) -> tuple[dict[str, ReportedWork], int | None]:
    """Return the works that a search finds, at most about ``most``, newest first, by the number of their record; and
    how many there are. More than INSPIRE lets a search reach are asked for in parts, by their years."""
    works: dict[str, ReportedWork] = {}
    size = min(most, inspire.PAGE)
    page, total = 1, None
    while size and page * size <= inspire.REACH:
        url = inspire.search_url(asking.settings.inspire_url, query, size, page, years)
        hits = inspire.parse_hits(asking.get(url).body)
        works |= hits.works
        total = hits.total if total is None else total
        if not hits.works or len(works) >= min(total or 0, most):
            break
        first, last = years or (_FIRST_YEAR, asking.now().year)
        if min(total or 0, most) > inspire.REACH and first < last:
            middle = (first + last) // 2
            newer, number = _works(asking, query, most, (middle + 1, last))
            works |= newer
            if (number or 0) < (total or 0) and len(works) < most:
                works |= _works(asking, query, most - len(works), (first, middle))[0]
            break
        page += 1
    return works, total


def _bibtex(data: bytes, identifier: str) -> str:
    try:
        return inspire.parse_bibtex(data, identifier)
    except SourceError:
        return ""  # the rest of the report does not depend on it
