"""When to retry: after pauses that grow with every refusal, and never before the time in ``Retry-After``."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from arxtui.http.errors import Blocked, HttpError, RateLimited, TooSlow, Unavailable, Untrusted
from arxtui.http.hosts import is_loopback
from arxtui.http.pacer import LONGEST_WAIT

ATTEMPTS = 3

_PAUSE, _LOOPBACK_PAUSE = 30.0, 0.01
_DOUBLINGS = 3
_BLOCKED_PAUSE, _LONGEST_BLOCKED = 3600.0, 21_600.0


def retry_after(value: str | None, now: datetime) -> float | None:
    """Return the seconds to wait from a ``Retry-After`` header: seconds or an HTTP date (RFC 9110 §10.2.3).

    None if it cannot be read.
    """
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
    """Whether a retry after a pause may help and is polite."""
    if isinstance(error, Blocked | TooSlow | Untrusted) or (error.retry_after or 0.0) > LONGEST_WAIT:
        return False
    return isinstance(error, RateLimited | Unavailable)


def pause_after(error: HttpError, url: str, refusals: int) -> float:
    """Return how many seconds no request is sent to the service after ``refusals`` refusals in a row.

    The pause is 30 to 60 s at first and doubles with each refusal, up to four minutes. It is one to six hours where
    this machine is blocked, and milliseconds at a loopback address. It is never shorter than ``Retry-After``, and a
    ``Retry-After`` of 0 or in the past does not shorten it.
    """
    is_blocked, is_local = isinstance(error, Blocked), is_loopback(url)
    first = _LOOPBACK_PAUSE if is_local else _BLOCKED_PAUSE if is_blocked else _PAUSE
    longest = _LONGEST_BLOCKED if is_blocked and not is_local else first * 2**_DOUBLINGS
    pause = first * (1.0 + random.random()) * 2.0 ** min(refusals - 1, _DOUBLINGS)  # noqa: S311
    return max(min(pause, longest), error.retry_after or 0.0)
