"""The announcement days of the made-up papers, by arXiv's calendar."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from arxtui.model.arxiv.calendar import eastern_day, expected_day, is_announcement_day

_DAY = timedelta(days=1)
_BEFORE_MIDNIGHT = timedelta(hours=4)
"""Announcements come at 20:00 in New York (https://info.arxiv.org/help/availability.html)."""


def newest_day(now: datetime) -> date:
    """Return the newest day that a feed shows at an aware time."""
    return expected_day(now)


def announced_day(now: datetime) -> date:
    """Return the day whose announcements are public at an aware time, except in the feeds: announcements of a day are
    public from the evening before it. The day need not be an announcement day."""
    return eastern_day(now + _BEFORE_MIDNIGHT)


def day_before(day: date) -> date:
    """Return the announcement day before a day."""
    day -= _DAY
    while not is_announcement_day(day):
        day -= _DAY
    return day


def last_days(newest: date, count: int) -> list[date]:
    """Return ``count`` announcement days up to ``newest``, oldest first."""
    days = [newest]
    while len(days) < count:
        days.append(day_before(days[-1]))
    return days[::-1]


def submitted(day: date, minute: int) -> datetime:
    """Return a submission time (aware UTC) for a paper announced on ``day``; ``minute``, from 0 to 959, selects it."""
    before = day_before(day)
    opened = datetime(before.year, before.month, before.day, 1, 30, tzinfo=UTC)
    return opened + timedelta(minutes=minute, seconds=minute % 60)
