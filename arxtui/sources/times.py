"""Dates in the formats of the sources: times are converted to UTC, days are returned as written."""

from __future__ import annotations

from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime

from arxtui.light import pattern

_MONTHS = {name: number for number, name in enumerate("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), 1)}
# The format of arXiv's version dates. There can be millions of them, and the general parser for RFC 822 is slow.
_VERSION_DATE = pattern(
    rf"[A-Z][a-z]{{2}}, ([0-9]{{1,2}}) ({'|'.join(_MONTHS)}) ([0-9]{{4}}) ([0-9]{{2}}):([0-9]{{2}}):([0-9]{{2}}) GMT"
)

# "Friday, 3 March 2023", "Fri, 3 Mar 2023", and "Fri, 3 Mar 23" as in listings until 2023.
_DAY = pattern(
    rf"\b[A-Z][a-z]{{2,8}}, ([0-9]{{1,2}}) ({'|'.join(_MONTHS)})[a-z]{{0,6}} ((?:19|20)[0-9]{{2}}|[0-9]{{2}})\b"
)


def moment(text: str) -> datetime:
    """Parse a time in ISO 8601 or RFC 822 and convert it to UTC. A day alone is its midnight; a time without offset is
    UTC.

    Raises: ValueError if it is in neither format.
    """
    try:
        read = _version_date(text) or datetime.fromisoformat(text)
    except ValueError:
        read = _rfc822(text)
    try:
        return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except OverflowError as error:
        raise ValueError(f"not a date: {text!r}") from error


def find_day(text: str) -> date | None:
    """Return the first day with a weekday in a text (``Fri, 3 Mar 2023``). Returns None if there is none."""
    match = _DAY.search(text)
    if not match:
        return None
    day, month, year = match.groups()
    try:
        return date(int(year) + (2000 if len(year) == 2 else 0), _MONTHS[month], int(day))
    except ValueError:
        return None


def _version_date(text: str) -> datetime | None:
    match = _VERSION_DATE.fullmatch(text)
    if not match:
        return None
    day, month, *numbers = match.groups()
    year, hour, minute, second = map(int, numbers)
    return datetime(year, _MONTHS[month], int(day), hour, minute, second, tzinfo=UTC)


def _rfc822(text: str) -> datetime:
    try:
        return parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError) as error:
        raise ValueError(f"not a date: {text!r}") from error
