"""Whole reviews of a paper, from Pith's machine access (MCP) and from its page; each has parts that the other lacks.

The format of the responses of the machine access is not documented, so it can change without notice. After three
senseless responses in a row the access is switched off for 30 days, and the ledger says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar
from urllib.parse import quote

from arxtui import __version__
from arxtui.http.client import Answer
from arxtui.http.errors import BadAnswer, TooLarge, TooSlow
from arxtui.light import changed, frozen, pattern
from arxtui.model.arxiv.ids import ArxivId, id_of, key_named
from arxtui.model.counted import counted
from arxtui.model.events import EventKind
from arxtui.model.intake import Intake
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.model.reviews import FullReview, Part, Review, is_same, joined
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.pith import mcp
from arxtui.sources.pith.mcp import read_list, read_review
from arxtui.sources.pith.reviewpage import parse_page
from arxtui.store.cache.database import Cache
from arxtui.sync.refresh.due import LISTING_PAUSE, with_valid_times
from arxtui.sync.refresh.plan import ANSWERS, MAX_SENSELESS, Source, Task
from arxtui.sync.refresh.source_request import SourceRequest
from arxtui.text import title_key

NONE = "Pith has no review of it"
UNNAMED = "its arXiv identifier is not known yet"
_TOOL, _SEARCH = "get_review", "search_papers"
_SEARCH_LIMIT = 10


@frozen
class ReviewTask(Task):
    """The task of fetching the reviews of one paper, its target. The tasks of a pass share a session. ``again``: use
    Pith's machine access even while it is switched off."""

    session: PithSession
    again: bool = False


def request_reviews(request: SourceRequest) -> LedgerEntry:
    """Fetch the reviews of the task's paper (a name as of ``model.arxiv.ids.name_of``) from both sources, and store
    them.

    Raises:
        SourceError, BadAnswer, TooLarge, TooSlow: the error of the first source, if neither returned a review.
    """
    cache = request.context.cache
    paper = _identify(request)
    if paper is None:
        return request.success_entry(request.context.now() + LISTING_PAUSE, reason=UNNAMED)
    reviews_found: list[FullReview] = []
    faults: list[Exception] = []
    for ask in (_from_access, _from_page):
        try:
            review = ask(request, paper)
        except (SourceError, BadAnswer, TooLarge, TooSlow) as error:
            faults.append(error)
            continue
        if review is not None:
            reviews_found.append(review)
    if faults and not reviews_found:
        raise faults[0]
    for fault in faults:
        request.emit(EventKind.NOTE, reason=str(fault))
    reviews = _merge(reviews_found, cache.full_reviews.of(paper.key))
    if reviews:
        cache.full_reviews.put(paper.key, reviews)
        cards = tuple(_cards(cache, paper.key, reviews, request.context.now()))
        request.store(Intake(reviews=cards))
    words = counted(len(reviews), "review") if reviews else NONE
    return request.success_entry(request.context.now() + LISTING_PAUSE, reason=words)


def _identify(request: SourceRequest) -> ArxivId | None:
    """Return the paper's identifier. For a paper that only a review names, search Pith for its title and store the
    identifier; None if not found."""
    key = request.context.cache.aliases.of(key_named(request.task.target))
    if base := id_of(key):
        return ArxivId(base)
    paper = request.context.cache.papers.get(key)
    if paper is None or not request.context.settings.pith.mcp_url:
        return None
    access = _access(request)
    read = partial(read_list, tool=_SEARCH, today=request.context.now().date(), base_url=access.url)
    listed, _ = access.call_tool(_SEARCH, {"query": paper.title, "limit": _SEARCH_LIMIT}, read)
    for card in (each.card for each in listed):
        if card.arxiv_id and title_key(card.title) == title_key(paper.title):
            request.store(Intake(reviews=(card,)))
            return ArxivId(card.arxiv_id)
    return None


def _access(request: SourceRequest) -> PithAccess:
    assert isinstance(request.task, ReviewTask)
    return PithAccess(request, request.task.session)


def _from_access(request: SourceRequest, paper: ArxivId) -> FullReview | None:
    task, context = request.task, request.context
    assert isinstance(task, ReviewTask)
    if not context.settings.pith.mcp_url:
        return None
    if not task.again and (reason := _is_off(context.cache, context.now())):
        request.emit(EventKind.NOTE, reason=reason)
        return None
    access = _access(request)
    return access.call_tool(_TOOL, {"arxiv_id": paper.base}, lambda row: read_review(row, paper, access.url))


def _from_page(request: SourceRequest, paper: ArxivId) -> FullReview | None:
    base = request.context.settings.pith.paper_url
    if not base:
        return None
    try:
        answer = request.get(f"{base.rstrip('/')}/{quote(paper.base)}")
    except BadAnswer as error:
        if error.status == 404:
            return None
        raise
    review = parse_page(answer.body, answer.url)
    if review.arxiv_id not in ("", paper.base):
        raise SourceError(f"Pith's page of {paper} is about {review.arxiv_id}")
    return changed(review, arxiv_id=paper.base)


def _merge(reviews: list[FullReview], known: Iterable[FullReview]) -> list[FullReview]:
    """Merge the two reviews found if they are copies of one review. A single one is merged with the stored copy, so
    that the parts from the other source are retained."""
    if len(reviews) == 2 and is_same(*reviews):
        return [joined(*reviews)]
    if len(reviews) == 1 and (before := next((each for each in known if is_same(each, reviews[0])), None)):
        return [joined(reviews[0], before)]
    return reviews


def _cards(cache: Cache, key: int, reviews: Iterable[FullReview], now: datetime) -> Iterator[Review]:
    """Yield cards for reviews that no listing has shown, so that lists and queries include them."""
    shown = {card.version for card in cache.reviews(key)}
    paper = cache.papers.get(key)
    for review in reviews:
        if shown & {None, review.version} or (shown and review.version is None):
            continue
        yield Review(
            headline=review.part(Part.PITH) or review.part(Part.SUMMARY) or review.part(Part.CORE_CLAIM),
            title=review.title or (paper.title if paper else ""),
            category=review.category or (paper.primary_category if paper else ""),
            listed_on=(review.reviewed_at or now).date(),
            theorem_links=review.theorem_links,
            arxiv_id=review.arxiv_id,
            version=review.version,
            url=review.url or None,
        )


_T = TypeVar("_T")
_OFF = timedelta(days=30)
_VERSION = pattern(r"[0-9A-Za-z.-]{1,40}")
_SESSION, _PROTOCOL = "mcp-session-id", "mcp-protocol-version"
_ENDED = 404


@dataclass(slots=True)
class PithSession:
    """A session with Pith, shared by several targets: the headers of its requests, and the number of the last request.
    The first call begins the session."""

    headers: dict[str, str] = field(default_factory=lambda: {"content-type": "application/json", "accept": mcp.ACCEPT})
    last_number: int = 0
    is_open: bool = False

    def number(self) -> int:
        """Return the number of the next request."""
        self.last_number += 1
        return self.last_number

    def end(self) -> None:
        """Forget the session id and the protocol version that the server gave."""
        self.is_open = False
        for name in (_SESSION, _PROTOCOL):
            self.headers.pop(name, None)


class PithAccess:
    """Calls tools at ``url`` for a target, within a session."""

    def __init__(self, request: SourceRequest, session: PithSession) -> None:
        self._request = request
        self._session = session
        self.url = request.context.settings.pith.mcp_url

    def call_tool(self, tool: str, arguments: Mapping[str, object], read: Callable[[Mapping[str, Any]], _T]) -> _T:
        """Call a tool and return what ``read`` returns for its response. Records in the ledger whether it made sense.

        Raises:
            UpstreamError: Pith reports an error.
            SourceError, BadAnswer: the response makes no sense.
        """
        try:
            if not self._session.is_open:
                self._begin()
            result = read(mcp.read_tool(self._result(tool, arguments), tool))
        except UpstreamError:
            raise
        except (SourceError, BadAnswer) as error:
            if off := self._record(str(error)):
                raise SourceError(off) from error
            raise
        self._record("")
        return result

    def _begin(self) -> None:
        number, session = self._session.number(), self._session
        session.end()
        answer = self._post(mcp.initialize(number, __version__))
        result = mcp.read_result(answer.body, answer.content_type, number)
        if name := answer.headers.get(_SESSION):
            session.headers[_SESSION] = name
        version = result.get("protocolVersion")
        session.headers[_PROTOCOL] = (
            version if isinstance(version, str) and _VERSION.fullmatch(version) else mcp.PROTOCOL
        )
        with suppress(BadAnswer):  # a server without sessions need not accept this message
            self._post(mcp.initialized())
        session.is_open = True

    def _result(self, tool: str, arguments: Mapping[str, object]) -> Mapping[str, Any]:
        try:
            return self._call(tool, arguments)
        except BadAnswer as error:
            # A 404 means that the server has ended the session (MCP, basic/transports, session management).
            if error.status != _ENDED or _SESSION not in self._session.headers:
                raise
        self._begin()
        return self._call(tool, arguments)

    def _call(self, tool: str, arguments: Mapping[str, object]) -> Mapping[str, Any]:
        number = self._session.number()
        answer = self._post(mcp.call(number, tool, arguments))
        return mcp.read_result(answer.body, answer.content_type, number)

    def _post(self, body: bytes) -> Answer:
        return self._request.post(self.url, body, self._session.headers)

    def _record(self, fault: str) -> str:
        """Record whether a response made sense (``fault`` is ""). Returns why the access is now switched off, or ""."""
        ledger, now = self._request.context.cache.ledger, self._request.context.now()
        previous = ledger.get(Source.ACCESS, ANSWERS)
        failures = (previous.failures if previous else 0) + 1 if fault else 0
        if not fault and (previous is None or not previous.failures):
            return ""
        off = _off_words(fault, failures, now + _OFF) if failures >= MAX_SENSELESS else ""
        outcome, due = (Outcome.FAILED if fault else Outcome.OK), (now + _OFF if off else now)
        ledger.put(LedgerEntry(Source.ACCESS, ANSWERS, now, outcome, due, reason=off or fault, failures=failures))
        return off


def _is_off(cache: Cache, now: datetime) -> str:
    """Return why Pith's machine access is switched off, in words; "" if it is not."""
    entry = cache.ledger.get(Source.ACCESS, ANSWERS)
    if entry is None or with_valid_times(entry, now).next_due <= now:
        return ""
    return entry.reason


def _off_words(fault: str, failures: int, due: datetime) -> str:
    return (
        f"Pith's machine access is switched off until {due.astimezone():%d %b %Y}: its responses were unreadable "
        f"{failures} times in a row ({fault}); 'arxtui fetch --review ID --again' tries it again"
    )
