"""Papers by identifier: from the query API, and while that does not answer, one by one from OAI-PMH and DataCite.

The query API refuses a whole batch with status 400 because of one identifier, so such a batch is divided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from arxtui.http.errors import BadAnswer, Blocked, HttpError, NoNetwork, Untrusted
from arxtui.http.pacer import ATTEMPTS
from arxtui.model.arxiv.ids import key_of
from arxtui.model.events import EventKind
from arxtui.model.intake import Intake
from arxtui.model.ledger import LedgerEntry
from arxtui.model.limits import PER_REQUEST
from arxtui.sources.arxiv.api.atom import error_message
from arxtui.sources.arxiv.oai.answers import parse_page
from arxtui.sources.arxiv.urls import api_query_url, datacite_url, record_url
from arxtui.sources.datacite import parse_record
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sync.errors import AnomalyError
from arxtui.sync.refresh.query_pages import fetch_page
from arxtui.sync.refresh.source_request import SourceRequest

MOST_SINGLE = 20
"""Papers that are requested one by one in a pass: a minute at arXiv's pace."""
_BAD_REQUEST = 400
_NOT_FOUND = 404
_NO_DOOR = (Blocked, NoNetwork, Untrusted)
"""Errors after which the other services are not asked either."""
DOIS = 20
"""DOIs in one request: the query must fit into a URL."""
_NAMED = 20
"""How many names a message contains at most."""


@dataclass(slots=True)
class Outcome:
    """What became of identifiers: ``arrived`` and stored, or ``refused`` by arXiv with its words."""

    arrived: set[str] = field(default_factory=set)
    refused: dict[str, str] = field(default_factory=dict)

    def open(self, ids: Sequence[str]) -> list[str]:
        """Return those of the identifiers that are neither."""
        return [each for each in ids if each not in self.arrived and each not in self.refused]

    @property
    def refusals(self) -> list[str]:
        """The refused identifiers with arXiv's words."""
        return [f"arXiv refuses {name}: {words}" for name, words in self.refused.items()]


def fetch_ids(request: SourceRequest, ids: Sequence[str], page: int, pages: int, *, named: bool) -> Outcome:
    """Fetch papers by identifier and store them. Those that the user ``named`` and that do not arrive are requested
    once more.

    If the query API fails, the papers are requested from OAI-PMH and, if they are named, from DataCite; if not all of
    them arrive there, the error of the query API is raised. A few papers are requested there before the query API is
    waited for, which can take minutes.
    """
    outcome = Outcome()
    are_few = len(ids) <= MOST_SINGLE and any(_doors(request, named=named))
    try:
        for _ in range(2 if named else 1):
            if rest := outcome.open(ids):
                _ask_api(request, rest, outcome, page, pages, 1 if are_few else ATTEMPTS)
    except _NO_DOOR:
        raise
    except (HttpError, SourceError, AnomalyError) as error:
        _ask_others(request, outcome.open(ids)[:MOST_SINGLE], outcome, error, named=named)
        rest = outcome.open(ids)
        if rest and not are_few:
            raise
        if rest:
            _ask_api(request, rest, outcome, page, pages, ATTEMPTS)
    return outcome


def _ask_api(
    request: SourceRequest, ids: Sequence[str], outcome: Outcome, page: int, pages: int, attempts: int
) -> None:
    waiting = [list(ids)]
    while waiting:
        some = waiting.pop()
        url = api_query_url(request.context.settings.arxiv.api_url, id_list=some, max_results=PER_REQUEST)
        try:
            intake = fetch_page(request, url, attempts=attempts).intake
        except (BadAnswer, UpstreamError) as error:
            words = _refusal(error)
            if not words:
                raise
            if len(some) == 1:
                outcome.refused[some[0]] = words
            else:
                waiting += _divided(some, words)
            continue
        request.store(intake, page, pages)
        outcome.arrived.update(paper.id for paper in intake.papers)


def _refusal(error: BadAnswer | UpstreamError) -> str:
    """Return arXiv's words if an identifier of the request is the fault; otherwise an empty text."""
    if isinstance(error, UpstreamError):
        return error.message if "incorrect id" in error.message else ""
    return (error_message(error.body) or error.reason) if error.status == _BAD_REQUEST else ""


def _divided(ids: list[str], words: str) -> tuple[list[str], list[str]]:
    """Divide a refused batch: the identifier that arXiv's words end with from the others, or else into halves."""
    blamed = [each for each in ids if words.endswith(f" {each}")]
    if blamed:
        return [each for each in ids if each not in blamed], blamed
    return ids[: len(ids) // 2], ids[len(ids) // 2 :]


_Door = Callable[[SourceRequest, str], Intake]


def _ask_others(request: SourceRequest, ids: Sequence[str], outcome: Outcome, error: Exception, *, named: bool) -> None:
    """Request papers one by one from the other services; a service that fails is not asked again."""
    doors = list(_doors(request, named=named))
    if doors:
        request.emit(EventKind.NOTE, reason=f"{error}; asking {' and '.join(name for name, _ in doors)}")
    for identifier in ids:
        for door in list(doors):
            try:
                intake = door[1](request, identifier)
            except (HttpError, SourceError) as failure:
                request.emit(EventKind.NOTE, reason=f"{door[0]}: {failure}")
                doors.remove(door)
                continue
            if any(paper.id == identifier for paper in intake.papers):
                request.store(intake)
                outcome.arrived.add(identifier)
                break


def _doors(request: SourceRequest, *, named: bool) -> Iterator[tuple[str, _Door]]:
    addresses = request.context.settings.arxiv
    if addresses.oai_url:
        yield "OAI-PMH", _from_oai
    if named and addresses.datacite_url:
        yield "DataCite", _from_datacite


def _from_oai(request: SourceRequest, identifier: str) -> Intake:
    url = record_url(request.context.settings.arxiv.oai_url, identifier)
    return parse_page(request.get(url, service="oai").body).intake


def _from_datacite(request: SourceRequest, identifier: str) -> Intake:
    url = datacite_url(request.context.settings.arxiv.datacite_url, identifier)
    try:
        return Intake(papers=(parse_record(request.get(url, service="datacite").body, identifier),))
    except BadAnswer as error:
        if error.status == _NOT_FOUND:
            return Intake()
        raise


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
