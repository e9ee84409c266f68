"""The freshness of each service, from the ledger of requests."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from arxtui.library.views import Freshness
from arxtui.model.ledger import LedgerEntry, Outcome, unreached_host
from arxtui.model.sources import CITATION_SOURCES, SERVICES

_LABELS = {**SERVICES, "search": "search index"}
_BY_HAND = frozenset({"arxiv.search", "arxiv.add", "pith.reviews", *(f"{name}.citations" for name in CITATION_SOURCES)})
"""Sources that are requested once, on the user's demand: they say nothing about how fresh the rest is."""
_NOT_REFRESHED = "not refreshed: "
_PASS = timedelta(hours=1)
"""Longer than a pass takes. A target that is still untried so long after its due time is no longer requested."""


def of_services(entries: Iterable[LedgerEntry]) -> tuple[Freshness, ...]:
    """Return one line for each service that was ever requested, sorted by name.

    The reason shown is that of the newest failure, otherwise a remark about a successful response (a feed of an older
    day). A target that was due but not requested together with the others belongs to a cancelled subscription, and is
    ignored. A target that failed because the network was unreachable no longer counts as offline once its
    service has answered any other request.
    """
    grouped: dict[str, list[LedgerEntry]] = {}
    reached: dict[str, datetime] = {}
    for entry in entries:
        service = entry.source.split(".")[0]
        if entry.fresh_as_of:
            reached[service] = max(entry.fresh_as_of, reached.get(service, entry.fresh_as_of))
        if entry.source not in _BY_HAND:
            grouped.setdefault(service, []).append(entry)
    return tuple(_of_service(_LABELS.get(name, name), grouped[name], reached.get(name)) for name in sorted(grouped))


def _of_service(label: str, entries: list[LedgerEntry], reached: datetime | None) -> Freshness:
    """Return the line of one service. ``reached`` is the time of its last successful response to any request."""
    as_of = max((entry.fresh_as_of for entry in entries if entry.fresh_as_of), default=None)
    newest = max(entry.attempted for entry in entries)
    current = [entry for entry in entries if entry.next_due + _PASS > newest]
    failures = [entry for entry in current if entry.outcome is Outcome.FAILED]
    if failures:
        last = max(failures, key=lambda entry: entry.attempted)
        reason = f"{_NOT_REFRESHED}{last.reason}" if _is_over(last, reached) else last.reason or "failed"
        # A due target that was skipped because the service did not answer is tried together with the others.
        ahead = [entry.next_due for entry in failures if entry.next_due > newest]
        next_try = min(ahead or [entry.next_due for entry in failures])
        return Freshness(label, as_of, reason, last.status, next_try, failed=True)
    for entry in current:
        if entry.reason:
            return Freshness(label, as_of, entry.reason, None, entry.next_due)
    return Freshness(label, as_of)


def _is_over(failure: LedgerEntry, reached: datetime | None) -> bool:
    """Whether the failure was a missing network, which has returned since."""
    return bool(unreached_host(failure.reason)) and reached is not None and reached > failure.attempted
