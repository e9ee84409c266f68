"""The running change numbers that the index follows."""

from __future__ import annotations

from dataclasses import replace

from arxtui.store.cache import Cache
from tests.store.made import CARD, STALENESS, paper, take


def test_an_empty_cache_has_no_change(cache: Cache) -> None:
    assert cache.change_number() == 0
    assert cache.changed_since(0, 10) == []


def test_each_new_or_changed_paper_takes_the_next_number_in_key_order(cache: Cache) -> None:
    take(cache, paper(2), paper(1))
    assert cache.changed_since(0, 10) == [(1, paper(1).key), (2, paper(2).key)]
    take(cache, paper(1, version=2), paper(2), paper(3))
    assert cache.changed_since(2, 10) == [(3, paper(1).key), (4, paper(3).key)]
    assert cache.changed_since(0, 10) == [(2, paper(2).key), (3, paper(1).key), (4, paper(3).key)]
    assert cache.change_number() == 4


def test_the_changes_can_be_followed_in_steps(cache: Cache) -> None:
    take(cache, *(paper(number) for number in range(1, 8)), reviews=(CARD,))
    take(cache, STALENESS)
    seen, number = [], 0
    while step := cache.changed_since(number, 3):
        assert len(step) <= 3
        seen += step
        number = step[-1][0]
    assert seen == cache.changed_since(0, 100)
    assert number == cache.change_number()


def test_a_key_that_vanished_is_among_the_changes(cache: Cache) -> None:
    take(cache, reviews=(CARD,))
    [pending] = cache.month_keys()
    number = cache.change_number()
    take(cache, STALENESS)
    changed = [key for _, key in cache.changed_since(number, 10)]
    assert sorted(changed) == sorted([pending, STALENESS.key])
    assert [document.key for document in cache.documents(changed)] == [STALENESS.key]


def test_an_announcement_or_a_repetition_is_no_change(cache: Cache) -> None:
    take(cache, STALENESS, reviews=(CARD,))
    number = cache.change_number()
    take(cache, STALENESS, replace(STALENESS, source="oai"), reviews=(CARD,))
    assert cache.change_number() == number
