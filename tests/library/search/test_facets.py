"""Facet counts of a query's papers, and suggestions of other queries the user could have meant."""

from __future__ import annotations

from array import array

import pytest

from arxtui.library.facade import Library
from arxtui.library.search import facets
from arxtui.library.search.regex import TextSearch
from arxtui.library.views import Facets
from arxtui.model.arxiv.ids import split_key
from arxtui.model.expr import Expr
from arxtui.search.index import SearchIndex
from arxtui.store.library.labels import StoredTags
from tests.builders import announced, card, paper
from tests.library.made import YESTERDAY, Home

LOCKS, QUEUES, GRAPHS, OLD = (
    paper(1, "Fair locks"),
    paper(2, "Fair queues", categories=("cs.DC", "cs.DS", "math.PR")),
    paper(3, "Fair graphs", category="hep-th"),
    paper(4, "Old fairness of locks", category="math.LO", id="math/0101004"),
)
MAY, JANUARY = (split_key(each.key)[0] for each in (LOCKS, OLD))


@pytest.fixture
def filled(home: Home, library: Library) -> Library:
    """A library with two announced unread papers: one starred, the other tagged and with a review that has theorem
    links."""
    home.take(
        LOCKS,
        QUEUES,
        GRAPHS,
        OLD,
        announcements=[announced(LOCKS), announced(QUEUES, YESTERDAY)],
        reviews=[card(QUEUES)],
    )
    library.inbox.deliver()
    library.marks.apply([LOCKS.key], "star")
    library.marks.apply([QUEUES.key], "tag", "thesis")
    return library


def test_the_papers_of_a_search_are_counted_by_everything(filled: Library) -> None:
    assert filled.facets.of("fair") == Facets(
        total=3,
        archives=(("cs", 2), ("hep-th", 1), ("math", 1)),
        categories=(("cs.DC", 2), ("cs.DS", 1), ("hep-th", 1), ("math.PR", 1)),
        months=((MAY, 3),),
        badges=(("theorem", 1), ("unreviewed", 2)),
        unread=2,
        tags=(("thesis", 1),),
    )


def test_each_badge_is_counted_apart(home: Home, filled: Library) -> None:
    home.take(reviews=[card(LOCKS, theorem_links=0), card(GRAPHS, theorem_links=None)])
    assert filled.facets.of("").badges == (("theorem", 1), ("recognition", 1), ("none", 1), ("unreviewed", 1))
    for name in ("theorem", "recognition", "none"):
        assert filled.search.listing(f"badge:{name}").total == 1


@pytest.mark.parametrize("handed_out", [0, 1_000])
def test_marked_papers_are_the_same_from_either_side(
    filled: Library, monkeypatch: pytest.MonkeyPatch, handed_out: int
) -> None:
    monkeypatch.setattr(facets, "HANDED_OUT", handed_out)
    result = filled.facets.of("fair")
    assert result.unread == 2
    assert result.tags == (("thesis", 1),)


def test_marked_papers_among_nearly_all_are_counted_exactly(home: Home, library: Library) -> None:
    """The few papers that do not match are fetched instead; marked papers that the index lacks do not match."""
    fair, other, late = [paper(number, "Fair locks") for number in range(1, 41)], paper(41, "Queues"), paper(42, "Fair")
    home.take(*fair, other)
    home.take(late, indexed=False)
    library.marks.apply([fair[0].key, other.key, late.key], "tag", "thesis")
    assert library.facets.of("fair").tags == (("thesis", 1),)
    library.marks.apply([fair[2].key], "tag", "thesis")
    assert library.facets.of("fair").tags == (("thesis", 2),)
    home.take()
    assert library.facets.of("fair").tags == (("thesis", 3),)


def test_tags_are_read_again_only_when_something_was_written(filled: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[StoredTags] = []
    read = StoredTags.all

    def noted(tags: StoredTags) -> list[tuple[str, array[int]]]:
        reads.append(tags)
        return read(tags)

    monkeypatch.setattr(StoredTags, "all", noted)
    for query in ("f", "fa", "fai", "fair"):
        assert filled.facets.of(query, typing=True).tags == (("thesis", 1),)
    assert len(reads) == 1
    filled.marks.apply([LOCKS.key], "tag", "thesis")
    assert filled.facets.of("fair").tags == (("thesis", 2),)
    assert len(reads) == 2


@pytest.mark.parametrize(
    "query", ["", "fair", "fa", "cat:cs.*", "is:unread", "-is:unread", "tag:thesis", "locks is:read"]
)
def test_every_number_is_that_of_the_list_it_narrows_to(filled: Library, query: str) -> None:
    facets = filled.facets.of(query, typing=True)

    def listed(term: str) -> int:
        return filled.search.listing(f"{term} {query}", typing=True).total

    assert facets.total == listed("")
    assert all(papers == listed(f"cat:{code}") for code, papers in facets.categories)
    assert facets.unread == listed("is:unread")
    assert all(papers == listed(f"tag:{name}") for name, papers in facets.tags)
    assert all(papers == listed(f"badge:{name}") for name, papers in facets.badges if name != "unreviewed")
    assert dict(facets.badges).get("unreviewed", 0) == listed("-has:review")
    assert sum(papers for _, papers in facets.months) == facets.total


def test_ratings_are_counted_the_best_first(filled: Library) -> None:
    filled.marks.rate([LOCKS.key], 5)
    filled.marks.rate([QUEUES.key], 3)
    assert filled.facets.of("fair").ratings == ((5, 1), (3, 1))


def test_hidden_papers_are_not_counted(filled: Library) -> None:
    filled.marks.apply([QUEUES.key], "hide")
    facets = filled.facets.of("fair")
    assert (facets.total, facets.unread, facets.muted) == (2, 1, 0)


def test_hidden_papers_count_in_no_row_of_the_filter_but_their_own(filled: Library) -> None:
    filled.marks.apply([LOCKS.key, GRAPHS.key], "star")
    before = filled.counts.filters()
    filled.marks.apply([LOCKS.key], "hide")
    after = filled.counts.filters()
    assert (before.all - after.all, before.unread - after.unread) == (1, 1)
    assert (after.marked["starred"], after.marked["hidden"]) == (1, 1)


def test_a_search_without_papers_has_no_counts(filled: Library) -> None:
    assert filled.facets.of("nothing-like-this") == Facets(0)


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("qeues", ("queues",)),
        ("ti:lcoks fair", ("ti:locks fair",)),
        ("fair locsk cat:cs.DC", ("fair locks cat:cs.DC",)),
        ("locks", ()),
        ('"qeues"', ()),
        ("zzzzzz", ()),
        ("is:unread cat:cs.DC", ()),
        ("+++", ()),
        ("", ()),
        ("cs.ds", ("cat:cs.ds",)),
        ("fair cs.DS", ("fair cat:cs.DS",)),
        ("cs.CV", ()),
        ("tag:theses fair", ("tag:thesis fair",)),
        ("tag:thesis graphs", ()),
        ('list:"to raed"', ('list:"to read"',)),
        ("lcoks fiar", ("locks fair",)),
        ("qeues ti:fiar is:unread", ("queues ti:fair is:unread",)),
        ("queues or locks", ("queues OR locks",)),
        ("gosip", ("ti:queues",)),
        ("Gossip", ("ti:queues",)),
    ],
)
def test_a_query_that_finds_nothing_may_be_near_one_that_does(
    filled: Library, query: str, meant: tuple[str, ...]
) -> None:
    filled.lists.enlist([QUEUES.key], "to read")
    filled.views.save("Gossip", "ti:queues")
    filled.views.save("Empty", "ti:nothing")
    assert filled.suggestions.of(query) == meant


def test_no_word_is_offered_for_a_state(home: Home, library: Library) -> None:
    home.take(paper(9, "Unreal queues"))
    assert library.suggestions.of("unread") == ("unreal",)
    assert library.suggestions.of("is:unread") == ()


def test_a_long_query_costs_no_search_for_each_of_its_terms(filled: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    count, nearby = SearchIndex.count, SearchIndex.nearby

    def counted_count(index: SearchIndex, expr: Expr) -> int:
        asked.append("count")
        return count(index, expr)

    def counted_nearby(index: SearchIndex, word: str) -> list[tuple[str, int]]:
        asked.append("nearby")
        return nearby(index, word)

    monkeypatch.setattr(SearchIndex, "count", counted_count)
    monkeypatch.setattr(SearchIndex, "nearby", counted_nearby)
    assert filled.suggestions.of(f"{'fair ' * 15}lockz") == (f"{'fair ' * 15}locks",)
    asked.clear()
    assert filled.suggestions.of(f"{'fair ' * 119}lockz") == filled.suggestions.of("tag:thesos " * 120) == ()
    assert asked == []
    assert filled.suggestions.of(f"{'fair OR ' * 118}cs.DC")[0].endswith("cat:cs.DC")
    assert asked == ["count"]


def test_suggestions_search_no_texts_for_a_regular_expression(filled: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[object] = []
    monkeypatch.setattr(TextSearch, "look", lambda *asked, **_: searched.append(asked))
    assert filled.suggestions.of("faif /fair locks/") == ()
    assert filled.suggestions.of("faif /lock/") == ("fair /lock/",)
    assert searched == []
