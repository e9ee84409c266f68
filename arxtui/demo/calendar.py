"""The announcement days that the made-up papers are spread over: Monday to Friday, in New York; no holidays here."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from arxtui.model.eastern import eastern_day

_DAY = timedelta(days=1)
_SATURDAY = 5


def newest_day(now: datetime) -> date:
    """The newest day that a feed shows at an aware time."""
    day = eastern_day(now)
    return day if day.weekday() < _SATURDAY else day_before(day)


def day_before(day: date) -> date:
    """The weekday before."""
    day -= _DAY
    while day.weekday() >= _SATURDAY:
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
