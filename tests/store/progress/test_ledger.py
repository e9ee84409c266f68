"""The ledger of requests."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.store.cache.database import Cache
from tests.builders import NOW

FAILED = LedgerEntry(
    source="arxiv",
    target="feed cs.DC+cs.LG",
    attempted=NOW + timedelta(microseconds=123_456),
    outcome=Outcome.FAILED,
    next_due=NOW + timedelta(minutes=6),
    fresh_as_of=NOW - timedelta(hours=1),
    status=429,
    reason="too many requests",
    failures=2,
    etag='"abc"',
    last_modified="Wed, 13 May 2026 00:00:00 GMT",
    progress="300",
)
FINE = LedgerEntry("pith", "cs.DC", NOW, Outcome.OK, NOW + timedelta(minutes=5))


def test_an_entry_comes_back_with_every_field(cache: Cache) -> None:
    for entry in (FAILED, FINE):
        cache.ledger.put(entry)
        assert cache.ledger.get(entry.source, entry.target) == entry


def test_a_later_attempt_is_in_the_place_of_the_last(cache: Cache) -> None:
    cache.ledger.put(FINE)
    cache.ledger.put(FAILED)
    later = replace(FAILED, outcome=Outcome.NOT_MODIFIED, status=304, reason="", failures=0)
    cache.ledger.put(later)
    assert cache.ledger.all() == [later, FINE]


def test_a_target_that_was_never_requested_has_no_entry(cache: Cache) -> None:
    assert cache.ledger.get("arxiv", "feed cs.DC") is None
    assert cache.ledger.all() == []


def test_targets_of_a_source_without_requests_for_long_are_forgotten(cache: Cache) -> None:
    old = replace(FINE, target="old", attempted=NOW - timedelta(days=2))
    for entry in (FAILED, FINE, old, replace(old, source="arxiv")):
        cache.ledger.put(entry)
    cache.ledger.forget("pith", old.attempted)
    assert len(cache.ledger.all()) == 4, "they were asked for at that moment"
    cache.ledger.forget("pith", NOW)
    assert [(entry.source, entry.target) for entry in cache.ledger.all()] == [
        ("arxiv", FAILED.target),
        ("arxiv", "old"),
        ("pith", FINE.target),
    ]
