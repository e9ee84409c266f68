"""The sequence of all paper keys, newest first."""

from __future__ import annotations

from array import array
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.model.arxiv.ids import join_key, split_key
from arxtui.store.cache.database import Cache
from arxtui.store.cache.keys import MonthKeys, write_months
from tests.builders import paper
from tests.store.made import CARD, QUEUES, STALENESS, take

_KEYS = st.lists(
    st.builds(join_key, st.integers(1, 6), st.integers(0, 12) | st.integers(2**31, 2**31 + 3)), unique=True
)


def _made(keys: list[int]) -> tuple[list[int], MonthKeys]:
    ordered = sorted(keys, reverse=True)
    months = groupby(sorted(keys), lambda key: split_key(key)[0])
    packed = [(month, array("I", (split_key(key)[1] for key in held))) for month, held in months]
    return ordered, MonthKeys(reversed(packed))


@given(_KEYS, st.slices(20))
def test_it_is_a_sequence_like_a_list_of_descending_keys(keys: list[int], part: slice) -> None:
    ordered, made = _made(keys)
    assert len(made) == len(ordered)
    assert list(made) == ordered
    assert [made[place] for place in range(-len(ordered), len(ordered))] == [*ordered, *ordered]
    assert list(made[part]) == ordered[part]
    assert [made.position(key) for key in ordered] == list(range(len(ordered)))
    assert [made.index(key) for key in ordered] == list(range(len(ordered)))
    assert all(key in made for key in ordered)


@given(_KEYS, st.builds(join_key, st.integers(0, 7), st.integers(0, 13)))
def test_the_position_of_a_missing_key_is_where_it_would_be(keys: list[int], key: int) -> None:
    ordered, made = _made(keys)
    assert made.position(key) == sum(1 for other in ordered if other > key)
    assert (key in made) == (key in ordered)
    assert made.count(key) == ordered.count(key)


@given(_KEYS, st.frozensets(st.builds(join_key, st.integers(0, 7), st.integers(0, 13))))
def test_the_places_of_many_keys_are_those_of_each(keys: list[int], others: frozenset[int]) -> None:
    ordered, made = _made(keys)
    asked = {*others, *keys[::2]}
    assert list(made.positions(asked)) == [place for place, key in enumerate(ordered) if key in asked]


def test_a_stretch_runs_over_the_ends_of_months() -> None:
    ordered, made = _made([join_key(month, low) for month in (1, 2, 4) for low in (3, 5, 8)])
    for start in range(10):
        for stop in range(10):
            for step in (1, 2, 3, -1):
                assert list(made[start:stop:step]) == ordered[start:stop:step]


def test_there_is_nothing_beyond_the_ends() -> None:
    _, made = _made([join_key(3, 1)])
    for place in (1, -2):
        with pytest.raises(IndexError):
            made[place]
    with pytest.raises(ValueError):
        made.index(join_key(3, 2))
    with pytest.raises(ValueError):
        made.index(join_key(3, 1), 1)


def test_a_key_is_found_between_two_places_the_second_excluded() -> None:
    ordered, made = _made([join_key(month, low) for month in (1, 2) for low in (3, 5)])
    for place, key in enumerate(ordered):
        for start in range(6):
            for stop in (*range(6), None):
                if start <= place < (len(ordered) if stop is None else stop):
                    assert made.index(key, start, stop) == place
                else:
                    with pytest.raises(ValueError, match="not in the list"):
                        made.index(key, start, stop)


def test_the_list_equals_the_rows_after_every_kind_of_write(cache: Cache) -> None:
    def equal() -> bool:
        rows = [key for (key,) in cache._db.rows("SELECT key FROM paper ORDER BY key DESC")]
        counts = cache._db.rows("SELECT sum(n) FROM category_count")
        return list(cache.month_keys()) == rows and cache.count() == len(rows) and counts == [(len(rows) or None,)]

    assert equal()
    take(cache, QUEUES, *(paper(number) for number in (5, 3, 9)), *(paper(n, month="2412") for n in (2, 1)))
    assert equal()
    take(cache, paper(4), paper(9), reviews=(CARD,))
    assert equal()
    take(cache, STALENESS, paper(1, month="2604"))
    assert equal()
    assert len(cache.month_keys()) == 9


def test_a_list_that_was_opened_does_not_move_while_papers_arrive(cache: Cache) -> None:
    take(cache, paper(1), paper(2))
    opened = cache.month_keys()
    take(cache, paper(3))
    assert list(opened) == [paper(2).key, paper(1).key]
    assert len(cache.month_keys()) == 3


def test_a_key_that_is_there_already_is_not_listed_twice_and_one_that_goes_and_comes_at_once_is_there(
    cache: Cache,
) -> None:
    one, two, three = (join_key(month, low) for month, low in ((5, 1), (5, 2), (6, 1)))
    for added, removed, listed in (
        ([two, three], [], [three, two]),
        ([two, one], [], [three, two, one]),
        ([two], [two, three], [two, one]),
        ([], [one, two], []),
        ([three], [one], [three]),
    ):
        write_months(cache._db, added, removed)
        assert list(cache.month_keys()) == listed
        assert cache.count() == len(listed)
