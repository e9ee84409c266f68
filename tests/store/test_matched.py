"""What rules mean is kept beside the papers, and keeping it is in nobody's way."""

from __future__ import annotations

import sqlite3
from array import array
from pathlib import Path

import pytest

from arxtui.store.cache import Cache
from arxtui.store.matched import Match

ONE = Match(7, array("q", [3, 5, 1 << 40]))
TWO = Match(9, array("q"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cache.db"


def test_what_is_kept_is_read_by_its_name(file: Path) -> None:
    with Cache.open(file) as cache:
        cache.matched.write({"one": ONE, "two": TWO}, ["one", "two"])
    with Cache.open(file) as cache:
        assert cache.matched.read(["two", "one", "three"]) == {"two": TWO, "one": ONE}


def test_what_is_not_wanted_any_more_is_forgotten(file: Path) -> None:
    with Cache.open(file) as cache:
        cache.matched.write({"one": ONE}, ["one"])
        cache.matched.write({"two": TWO}, ["two"])
        assert cache.matched.read(["one", "two"]) == {"two": TWO}


def test_nobody_waits_while_another_process_writes(file: Path) -> None:
    with Cache.open(file, busy_timeout=60) as cache:
        cache.matched.write({"one": ONE}, ["one"])
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        cache.matched.write({"one": TWO}, ["one"])
        assert cache.matched.read(["one"]) == {"one": ONE}
        other.execute("ROLLBACK")
        other.close()
        cache.matched.write({"one": TWO}, ["one"])
        assert cache.matched.read(["one"]) == {"one": TWO}
