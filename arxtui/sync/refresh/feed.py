"""The joined feed of all subscribed categories: the day's announcements."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NoReturn

from arxtui.model.arxiv.announced_days import AnnouncedDay, DaySource
from arxtui.model.arxiv.calendar import day_words, eastern_day, expected_day, is_announcement_day
from arxtui.model.arxiv.plausible import is_plausible
from arxtui.model.frozen import changed
from arxtui.model.ledger import LedgerEntry
from arxtui.sources.arxiv.feed import FeedPage, parse_feed
from arxtui.sources.arxiv.urls import feed_url
from arxtui.store.cache.database import Cache
from arxtui.sync.errors import AnomalyError
from arxtui.sync.refresh.due import after_feed, expected, stale
from arxtui.sync.refresh.feed_checks import (
    CategoryHistory,
    claimed_counts,
    doubts_by_category,
    is_among,
    why_other_feed,
)
from arxtui.sync.refresh.source_request import SourceRequest

_HISTORY = timedelta(days=21)
"""The number of papers that is usual for a category is computed from this many days."""


def request_feed(request: SourceRequest) -> LedgerEntry:
    """Fetch the feed and store its papers and announcements. ``progress`` in the ledger row is the newest day that the
    feed has shown, as an ISO date.

    Raises:
        AnomalyError: the feed is not the requested one, or is cut off.
    """
    categories = tuple(request.task.target.split("+"))
    now = request.context.now()
    if _settled_by_listings(request, categories):
        request.progress = expected_day(now).isoformat()
        return request.success_entry(after_feed(now, expected_day(now), None, request.context.spread()))
    # A wrong feed can have shown a day in the future: such progress is discarded.
    shown = request.progress is None or is_plausible(date.fromisoformat(request.progress), eastern_day(now))
    if not shown:
        request.progress = None
    answer = request.get(feed_url(request.context.settings.arxiv.feed_url, categories), conditional=shown)
    skip_days: tuple[str, ...] = ()
    if answer.status != 304:
        page = parse_feed(answer.body, categories)
        if reason := why_other_feed(page, categories, eastern_day(now)):
            _discard(request, page, categories, reason)
        skip_days = page.skip_days
        _store(request, page, categories)
        if not page.complete:
            raise AnomalyError("the feed is truncated; the received part is stored")
        request.progress = _newest_shown(page, request.progress)
    now = request.context.now()
    day = date.fromisoformat(request.progress) if request.progress else None
    due = after_feed(now, day, answer.max_age, request.context.spread(), skip_days)
    reason = _stale_reason(day, expected(now, skip_days)) if stale(day, now, skip_days) else ""
    return request.success_entry(due, answer=answer, reason=reason)


def _settled_by_listings(request: SourceRequest, categories: tuple[str, ...]) -> bool:
    """Whether a late feed need not be requested again, because arXiv's listing pages have supplied the day since."""
    entry, now = request.task.entry, request.context.now()
    if entry is None or entry.next_due > now:
        return False
    days = request.context.cache.announced_days
    announced = [days.get(category, expected_day(now)) for category in categories]
    return all(each is not None and each.trusted and each.source is not DaySource.FEED for each in announced)


def _store(request: SourceRequest, page: FeedPage, categories: tuple[str, ...]) -> None:
    """Store the feed's papers and announcements, without repeated ones, and the counts that it claims for its day."""
    day = page.day
    if day is None or not (page.intake.announcements or is_announcement_day(day)):
        request.store(page.intake, 1, 1)
        return
    before = {category: _history_of(request.context.cache, category, day) for category in categories}
    checks = doubts_by_category(page, day, before)
    repeated = {paper for category in categories if checks[category].again for paper in before[category].batch}
    announcements = tuple(row for row in page.intake.announcements if not is_among(repeated, row.id, row.version))
    request.store(changed(page.intake, announcements=announcements), 1, 1)
    of_day = [row for row in announcements if row.day == day]
    received = request.context.now()
    request.context.cache.announced_days.put(
        [
            AnnouncedDay(code, day, DaySource.FEED, received, claimed_counts(code, of_day), checks[code].reason)
            for code in categories
        ]
    )


def _discard(request: SourceRequest, page: FeedPage, categories: tuple[str, ...], reason: str) -> NoReturn:
    """Discard a feed that is not the requested one. Its day is marked as doubtful, so that arXiv's listing pages are
    fetched for it.

    Raises:
        AnomalyError: always.
    """
    received = request.context.now()
    if page.day is not None and is_plausible(page.day, eastern_day(received)) and is_announcement_day(page.day):
        days = [AnnouncedDay(code, page.day, DaySource.FEED, received, None, reason) for code in categories]
        request.context.cache.announced_days.put(days)
    raise AnomalyError(f"{reason}; nothing of it is stored")


def _history_of(cache: Cache, category: str, day: date) -> CategoryHistory:
    days = cache.announced_days
    last = days.newest_before(category, day)
    days_announced = days.of(category, day - _HISTORY, day - timedelta(days=1))
    sizes = tuple(each.counts.papers for each in days_announced if each.trusted and each.counts and each.counts.papers)
    return CategoryHistory(last, days.announced(category, last) if last else (), sizes)


def _newest_shown(page: FeedPage, before: str | None) -> str | None:
    """Return the newest day shown so far (ISO). An empty feed of an announcement day shows nothing yet: for it, return
    ``before``."""
    empty = not (page.intake.papers or page.intake.announcements)
    if page.day is None or (empty and is_announcement_day(page.day)):
        return before
    return max(page.day.isoformat(), before or "")


def _stale_reason(day: date | None, expected: date) -> str:
    if day is None:
        return f"the feed shows no announcements yet, those of {day_words(expected)} are due"
    return f"the feed still shows {day_words(day)}, {day_words(expected)} is due"
