"""Lists of many papers: the first ones are found first, the rest when the list is read."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from arxtui.model.expr import And, Expr, Field, Keys, Not, Or, Sort, Word
from arxtui.search import by_key, months, open_index, translate
from arxtui.search import index as index_module
from arxtui.search.by_key import at_most
from arxtui.search.index import SearchIndex
from arxtui.search.months import MonthlyKeys
from arxtui.search.writer import update
from tests.homes import as_made
from tests.search.made import paper

PAPERS = [
    paper(f"{year:02}{month:02}.{number:05}", f"Paper {number}", abstract="common" if number % 3 else "rare")
    for year in (24, 25)
    for month in range(1, 13)
    for number in range(1, 9)
]
NEWEST_FIRST = sorted((document.key for document in PAPERS), reverse=True)
COMMON = [key for key in NEWEST_FIRST if (key & 0xFFFF) % 3]


def build(path: Path) -> None:
    for start in range(0, len(PAPERS), 50):
        update(path, PAPERS[start : start + 50], start + 50)


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SearchIndex:
    """An index that treats 40 papers as many."""
    monkeypatch.setattr(months, "_SEARCHED_FIRST", 10)
    monkeypatch.setattr(months, "_MIN_PAPERS", 40)
    monkeypatch.setattr(index_module, "_FETCHED_WHOLE", 20)
    as_made(tmp_path, build, lambda: build(tmp_path))
    return SearchIndex.open(tmp_path)


def test_the_first_are_found_without_counting_all(index: SearchIndex) -> None:
    hits = index.find(Word("common"), limit=10)
    assert list(hits.keys) == COMMON[:10]
    assert not hits.exact
    assert 10 <= hits.total < len(COMMON)


def test_where_the_newest_months_have_too_few_all_are_looked_at(index: SearchIndex) -> None:
    hits = index.find(Word("common"), limit=30)
    assert (list(hits.keys), hits.total, hits.exact) == (COMMON[:30], len(COMMON), True)


@pytest.mark.parametrize("query", [Word("common"), Not(Keys(sorted(NEWEST_FIRST[::2]))), Not(Word("nothing"))], ids=str)
@pytest.mark.parametrize("sort", [Sort.NEW, Sort.OLD])
def test_a_long_list_read_month_by_month_has_the_order_of_a_whole_search(
    index: SearchIndex, query: Expr, sort: Sort
) -> None:
    whole = list(index.find(query, limit=1_000, sort=sort).keys)
    found = index.sequence(query, sort)
    assert isinstance(found, MonthlyKeys)
    assert len(found) == len(whole)
    assert found[-1] == whole[-1]
    assert list(found[17:42]) == whole[17:42]
    assert list(found) == whole
    assert whole[3] in found
    with pytest.raises(IndexError):
        found[len(whole)]


def test_a_long_list_does_not_move_while_papers_arrive(index: SearchIndex, tmp_path: Path) -> None:
    found = index.sequence(Word("common"))
    update(
        tmp_path, [paper(f"{month}.00010", "Another", abstract="common") for month in ("2401", "2512", "2601")], 1_000
    )
    assert index.reload()
    assert list(found) == COMMON
    assert len(index.sequence(Word("common"))) == len(COMMON) + 3


def test_for_a_rare_word_all_months_are_searched_at_once(index: SearchIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_key, "within_months", lambda *_: pytest.fail("the newest months were searched first"))
    rare = Word("8")  # in one paper of a month, and each month has eight
    for query in (rare, And((Word("paper"), rare)), And((Word("paper"), Or((rare, Word("nothing")))))):
        hits = index.find(query, limit=10)
        assert (len(hits.keys), hits.total, hits.exact) == (10, 24, True)


@pytest.mark.parametrize(
    "query",
    [
        Word("rare"),
        Word("rare", prefix=True),
        Word("commo", prefix=True),
        Word("common", prefix=True),
        Word("commons", prefix=True),
        And((Word("rare"), Word("paper"))),
        Or((Word("8"), Word("rare"))),
        Not(Word("rare")),
        And(()),
    ],
    ids=str,
)
def test_an_estimate_is_never_less_than_the_number_of_papers_found(index: SearchIndex, query: Expr) -> None:
    assert index._opened
    assert at_most(index._opened, query) >= len(index.find(query, limit=1_000).keys)


@pytest.mark.parametrize("listed", [0, 50])
@pytest.mark.parametrize("field", [Field.ANY, Field.ABSTRACT])
def test_a_long_prefix_finds_the_same_by_its_words_as_by_an_automaton(
    index: SearchIndex, monkeypatch: pytest.MonkeyPatch, listed: int, field: Field
) -> None:
    monkeypatch.setattr(open_index, "_MAX_LISTED", listed)
    assert list(index.find(Word("common", field, prefix=True), limit=1_000).keys) == COMMON
    assert not index.find(Word("commonx", field, prefix=True), limit=1_000).keys


@pytest.mark.parametrize("single", [0, 1_000])
@pytest.mark.parametrize("sort", [Sort.NEW, Sort.BEST])
def test_a_set_of_papers_finds_the_same_whole_as_one_by_one(
    index: SearchIndex, monkeypatch: pytest.MonkeyPatch, single: int, sort: Sort
) -> None:
    monkeypatch.setattr(translate, "_MAX_KEY_TERMS", single)
    some = NEWEST_FIRST[3:120:7]
    both = index.find(And((Keys(sorted(some)), Word("common"))), limit=1_000, sort=sort)
    assert sorted(both.keys, reverse=True) == [key for key in some if key in COMMON]
    assert list(index.find(Keys(sorted(some)), limit=1_000).keys) == some


@pytest.mark.parametrize("sort", [Sort.NEW, Sort.OLD])
def test_sets_of_papers_are_cut_to_the_months_searched_first(index: SearchIndex, sort: Sort) -> None:
    left_out = sorted(NEWEST_FIRST[::2])
    query = And((Word("paper"), Not(Keys(left_out)), Or((Keys(sorted(COMMON)), Word("rare")))))
    hits = index.find(query, limit=5, sort=sort)
    expected = NEWEST_FIRST[1::2] if sort is Sort.NEW else NEWEST_FIRST[1::2][::-1]
    assert (list(hits.keys), hits.exact) == (expected[:5], False)


def test_a_list_of_no_months_is_empty() -> None:
    nothing = MonthlyKeys([], lambda month, papers: [])
    assert (len(nothing), list(nothing), list(nothing[:5])) == (0, [], [])
    with pytest.raises(IndexError):
        nothing[0]


def test_a_short_list_is_fetched_at_once(index: SearchIndex) -> None:
    few = NEWEST_FIRST[5:15]
    assert list(index.sequence(Keys(few[::-1]))) == few


@pytest.mark.parametrize(("soon", "sifted", "most"), [(0, 1, 1_000), (0, 20, 1_000), (0, 20, 10), (200, 20, 1_000)])
def test_sets_of_papers_beside_words_find_the_same_whether_sifted_or_looked_up(
    index: SearchIndex, monkeypatch: pytest.MonkeyPatch, soon: int, sifted: int, most: int
) -> None:
    monkeypatch.setattr(by_key, "_ALWAYS_LOOKED_UP", soon)
    monkeypatch.setattr(by_key, "_SCANNED_PER_KEY", sifted)
    monkeypatch.setattr(by_key, "_MAX_SCANNED", most)
    chance = random.Random(soon + sifted)
    for _ in range(60):
        among = chance.choice((NEWEST_FIRST, NEWEST_FIRST[:20], NEWEST_FIRST[-30:]))
        sets = [sorted(chance.sample(among, chance.randint(0, len(among)))) for _ in range(chance.randint(1, 3))]
        barred = [chance.random() < 0.5 for _ in sets]
        word, limit = chance.choice(("common", "rare", "paper")), chance.choice((1, 5, 20, 500))
        wanted = [
            key
            for key in NEWEST_FIRST
            if word == "paper" or (key in COMMON) is (word == "common")
            if all((key in keys) is not out for keys, out in zip(sets, barred, strict=True))
        ]
        terms = [Not(Keys(keys)) if out else Keys(keys) for keys, out in zip(sets, barred, strict=True)]
        for sort in (Sort.NEW, Sort.OLD, Sort.BEST):
            hits = index.find(And((Word(word), *terms)), limit=limit, sort=sort)
            assert list(hits.keys) == (wanted[::-1] if sort is Sort.OLD else wanted)[:limit]
            assert hits.total == len(wanted) if hits.exact else hits.total <= len(wanted)


def test_best_first_without_most_papers_ranks_those_that_are_left(
    index: SearchIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_module, "MAX_RANKED", 10)
    left = NEWEST_FIRST[100:130]
    hits = index.find(And((Word("common"), Not(Keys(sorted(set(NEWEST_FIRST) - set(left)))))), limit=9, sort=Sort.BEST)
    assert len(hits.keys) == 9
    assert set(hits.keys) <= set(left).intersection(COMMON)


def test_best_first_papers_without_weight_are_the_newest_though_there_are_more_than_can_be_ranked(
    index: SearchIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_index, "_MIN_PAPERS", 1)
    monkeypatch.setattr(index_module, "MAX_RANKED", 30)
    eighths = [key for key in NEWEST_FIRST if key & 0xFFFF == 8]
    others = [key for key in COMMON if key not in eighths]
    hits = index.find(Or((Word("8"), Word("common"))), limit=30, sort=Sort.BEST)
    assert list(hits.keys) == [*eighths, *others][:30]
