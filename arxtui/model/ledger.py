"""What became of a request: the rows of the fetch ledger."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

from arxtui.model.frozen import frozen
from arxtui.patterns import pattern

UNREACHED = "cannot be reached"
"""What stands after the host in the reason of a failure that was no answer at all."""
NAMELESS = "its name was not found"
"""What stands after that where no address was found for the host: as a rule there is no network."""
_CLOCK_SLACK = timedelta(minutes=1)
_UNREACHED = pattern(rf"(?:not asked: )?(\S+) {UNREACHED}\b(?:: )?(.*)")
_NAMELESS = pattern(rf"{NAMELESS}|Name or service not known|name resolution|nodename nor servname")
"""As written now, and in the words of systems that stand in older rows."""


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


def plain_reason(reason: str) -> str:
    """The reason of a failure as people are told: ``no network (export.arxiv.org was not found)``."""
    found = _UNREACHED.match(reason)
    if not found:
        return reason
    host, cause = found[1], found[2]
    if _NAMELESS.search(cause):
        return f"no network ({host} was not found)"
    return f"{host} {UNREACHED} ({cause})" if cause else f"{host} {UNREACHED}"
