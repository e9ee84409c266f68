"""The announcement days that the made-up papers are spread over, by arXiv's own calendar."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from arxtui.model.arxiv.calendar import expected_day, is_announcement_day
from arxtui.model.arxiv.eastern import eastern_day

_DAY = timedelta(days=1)
_BEFORE_MIDNIGHT = timedelta(hours=4)
"""Announcements come at 20:00 in New York (https://info.arxiv.org/help/availability.html)."""


def newest_day(now: datetime) -> date:
    """The newest day that a feed shows at an aware time."""
    return expected_day(now)


def announced_day(now: datetime) -> date:
    """The day, with announcements or without, whose announcements are public at an aware time everywhere but in the
    feeds: from the evening before on."""
    return eastern_day(now + _BEFORE_MIDNIGHT)


def day_before(day: date) -> date:
    """The announcement day before."""
    day -= _DAY
    while not is_announcement_day(day):
        day -= _DAY
    return day


def last_days(newest: date, count: int) -> list[date]:
    """``count`` announcement days up to ``newest``, oldest first."""
    days = [newest]
    while len(days) < count:
        days.append(day_before(days[-1]))
    return days[::-1]


def submitted(day: date, minute: int) -> datetime:
    """A time, aware UTC, at which a paper that is announced on ``day`` may have come in; ``minute`` is 0 to 959."""
    before = day_before(day)
    opened = datetime(before.year, before.month, before.day, 1, 30, tzinfo=UTC)
    return opened + timedelta(minutes=minute, seconds=minute % 60)
