"""How fresh each service is, from the fetch ledger."""

from __future__ import annotations

from collections.abc import Iterable

from arxtui.library.views import Freshness
from arxtui.model.ledger import LedgerEntry, Outcome

_LABELS = {"arxiv": "arXiv", "pith": "Pith"}


def of_services(entries: Iterable[LedgerEntry]) -> tuple[Freshness, ...]:
    """One line a service that was ever asked, arXiv first. Of several failures the newest speaks."""
    grouped: dict[str, list[LedgerEntry]] = {}
    for entry in entries:
        grouped.setdefault(entry.source.split(".")[0], []).append(entry)
    return tuple(_of_service(_LABELS.get(name, name), grouped[name]) for name in sorted(grouped))


def _of_service(label: str, entries: list[LedgerEntry]) -> Freshness:
    as_of = max((entry.fresh_as_of for entry in entries if entry.fresh_as_of), default=None)
    failures = [entry for entry in entries if entry.outcome is Outcome.FAILED]
    if not failures:
        return Freshness(label, as_of)
    last = max(failures, key=lambda entry: entry.attempted)
    return Freshness(label, as_of, last.reason or "failed", last.status, last.next_due)
