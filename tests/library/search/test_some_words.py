"""Papers that have some of the words of a question, best first."""

from __future__ import annotations

import pytest

from arxtui.library.facade import Library
from arxtui.model.arxiv.ids import id_of
from arxtui.model.paper import Author, Paper
from tests.library.made import Home


def _paper(number: int, title: str, abstract: str, category: str = "cs.RO") -> Paper:
    return Paper(
        f"2605.{number:05}", title, abstract=abstract, authors=(Author("Ada Example"),), categories=(category,)
    )


FOLDING = _paper(1, "Learned Garment Manipulation", "A robot folds garments and clothing after one demonstration.")
CLOTHES = _paper(2, "What Sorters See", "Pictures of clothes in a moving bin.", "cs.CV")
PROTEINS = _paper(3, "Slow Chains", "Proteins fold on several time scales.", "q-bio.BM")
QUEUES = _paper(4, "Cheap Snapshots", "Queues of messages that survive a crash.", "cs.DC")


@pytest.fixture
def filled(home: Home, library: Library) -> Library:
    home.take(FOLDING, CLOTHES, PROTEINS, QUEUES)
    return library


def found(library: Library, query: str) -> list[str | None]:
    return [id_of(key) for key in library.search.listing(query).keys]


def test_papers_with_more_and_rarer_words_in_any_form_come_first(filled: Library) -> None:
    listing = filled.search.listing('some:"making robots fold clothes"')
    assert id_of(listing.keys[0]) == FOLDING.id
    assert {id_of(key) for key in listing.keys} == {FOLDING.id, CLOTHES.id, PROTEINS.id}
    words = {id_of(key): listing.words[key] for key in listing.keys}
    assert words == {
        FOLDING.id: ("robots", "fold", "clothes"),
        CLOTHES.id: ("clothes",),
        PROTEINS.id: ("fold",),
    }


def test_the_rest_of_the_query_stays_strict(filled: Library) -> None:
    assert found(filled, 'some:"robots fold clothes" cat:cs.RO') == [FOLDING.id]
    assert FOLDING.id not in found(filled, 'some:"robots fold clothes" -garments')
    assert found(filled, 'some:"robots fold clothes" date:..1999') == []
    assert found(filled, '-some:"robots fold clothes"') == [QUEUES.id]
    assert set(found(filled, 'some:"robots fold" OR crash')) == {FOLDING.id, PROTEINS.id, QUEUES.id}


def test_a_filter_chooses_before_the_best_are_chosen(filled: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arxtui.search.some_words.MOST", 1)
    assert found(filled, 'some:"robots fold clothes"') == [FOLDING.id]
    assert found(filled, 'some:"robots fold clothes" cat:q-bio.BM') == [PROTEINS.id]


def test_the_numbers_beside_the_list_are_those_of_the_list(filled: Library) -> None:
    query = 'some:"robots fold clothes"'
    assert filled.search.total(query) == len(found(filled, query)) == 3
    assert filled.facets.of(query).categories == (("cs.CV", 1), ("cs.RO", 1), ("q-bio.BM", 1))
    assert set(found(filled, f"{query} sort:new")) == set(found(filled, query))


@pytest.mark.parametrize(
    ("query", "offered"),
    [
        ("making robots fold clothes", 'some:"making robots fold clothes"'),
        ("making robots fold clothes cat:cs.RO", 'some:"making robots fold clothes" cat:cs.RO'),
        ("robots cat:cs.RO clothes -queues", 'some:"robots clothes" cat:cs.RO -queues'),
        ("clothes unheard-of", 'some:"clothes unheard-of"'),
        ('"fold clothes" robots', None),  # one word alone
        ("zebras quaggas", None),  # in no paper
        ("robots fold cat:hep-th", None),
        ("(robots clothes) OR zebras", None),
        ("clothes", None),
    ],
)
def test_a_query_of_plain_words_is_offered_with_some_of_them(filled: Library, query: str, offered: str | None) -> None:
    assert filled.suggestions.some_words(query) == offered


def test_a_corrected_spelling_is_better_than_some_of_the_words(filled: Library) -> None:
    assert filled.suggestions.of("robot garmnts") == ("robot garments",)
    assert filled.suggestions.with_some_words("robot garmnts") is None


@pytest.mark.parametrize("question", ["how does it work", "...", ""])
def test_a_question_without_a_word_of_its_own_finds_little_and_raises_nothing(filled: Library, question: str) -> None:
    filled.search.listing(f'some:"{question}"')
