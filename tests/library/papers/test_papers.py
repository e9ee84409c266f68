"""Rows and records of papers: data from the cache, marks of the user, in readable form."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from arxtui.library.facade import Library
from arxtui.model.arxiv.ids import is_pending, key_of
from arxtui.model.marks import Marks, What
from arxtui.model.paper import AnnounceType, Author
from arxtui.model.views import Dated
from tests.builders import announced, card, paper
from tests.library.made import TODAY, YESTERDAY, Home, ids

LOCKS = paper(1, r"Fair locks in $O(n \log n)$ by G\"odel", doi="10.1234/Locks", version=2)


def test_a_row_is_readable_and_has_announcement_marks_and_newest_review(home: Home, library: Library) -> None:
    home.take(
        LOCKS,
        announcements=[announced(LOCKS, YESTERDAY), announced(LOCKS, TODAY, AnnounceType.REPLACE)],
        reviews=[
            card(LOCKS, "The older headline", listed_on=YESTERDAY, theorem_links=None),
            card(LOCKS, "The newer headline", place=1),
        ],
    )
    library.inbox.deliver()
    library.marks.apply([LOCKS.key], "star")
    (row,) = library.papers.rows([LOCKS.key])
    assert (row.id, row.version, row.category) == ("2605.00001", 2, "cs.DC")
    assert row.title == "Fair locks in O(n log n) by Gödel"
    assert row.title_tex == LOCKS.title
    assert (row.day, row.dated) == (date(2026, 5, 11), Dated.SUBMITTED)
    assert (row.announced, row.type) == (YESTERDAY, AnnounceType.REPLACE)
    assert (row.headline, row.theorem_links, row.reviews) == ("The newer headline", 2, 2)
    assert row.marks == Marks(unread=True, starred=True)


def test_rows_are_in_the_requested_order_without_unknown_papers(home: Home, library: Library) -> None:
    home.take(paper(1), paper(2), paper(3))
    asked = [paper(2).key, paper(9).key, paper(3).key, paper(1).key]
    assert [row.id for row in library.papers.rows(asked)] == ["2605.00002", "2605.00003", "2605.00001"]
    assert library.papers.rows([]) == []


def test_a_row_is_fresh_where_its_paper_came_after_the_reader_was_last_left(home: Home, library: Library) -> None:
    def fresh() -> list[str | None]:
        return [row.id for row in library.papers.rows([paper(1).key, paper(2).key]) if row.fresh]

    home.take(paper(1))
    library.session.begin()
    assert fresh() == ["2605.00001"]
    home.now += timedelta(hours=1)
    library.session.end()
    home.now += timedelta(hours=1)
    home.take(paper(2))
    assert fresh() == ["2605.00002"]  # the rows of the first frame are read before the session begins
    library.session.begin()
    assert fresh() == ["2605.00002"]


def test_a_row_has_authors_venue_and_code_where_its_details_are_requested(home: Home, library: Library) -> None:
    text = "Accepted at ICS 2026, code at https://github.com/example/locks"
    home.take(paper(1, authors=(Author("Ada Example"), Author('K. G\\"odel')), comment=text), paper(2, authors=()))
    listing = library.search.listing("")
    first, second = library.papers.rows_of(listing, [paper(1).key, paper(2).key], details=True)
    assert (first.authors, first.venue, first.code) == (("Ada Example", "K. Gödel"), "ICS 2026", True)
    assert (second.authors, second.venue, second.code) == ((), "", False)
    [without] = library.papers.rows_of(listing, [paper(1).key])
    assert (without.authors, without.venue, without.code) == ((), "", False)


FIRST, SECOND = datetime(2026, 5, 4, tzinfo=UTC), datetime(2026, 5, 7, tzinfo=UTC)
DATED = {
    1: paper(1, published=FIRST, updated=SECOND, version=2),
    2: paper(2, published=FIRST, updated=FIRST),
    3: paper(3, published=None, updated=SECOND),
    4: paper(4, published=None, updated=None),
    5: paper(5, published=None, updated=None),
    6: paper(6, published=None, updated=None),
}


@pytest.mark.parametrize(
    ("sort", "days"),
    [
        ("new", ["4 submitted", "4 submitted", "7 updated", "1 submitted", "12 announced", "13 reviewed"]),
        ("updated", ["7 updated", "4 submitted", "7 updated", "1 submitted", "12 announced", "13 reviewed"]),
    ],
)
def test_a_row_has_the_day_that_the_order_of_its_list_goes_by(
    home: Home, library: Library, sort: str, days: list[str]
) -> None:
    """A list sorted by identifier would jump back and forth in time if it showed the latest announcement or version."""
    later = [announced(DATED[number], TODAY, AnnounceType.REPLACE) for number in (2, 4, 5)]
    home.take(
        *DATED.values(),
        announcements=[announced(DATED[5], YESTERDAY), *later],
        reviews=[card(DATED[6], listed_on=TODAY)],
    )
    listing = library.search.listing(f"sort:{sort}")
    rows = library.papers.rows_of(listing, [made.key for made in DATED.values()])
    assert [f"{row.day.day} {row.dated}" for row in rows] == days


def test_a_record_holds_everything_that_is_known(home: Home, library: Library) -> None:
    home.take(LOCKS, announcements=[announced(LOCKS)], reviews=[card(LOCKS), card(LOCKS, "Second", place=1)])
    home.take(paper(1, "Fair locks, first form", version=1))
    record = library.papers.record(LOCKS.key)
    assert record is not None
    assert (record.title, record.paper.title) == ("Fair locks in O(n log n) by Gödel", LOCKS.title)
    assert [version.number for version in record.versions] == [1, 2]
    assert [review.headline for review in record.reviews] == ["Second", "Queues cost a third less"]
    assert record.announcements == (announced(LOCKS),)
    assert record.sources == ("api", "pith")
    assert library.papers.record(paper(9).key) is None


@pytest.mark.parametrize(
    "text",
    [
        "2605.00001",
        "2605.00001v7",
        " arXiv:2605.00001 ",
        "https://arxiv.org/abs/2605.00001v2",
        "http://export.arxiv.org/pdf/2605.00001.pdf",
        "10.48550/arXiv.2605.00001",
        "https://doi.org/10.48550/arXiv.2605.00001",
        "10.1234/locks",
        "doi:10.1234/LOCKS",
        "https://doi.org/10.1234/Locks",
        "dx.doi.org/10.1234/Locks",
        "https://journal.example.org/doi/10.1234/Locks?journal=x",
    ],
)
def test_a_paper_is_named_and_searched_by_id_address_or_doi(home: Home, library: Library, text: str) -> None:
    home.take(LOCKS)
    assert library.papers.key_of(text) == LOCKS.key
    for field in ("", "doi:", "doi: "):
        assert list(library.search.listing(f"{field}{text}").keys) == [LOCKS.key]


@pytest.mark.parametrize("text", ["", "locks", "2605.00002", "10.1234/other", "10.48550/arXiv.2605.00002", "10."])
def test_an_unknown_or_invalid_identifier_or_doi_names_no_paper(home: Home, library: Library, text: str) -> None:
    home.take(LOCKS)
    assert library.papers.key_of(text) is None


def test_marks_made_while_only_a_review_named_the_paper_hold_for_the_paper(home: Home, library: Library) -> None:
    home.take(reviews=[card(LOCKS)])
    (pending,) = library.search.listing("").keys
    assert is_pending(pending)
    (row,) = library.papers.rows([pending])
    assert (row.id, row.headline, row.day) == (None, "Queues cost a third less", TODAY)
    for what in ("star", "unread"):
        library.marks.apply([pending], what)
    before = library.search.listing("is:starred")

    home.take(LOCKS)
    assert ids(library, "is:starred") == ids(library, "is:unread") == ids(library, "") == ["2605.00001"]
    (row,) = library.papers.rows([LOCKS.key])
    assert row.marks == Marks(unread=True, starred=True)
    record = library.papers.record(LOCKS.key)
    assert record is not None
    assert record.marks == row.marks

    # A list that was created earlier still works under its old key.
    (shown,) = library.papers.rows(before.keys)
    assert (shown.key, shown.id, shown.marks) == (pending, "2605.00001", row.marks)
    assert library.papers.record(pending) == record
    assert library.search.waiting(library.search.listing("is:starred")) == 0

    act = library.marks.apply([pending], "unstar")
    assert act is not None
    library.marks.apply([LOCKS.key], "read")
    (row,) = library.papers.rows([LOCKS.key])
    assert row.marks == Marks(read=True)
    assert library.search.listing("is:read").total == 1
    library.journal.undo()
    library.journal.undo()
    (row,) = library.papers.rows([LOCKS.key])
    assert row.marks == Marks(unread=True, starred=True)


@pytest.mark.parametrize(
    ("gives", "takes"), [("star", "unstar"), ("hide", "unhide"), ("queue", "unqueue"), ("unread", "read")]
)
def test_a_mark_from_before_a_paper_had_its_identifier_is_not_given_again(
    home: Home, library: Library, gives: What, takes: What
) -> None:
    home.take(paper(2), reviews=[card(LOCKS)])
    (pending,) = (key for key in library.search.listing("").keys if is_pending(key))
    library.marks.apply([pending], gives)
    home.take(LOCKS)
    assert library.marks.apply([LOCKS.key], gives) is None
    act = library.marks.apply([LOCKS.key, paper(2).key], gives)
    assert act is not None
    assert act.papers == 1
    library.marks.apply([LOCKS.key], takes)
    (row,) = library.papers.rows([LOCKS.key])
    assert row.marks == Marks(read=takes == "read")


def test_a_starred_paper_survives_a_deleted_cache(home: Home) -> None:
    home.take(LOCKS, paper(2), announcements=[announced(LOCKS), announced(paper(2))])
    with home.library() as library:
        library.inbox.deliver()
        library.marks.apply([LOCKS.key], "star")
    home.drop_cache()
    with home.library() as library:
        assert ids(library, "") == []
        assert ids(library, "is:starred") == ids(library, "2605.00001") == ["2605.00001"]
        assert library.papers.key_of("2605.00001") == LOCKS.key
        (row,) = library.papers.rows([LOCKS.key])
        assert (row.title, row.marks.starred) == ("Fair locks in O(n log n) by Gödel", True)
        record = library.papers.record(LOCKS.key)
        assert record is not None
        assert record.paper == LOCKS
        library.marks.apply([LOCKS.key], "unstar")
        library.journal.undo()
        assert library.papers.record(LOCKS.key) is not None
    home.take(LOCKS)
    with home.library() as library:
        assert ids(library, "is:starred locks") == ids(library, "") == ["2605.00001"]


def test_a_starred_paper_known_from_a_review_survives_a_deleted_cache(home: Home) -> None:
    home.take(reviews=[card(LOCKS)])
    with home.library() as library:
        (pending,) = library.search.listing("").keys
        library.marks.apply([pending], "star")
    home.drop_cache()
    with home.library() as library:
        assert list(library.search.listing("is:starred").keys) == [pending]
        (row,) = library.papers.rows([pending])
        assert (row.id, row.title) == (None, "Fair locks in O(n log n) by Gödel")
    home.take(LOCKS)
    home.take(reviews=[card(LOCKS)])
    with home.library() as library:
        assert list(library.search.listing("is:starred").keys) == [key_of("2605.00001")]
