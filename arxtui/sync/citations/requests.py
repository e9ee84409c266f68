"""What each source of citations is asked about a paper, and reports.

INSPIRE has a record, then what the paper cites, what cites it, and its BibTeX entry. A paper in a journal can be two
works of OpenAlex, that of arXiv and that of the journal: both are asked for; single works are free there, lists are
paid from a budget of the day. Semantic Scholar has numbers, what a paper cites and what cites it; Crossref the
references of a paper in a journal, and how many works cite it, but not which. OpenCitations is asked by the DOI in a
journal and by that of arXiv, and does not tell a paper that it does not know from one that nobody cites.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time, timedelta

from arxtui.config.declaration import settings_of
from arxtui.config.settings import CitationsSettings
from arxtui.http.client import Answer
from arxtui.http.errors import BadAnswer, RateLimited
from arxtui.model.arxiv.ids import id_of, key_named
from arxtui.model.dois import ARXIV_DOI, doi_named
from arxtui.model.ledger import LedgerEntry
from arxtui.model.reported import Report, ReportedWork
from arxtui.model.sources import CITATION_SOURCES
from arxtui.sources.citations import crossref, inspire, openalex, opencitations, semantic_scholar
from arxtui.sources.citations.answers import MOST_WORKS
from arxtui.sources.errors import SourceError
from arxtui.sync.refresh.source_request import SourceRequest

FRESH = timedelta(days=7)
"""How long a report is not requested again."""


class CitationRequest:
    """The requests to one source for one paper."""

    def __init__(self, request: SourceRequest) -> None:
        self._request = request
        self.settings = request.context.settings.citations
        self.source = CITATION_SOURCES[request.task.source.service]
        cache = request.context.cache
        self.key = cache.aliases.of(key_named(request.task.target))
        self.identifier = id_of(self.key) or ""
        """The arXiv id of the paper; empty if it has none."""
        paper = cache.papers.get(self.key)
        named = (doi_named(each) for each in (paper.doi or "").split()) if paper else ()
        self.dois = tuple(doi for doi in named if doi and not doi.lower().startswith(ARXIV_DOI))
        """The DOIs of the paper in journals."""
        self.headers: Mapping[str, str] = {}
        """The headers of the last answer."""
        self._secrets: dict[str, str] = {}

    def use_key(self, header: str, setting: str, before: str = "") -> bool:
        """Send the user's key, a setting, in a header. Returns whether there is one."""
        declared = settings_of(CitationsSettings)[setting]
        key: str = getattr(self.settings, setting) or os.environ.get(declared.variable, "")
        if not (key.isascii() and key.isprintable()):
            raise SourceError(f"{declared} has characters that no key has")
        self._secrets = {header: f"{before}{key}"} if key else {}
        return bool(key)

    def get(self, url: str) -> Answer:
        """Send a GET request, and count it. Raises RateLimited if the day's budget is spent; otherwise as
        ``SourceRequest.get``."""
        now = self._request.context.now()
        most = self.settings.daily_requests
        if not self._request.context.cache.reports.count_request(self.source.name, now.toordinal(), most):
            words = f"the {most:,} requests a day of [citations] daily_requests are spent"
            raise self.rest(words, self.until_midnight())
        answer = self._request.get(url, secrets=self._secrets)
        self.headers = answer.headers
        return answer

    def find(self, url: str) -> Answer | None:
        """Send a GET request; return None if the source does not know what it is about."""
        try:
            return self.get(url)
        except BadAnswer as error:
            if error.status == 404:
                return None
            raise

    @property
    def contact(self) -> str:
        """The e-mail address in the settings; empty if there is none."""
        contact = self._request.context.settings.http.contact
        return contact if "@" in contact and " " not in contact else ""

    def rest(self, reason: str, seconds: float) -> RateLimited:
        """Return the error of a source that is not asked any more for so many seconds."""
        return RateLimited(f"{self.source.label}: {reason}", retry_after=seconds)

    def until_midnight(self) -> float:
        """Return the seconds until the next day (UTC)."""
        now = self.now()
        return (datetime.combine(now.date() + timedelta(days=1), time(0), UTC) - now).total_seconds()

    def now(self) -> datetime:
        """Return the time of a report, aware UTC."""
        return self._request.context.now()

    def unknown(self, words: str = "", fresh: timedelta = FRESH) -> LedgerEntry:
        """Store that the source does not know the paper; with ``words``, which say why it is not asked for some time,
        store nothing."""
        if words:
            return self._request.success_entry(self.now() + fresh, reason=words)
        return self.store(Report(self.source.name, self.now()))

    def store(self, report: Report) -> LedgerEntry:
        """Store a report, and return the ledger row, whose reason says what it is."""
        self._request.context.cache.reports.put(self.key, report)
        return self._request.success_entry(self.now() + FRESH, reason=report.words)


_FIRST_YEAR = 1900
"""Before it, no work cites one of INSPIRE's."""
_COST = 0.0001
"""The price of a list, in dollars."""
_SPENT = "the day's budget is spent; a free key has ten times as much"
NO_KEY = "not asked: [citations] semantic_scholar_key is empty"
NO_DOI = "not asked: no DOI of a journal is known, and it has no others"


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
        known, _ = _found_works(asking, f"citedby:recid:{record.number}", MOST_WORKS)
        references = tuple((n, inspire.joined(work, known[n]) if n in known else work) for n, work in references)
    citing: tuple[ReportedWork, ...] | None = () if record.cited_by == 0 else None
    cited_by = record.cited_by
    if cited_by != 0:
        found, total = _found_works(asking, f"refersto:recid:{record.number}", asking.settings.most_citing)
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


def _found_works(
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
            newer, number = _found_works(asking, query, most, (middle + 1, last))
            works |= newer
            if (number or 0) < (total or 0) and len(works) < most:
                works |= _found_works(asking, query, most - len(works), (first, middle))[0]
            break
        page += 1
    return works, total


def _bibtex(data: bytes, identifier: str) -> str:
    try:
        return inspire.parse_bibtex(data, identifier)
    except SourceError:
        return ""  # the rest of the report does not depend on it


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
        citing, total = _openalex_citing(asking, [work.name for work in works])
        cited_by = total if cited_by is None else cited_by
    return asking.store(
        Report(
            asking.source.name,
            asking.now(),
            "|".join(work.name for work in works),
            tuple(_openalex_works(asking, names[:MOST_WORKS])) or None,
            tuple(citing) if citing or cited_by == 0 else None,
            len(names) or None,
            cited_by,
        )
    )


def _openalex_works(asking: CitationRequest, names: Sequence[str]) -> list[ReportedWork]:
    """Return the works with these names; those that OpenAlex does not have any more are left out."""
    works: list[ReportedWork] = []
    for start in range(0, len(names), openalex.PAGE):
        _check_budget(asking)
        part = names[start : start + openalex.PAGE]
        page = openalex.parse_page(asking.get(openalex.works_url(asking.settings.openalex_url, part)).body)
        works += (page.works[name] for name in part if name in page.works)
    return works


def _openalex_citing(asking: CitationRequest, names: Sequence[str]) -> tuple[list[ReportedWork], int | None]:
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


def request_semantic_scholar(request: SourceRequest) -> LedgerEntry:
    """Fetch and store the report on the task's paper. Raises as ``SourceRequest.get``, and SourceError."""
    asking = CitationRequest(request)
    if not asking.use_key(asking.source.key_header, "semantic_scholar_key"):
        return asking.unknown(NO_KEY, timedelta(0))  # a key can be there the next time
    name = f"ARXIV:{asking.identifier}" if asking.identifier else f"DOI:{asking.dois[0]}" if asking.dois else ""
    base = asking.settings.semantic_scholar_url
    answer = asking.find(semantic_scholar.paper_url(base, name)) if name else None
    if answer is None:
        return asking.unknown()
    paper = semantic_scholar.parse_paper(answer.body, asking.identifier, asking.dois)
    references = _listed_works(asking, paper.name, semantic_scholar.REFERENCES, MOST_WORKS)
    citing = (
        ()
        if paper.citations == 0
        else _listed_works(asking, paper.name, semantic_scholar.CITATIONS, asking.settings.most_citing)
    )
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


def _listed_works(asking: CitationRequest, name: str, kind: str, most: int) -> tuple[ReportedWork, ...]:
    """Return the works of a list, at most about ``most``. A page may be empty though it names a next one."""
    works: list[ReportedWork] = []
    offset: int | None = 0
    size = min(most, semantic_scholar.PAGE)
    while size and offset is not None and len(works) < most and offset + size < semantic_scholar.REACH:
        page = semantic_scholar.parse_page(
            asking.get(semantic_scholar.list_url(asking.settings.semantic_scholar_url, name, kind, offset, size)).body,
            kind,
        )
        works += page.works
        offset = page.next if page.next and page.next > offset else None
    return tuple(works)


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


def request_opencitations(request: SourceRequest) -> LedgerEntry:
    """Fetch and store the report on the task's paper. Raises as ``SourceRequest.get``, and SourceError."""
    asking = CitationRequest(request)
    dois = [*asking.dois[:1], *([openalex.arxiv_doi(asking.identifier)] if asking.identifier else [])]
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
