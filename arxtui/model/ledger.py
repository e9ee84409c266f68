"""The ledger of requests: the result of the last request to each target."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

from arxtui.light import frozen, pattern

UNREACHED = "cannot be reached"
"""The words after the host in the reason of a failure without any response."""
NAMELESS = "its name was not found"
"""The words after ``UNREACHED`` if the host has no address: usually there is no network."""
SKIPPED = "not asked: "
"""The words before the reason why a service did not respond, where a request to it was skipped for that reason."""
_CLOCK_SLACK = timedelta(minutes=1)
_UNREACHED = pattern(rf"(?:{SKIPPED})?(\S+) {UNREACHED}\b(?:: )?(.*)")
_NAMELESS = pattern(rf"{NAMELESS}|Name or service not known|name resolution|nodename nor servname")
"""The present wording, and the messages of operating systems in older rows."""


class Outcome(StrEnum):
    """The result of an attempt to refresh a target."""

    OK = "ok"
    NOT_MODIFIED = "not-modified"
    FAILED = "failed"


@frozen
class LedgerEntry:
    """The state of one target of one source. Times are aware UTC.

    ``fresh_as_of`` is the time of the last success (200 or 304). ``reason`` says in words why the last attempt failed,
    and ``status`` is its HTTP status if there was one. ``failures`` counts the failed attempts since the last success.
    ``progress`` is the position for resuming a target that is fetched in pages.
    """

    source: str
    target: str
    attempted: datetime
    outcome: Outcome
    next_due: datetime
    fresh_as_of: datetime | None = None
    status: int | None = None
    reason: str = ""
    failures: int = 0
    etag: str | None = None
    last_modified: str | None = None
    progress: str | None = None

    def is_credible(self, now: datetime) -> bool:
        """Whether the entry is credible: an attempt in the future was recorded by a wrong clock."""
        return self.attempted <= now + _CLOCK_SLACK


def unreached_host(reason: str | None) -> str | None:
    """Return the host that could not be reached according to the reason of a failure; None for another reason."""
    match = _UNREACHED.match(reason or "")
    return match[1] if match else None


def plain_reason(reason: str) -> str:
    """Return the reason of a failure in words for the user: ``no network (export.arxiv.org was not found)``."""
    match = _UNREACHED.match(reason)
    if not match:
        return reason
    host, cause = match[1], match[2]
    if _NAMELESS.search(cause):
        return f"no network ({host} was not found)"
    return f"{host} {UNREACHED} ({cause})" if cause else f"{host} {UNREACHED}"
