"""Papers that have just arrived, by saved view, before they are delivered to the inbox."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta

import pytest

from arxtui.library.facade import Library
from arxtui.model.paper import AnnounceType, Paper
from arxtui.store.cache.database import Cache
from tests.builders import NOW, announced, card, paper
from tests.library.made import Home

OLD, NEW, NEWER, OTHER = paper(1), paper(2), paper(3), paper(4, "Fair locks", category="cs.PF")


class Arriving:
    """A home with one paper, before new papers arrive; ``change`` and ``NOW`` lie between the first paper and the new
    ones."""

    def __init__(self, home: Home, library: Library, change: int) -> None:
        self.home, self.library, self.change = home, library, change

    def found(self, query: str) -> list[str]:
        self.library.views.save("Asked", query)
        keys = self.library.arrivals.since(self.change, NOW)
        return [
            row.id or "?"
            for view, found in self.library.arrivals.by_view(keys)
            for row in self.library.papers.rows(found)
        ]


@pytest.fixture
def arriving(home: Home) -> Iterator[Arriving]:
    home.now = NOW - timedelta(days=1)
    home.take(OLD, announcements=[announced(OLD)])
    with Cache.open(home.paths.cache_db) as cache:
        change = cache.changes.latest()
    home.now = NOW + timedelta(minutes=1)
    with ExitStack() as stack:
        library = Library.open(home.paths, home.settings, home.clock)
        stack.callback(library.close)
        yield Arriving(home, library, change)


def arrive(arriving: Arriving) -> None:
    arriving.home.take(
        NEW,
        NEWER,
        OTHER,
        reviews=[card(paper(9))],
        announcements=[announced(NEW), announced(NEWER, kind=AnnounceType.CROSS)],
    )


def test_papers_first_reported_since_then_are_new(arriving: Arriving) -> None:
    arrive(arriving)
    assert list(arriving.library.arrivals.since(arriving.change, NOW)) == [NEW.key, NEWER.key, OTHER.key]
    assert list(arriving.library.arrivals.since(arriving.change, NOW + timedelta(hours=1))) == []


def test_a_paper_that_was_here_before_and_is_reported_again_is_not_new(arriving: Arriving) -> None:
    arriving.home.take(paper(1, "Another title", version=2))
    assert list(arriving.library.arrivals.since(arriving.change, NOW)) == []


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", [OTHER, NEWER, NEW]),
        ("is:unread", [NEWER, NEW]),
        ("-is:unread", [OTHER]),
        ("ti:number", [NEWER, NEW]),
        ("ti:numb", []),
        ("locks cat:cs.PF", [OTHER]),
        ("is:starred", []),
    ],
)
def test_each_view_gets_the_papers_that_match_it_newest_first(
    arriving: Arriving, query: str, found: list[Paper]
) -> None:
    arrive(arriving)
    assert arriving.found(query) == [each.id for each in found]


def test_an_arriving_replacement_that_the_inbox_does_not_deliver_is_not_unread(arriving: Arriving) -> None:
    arriving.home.take(NEW, announcements=[announced(NEW, kind=AnnounceType.REPLACE_CROSS)])
    assert arriving.found("is:unread") == []


def test_views_without_new_papers_are_not_reported(arriving: Arriving) -> None:
    arriving.library.views.save("None", "is:starred")
    arriving.library.views.save("Some", "ti:number")
    arrive(arriving)
    result = list(arriving.library.arrivals.by_view(arriving.library.arrivals.since(arriving.change, NOW)))
    assert [(view.name, list(found)) for view, found in result] == [("Some", [NEWER.key, NEW.key])]


def test_an_index_that_is_behind_may_miss_papers_and_says_so(arriving: Arriving) -> None:
    arrive(arriving)
    assert arriving.library.arrivals.index_lag() == ""
    arriving.home.take(paper(7), indexed=False)
    assert arriving.library.arrivals.index_lag()
