"""The state of the reader without a screen: what is counted, what the list is called, and what is offered."""

from __future__ import annotations

from array import array
from datetime import date
from typing import Any

import pytest

from arxtui.config.settings import Settings
from arxtui.library.views import AuthorCounts, Facets, FilterCounts, Listing, SavedView
from arxtui.query import parse
from arxtui.tui.present.bars import Tally
from arxtui.tui.state.filter_groups import FilterGroup
from arxtui.tui.state.session import Session
from arxtui.tui.state.view import ListPosition, News, QueryCounts

TODAY = date(2026, 5, 13)


def listing(total: int, **other: Any) -> Listing:
    return Listing(parse(""), array("q", range(total, 0, -1)), total, **other)


def session(query: str, **counted: Any) -> Session:
    """Return the state while the list of a query is shown and was counted."""
    made = Session(Settings())
    made.view.query = query
    made.view.requested = ListPosition(query)
    made.counted = QueryCounts(query, False, Facets(7, unread=3, muted=2), "", (), **counted)
    return made


def numbers(unread: int) -> News:
    return News(FilterCounts((), 9, unread, {}, {}, 0, (), (), (), 0, 0, reviewed=False))


@pytest.mark.parametrize(
    ("counted", "is_counted"), [({}, True), ({"query": "locks"}, False), ({"typing": True}, False)]
)
def test_counts_are_those_of_the_list_if_query_and_typing_are_the_same(
    counted: dict[str, Any], is_counted: bool
) -> None:
    made = session("fair", base="fair", offers=("fairness",))
    assert made.counted is not None
    made.counted = made.counted._replace(**counted)
    made.authors = ("fair", AuthorCounts((("B. Stone", 2, False),)))
    made.view.listing = listing(0, exact=False)
    assert made.is_counted == is_counted
    assert made.authors_counted == (made.authors[1] if is_counted else None)
    assert made.offers == (("fairness",) if is_counted else ())
    assert made.tally(listing(5, exact=False, untried=4)) == (
        Tally(7, unread=3, muted=2, untried=4) if is_counted else Tally(5, exact=False, untried=4)
    )


def test_a_list_that_is_counted_to_its_end_keeps_its_number() -> None:
    assert session("fair").tally(listing(5)) == Tally(5, unread=3, muted=2)


def test_nothing_is_offered_or_named_before_there_are_counts() -> None:
    made = Session(Settings())
    assert (made.is_counted, made.authors_counted, made.offers, made.all_read) == (False, None, (), False)
    assert made.tally(listing(2)) == Tally(2)


@pytest.mark.parametrize(("papers", "offers"), [(None, []), (1, []), (0, ["fairness"])])
def test_queries_are_offered_for_an_empty_list_alone(papers: int | None, offers: list[str]) -> None:
    made = session("fair", offers=("fairness",))
    made.view.listing = None if papers is None else listing(papers)
    assert list(made.offers) == offers


def test_authors_of_another_query_are_not_those_of_the_list() -> None:
    made = session("fair is:unread", base="fair")
    for query in ("locks", "fair is:unread"):
        made.authors = (query, AuthorCounts())
        assert made.authors_counted is None
    made.authors = ("fair", AuthorCounts())
    assert made.authors_counted == AuthorCounts()


@pytest.mark.parametrize(("unread", "all_read"), [(0, True), (1, False)])
def test_all_is_read_when_no_paper_is_unread_and_rows_then_build_on_all_papers(unread: int, all_read: bool) -> None:
    made = session("is:unread locks", base="is:unread")
    made.news = numbers(unread)
    assert made.all_read == all_read
    assert made.base_query == "is:unread", "what was counted"
    for query, typing in (("is:unread queue", False), ("is:unread locks", True)):
        made.view.requested = ListPosition(query, typing=typing)
        assert made.base_query == f"{'' if all_read else 'is:unread '}{query.split()[1]}{'*' if typing else ''}"
    made.counted = None
    assert made.base_query == f"{'' if all_read else 'is:unread '}locks*"


@pytest.mark.parametrize(
    ("query", "name", "place", "title"),
    [
        ("", "All papers", ("All papers", 0), "All papers"),
        ("is:unread", "Unread", ("Unread", 1), "Unread"),
        ("is:unread locks", "", ("Unread", 1), "Unread locks"),
        ("is:unread sort:foryou", "For you", ("For you", 2), "For you"),
        ("is:unread sort:foryou locks", "", ("For you", 2), "For you locks"),
        ("locks is:unread", "", ("All papers", 0), "locks is:unread"),
        ("cat:cs.DC", "Systems", ("Systems", 0), "Systems"),
        ("cat:cs.DC locks", "", ("All papers", 0), "cat:cs.DC locks"),
        ("fair queue", "Mine", ("Mine", 1), "Mine"),
        ("cites:2605.00001", "Citing Hubs", ("Citing Hubs", 1), "Citing Hubs"),
    ],
)
def test_a_list_has_the_name_of_its_query_or_of_the_place_that_it_begins_with(
    query: str, name: str, place: tuple[str, int], title: str
) -> None:
    made = session(query)
    made.saved_views = [
        (SavedView("Other", "other"), 1, 0),
        (SavedView("Mine", "fair queue"), 2, 0),
        (SavedView("Systems", "cat:cs.DC"), 3, 0),
    ]
    made.names["cites:2605.00001"] = "Citing Hubs"
    made.names["fair queue"] = "of a command"
    assert (made.view_name, made.place_name, made.title_of(query)) == (name, place, title)


def test_a_word_that_may_mean_a_category_is_noted_unless_that_is_offered_already() -> None:
    made = session("cs.LG")
    made.view.listing = listing(0)
    assert "cat:cs.LG" in made.note_on_literals
    made = session("cs.LG", offers=("cat:cs.LG",))
    made.view.listing = listing(0)
    assert made.note_on_literals == ""


def test_rows_of_a_group_are_counted_without_its_terms_and_others_for_the_base() -> None:
    whole, base, tags = Facets(1), Facets(2), Facets(3)
    counts = QueryCounts("q", False, whole, "", (), grouped={FilterGroup.TAG: ("q", tags)})
    assert [counts.facets_of(group) for group in (FilterGroup.TAG, FilterGroup.BADGE)] == [tags, whole]
    assert counts._replace(base_facets=base).facets_of(FilterGroup.BADGE) == base
    assert counts._replace(base_facets=base).facets_of(FilterGroup.TAG) == tags


def test_another_list_has_no_papers_waiting() -> None:
    news, shown = News(waiting=3), listing(1)
    news.reset_waiting(shown)
    assert (news.waiting, news.listing) == (0, shown)
