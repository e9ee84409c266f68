"""The papers matched by rules are stored in the cache; storing them never waits for another process."""

from __future__ import annotations

import sqlite3
from array import array
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.store.cache.database import Cache
from arxtui.store.progress.rule_matches import RuleMatch


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cache.db"


def _one() -> RuleMatch:
    return RuleMatch(7, array("q", [3, 5, 1 << 40]))


def _kept(cache: Cache, *names: str) -> dict[str, tuple[int, list[int]]]:
    return {name: (match.change, list(match.keys)) for name, match in cache.rule_matches.read(names).items()}


def test_stored_matches_are_read_by_the_name_of_their_rule(file: Path) -> None:
    with Cache.open(file) as cache:
        cache.rule_matches.write({"one": _one(), "two": RuleMatch(9, array("q"))}, ["one", "two"])
    with Cache.open(file) as cache:
        assert _kept(cache, "two", "one", "three") == {"two": (9, []), "one": (7, [3, 5, 1 << 40])}


def test_matches_of_a_rule_that_is_not_wanted_any_more_are_forgotten(file: Path) -> None:
    with Cache.open(file) as cache:
        cache.rule_matches.write({"one": _one()}, ["one"])
        cache.rule_matches.write({"two": _one()}, ["two"])
        assert list(_kept(cache, "one", "two")) == ["two"]


def test_nobody_waits_while_another_process_writes(file: Path) -> None:
    with Cache.open(file, busy_timeout=60) as cache:
        kept = cache.rule_matches.write({"one": _one()}, ["one"])
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        later = kept["one"].at(8, [4], [4])
        cache.rule_matches.write({"one": later}, ["one"])
        assert _kept(cache, "one") == {"one": (7, [3, 5, 1 << 40])}
        other.execute("ROLLBACK")
        other.close()
        cache.rule_matches.write({"one": later}, ["one"])
        assert _kept(cache, "one") == {"one": (8, [3, 4, 5, 1 << 40])}


@given(st.lists(st.tuples(st.sets(st.integers(0, 30)), st.sets(st.integers(0, 30))), max_size=8))
def test_changed_matches_are_kept_beside_the_list_and_read_with_it(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[set[int], set[int]]]
) -> None:
    expected = {3, 5, 8}
    with Cache.open(tmp_path_factory.mktemp("matched") / "cache.db") as cache:
        held = cache.rule_matches.write({"one": RuleMatch(0, array("q", sorted(expected)))}, ["one"])["one"]
        for change, (asked, among) in enumerate(changes, 1):
            found = asked & among
            expected = expected - asked | found
            held = cache.rule_matches.write({"one": held.at(change, asked, found)}, ["one"])["one"]
            assert list(held.keys) == sorted(expected)
            assert _kept(cache, "one") == {"one": (change, sorted(expected))}
            if asked & set(expected):
                held = cache.rule_matches.read(["one"])["one"]


def test_a_list_that_has_changed_much_is_written_whole(file: Path) -> None:
    with Cache.open(file) as cache:
        held = cache.rule_matches.write({"one": _one()}, ["one"])["one"]
        held = held.at(8, range(100, 2_000), range(100, 2_000))
        assert held.is_rewritten
        assert not cache.rule_matches.write({"one": held}, ["one"])["one"].is_rewritten
        assert _kept(cache, "one") == {"one": (8, [3, 5, *range(100, 2_000), 1 << 40])}


def test_two_processes_keep_the_same_match(file: Path) -> None:
    with Cache.open(file) as cache, Cache.open(file) as other:
        cache.rule_matches.write({"one": _one()}, ["one"])
        mine, theirs = (each.rule_matches.read(["one"])["one"] for each in (cache, other))
        cache.rule_matches.write({"one": mine.at(8, range(100, 2_000), range(100, 2_000))}, ["one"])
        other.rule_matches.write({"one": theirs.at(9, [4, 5], [4])}, ["one"])
        assert _kept(cache, "one") == {"one": (9, [3, 4, 1 << 40])}
