"""Dates as the sources write them: times to aware UTC, days as they are."""

from __future__ import annotations

from datetime import UTC, date, datetime

from arxtui.patterns import pattern

_MONTHS = {name: number for number, name in enumerate("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), 1)}
# As arXiv writes the dates of versions; there may be millions to read, and RFC 822 is slow to read in general.
_VERSION_DATE = pattern(
    rf"[A-Z][a-z]{{2}}, ([0-9]{{1,2}}) ({'|'.join(_MONTHS)}) ([0-9]{{4}}) ([0-9]{{2}}):([0-9]{{2}}):([0-9]{{2}}) GMT"
)

# "Friday, 3 March 2023", "Fri, 3 Mar 2023", and "Fri, 3 Mar 23" as listings had it until 2023.
_DAY = pattern(
    rf"\b[A-Z][a-z]{{2,8}}, ([0-9]{{1,2}}) ({'|'.join(_MONTHS)})[a-z]{{0,6}} ((?:19|20)[0-9]{{2}}|[0-9]{{2}})\b"
)


def moment(text: str) -> datetime:
    """A time written in ISO 8601 (a day alone is its midnight, a time without offset is UTC) or as in RFC 822.

    ValueError when it is neither.
    """
    try:
        read = _of_a_version(text) or datetime.fromisoformat(text)
    except ValueError:
        read = _rfc822(text)
    try:
        return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except OverflowError as error:
        raise ValueError(f"not a date: {text!r}") from error


def written_day(text: str) -> date | None:
    """The first day that a text names with its weekday (``Fri, 3 Mar 2023``); None where there is none."""
    found = _DAY.search(text)
    if not found:
        return None
    day, month, year = found.groups()
    try:
        return date(int(year) + (2000 if len(year) == 2 else 0), _MONTHS[month], int(day))
    except ValueError:
        return None


def _of_a_version(text: str) -> datetime | None:
    found = _VERSION_DATE.fullmatch(text)
    if not found:
        return None
    day, month, *numbers = found.groups()
    year, hour, minute, second = map(int, numbers)
    return datetime(year, _MONTHS[month], int(day), hour, minute, second, tzinfo=UTC)


def _rfc822(text: str) -> datetime:
    from email.utils import parsedate_to_datetime

    try:
        return parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError) as error:
        raise ValueError(f"not a date: {text!r}") from error
