"""What OpenAlex reports of a paper. A paper in a journal can be two works there, that of arXiv and that of the journal:
both are asked for. Single works are free, lists are paid from a budget of the day."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.model.ledger import LedgerEntry
from arxtui.model.reported import Report, ReportedWork
from arxtui.sources.citations import openalex
from arxtui.sources.citations.answers import MOST_WORKS
from arxtui.sync.citations.source import CitationRequest
from arxtui.sync.refresh.source_request import SourceRequest

_COST = 0.0001
"""The price of a list, in dollars."""
_SPENT = "the day's budget is spent; a free key has ten times as much"


def request_openalex(request: SourceRequest) -> LedgerEntry:
    """Fetch and store the report on the task's paper. Raises as ``SourceRequest.get``, and SourceError."""
    asking = CitationRequest(request)
    asking.use_key("authorization", "openalex_key", "Bearer ")
    own = [openalex.arxiv_doi(asking.identifier)] if asking.identifier else []
    addresses = [openalex.work_url(asking.settings.openalex_url, doi) for doi in (*own, *asking.dois[:1])]
    found = [openalex.parse_work(answer.body) for each in addresses if (answer := asking.find(each))]
    works = list({work.name: work for work in found}.values())
    if not works:
        return asking.unknown()
    names = list(dict.fromkeys(name for work in works for name in work.references or ()))
    cited_by = works[0].cited_by if len(works) == 1 else None
    citing: list[ReportedWork] = []
    if cited_by != 0:
        citing, total = _citing(asking, [work.name for work in works])
        cited_by = total if cited_by is None else cited_by
    return asking.store(
        Report(
            asking.source.name,
            asking.now(),
            "|".join(work.name for work in works),
            tuple(_works(asking, names[:MOST_WORKS])) or None,
            tuple(citing) if citing or cited_by == 0 else None,
            len(names) or None,
            cited_by,
        )
    )


def _works(asking: CitationRequest, names: Sequence[str]) -> list[ReportedWork]:
    """Return the works with these names; those that OpenAlex does not have any more are left out."""
    works: list[ReportedWork] = []
    for start in range(0, len(names), openalex.PAGE):
        _check_budget(asking)
        part = names[start : start + openalex.PAGE]
        page = openalex.parse_page(asking.get(openalex.works_url(asking.settings.openalex_url, part)).body)
        works += (page.works[name] for name in part if name in page.works)
    return works


def _citing(asking: CitationRequest, names: Sequence[str]) -> tuple[list[ReportedWork], int | None]:
    """Return the newest works that cite one of some works, at most about ``most_citing``, and the number of all."""
    works: dict[str, ReportedWork] = {}
    most = asking.settings.most_citing
    cursor, total = "*", None
    while cursor and len(works) < most:
        _check_budget(asking)
        size = min(most, openalex.PAGE)
        page = openalex.parse_page(
            asking.get(openalex.citing_url(asking.settings.openalex_url, names, size, cursor)).body
        )
        works |= page.works
        total = page.total if total is None else total
        cursor = page.cursor if page.works else ""
    return list(works.values()), total


def _check_budget(asking: CitationRequest) -> None:
    """Raise RateLimited if the last answer said that a list costs more than is left of the day's budget."""
    try:
        left = float(asking.headers.get("x-ratelimit-remaining-usd", "nan"))
    except ValueError:
        return
    if left < _COST:
        raise asking.rest(_SPENT, asking.until_midnight())
