"""The increasing change numbers from which the index learns which papers to update."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from arxtui.store.cache.database import Cache
from tests.builders import paper
from tests.store.made import CARD, STALENESS, take


def test_an_empty_cache_has_no_change(cache: Cache) -> None:
    assert cache.changes.lag(cache.changes.latest()) == 0
    assert cache.changes.since(0, 10) == []


def test_each_new_or_changed_paper_takes_the_next_number_in_key_order(cache: Cache) -> None:
    start = cache.changes.latest()
    take(cache, paper(2), paper(1))
    assert cache.changes.since(0, 10) == [(start + 1, paper(1).key), (start + 2, paper(2).key)]
    take(cache, paper(1, version=2), paper(2), paper(3))
    later = [(start + 3, paper(1).key), (start + 4, paper(3).key)]
    assert cache.changes.since(start + 2, 10) == later
    assert cache.changes.since(0, 10) == [(start + 2, paper(2).key), *later]
    assert cache.changes.latest() == start + 4
    assert cache.changes.lag(start + 1) == 3


def test_no_cache_gives_a_number_that_another_gave_before(cache: Cache, tmp_path: Path) -> None:
    take(cache, paper(1), paper(2))
    with Cache.open(tmp_path / "made later.db") as later:
        take(later, *(paper(number) for number in range(1, 8)))
        assert later.changes.lag(cache.changes.latest()) is None
        assert cache.changes.lag(later.changes.latest()) is None


def test_the_changes_can_be_followed_in_steps(cache: Cache) -> None:
    take(cache, *(paper(number) for number in range(1, 8)), reviews=(CARD,))
    take(cache, STALENESS)
    seen, number = [], 0
    while step := cache.changes.since(number, 3):
        assert len(step) <= 3
        seen += step
        number = step[-1][0]
    assert seen == cache.changes.since(0, 100)
    assert number == cache.changes.latest()


def test_a_key_that_vanished_is_among_the_changes(cache: Cache) -> None:
    take(cache, reviews=(CARD,))
    [pending] = cache.month_keys()
    number = cache.changes.latest()
    take(cache, STALENESS)
    changed = [key for _, key in cache.changes.since(number, 10)]
    assert sorted(changed) == sorted([pending, STALENESS.key])
    assert [document.key for document in cache.documents(changed)] == [STALENESS.key]


def test_an_announcement_or_a_repetition_is_no_change(cache: Cache) -> None:
    take(cache, STALENESS, reviews=(CARD,))
    number = cache.changes.latest()
    take(cache, STALENESS, replace(STALENESS, source="oai"), reviews=(CARD,))
    assert cache.changes.latest() == number
