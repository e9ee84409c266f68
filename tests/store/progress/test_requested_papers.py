"""The queue of papers that were requested by name."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from arxtui.model.intake import Intake
from arxtui.model.paper import Paper
from arxtui.store.cache.database import Cache
from arxtui.store.recovery.rebuild import rebuild

_PAPER = Paper("2605.00001", "Bounded Staleness", source="api", version=1)


def test_names_wait_in_their_order_each_once(tmp_path: Path) -> None:
    with Cache.open(tmp_path / "cache.db") as cache:
        cache.requested.add(["2605.00003", "10.1000/example.1"])
        cache.requested.add(["2605.00002", "2605.00003"])
        assert cache.requested.names() == ["2605.00003", "10.1000/example.1", "2605.00002"]
        cache.requested.drop(["10.1000/example.1"])
    with Cache.open(tmp_path / "cache.db") as cache:
        assert cache.requested.names() == ["2605.00003", "2605.00002"]


def test_what_is_known_in_full_is_not_waited_for(tmp_path: Path) -> None:
    feed = replace(_PAPER, id="2605.00002", source="rss")
    with Cache.open(tmp_path / "cache.db") as cache:
        cache.take(Intake(papers=(_PAPER, feed)))
        cache.requested.add(["2605.00001", "2605.00002", "2605.00003"])
        assert cache.requested.names() == ["2605.00002", "2605.00003"]
        cache.take(Intake(papers=(replace(feed, source="api"),)))
        assert cache.requested.names() == ["2605.00003"]


def test_what_a_text_names_is_taken_in_with_it(tmp_path: Path) -> None:
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
