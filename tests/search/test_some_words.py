"""Papers that have some of the words of a question: their order, and the words of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from arxtui.model.arxiv.ids import id_of
from arxtui.model.expr import EVERYTHING, Category, Not, Word
from arxtui.search import some_words
from arxtui.search.index import SearchIndex
from tests.search.made import indexed, paper

OLDER, NEWER, WALKING, TITLED, QUEUES = (f"2605.0000{number}" for number in range(1, 6))
PAPERS = [
    paper(OLDER, "Sorting", abstract="Robots fold clothes."),
    paper(NEWER, "Sorting", abstract="Robots fold clothes."),
    paper(WALKING, "Walking", abstract="A robot walks on two legs and robots walk on four.", categories=("cs.RO",)),
    paper(TITLED, "Clothes", abstract="Pictures of a moving bin."),
    paper("2605.00006", "A folder", abstract="Foldable racks: roboticists ask."),
    paper(QUEUES, "Cheap snapshots", abstract="Queues survive a crash."),
]
QUESTION = "why do robots fold clothes"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> SearchIndex:
    return indexed(tmp_path_factory.mktemp("index"), PAPERS)


def named(found: some_words.SomeWords) -> list[tuple[str | None, tuple[str, ...]]]:
    return [(id_of(key), found.words[key]) for key in found.keys]


def test_papers_with_more_of_the_words_come_first_and_of_equal_ones_the_newest(index: SearchIndex) -> None:
    assert named(index.with_some_words(QUESTION, EVERYTHING)) == [
        (NEWER, ("robots", "fold", "clothes")),
        (OLDER, ("robots", "fold", "clothes")),
        (WALKING, ("robots",)),
        (TITLED, ("clothes",)),
    ]


def test_each_paper_has_the_words_that_it_has_alone(index: SearchIndex) -> None:
    found = named(index.with_some_words("clothes robots crash", EVERYTHING))
    assert dict(found) == {
        NEWER: ("clothes", "robots"),
        OLDER: ("clothes", "robots"),
        WALKING: ("robots",),
        TITLED: ("clothes",),
        QUEUES: ("crash",),
    }
    assert named(index.with_some_words("why do zebras", EVERYTHING)) == []


def test_terms_beside_the_question_are_strict(index: SearchIndex) -> None:
    assert named(index.with_some_words(QUESTION, Category("cs.RO"))) == [(WALKING, ("robots",))]
    assert named(index.with_some_words(QUESTION, Not(Word("robots")))) == [(TITLED, ("clothes",))]


@pytest.mark.parametrize(("postings", "found"), [(0, 2), (2, 2), (4, 2), (5, 3), (99, 4)])
def test_the_rarest_words_choose_the_papers_as_far_as_their_lists_may_be_read(
    index: SearchIndex, monkeypatch: pytest.MonkeyPatch, postings: int, found: int
) -> None:
    monkeypatch.setattr(some_words, "_MAX_POSTINGS", postings)
    chosen = named(index.with_some_words(QUESTION, EVERYTHING))
    assert [base for base, _ in chosen[:2]] == [NEWER, OLDER]
    assert (len(chosen), chosen[0][1]) == (found, ("robots", "fold", "clothes"))


@pytest.mark.parametrize(("most", "found"), [(0, []), (1, [2, 1]), (2, [3, 2, 1])])
def test_of_other_words_with_the_stem_of_a_word_the_commonest_are_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, found: list[int]
) -> None:
    abstracts = ("Connecting two hubs.", "Connecting hubs at home.", "Hubs that are connected.", "Conned hubs.")
    documents = [paper(f"2605.0000{number}", "Hubs", abstract=text) for number, text in enumerate(abstracts, 1)]
    index = indexed(tmp_path, documents)
    monkeypatch.setattr(some_words, "_MOST_STEMMED", most)
    keys = index.with_some_words("why connection", EVERYTHING).keys
    assert sorted(keys, reverse=True) == [documents[number - 1].key for number in found]
