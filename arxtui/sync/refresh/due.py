"""When a target is asked again. Pure: ``spread`` is a number from 0 to 1 that keeps many readers apart."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, timedelta

from arxtui.model.arxiv.calendar import expected_day, next_feed
from arxtui.model.arxiv.eastern import eastern_day, midnight
from arxtui.model.frozen import changed
from arxtui.model.ledger import LedgerEntry

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=6)
BLOCKED_PAUSE = timedelta(hours=1)
"""The least after a 403: asking on would be taken for an attack (arXiv's robots page)."""
OFFLINE_PAUSE = timedelta(minutes=15)
"""Without a network nobody is spared by waiting, and the reader may be back any minute."""
LONGEST_ORDER = 86_400.0
"""Seconds: what upstream sets beyond this is taken for a mistake that must not switch a source off."""
STALE_PAUSE = timedelta(hours=1)
LISTING_PAUSE = timedelta(minutes=5)
COMPLETE_PAUSE = timedelta(hours=1)
SAME_QUERY = timedelta(days=1)
"""arXiv asks that one query be sent at most once a day (https://info.arxiv.org/help/api/user-manual.html, 3.3.1.1)."""

_JITTER = 0.25
_REBUILD = timedelta(minutes=5)
_SPREAD = timedelta(minutes=30)
"""Over which the readers of the world ask for a new feed."""
_WEEK = frozenset({"Monday", "Tuesday", "Wednesday", "Thursday", "Friday"})


def believed(entry: LedgerEntry, now: datetime) -> LedgerEntry:
    """A row as it is to be taken: one from the future was written while the clock was wrong. Its target is due; a pause
    that upstream asked for is kept by the pacer."""
    if entry.is_credible(now):
        return entry
    return changed(entry, attempted=now - SAME_QUERY, next_due=now, fresh_as_of=None)


def after_failure(
    now: datetime,
    failures: int,
    retry_after: float | None,
    spread: float,
    *,
    shortest: timedelta = FIRST_PAUSE,
    longest: timedelta = LONGEST_PAUSE,
) -> datetime:
    """After the ``failures``-th failure in a row: as long as upstream said (seconds), else a pause that doubles, as it
    does where upstream said less than its shortest; the pacer keeps single requests apart (``http.retry``)."""
    if retry_after is not None and retry_after >= FIRST_PAUSE.total_seconds():
        return now + timedelta(seconds=min(retry_after, LONGEST_ORDER) + 5 * spread)
    pause = min(max(FIRST_PAUSE * (1 << min(failures - 1, 20)), shortest), longest)
    return now + min(pause * (1 + _JITTER * spread), longest)


def after_feed(
    now: datetime, day: date | None, max_age: float | None, spread: float, skip_days: Collection[str] = ()
) -> datetime:
    """After a feed that shows ``day``: when the next is built; within the hour while it shows an older day than it
    should. ``max_age`` (seconds) is obeyed where the feed is what it should be. ``skip_days`` as in :func:`expected`.
    """
    built = next_feed(now)
    while _is_skipped(eastern_day(built), skip_days):
        built = next_feed(built)
    built += _REBUILD + _SPREAD * spread
    if stale(day, now, skip_days):
        return min(now + STALE_PAUSE * (1 - _JITTER * spread), built)
    return max(built, now + _kept(max_age) + _SPREAD * spread)


def stale(day: date | None, now: datetime, skip_days: Collection[str] = ()) -> bool:
    """Whether a feed of ``day`` (None: it does not say) is older than is to be expected."""
    return day is None or day < expected(now, skip_days)


def expected(now: datetime, skip_days: Collection[str] = ()) -> date:
    """The newest announcement day that a feed should show by now. ``skip_days`` are the days of the week, in English,
    for which the feed itself says that there is none (https://www.rssboard.org/rss-specification, skipDays)."""
    day = expected_day(now)
    while _is_skipped(day, skip_days):
        day = expected_day(midnight(day) - timedelta(seconds=1))
    return day


def _is_skipped(day: date, skip_days: Collection[str]) -> bool:
    return f"{day:%A}" in skip_days and not _WEEK.issubset(skip_days)


def after_listing(now: datetime, max_age: float | None) -> datetime:
    """After a Pith listing: five minutes, or as long as it said it may be kept, at most a day."""
    return now + max(LISTING_PAUSE, _kept(max_age))


def _kept(max_age: float | None) -> timedelta:
    return timedelta(seconds=min(max_age or 0.0, LONGEST_ORDER))
