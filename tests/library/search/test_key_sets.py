"""Queries evaluated on sets of keys give the same result as the index."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.library.search.key_sets import Backwards, contains, key_set
from arxtui.model.expr import And, Category, Expr, Keys, Not, Or, Word
from arxtui.model.intake import Intake
from arxtui.search.index import SearchIndex
from arxtui.store.cache.database import Cache
from arxtui.store.cache.keys import MonthKeys
from arxtui.sync.indexing import update_index
from tests.builders import paper

PAPERS = [paper(number, id=f"26{number % 3 + 1:02}.{number:05}") for number in range(1, 13)]
KEYS = [each.key for each in PAPERS]

exprs: st.SearchStrategy[Expr] = st.recursive(
    st.builds(lambda keys: Keys(sorted(keys)), st.sets(st.sampled_from(KEYS))),
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(lambda parts: And(tuple(parts)), st.lists(inner, min_size=1, max_size=3)),
        st.builds(lambda parts: Or(tuple(parts)), st.lists(inner, min_size=1, max_size=3)),
    ),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> tuple[MonthKeys, SearchIndex]:
    home = tmp_path_factory.mktemp("algebra")
    with Cache.open(home / "cache.db") as cache:
        cache.take(Intake(papers=tuple(PAPERS)))
        update_index(cache, home / "index", threading.Event(), lambda note: None)
        return cache.month_keys(), SearchIndex.open(home / "index")


@given(expr=exprs)
def test_a_query_of_key_sets_means_the_same_with_and_without_the_index(
    held: tuple[MonthKeys, SearchIndex], expr: Expr
) -> None:
    everything, index = held
    meant = key_set(expr)
    assert meant is not None
    assert list(meant.among(everything)) == list(index.find(expr, limit=100).keys)


@pytest.mark.parametrize("asked", [Word("queues"), Category("cs.DC")])
def test_words_and_categories_need_the_index(asked: Expr) -> None:
    assert key_set(asked) is None
    assert key_set(And((Keys(KEYS), Not(asked)))) is None
    assert key_set(Or((Keys(KEYS), And((asked,))))) is None


def test_reversed_sequences_of_keys_contain_their_keys_and_no_others() -> None:
    keys = sorted(KEYS, reverse=True)
    for listed in (keys, Backwards(keys)):
        assert [contains(listed, key) for key in (*keys, keys[0] + 1, keys[-1] - 1)] == [True] * 12 + [False] * 2
