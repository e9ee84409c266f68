"""When to ask again: what ``Retry-After`` says, and pauses that grow where it says nothing."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from arxtui.http.errors import Blocked, HttpError, RateLimited, TooSlow, Unavailable, Untrusted
from arxtui.http.hosts import is_loopback
from arxtui.http.pacer import LONGEST_WAIT

ATTEMPTS = 3

_PAUSE = 30.0
_BLOCKED_PAUSE = 3600.0
_LOOPBACK_PAUSE = 0.01


def retry_after(value: str | None, now: datetime) -> float | None:
    """Seconds to wait by a ``Retry-After`` header: seconds or an HTTP date (RFC 9110 §10.2.3); None when unreadable."""
    if value is None:
        return None
    text = value.strip()
    if text.isascii() and text.isdigit():
        return float(text[:12])
    try:
        until = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - now).total_seconds())


def may_retry(error: HttpError) -> bool:
    """Whether asking again, after a pause, may help and is polite."""
    if isinstance(error, Blocked | TooSlow | Untrusted) or (error.retry_after or 0.0) > LONGEST_WAIT:
        return False
    return isinstance(error, RateLimited | Unavailable)


def pause_after(error: HttpError, url: str, attempt: int) -> float:
    """Seconds that nobody asks the service after a failed attempt (counted from 1): as told, else 30 to 60 s, doubled
    with each attempt; an hour where this machine is blocked, milliseconds at a loopback address."""
    if error.retry_after is not None:
        return error.retry_after
    first = _LOOPBACK_PAUSE if is_loopback(url) else _BLOCKED_PAUSE if isinstance(error, Blocked) else _PAUSE
    return first * (1.0 + random.random()) * 2.0 ** (attempt - 1)  # noqa: S311
