"""Papers similar to one, and papers that are the same work."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from arxtui.library.facade import Library
from arxtui.library.search.same_work import Relation, Work, related
from arxtui.library.search.similar import SimilarityCache
from arxtui.model.arxiv.ids import id_of, key_of
from arxtui.model.expr import Sort
from arxtui.model.paper import Author, Paper
from arxtui.search.index import SearchIndex
from arxtui.store.cache.database import Cache
from tests.builders import paper
from tests.library.made import Home, ids

MORE = "We measure how fair locks are on machines with many cores, and what a lock that is fair costs its waiters."
ABSTRACT = f"{MORE} The answer is a third of the rate, which a queue of waiters by their cores gives back."
LOCKS, QUEUES, CORES, STRINGS = (
    paper(1, "Fair locks on many cores", abstract=ABSTRACT),
    paper(2, "Queues of waiters", abstract="A queue of waiters is fair to cores.", category="cs.DS"),
    paper(3, "Many cores", abstract="Machines with many cores are measured."),
    paper(4, "Strings at strong coupling", abstract="Strings couple strongly.", category="hep-th"),
)
KEY = key_of(LOCKS.id)


@pytest.fixture
def filled(home: Home, library: Library) -> Library:
    home.take(LOCKS, QUEUES, CORES, STRINGS)
    return library


def test_the_papers_like_one_are_listed_the_most_alike_first_without_itself(filled: Library) -> None:
    listing = filled.search.listing(f"like:{LOCKS.id}")
    assert listing.query.sort is Sort.BEST
    assert {id_of(key) for key in listing.keys} == {QUEUES.id, CORES.id}
    assert [hit.key for hit in filled.related.similar(KEY).hits] == list(listing.keys)
    assert listing.complete
    assert listing.note == ""


def test_the_first_papers_alike_are_beside_one_without_those_that_are_hidden(filled: Library) -> None:
    same, alike = filled.related.beside(KEY)
    assert same == ()
    assert {paper.id for paper in alike} == {QUEUES.id, CORES.id}
    filled.marks.apply([QUEUES.key], "hide")
    assert [paper.id for paper in filled.related.beside(KEY)[1]] == [CORES.id]
    assert filled.related.beside(paper(9).key) == ((), ())


def test_a_paper_that_is_the_same_work_is_not_named_twice(home: Home, library: Library) -> None:
    again = paper(5, LOCKS.title, abstract=ABSTRACT)
    home.take(LOCKS, again, CORES)
    same, alike = library.related.beside(KEY)
    assert [each.key for each in same] == [again.key]
    assert [paper.id for paper in alike] == [CORES.id]


def test_each_says_which_words_it_has_in_common(filled: Library) -> None:
    shown = {id_of(hit.key): set(hit.words) for hit in filled.related.similar(KEY).hits}
    assert shown[QUEUES.id] >= {"waiters", "cores"}
    assert filled.related.similar(KEY).hits[0].authors == ("Ada Example",)
    assert len(filled.related.similar(KEY, 1).hits) == 1


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("like:2605.00001 cat:cs.DS", [QUEUES]),
        ("like:2605.00001 -cat:cs.DS", [CORES]),
        ("like:2605.00001 queue", [QUEUES]),
        ("like:2605.00001 is:starred", [CORES]),
        ("like:2605.00001 sort:new", [CORES, QUEUES]),
        ("like:2605.00001 sort:old", [QUEUES, CORES]),
        ("-like:2605.00001", [STRINGS, LOCKS]),
        ("cat:hep-th OR like:2605.00001", [STRINGS, CORES, QUEUES]),
        ("like:2605.00001 like:2605.00002", [CORES]),
        ("like:2605.00004", []),
    ],
)
def test_likeness_goes_with_every_other_term(filled: Library, query: str, found: list[Paper]) -> None:
    filled.marks.apply([key_of(CORES.id)], "star")
    assert ids(filled, query) == [each.id for each in found]


def test_hidden_papers_are_not_shown_as_alike(filled: Library) -> None:
    filled.marks.apply([key_of(CORES.id)], "hide")
    assert [hit.key for hit in filled.related.similar(KEY).hits] == [key_of(QUEUES.id)]


def test_of_large_collaborations_twenty_are_compared_and_the_others_follow(home: Home, library: Library) -> None:
    chance = random.Random(1)
    papers = [
        paper(number, f"Fair locks {number}", abstract=ABSTRACT, authors=tuple(_members(chance)))
        for number in range(1, 31)
    ]
    home.take(*papers)
    hits = library.related.similar(KEY, 100).hits
    listed = list(library.search.listing(f"like:{LOCKS.id}").keys)
    assert len(hits) == 20
    assert [hit.key for hit in hits] == listed[:20]
    assert set(listed) == {key_of(each.id) for each in papers} - {KEY}


def _members(chance: random.Random) -> Iterator[Author]:
    return (Author(f"Ada {chance.randbytes(8).hex()}") for _ in range(1_000))


def test_similar_papers_are_cached_for_the_last_requested_papers_only(home: Home) -> None:
    home.take(*(paper(number, f"Fair locks {number}", abstract=ABSTRACT) for number in range(1, 31)))
    asked: list[int] = []
    with Cache.open(home.paths.cache_db) as cache:
        index = SearchIndex.open(home.paths.index)

        def paper_of(key: int) -> Paper | None:
            asked.append(key)
            return cache.papers.get(key)

        neighbours = SimilarityCache(cache, paper_of)
        keys = list(cache.month_keys())
        for key in keys:
            assert neighbours.of(index, key) is neighbours.of(index, key)
        neighbours.of(index, keys[-2])
        assert asked == keys
        neighbours.of(index, keys[0])
    assert asked == [*keys, keys[0]]


def test_numbers_are_of_the_papers_alike(filled: Library) -> None:
    assert filled.facets.of("like:2605.00001").total == 2


def test_a_kept_paper_that_left_the_cache_still_has_neighbours(home: Home, filled: Library) -> None:
    filled.marks.apply([KEY], "star")
    filled.close()
    home.drop_cache()
    home.take(QUEUES, CORES)
    with home.library() as again:
        assert {hit.key for hit in again.related.similar(KEY).hits} == {key_of(QUEUES.id), key_of(CORES.id)}


def test_an_index_that_is_behind_is_reported(home: Home, filled: Library) -> None:
    home.take(paper(5, "Fair locks, late", abstract=MORE), indexed=False)
    assert filled.related.similar(KEY).note == "search does not include the newest paper yet"
    assert filled.search.listing("like:2605.00001 cores").note == "search does not include the newest paper yet"


def test_a_new_paper_is_among_the_similar_ones_once_it_is_indexed(home: Home, filled: Library) -> None:
    assert len(filled.related.similar(KEY).hits) == 2
    home.take(paper(5, "Fair locks, late", abstract=MORE))
    assert filled.related.similar(KEY).hits[0].key == key_of("2605.00005")


def test_a_paper_that_nobody_knows_is_like_none_and_that_is_said(filled: Library) -> None:
    listing = filled.search.listing("like:2605.00099")
    assert (list(listing.keys), listing.note) == ([], "2605.00099 is not stored here")
    assert filled.related.similar(key_of("2605.00099")).hits == ()
    assert filled.related.same_work(key_of("2605.00099")) == ()


OTHER = (Author("Björn Måns"),)
UNLIKE = "Nothing of what was said above is said here, as this text is about rivers, their sources, the towns that lie \
at their mouths, and all the bridges that were built across them since the last great flood."


@pytest.mark.parametrize(
    ("other", "kind"),
    [
        (paper(5, "Fair Locks on Many Cores", abstract="Another text."), Relation.SAME),
        (paper(5, "Fair Locks on Many Cores", abstract=UNLIKE), Relation.SAME),
        (paper(5, "Fair locks on many cores (extended version)", abstract=ABSTRACT), Relation.SAME),
        (paper(5, "On the cost of being fair", abstract=ABSTRACT), Relation.TEXT),
        (paper(5, "On the cost of being fair", abstract=ABSTRACT, authors=OTHER), Relation.TEXT),
        (paper(5, "On the cost of being fair", abstract=ABSTRACT.replace("third", "half")), Relation.TEXT),
        (paper(5, "On the cost of being fair", abstract=ABSTRACT.replace("lock", "latch"), authors=OTHER), None),
        (paper(5, "Fair locks on many cores", abstract="Another text.", authors=OTHER), None),
        (paper(5, "Fair locks on many cores II. Queues", abstract="Queues."), Relation.PART),
        (paper(5, "Fair locks on many cores, Part 2", abstract="Queues."), Relation.PART),
        (paper(5, "Fair locks on many cores II", abstract="Queues.", authors=OTHER), None),
        (paper(5, "Comment on 'Fair locks on many cores'", abstract="No.", authors=OTHER), Relation.COMMENT),
        (paper(5, "Reply to 'Comment on Fair locks on many cores'", abstract="Yes."), Relation.REPLY),
        (paper(5, "Erratum: Fair locks on many cores [Example Lett. 1, 2]", abstract=""), Relation.CORRECTION),
        (paper(5, "Fair locks", abstract=f"Withdrawn; superseded by arXiv:{LOCKS.id}"), Relation.INSTEAD),
        (paper(5, "Locks", abstract=f"Merged with arXiv:{LOCKS.id[:7]}\n  {LOCKS.id[7:]}"), Relation.INSTEAD),
        (paper(5, "Fair locks on many cores and fewer", abstract="Other."), None),
    ],
)
def test_the_same_work_comments_parts_and_corrections_are_found_from_both_papers(
    home: Home, filled: Library, other: Paper, kind: Relation | None
) -> None:
    home.take(other)
    theirs = key_of("2605.00005")
    assert [(each.key, each.kind) for each in filled.related.same_work(KEY)] == ([(theirs, kind)] if kind else [])
    back = {each.key: each.kind for each in filled.related.same_work(theirs)}
    assert (KEY in back) is (kind is not None)
    if kind in (Relation.COMMENT, Relation.REPLY, Relation.CORRECTION):
        assert back[KEY] is Relation.SUBJECT
    elif kind:
        assert back[KEY] is kind


def test_two_remarks_about_one_paper_are_beside_each_other(home: Home, filled: Library) -> None:
    home.take(
        paper(5, "Comment on 'Fair locks on many cores'", abstract="No.", authors=OTHER),
        paper(6, "Reply to 'Comment on Fair locks on many cores'", abstract="Yes."),
    )
    kinds = {each.key: each.kind for each in filled.related.same_work(key_of("2605.00005"))}
    assert kinds == {KEY: Relation.SUBJECT, key_of("2605.00006"): Relation.BESIDE}


def test_texts_that_only_say_that_they_are_withdrawn_are_no_same_work(home: Home, filled: Library) -> None:
    gone = "This paper has been withdrawn by the author due to a crucial error in the proof of its main lemma."
    home.take(paper(5, "Locks at rest", abstract=gone), paper(6, "Queues at rest", abstract=gone))
    assert filled.related.same_work(key_of("2605.00005")) == ()


def test_texts_with_hardly_a_word_in_common_are_not_converted_for_a_comparison() -> None:
    locks, strings = Work(KEY, LOCKS), Work(key_of(STRINGS.id), STRINGS)
    assert related(locks, strings) is None
    assert "word_sequences" not in vars(strings)


@pytest.mark.parametrize(("abstract", "kinds"), [(UNLIKE, []), (f"{UNLIKE} {MORE}", [Relation.SAME])])
def test_works_of_one_author_under_a_short_title_are_the_same_where_their_abstracts_have_something_in_common(
    home: Home, library: Library, abstract: str, kinds: list[Relation]
) -> None:
    home.take(paper(1, "Erratum", abstract=ABSTRACT), paper(5, "Erratum", abstract=abstract))
    assert [each.kind for each in library.related.same_work(KEY)] == kinds


def test_papers_on_particles_of_two_charges_are_two_works(home: Home, library: Library) -> None:
    titles = ("Production of $D^{+}$ mesons", "Production of $D^{-}$ mesons", "Production of D+ mesons")
    home.take(*(paper(number, title, abstract=UNLIKE) for number, title in enumerate(titles, 1)))
    assert [id_of(each.key) for each in library.related.same_work(KEY) if each.kind is Relation.SAME] == ["2605.00003"]


def test_the_reason_for_the_same_work_names_title_authors_and_share_of_the_abstract(
    home: Home, filled: Library
) -> None:
    home.take(paper(5, "Fair Locks on Many Cores", abstract=ABSTRACT))
    (result,) = filled.related.same_work(KEY)
    assert result.why == "the same title, 1 author in common, 100% of the abstract"
