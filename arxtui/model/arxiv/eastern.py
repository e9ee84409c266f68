"""US Eastern time, which arXiv's days follow: from the system's time zone data, otherwise by the rule valid since
2007."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cache

_STANDARD = timedelta(hours=-5)
_SUMMER = timedelta(hours=-4)


@cache
def eastern() -> tzinfo:
    """Return the time zone of New York."""
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # most commands need no day of arXiv's

    try:
        return ZoneInfo("America/New_York")
    except (ZoneInfoNotFoundError, OSError):
        return EasternRule()


class EasternRule(tzinfo):
    """Eastern time without time zone data: summer time from the second Sunday of March to the first of November, both
    at 02:00. In the repeated hour of autumn a time is summer time unless ``fold`` is set."""

    def utcoffset(self, moment: datetime | None) -> timedelta:
        """Return -4 or -5 hours for a local time."""
        return _STANDARD + self.dst(moment)

    def dst(self, moment: datetime | None) -> timedelta:
        """Return one hour in summer, otherwise zero."""
        if moment is None:
            return timedelta(0)
        begins, ends = _summer(moment.year)
        local = moment.replace(tzinfo=None)
        last = ends - timedelta(hours=1) if moment.fold else ends
        return _SUMMER - _STANDARD if begins <= local < last else timedelta(0)

    def tzname(self, moment: datetime | None) -> str:
        """Return EDT or EST."""
        return "EDT" if self.dst(moment) else "EST"

    def fromutc(self, moment: datetime) -> datetime:
        """Convert a UTC time with this time zone attached to local time."""
        begins, ends = _summer(moment.year)
        plain = moment.replace(tzinfo=None)
        summer = begins - _STANDARD <= plain < ends - _SUMMER
        repeated = ends - _SUMMER <= plain < ends - _STANDARD
        return (moment + (_SUMMER if summer else _STANDARD)).replace(fold=int(repeated))


def midnight(day: date) -> datetime:
    """Return the moment at which a day begins in New York, in UTC."""
    return datetime(day.year, day.month, day.day, tzinfo=eastern()).astimezone(UTC)


def eastern_day(moment: datetime) -> date:
    """Return the date in New York at a moment."""
    return moment.astimezone(eastern()).date()


def _summer(year: int) -> tuple[datetime, datetime]:
    """Return the local times at which summer time begins and ends."""
    return datetime(year, 3, _sunday(year, 3, 2), 2), datetime(year, 11, _sunday(year, 11, 1), 2)  # noqa: DTZ001


def _sunday(year: int, month: int, nth: int) -> int:
    first = date(year, month, 1).weekday()
    return 7 * nth - first
