"""Listings in groups: by topic, by category, by rules and the user's own ranking."""

from __future__ import annotations

import pytest

from arxtui.config.settings import FollowSettings
from arxtui.library.facade import Library
from arxtui.library.search import grouping, listings
from arxtui.library.views import Listing
from arxtui.light import changed
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.model.arxiv.ids import id_of
from arxtui.model.expr import Grouping
from arxtui.model.paper import Author, Paper
from arxtui.model.rules import Rule
from tests.builders import announced, paper
from tests.library.made import Home, ids

SUBJECTS = {"cs.DC": "quorum consensus leader ballot", "math.PR": "queue waiting arrival backlog"}
PAPERS: list[Paper] = [
    paper(
        number,
        f"The {words[number // 2 % 4]} of a {words[(number // 2 + 1) % 4]}",
        abstract=f"We study {text} in case {number}.",
        category=category,
    )
    for number in range(1, 17)
    for category, text in [list(SUBJECTS.items())[number % 2]]
    for words in [text.split()]
]
LAST = paper(40, "Medieval trade routes", abstract="A map.", category="cs.AI", authors=(Author("Ben Example"),))


@pytest.fixture
def grouped_home(home: Home, library: Library) -> Home:
    """A home with eight papers on each of two subjects, and one on another, all announced today."""
    home.take(*PAPERS, LAST, announcements=[announced(each) for each in (*PAPERS, LAST)])
    return home


def groups(listing: Listing) -> dict[str, list[str | None]]:
    """Return the groups of a listing, of which it consists."""
    assert list(listing.keys) == [key for group in listing.groups for key in group.keys]
    assert listing.total == len(listing.keys)
    return {group.name: [id_of(key) for key in group.keys] for group in listing.groups}


def newest_first(papers: list[Paper]) -> list[str]:
    return [each.id for each in reversed(papers)]


def test_papers_are_grouped_by_topic_and_keep_their_order(grouped_home: Home, library: Library) -> None:
    found = groups(library.search.listing("group:topic"))
    assert list(found.values()) == [newest_first(PAPERS[1::2]), newest_first(PAPERS[::2]), [LAST.id]]
    assert [*found][-1] == grouping.OTHER
    assert {*"quorum consensus leader ballot".split()} >= {*next(iter(found)).replace(",", "").split()}
    oldest_first = groups(library.search.listing("group:topic sort:old"))
    assert next(iter(oldest_first.values())) == [each.id for each in PAPERS[::2]]


def test_topics_stay_while_papers_leave_the_list_and_when_they_return(grouped_home: Home, library: Library) -> None:
    before = groups(library.search.listing("-is:read group:topic"))
    read = [PAPERS[1].key, *(each.key for each in PAPERS[2::2]), LAST.key]
    library.marks.apply(read, "read")
    left = groups(library.search.listing("-is:read group:topic"))
    gone = {id_of(key) for key in read}
    kept = {name: [each for each in papers if each not in gone] for name, papers in before.items()}
    assert left == {name: papers for name, papers in kept.items() if papers}
    library.journal.undo()
    assert groups(library.search.listing("-is:read group:topic")) == before


def test_the_categories_that_are_followed_come_first_then_the_largest(grouped_home: Home, library: Library) -> None:
    found = groups(library.search.listing("group:category"))
    assert {name: len(papers) for name, papers in found.items()} == {
        "cs.DC · Distributed, Parallel, and Cluster Computing": 8,
        "math.PR · Probability": 8,
        "cs.AI · Artificial Intelligence": 1,
    }


def test_a_paper_is_under_its_first_rule_then_for_you_then_under_none(grouped_home: Home) -> None:
    grouped_home.settings = changed(
        grouped_home.settings,
        rules=(
            Rule("gone", "ti:backlog", mute=True),
            Rule("votes", "ti:ballot", highlight=True),
            Rule("leaders", "ti:leader", score=3),
            Rule("none of these", "ti:unicorn", score=3),
        ),
        follow=FollowSettings(authors=("Ben Example",)),
    )
    with grouped_home.library() as library:
        chosen = next(each.key for each in PAPERS if "queue of" in each.title)
        library._context.cache.ranking_scores.add({chosen: 2.5, chosen + 8: 0.2}, ())
        found = groups(library.search.listing("group:rules"))
    assert [*found] == ["votes", "leaders", "following Ben Example", grouping.FOR_YOU, grouping.NO_RULE]
    titles = {each.id: each.title for each in PAPERS}
    assert all("ballot" in titles[str(each)] for each in found["votes"])
    assert all("leader" in titles[str(each)] for each in found["leaders"])
    assert (found["following Ben Example"], found[grouping.FOR_YOU]) == ([LAST.id], [id_of(chosen)])
    assert not any("backlog" in titles.get(str(each), "") for papers in found.values() for each in papers)


def test_a_list_that_is_too_long_stays_as_it_is_and_says_why(
    grouped_home: Home, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grouping, "MOST", 16)
    monkeypatch.setattr(grouping, "MOST_BY_TOPIC", 8)
    for named in ("category", "topic"):
        listing = library.search.listing(f"group:{named}")
        assert (listing.groups, list(listing.keys)) == ((), list(library.search.listing("").keys))
        assert listing.ungrouped.startswith(f"Only lists of up to {16 if named == 'category' else 8} papers")
    assert library.search.listing("cat:math.PR group:topic").groups


def test_a_query_names_the_groups_or_the_caller_does(grouped_home: Home, library: Library) -> None:
    asked = library.search.listing("", group=Grouping.CATEGORY)
    assert (len(asked.groups), asked.query.group) == (3, Grouping.CATEGORY)
    assert not library.search.listing("group:none", group=Grouping.CATEGORY).groups
    assert ids(library, "") == newest_first([*PAPERS, LAST])


def test_a_day_in_groups_has_no_sections_and_its_papers_keep_their_type(grouped_home: Home, library: Library) -> None:
    listing = library.search.listing("day:2026-05-13 group:category")
    assert (listing.sections, len(listing.groups)) == ((), 3)
    rows = library.papers.rows_of(listing, listing.keys[:1])
    assert (rows[0].type, rows[0].day) == (AnnounceType.NEW, listing.day)


def test_a_count_makes_no_groups(grouped_home: Home, library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(listings, "grouped")
    assert library.search.total("cat:math.PR group:topic") == 8


def test_papers_that_arrive_wait_for_a_list_in_groups(grouped_home: Home, library: Library) -> None:
    listing = library.search.listing("group:category")
    assert library.search.waiting(listing) == 0
    library.marks.apply([PAPERS[0].key], "hide")
    assert library.search.waiting(listing) == 0
    grouped_home.take(paper(50, "A late one"))
    assert library.search.waiting(listing) == 1


def test_a_search_with_more_papers_than_it_fetches_at_first_is_grouped_whole(home: Home, library: Library) -> None:
    home.take(*(paper(number, f"Queue number {number}", category="cs.DC") for number in range(1, 200)))
    assert not library.search.listing("queue").complete
    listing = library.search.listing("queue group:category")
    assert (len(listing.keys), listing.total, len(listing.groups)) == (199, 199, 1)
