"""Many queries about a few papers."""

from __future__ import annotations

import pytest

from arxtui.model.expr import EVERYTHING, And, Expr, Field, Keys, Not, Or, Phrase, Word
from arxtui.search.by_key import keys_in_order
from arxtui.search.index import SearchIndex
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
def test_many_queries_find_what_each_finds_alone(index: SearchIndex, few: slice) -> None:
    keys = sorted([*(each.key for each in PAPERS[few]), 1])  # a key that the index does not have
    assert index.matches_among(keys, QUERIES) == [index.keys(And((Keys(keys), query))) for query in QUERIES]


def test_queries_that_match_nothing_take_one_search(index: SearchIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[int] = []

    def counted(*arguments: object) -> object:
        searches.append(1)
        return keys_in_order(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("arxtui.search.among.keys_in_order", counted)
    queries = [Word(f"queues{number}") for number in range(200)]
    assert not any(index.matches_among([each.key for each in PAPERS], queries))
    assert len(searches) == 1
    assert [len(keys) for keys in index.matches_among([each.key for each in PAPERS], [*queries, Word("part3")])][
        -1
    ] == 1
    assert len(searches) < 40
