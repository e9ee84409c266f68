"""Dates as the sources write them, to aware UTC."""

from __future__ import annotations

from datetime import UTC, datetime


def moment(text: str) -> datetime:
    """A time written in ISO 8601 (a day alone is its midnight, a time without offset is UTC) or as in RFC 822.

    ValueError when it is neither.
    """
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        read = _rfc822(text)
    try:
        return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except OverflowError as error:
        raise ValueError(f"not a date: {text!r}") from error


def _rfc822(text: str) -> datetime:
    from email.utils import parsedate_to_datetime

    try:
        return parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError) as error:
        raise ValueError(f"not a date: {text!r}") from error
