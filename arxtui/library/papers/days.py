"""Steps from one announcement day to the next, and the reasons for the quiet days between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from arxtui.library.views import DayStep, QuietDay, Why
from arxtui.model.arxiv.calendar import is_announcement_day, is_feed_day
from arxtui.model.arxiv.eastern import eastern_day
from arxtui.store.cache.database import Cache

_DAY = timedelta(days=1)


def day_beside(cache: Cache, categories: Sequence[str], day: date | None, step: int, now: datetime) -> DayStep:
    """Return the nearest day before (``step`` < 0) or after ``day`` with an announcement in the categories.

    After the newest day there is none; the quiet days then reach until today, and the day of the next announcement is
    given. Without a ``day``, return the newest.
    """
    nearest = cache.announcements.day_beside(day, step, categories)
    if day is None or (nearest is None and step < 0):
        return DayStep(nearest)
    due = None if nearest else _next_day(eastern_day(now))
    first, last = (nearest, day) if nearest and step < 0 else (day, nearest or eastern_day(now) + _DAY)
    silent = _silent_days(cache, categories, first, last)
    quiet = (QuietDay(each, why_quiet(each) or silent.get(each, Why.UNHEARD)) for each in _days_between(first, last))
    return DayStep(nearest, tuple(quiet), due)


def why_quiet(day: date) -> Why | None:
    """Return the reason why arXiv's calendar has no announcement on a day; None if there should be one."""
    if is_announcement_day(day):
        return None
    return Why.HOLIDAY if is_feed_day(day) else Why.WEEKEND


def _silent_days(cache: Cache, categories: Sequence[str], first: date, last: date) -> dict[date, Why]:
    """Return the days on which arXiv itself reported no announcements in any of the categories."""
    silent_days = [
        {
            claim.day
            for claim in cache.announced_days.of(category, first, last)
            if claim.trusted and not any(claim.counts or ())
        }
        for category in categories
    ]
    return dict.fromkeys(set.intersection(*silent_days) if silent_days else (), Why.NOTHING)


def _next_day(day: date) -> date:
    while not is_announcement_day(day := day + _DAY):
        pass
    return day


def _days_between(first: date, last: date) -> Iterator[date]:
    return (first + _DAY * place for place in range(1, (last - first).days))
