"""When a target is due again. Pure. ``spread``, a random number from 0 to 1, spreads the requests of many users."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, timedelta

from arxtui.light import changed
from arxtui.model.arxiv.calendar import eastern_day, expected_day, midnight, next_feed
from arxtui.model.ledger import LedgerEntry

FIRST_PAUSE = timedelta(minutes=1)
"""The pause after the first failure; each further failure doubles it."""
LONGEST_PAUSE = timedelta(hours=6)
"""The longest pause after failures."""
BLOCKED_PAUSE = timedelta(hours=1)
"""The shortest pause after a 403: arXiv treats further requests as an attack (arXiv's robots page)."""
OFFLINE_PAUSE = timedelta(minutes=15)
"""The longest pause without a network: such retries burden no server, and the connection can return any minute."""
LONGEST_DELAY = 86_400.0
"""Seconds. A longer Retry-After or max-age is treated as a mistake, so that it cannot disable a source."""
STALE_PAUSE = timedelta(hours=1)
"""The pause while a feed or a listing still shows an older day than expected."""
LISTING_PAUSE = timedelta(minutes=5)
"""The shortest pause between two requests for the same page of Pith."""
COMPLETE_PAUSE = timedelta(hours=1)
"""The pause between two passes over incomplete papers or unsettled days."""
SAME_QUERY = timedelta(days=1)
"""arXiv asks clients to send the same query at most once a day
(https://info.arxiv.org/help/api/user-manual.html, 3.3.1.1)."""

_JITTER = 0.25
"""The largest random part of a pause."""
_REBUILD = timedelta(minutes=5)
"""How long after its nominal time a new feed is expected to be ready."""
_SPREAD = timedelta(minutes=30)
"""The period over which the requests of all users for a new feed are spread."""
_WEEK = frozenset({"Monday", "Tuesday", "Wednesday", "Thursday", "Friday"})


def with_valid_times(entry: LedgerEntry, now: datetime) -> LedgerEntry:
    """Return the row; if its times lie in the future (a wrong clock wrote them), return it as due now. The pacer still
    observes the pauses that upstream requested."""
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
    """Return when a target is due after its ``failures``-th failure in a row: after ``retry_after`` seconds if upstream
    requested at least ``FIRST_PAUSE``, else after a pause that doubles with each failure, between ``shortest`` and
    ``longest``. The pacer handles the pauses between single requests (``http.retry``)."""
    if retry_after is not None and retry_after >= FIRST_PAUSE.total_seconds():
        return now + timedelta(seconds=min(retry_after, LONGEST_DELAY) + 5 * spread)
    pause = min(max(FIRST_PAUSE * (1 << min(failures - 1, 20)), shortest), longest)
    return now + min(pause * (1 + _JITTER * spread), longest)


def after_feed(
    now: datetime, day: date | None, max_age: float | None, spread: float, skip_days: Collection[str] = ()
) -> datetime:
    """Return when the feed is due after it has shown ``day``: when the next feed is built, but not before ``max_age``
    seconds; within the hour if ``day`` is older than expected. ``skip_days`` as in :func:`expected`.
    """
    built = next_feed(now)
    while _is_skipped(eastern_day(built), skip_days):
        built = next_feed(built)
    built += _REBUILD + _SPREAD * spread
    if stale(day, now, skip_days):
        return min(now + STALE_PAUSE * (1 - _JITTER * spread), built)
    return max(built, now + _lifetime(max_age) + _SPREAD * spread)


def stale(day: date | None, now: datetime, skip_days: Collection[str] = ()) -> bool:
    """Whether a feed of ``day`` (None: it shows no day) is older than expected."""
    return day is None or day < expected(now, skip_days)


def expected(now: datetime, skip_days: Collection[str] = ()) -> date:
    """Return the newest announcement day that a feed should show at ``now``. ``skip_days`` are the English names of the
    weekdays that the feed declares as days without a feed (https://www.rssboard.org/rss-specification, skipDays); if
    they include Monday to Friday, they are ignored."""
    day = expected_day(now)
    while _is_skipped(day, skip_days):
        day = expected_day(midnight(day) - timedelta(seconds=1))
    return day


def _is_skipped(day: date, skip_days: Collection[str]) -> bool:
    return f"{day:%A}" in skip_days and not _WEEK.issubset(skip_days)


def after_listing(now: datetime, max_age: float | None) -> datetime:
    """Return when a Pith listing is due again: after five minutes or ``max_age`` seconds, at most a day."""
    return now + max(LISTING_PAUSE, _lifetime(max_age))


def _lifetime(max_age: float | None) -> timedelta:
    return timedelta(seconds=min(max_age or 0.0, LONGEST_DELAY))
