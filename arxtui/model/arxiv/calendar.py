"""arXiv's announcement calendar (https://info.arxiv.org/help/availability.html). Pure functions.

Announcements are made at 20:00 Eastern time from Sunday to Thursday, and are in the feeds from the next midnight: the
announcement *day*, Monday to Friday, begins at that midnight. On the evening of a holiday nothing is announced. arXiv
publishes its holidays each year, so the rules below are only an expectation, never a reason to skip a request.

Eastern time is from the system's time zone data, otherwise by the rule valid since 2007.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cache

from arxtui.light import frozen

_STANDARD = timedelta(hours=-5)
_SUMMER = timedelta(hours=-4)
_DEFERRED = frozenset({date(2026, 12, 29), date(2026, 12, 31)})
_DAY = timedelta(days=1)
_WEEK = 7
FIRST_DAY = date(1991, 1, 1)
"""The first day of the year in which arXiv began."""


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


_MONDAY, _THURSDAY, _SATURDAY, _SUNDAY = 0, 3, 5, 6


def is_announcement_day(day: date) -> bool:
    """Whether a feed of this day should contain papers."""
    return is_feed_day(day) and not is_holiday(day - _DAY)


@frozen
class Quiet:
    """Days without announcements, and the reason: ``Sun 3 Jan 2027``, ``arXiv announces nothing on weekends``."""

    days: str
    why: str


def quiet(first: date, last: date) -> Quiet | None:
    """Return the days from ``first`` to ``last`` if arXiv announces nothing on any of them.

    Returns None if there should be an announcement, as in any full week, and for days before arXiv began.
    """
    if first <= FIRST_DAY:
        return None
    days = [first + _DAY * number for number in range(min((last - first).days + 1, _WEEK))]
    if any(map(is_announcement_day, days)):
        return None
    begin = f"{day_words(first)} to " if last > first else ""
    evenings = [day - _DAY for day in days if is_feed_day(day)]
    reasons = ["on weekends"] if len(evenings) < len(days) else []
    reasons += [f"after a holiday ({day_words(evening)})" for evening in evenings]
    return Quiet(f"{begin}{day_words(last)} {last.year}", f"arXiv announces nothing {' and '.join(reasons)}")


def is_feed_day(day: date) -> bool:
    """Whether the day is one of the five weekdays that have feeds."""
    return day.weekday() < _SATURDAY


def day_words(day: date) -> str:
    """Return a day in words: ``Tue 12 May``."""
    return f"{day:%a} {day.day} {day:%b}"


def last_day(today: date) -> date:
    """Return the latest plausible date: calendars of other time zones are ahead by less than a day."""
    return today + _DAY


def expected_day(now: datetime) -> date:
    """Return the newest announcement day that the feeds should show at ``now``."""
    day = eastern_day(now)
    while not is_announcement_day(day):
        day -= _DAY
    return day


def next_feed(now: datetime) -> datetime:
    """Return when the feeds are next rebuilt for a possible announcement: an Eastern midnight after ``now``, in UTC."""
    day = eastern_day(now) + _DAY
    while not is_feed_day(day):
        day += _DAY
    return midnight(day)


def is_holiday(day: date) -> bool:
    """Whether arXiv announces nothing on the evening of this day."""
    return day in _DEFERRED or day in _holidays(day.year)


def _holidays(year: int) -> frozenset[date]:
    return frozenset(
        (
            date(year, 1, 1),
            _nth(year, 1, _MONDAY, 3),
            _observed(date(year, 6, 19)),
            _observed(date(year, 7, 4)),
            _nth(year, 9, _MONDAY, 1),
            _nth(year, 11, _THURSDAY, 4),
            date(year, 12, 25),
        )
    )


def _nth(year: int, month: int, weekday: int, nth: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))


def _observed(day: date) -> date:
    return day + {_SATURDAY: -_DAY, _SUNDAY: _DAY}.get(day.weekday(), timedelta(0))
