"""The ledger of requests."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from arxtui.model.intake import Intake
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.model.paper import Paper
from arxtui.store.cache.database import Cache
from arxtui.store.recovery.rebuild import rebuild
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


_PAPER = Paper("2605.00001", "Bounded Staleness", source="api", version=1)


def test_names_wait_in_their_order_each_once(tmp_path: Path) -> None:
    with Cache.open(tmp_path / "cache.db") as cache:
        cache.requested.add(["2605.00003", "10.1000/example.1"])
        cache.requested.add(["2605.00002", "2605.00003"])
        assert cache.requested.names() == ["2605.00003", "10.1000/example.1", "2605.00002"]
        cache.requested.drop(["10.1000/example.1"])
    with Cache.open(tmp_path / "cache.db") as cache:
        assert cache.requested.names() == ["2605.00003", "2605.00002"]


def test_a_requested_paper_that_is_complete_is_not_waited_for(tmp_path: Path) -> None:
    feed = replace(_PAPER, id="2605.00002", source="rss")
    with Cache.open(tmp_path / "cache.db") as cache:
        cache.take(Intake(papers=(_PAPER, feed)))
        cache.requested.add(["2605.00001", "2605.00002", "2605.00003"])
        assert cache.requested.names() == ["2605.00002", "2605.00003"]
        cache.take(Intake(papers=(replace(feed, source="api"),)))
        assert cache.requested.names() == ["2605.00003"]


def test_unknown_papers_named_in_a_text_are_requested(tmp_path: Path) -> None:
    with Cache.open(tmp_path / "cache.db") as cache:
        cache.take(Intake(papers=(_PAPER,)))
        tally = cache.take(Intake(named=("2605.00001", "2605.00002")))
        assert (tally.named, tally.known, tally.papers) == (2, 1, 0)
        assert cache.requested.names() == ["2605.00002"]


def test_a_repaired_cache_still_waits_for_them(tmp_path: Path) -> None:
    with Cache.open(tmp_path / "cache.db") as cache:
        cache.requested.add(["2605.00002"])
    rebuild(tmp_path / "cache.db", datetime(2026, 5, 13, tzinfo=UTC), lambda papers: None)
    with Cache.open(tmp_path / "cache.db") as cache:
        assert cache.requested.names() == ["2605.00002"]
