"""How fresh each service is, from the fetch ledger."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from arxtui.library.views import Freshness
from arxtui.model.ledger import LedgerEntry, Outcome, unreached_host
from arxtui.model.sources import SERVICES

_LABELS = {**SERVICES, "search": "search index"}
_BY_HAND = frozenset({"arxiv.search", "arxiv.add", "pith.reviews"})
"""What is asked once, when somebody wants it: it says nothing about how fresh the rest is."""
_NOT_REFRESHED = "not refreshed: "
_PASS = timedelta(hours=1)
"""Longer than a pass takes: a target that is still untried so long after it was due is not asked for any more."""


def of_services(entries: Iterable[LedgerEntry]) -> tuple[Freshness, ...]:
    """One line a service that was ever asked, arXiv first. Of several failures the newest speaks, else what is to know
    about an answer all the same (a feed of an older day). A target that was not tried again when due, though others
    were, is of something no longer asked for (a category given up) and is silent. One that found no network is
    no sign of being offline any more once its service has answered to anything else.
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
    """The line of one service, which last answered to whatever it was asked when it was ``reached``."""
    as_of = max((entry.fresh_as_of for entry in entries if entry.fresh_as_of), default=None)
    newest = max(entry.attempted for entry in entries)
    asked = [entry for entry in entries if entry.next_due + _PASS > newest]
    failures = [entry for entry in asked if entry.outcome is Outcome.FAILED]
    if failures:
        last = max(failures, key=lambda entry: entry.attempted)
        reason = f"{_NOT_REFRESHED}{last.reason}" if _is_over(last, reached) else last.reason or "failed"
        # What was due and was passed over, as the service did not answer, is tried when the rest is.
        ahead = [entry.next_due for entry in failures if entry.next_due > newest]
        return Freshness(label, as_of, reason, last.status, min(ahead or [entry.next_due for entry in failures]))
    for entry in asked:
        if entry.reason:
            return Freshness(label, as_of, entry.reason, None, entry.next_due)
    return Freshness(label, as_of)


def _is_over(failure: LedgerEntry, reached: datetime | None) -> bool:
    """Whether there was no network, and there is one now."""
    return bool(unreached_host(failure.reason)) and reached is not None and reached > failure.attempted
