"""What became of a request: the rows of the fetch ledger."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

from arxtui.model.frozen import frozen
from arxtui.patterns import pattern

UNREACHED = "cannot be reached"
"""What stands after the host in the reason of a failure that was no answer at all."""
_CLOCK_SLACK = timedelta(minutes=1)
_UNREACHED = pattern(rf"(?:not asked: )?(\S+) {UNREACHED}\b")


class Outcome(StrEnum):
    """How an attempt to refresh a target ended."""

    OK = "ok"
    NOT_MODIFIED = "not-modified"
    FAILED = "failed"


@frozen
class LedgerEntry:
    """The state of one target of one source. Times are aware UTC.

    ``fresh_as_of`` is the last success (200 or 304); ``reason`` says in words why the last attempt failed, ``status``
    is its HTTP status where there was one; ``failures`` counts failed attempts since the last success; ``progress``
    is where a target fetched in pages goes on.
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

    def is_believed(self, now: datetime) -> bool:
        """Whether it was not written by a clock that was wrong: no attempt lies in the future."""
        return self.attempted <= now + _CLOCK_SLACK


def unreached_host(reason: str | None) -> str | None:
    """The host that was out of reach by the reason of a failure; None where it failed otherwise."""
    found = _UNREACHED.match(reason or "")
    return found[1] if found else None
