"""When a target is asked again. Pure: ``spread`` is a number from 0 to 1 that keeps many readers apart."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from arxtui.model.calendar import expected_day, next_feed

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=6)
BLOCKED_PAUSE = timedelta(hours=1)
"""The least after a 403: asking on would be taken for an attack (arXiv's robots page)."""
OFFLINE_PAUSE = timedelta(minutes=15)
"""Without a network nobody is spared by waiting, and the reader may be back any minute."""
LONGEST_ORDER = timedelta(days=1)
"""A Retry-After beyond this is taken for a mistake that must not switch a source off."""
STALE_PAUSE = timedelta(hours=1)
LISTING_PAUSE = timedelta(minutes=5)
COMPLETE_PAUSE = timedelta(hours=1)
SAME_QUERY = timedelta(days=1)
"""arXiv asks that one query be sent at most once a day (https://info.arxiv.org/help/api/user-manual.html, 3.3.1.1)."""

_JITTER = 0.25
_REBUILD = timedelta(minutes=5)


def after_failure(
    now: datetime,
    failures: int,
    retry_after: float | None,
    spread: float,
    *,
    shortest: timedelta = FIRST_PAUSE,
    longest: timedelta = LONGEST_PAUSE,
) -> datetime:
    """After the ``failures``-th failure in a row: as long as upstream said (seconds), else a pause that doubles."""
    if retry_after is not None:
        return now + min(timedelta(seconds=min(retry_after, 1e6)), LONGEST_ORDER) + timedelta(seconds=5 * spread)
    pause = min(max(FIRST_PAUSE * (1 << min(failures - 1, 20)), shortest), longest)
    return now + min(pause * (1 + _JITTER * spread), longest)


def after_feed(now: datetime, day: date | None, max_age: float | None, spread: float) -> datetime:
    """After a feed that shows ``day``: when the next is built; within the hour while it shows an older day than it
    should. ``max_age`` (seconds) is obeyed where the feed is what it should be."""
    built = next_feed(now)
    if stale(day, now):
        return min(now + STALE_PAUSE * (1 - _JITTER * spread), built + _REBUILD * (1 + spread))
    kept = now + min(timedelta(seconds=min(max_age or 0, 1e6)), timedelta(days=1))
    return max(built, kept) + _REBUILD * (1 + spread)


def stale(day: date | None, now: datetime) -> bool:
    """Whether a feed of ``day`` (None: it does not say) is older than the calendar expects."""
    return day is None or day < expected_day(now)


def after_listing(now: datetime, max_age: float | None) -> datetime:
    """After a Pith listing: five minutes, or as long as it said it may be kept, at most a day."""
    return now + max(LISTING_PAUSE, min(timedelta(seconds=min(max_age or 0, 1e6)), timedelta(days=1)))
