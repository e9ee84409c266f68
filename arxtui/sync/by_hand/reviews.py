"""Whole reviews of a paper, from Pith's machine access and from its page; each has parts that the other lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import partial
from urllib.parse import quote

from arxtui.http.errors import BadAnswer, TooLarge, TooSlow
from arxtui.model.arxiv.ids import ArxivId, id_of, key_named
from arxtui.model.counted import counted
from arxtui.model.events import EventKind
from arxtui.model.frozen import changed, frozen
from arxtui.model.intake import Intake
from arxtui.model.ledger import LedgerEntry
from arxtui.model.reviews import FullReview, Part, Review, is_same, joined
from arxtui.sources.errors import SourceError
from arxtui.sources.pith.mcp import read_list, read_review
from arxtui.sources.pith.reviewpage import parse_page
from arxtui.store.cache.database import Cache
from arxtui.sync.by_hand.pith_access import PithAccess, PithSession, is_off
from arxtui.sync.refresh.due import LISTING_PAUSE
from arxtui.sync.refresh.plan import Task
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
    if not task.again and (reason := is_off(context.cache, context.now())):
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
