"""Many queries about a few papers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import pytest
from tantivy import Query

from arxtui.model.expr import EVERYTHING, And, Expr, Field, Keys, Not, Or, Phrase, Word
from arxtui.search import counting
from arxtui.search.index import SearchIndex
from arxtui.search.open_index import OpenIndex
from tests.search.made import indexed, paper

PAPERS = [paper(f"2605.{number:05}", f"Fair locks of part{number}", "Ada Example") for number in range(1, 41)]
QUERIES: tuple[Expr, ...] = (
    EVERYTHING,
    Word("fair"),
    Not(Word("part7")),
    Phrase("fair locks", Field.TITLE),
    And((Word("fair"), Not(Word("part8")))),
    Or((Word("part9"), Word("part10"))),
    Word("---"),
    Word("queues"),
    Keys([PAPERS[2].key, PAPERS[30].key]),
    *(Word(f"part{number}", Field.TITLE) for number in range(1, 41)),
)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> SearchIndex:
    return indexed(tmp_path_factory.mktemp("index"), PAPERS)


@pytest.mark.parametrize("few", [slice(0, 0), slice(6, 7), slice(0, 12), slice(0, 40)])
def test_many_queries_at_once_find_the_same_as_each_alone(index: SearchIndex, few: slice) -> None:
    keys = sorted([*(each.key for each in PAPERS[few]), 1])  # a key that the index does not have
    assert index.matches_among(keys, QUERIES) == [index.keys(And((Keys(keys), query))) for query in QUERIES]


def test_queries_that_all_match_are_distinguished_in_one_search(
    index: SearchIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[int] = []

    def counted(opened: OpenIndex, keys: Query, exprs: Sequence[Expr], limit: int) -> list[tuple[int, int]]:
        limits.append(limit)
        return scored(opened, keys, exprs, limit)

    scored = counting._scored
    monkeypatch.setattr(counting, "_scored", counted)
    keys = [each.key for each in PAPERS]
    without = [Not(Word(f"part{number}", Field.TITLE)) for number in range(1, counting.TOGETHER)]
    found = index.matches_among(keys, [*without, EVERYTHING])
    assert found == [*(array("q", keys[:place] + keys[place + 1 :]) for place in range(len(without))), array("q", keys)]
    assert len(limits) == 1
    assert not any(index.matches_among(keys, [Word("queues")] * 200))
    assert len(limits) == 1 + 9
