"""How fresh each service is, from the fetch ledger."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from arxtui.library.views import Freshness
from arxtui.model.ledger import LedgerEntry, Outcome

_LABELS = {"arxiv": "arXiv", "pith": "Pith"}
_BY_HAND = frozenset({"arxiv.search", "arxiv.add", "pith.reviews"})
"""What is asked once, when somebody wants it: it says nothing about how fresh the rest is."""
_PASS = timedelta(hours=1)
"""Longer than a pass takes: a target that is still untried so long after it was due is not asked for any more."""


def of_services(entries: Iterable[LedgerEntry]) -> tuple[Freshness, ...]:
    """One line a service that was ever asked, arXiv first. Of several failures the newest speaks, else what is to know
    about an answer all the same (a feed of an older day). A target that was not tried again when due, though others
    were, is of something no longer asked for (a category given up) and is silent.
    """
    grouped: dict[str, list[LedgerEntry]] = {}
    for entry in entries:
        if entry.source in _BY_HAND:
            continue
        grouped.setdefault(entry.source.split(".")[0], []).append(entry)
    return tuple(_of_service(_LABELS.get(name, name), grouped[name]) for name in sorted(grouped))


def _of_service(label: str, entries: list[LedgerEntry]) -> Freshness:
    as_of = max((entry.fresh_as_of for entry in entries if entry.fresh_as_of), default=None)
    newest = max(entry.attempted for entry in entries)
    asked = [entry for entry in entries if entry.next_due + _PASS > newest]
    failures = [entry for entry in asked if entry.outcome is Outcome.FAILED]
    if failures:
        last = max(failures, key=lambda entry: entry.attempted)
        return Freshness(label, as_of, last.reason or "failed", last.status, last.next_due)
    for entry in asked:
        if entry.reason:
            return Freshness(label, as_of, entry.reason, None, entry.next_due)
    return Freshness(label, as_of)
