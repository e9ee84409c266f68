"""Pith's reviews of the subscribed categories: from its listings if ``listing_url`` is set, else the newest from its
machine access."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from urllib.parse import quote

from arxtui.model.arxiv.ids import key_of
from arxtui.model.intake import Intake
from arxtui.model.ledger import LedgerEntry
from arxtui.model.reviews import is_same
from arxtui.sources.pith.listing import parse_html, with_places
from arxtui.sources.pith.mcp import ListedReview, read_list
from arxtui.store.cache.database import Cache
from arxtui.sync.by_hand.reviews import PithAccess, PithSession
from arxtui.sync.errors import AnomalyError
from arxtui.sync.refresh.due import SAME_QUERY, after_listing
from arxtui.sync.refresh.source_request import SourceRequest

_TOOL = "latest_reviews"
_FIRST_DAYS, _MOST_DAYS = 14, 90
"""Days of reviews that the first request, and any request at most, covers."""
_LIMIT = 100
"""Reviews of one request."""
_SPREAD = timedelta(hours=1)
"""The period over which the daily requests of all users are spread."""


def request_listing(request: SourceRequest) -> LedgerEntry:
    """Fetch the listing of a category and store its reviews. The listing of a category without reviews is empty.

    Raises:
        AnomalyError: the listing shows no review of a category that has stored ones.
    """
    template = request.context.settings.pith.listing_url
    answer = request.get(template.replace("{category}", quote(request.task.target)), conditional=True)
    if answer.status != 304:
        page = parse_html(answer.body, answer.url)
        if not page.intake.reviews and request.context.cache.has_reviews(request.task.target):
            raise AnomalyError("shows no review any more")
        request.store(page.intake, 1, 1)
    return request.success_entry(after_listing(request.context.now(), answer.max_age), answer=answer)


def request_latest(request: SourceRequest) -> LedgerEntry:
    """Fetch the newest reviews of each category; the target is the category codes joined by ``+``."""
    access, context = PithAccess(request, PithSession()), request.context
    codes = request.task.target.split("+")
    days = _days(request, context.now())
    for page, code in enumerate(codes, 1):
        read = partial(read_list, tool=_TOOL, today=context.now().date(), base_url=access.url, category=code)
        listed, rejects = access.call_tool(_TOOL, {"category": code, "days": days, "limit": _LIMIT}, read)
        cards = with_places([each.card for each in listed])
        request.store(Intake(reviews=cards, rejects=tuple(rejects)), page, len(codes))
        _store_full_reviews(context.cache, listed)
    return request.success_entry(context.now() + SAME_QUERY + _SPREAD * context.spread())


def _days(request: SourceRequest, now: datetime) -> int:
    """Return how many days to cover: since the last success and a day more, because clocks differ."""
    entry = request.task.entry
    if entry is None or entry.fresh_as_of is None:
        return _FIRST_DAYS
    return min(max((now - entry.fresh_as_of).days, 0) + 2, _MOST_DAYS)


def _store_full_reviews(cache: Cache, listed: list[ListedReview]) -> None:
    """Store the whole reviews in the items, except reviews that are stored already: those have more parts."""
    for review in (each.full for each in listed if each.full):
        key = key_of(review.arxiv_id)
        if not any(is_same(review, stored) for stored in cache.full_reviews.of(key)):
            cache.full_reviews.put(key, [review])
