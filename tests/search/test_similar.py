"""Similar papers: the characteristic words of a paper, and the papers found by them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from arxtui.model.arxiv.ids import id_of
from arxtui.model.paper import Author, Paper
from arxtui.search import open_index
from arxtui.search.index import SearchIndex
from arxtui.search.similar import MAX_POSTINGS, MAX_WORDS, Profile, similarity, word_counts
from arxtui.search.writer import Document, update
from tests.search.made import indexed, paper

LOCKS, QUEUES, STRINGS, FILLER = (
    paper("2605.00001", "Fair locks for sharded queues", "Ada Example", abstract="Locks are fair when queues are."),
    paper("2605.00002", "Sharded queues", "Björn Måns", abstract="We study queues, sharded, and their locks."),
    paper("2605.00003", "Strings at strong coupling", "Ada Example", abstract="We study strings."),
    paper("2605.00004", "A survey", abstract="We survey the field, and the field is fair."),
)


@pytest.fixture
def index(tmp_path: Path) -> SearchIndex:
    return indexed(tmp_path, [LOCKS, QUEUES, STRINGS, FILLER])


def like(index: SearchIndex, paper: Paper) -> list[str | None]:
    return [id_of(key) for key in index.keys_like(index.profile(paper), 10)]


def test_the_papers_that_share_telling_words_are_found_and_itself_first(index: SearchIndex) -> None:
    assert like(index, LOCKS.paper)[:2] == ["2605.00001", "2605.00002"]
    assert "2605.00003" not in like(index, LOCKS.paper)


def test_a_word_that_a_paper_repeats_draws_more_than_one_it_has_once(tmp_path: Path) -> None:
    once, often = paper("2605.00006", "Strings", abstract="Gas."), paper("2605.00007", "Locks", abstract="Ice.")
    index = indexed(tmp_path, [once, often])
    assert like(index, Paper("2606.00009", "Locks", abstract="Locks and strings.")) == [often.paper.id, once.paper.id]


def test_a_paper_that_was_replaced_often_is_compared_with_others_all_the_same(
    index: SearchIndex, tmp_path: Path
) -> None:
    for number in range(11, 16):
        update(tmp_path, [LOCKS, QUEUES, paper(f"2605.000{number}", "Gas")], number)
    assert index.reload()
    assert like(index, LOCKS.paper)[0] == LOCKS.paper.id
    assert 0 < similarity(index.profile(LOCKS.paper), QUEUES.key, QUEUES.paper).score < 1


def test_a_paper_that_the_index_does_not_hold_has_neighbours_too(index: SearchIndex) -> None:
    assert like(index, Paper("2606.00009", "Coupling of strings", abstract="Strings.")) == ["2605.00003"]


@pytest.mark.parametrize("title", ["", "…", "Zymurgy"])
def test_a_paper_without_words_in_common_is_like_none(index: SearchIndex, title: str) -> None:
    assert like(index, Paper("2606.00009", title)) == []


def test_without_an_index_nothing_is_like_anything(tmp_path: Path) -> None:
    assert like(SearchIndex.open(tmp_path), LOCKS.paper) == []


def test_words_that_many_papers_have_are_requested_as_far_as_their_lists_may_be_read() -> None:
    def distinctive(**papers: int) -> list[str]:
        counts = Counter(dict.fromkeys(papers, 1))
        idf = {word: 1 / number for word, number in papers.items()}
        profile = Profile(LOCKS.paper, counts, papers, idf, frozenset(), 1.0)
        return [word for word, _ in profile.distinctive_words()]

    assert distinctive(
        locks=5, queues=MAX_POSTINGS // 2, fair=MAX_POSTINGS // 2 + 1, sharded=MAX_POSTINGS // 2 - 5
    ) == [
        "locks",
        "sharded",
        "queues",
    ]
    assert distinctive(fair=MAX_POSTINGS + 1, queues=MAX_POSTINGS + 2) == ["fair"]
    rare = {f"word{number:03}": number for number in range(1, MAX_WORDS + 2)}
    assert distinctive(**rare) == list(rare)[:MAX_WORDS]


def test_a_paper_is_wholly_like_itself_and_says_which_words_make_it_so(index: SearchIndex) -> None:
    result = index.profile(LOCKS.paper)
    itself, other = (similarity(result, each.key, each.paper) for each in (LOCKS, QUEUES))
    assert itself.score > 1 > other.score > similarity(result, STRINGS.key, STRINGS.paper).score
    assert set(other.words) >= {"locks", "queues", "sharded"}
    assert itself.authors == ("Ada Example",)
    assert other.authors == ()


def test_categories_and_authors_in_common_add_a_little(index: SearchIndex) -> None:
    def score(*categories: str, author: str = "Ada Example") -> float:
        base = Paper("2605.00001", "Fair locks", categories=("cs.DC", "cs.DS"), authors=(Author("Ada Example"),))
        other = Paper("2605.00002", "Fair queues", categories=categories, authors=(Author(author),))
        return similarity(index.profile(base), QUEUES.key, other).score

    assert score("cs.DC", "cs.DS") > score("cs.DC") > score("cs.DS", "cs.DC", "cs.LG") > score("hep-th")
    assert score("cs.DC") > score("cs.DC", author="Björn Måns")


def test_titles_are_found_by_their_words(index: SearchIndex) -> None:
    assert [id_of(key) for key in index.keys_titled(["sharded", "queues"], 1)] == ["2605.00002"]
    assert list(index.keys_titled([], 5)) == []


def test_words_count_as_often_as_a_paper_has_them_and_twice_in_the_title() -> None:
    document: Document = paper("2605.00001", "Fair $n^2$ locks", abstract="Locks and locks.")
    assert word_counts(document.paper) == {"fair": 2, "n2": 2, "locks": 4, "and": 1}


def test_at_most_six_words_that_make_papers_similar_are_named_by_their_weight() -> None:
    """Of eight common words, the rarer and the more frequent ones add more."""
    words = [f"w{number}" for number in range(8)]
    idf = {word: float(1 + number) for number, word in enumerate(words)} | {"elsewhere": 99.0}
    base = Paper("2605.00001", "", abstract=" ".join((*words, "elsewhere")))
    profile = Profile(base, word_counts(base), dict.fromkeys(idf, 1), idf)
    other = Paper("2605.00002", "", abstract=" ".join((*words, *["w2"] * 99)))
    assert similarity(profile, 2, other).words == ("w2", "w7", "w6", "w5", "w4", "w3")
    tied = Profile(base, word_counts(base), dict.fromkeys(idf, 1), dict.fromkeys(words, 1.0))
    assert similarity(tied, 2, base).words == tuple(words[:6]), "equal ones in the order of the alphabet"


@pytest.mark.parametrize(("common", "adds"), [(0, 0), (1, 0.1), (2, 0.2), (3, 0.2)])
def test_authors_in_common_add_as_far_as_two_and_are_all_named(common: int, adds: float) -> None:
    names = ["Ada Example", "Björn Måns", "Chloé Öz"]
    base = Paper("2605.00001", "", authors=tuple(map(Author, names)))
    profile = Profile(base, authors=frozenset(("ada example", "bjorn mans", "chloe oz")))
    other = Paper("2605.00002", "", authors=(*map(Author, names[:common]), Author("Somebody Else")))
    found = similarity(profile, 2, other)
    assert found.score == pytest.approx(adds)
    assert found.authors == tuple(names[:common])


@pytest.mark.parametrize(
    ("categories", "adds"),
    [
        ((), 0),
        (("cs.DC",), 1.25),
        (("cs.DS",), 0.25),
        (("cs.DC", "cs.DS"), 1.5),
        (("cs.DS", "cs.DC"), 0.5),
        (("math.NT",), 0),
    ],
)
def test_the_first_category_in_common_adds_most_and_the_others_by_their_share(
    categories: tuple[str, ...], adds: float
) -> None:
    profile = Profile(Paper("2605.00001", "", categories=("cs.DC", "cs.DS")))
    other = Paper("2605.00002", "", categories=categories)
    assert similarity(profile, 2, other).score == pytest.approx(0.08 * adds)
    nothing = Profile(Paper("2605.00001", ""))
    assert similarity(nothing, 2, Paper("2605.00002", "")).score == 0


def test_frequencies_and_prefixes_are_cached_for_a_bounded_number_of_words(
    index: SearchIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, number in (("_FREQUENCIES", 2), ("_AUTOMATA", 2), ("_MIN_LISTED_PREFIX", 5)):
        monkeypatch.setattr(open_index, name, number)
    words = ("locks", "queues", "strings", "field", "locks")
    assert [index.papers_with(word) for word in words] == [2, 2, 1, 1, 2]

    def kept(opened: open_index.OpenIndex) -> int:
        for word in words:
            opened.matching("abstract", f"{word}.*")
            assert opened.words_with_prefix("abstract", word)
        return max(len(opened._frequencies), len(opened._automata), len(opened._listed))

    assert index._run(kept, 3) <= 2
