"""The content of listings: everything, searches, states, days, and the papers hidden from them."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest

from arxtui.library.facade import Library
from arxtui.light import changed
from arxtui.model.arxiv.ids import key_of
from arxtui.model.expr import Sort
from arxtui.model.paper import AnnounceType, Author
from arxtui.query import check
from arxtui.search import writer
from arxtui.store.cache.keys import MonthKeys
from tests.builders import NOW, announced, card, paper
from tests.library.made import TODAY, YESTERDAY, Home, ids

LOCKS, QUEUES, STRINGS, OLD = (
    paper(1, "Fair locks, again", doi="10.1234/locks"),
    paper(2, r"Persistent queues in $O(n \log n)$", category="cs.DS", categories=("cs.DS", "cs.DC")),
    paper(3, "Strings without locks", category="hep-th", authors=(Author("Björn Måns"),)),
    paper(4, "Old things", category="math.LO", id="math/0101004"),
)


@pytest.fixture
def filled(home: Home, library: Library) -> Library:
    home.take(
        LOCKS,
        QUEUES,
        STRINGS,
        OLD,
        announcements=[
            announced(LOCKS),
            announced(QUEUES, YESTERDAY, AnnounceType.CROSS),
            announced(OLD, YESTERDAY, AnnounceType.REPLACE),
            announced(STRINGS, TODAY, category="hep-th"),
        ],
        reviews=[card(QUEUES)],
    )
    library.inbox.deliver()
    return library


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", [STRINGS, QUEUES, LOCKS, OLD]),
        ("locks", [STRINGS, LOCKS]),
        ("locks -strings", [LOCKS]),
        ('"persistent queues"', [QUEUES]),
        ("ti:locks OR au:mans", [STRINGS, LOCKS]),
        ("third", [QUEUES]),
        ("cat:cs.DC", [QUEUES, LOCKS]),
        ("cat:cs", [QUEUES, LOCKS]),
        ("cat:cs.*", [QUEUES, LOCKS]),
        ("2605.00003", [STRINGS]),
        ("id:math/0101004", [OLD]),
        ("https://arxiv.org/abs/2605.00001v2", [LOCKS]),
        ("2605.00099", []),
        ("doi:10.1234/locks", [LOCKS]),
        ("day:2026-05-13", [LOCKS]),
        ("day:2026-05-12", [QUEUES, OLD]),
        ("day:2026-05", [QUEUES, LOCKS, OLD]),
        ("day:2026-05 locks", [LOCKS]),
        ("is:new", [LOCKS]),
        ("is:cross", [QUEUES]),
        ("is:replaced", [OLD]),
        ("is:unread", [QUEUES, LOCKS, OLD]),
        ("is:read", []),
        ("-is:unread", [STRINGS]),
        ("is:unread -is:cross", [LOCKS, OLD]),
        ("is:unread OR cat:hep-th", [STRINGS, QUEUES, LOCKS, OLD]),
        ("is:new OR -is:unread", [STRINGS, LOCKS]),
        ("is:starred", []),
        ("is:hidden", []),
        ("is:fresh", []),
        ("-is:starred", [STRINGS, QUEUES, LOCKS, OLD]),
    ],
)
def test_every_kind_of_query(filled: Library, query: str, found: list[object]) -> None:
    assert ids(filled, query) == [each.id for each in found if hasattr(each, "id")]


def test_a_paper_that_was_never_in_the_inbox_is_neither_unread_nor_read(filled: Library) -> None:
    filled.marks.apply([LOCKS.key], "read")
    assert ids(filled, "is:read") == [LOCKS.id]
    assert ids(filled, "-is:unread") == [STRINGS.id, LOCKS.id]
    assert (filled.counts.filters().read, filled.counts.stats()["read"]) == (1, 1)
    filled.marks.apply([STRINGS.key], "read")
    assert ids(filled, "is:read") == [STRINGS.id, LOCKS.id]
    filled.journal.undo()
    assert ids(filled, "is:read") == [LOCKS.id]


def test_the_word_being_typed_is_a_beginning(filled: Library) -> None:
    assert ids(filled, "loc") == []
    assert ids(filled, "loc", typing=True) == ["2605.00003", "2605.00001"]


def test_one_is_found_by_many_and_many_by_one(filled: Library) -> None:
    assert ids(filled, "lock") == ids(filled, "locks") == ["2605.00003", "2605.00001"]
    assert ids(filled, '"lock"') == []


def test_a_faulty_query_reports_its_faults_and_an_unfinished_one_lists_matching_papers(filled: Library) -> None:
    listing = filled.search.listing("locks (nowhere:x")
    assert listing.query.faults
    assert filled.search.listing('"fair loc', typing=True).total == 1


def test_best_first_ranks_a_search_and_leaves_a_list_of_keys_newest_first(filled: Library) -> None:
    listing = filled.search.listing("locks sort:best")
    assert (listing.query.sort, listing.total) == (Sort.BEST, 2)
    assert filled.search.listing("is:unread sort:best").query.sort is Sort.NEW


def test_marks_and_days_and_ids_need_no_index(home: Home, library: Library) -> None:
    home.take(LOCKS, QUEUES, announcements=[announced(LOCKS)], indexed=False)
    library.inbox.deliver()
    for query in ("is:unread", "day:2026-05-13", "2605.00001", "is:new -is:starred"):
        assert ids(library, query) == ["2605.00001"]
    assert ids(library, "") == ["2605.00002", "2605.00001"]
    assert library.search.listing("").note == ""


def test_a_search_says_when_the_index_is_missing_or_behind(home: Home, library: Library) -> None:
    home.take(LOCKS, indexed=False)
    listing = library.search.listing("locks")
    assert (listing.total, listing.note) == (0, "there is no search index yet (the next refresh builds it)")
    home.take()
    assert library.search.listing("locks").note == ""
    home.take(QUEUES, STRINGS, indexed=False)
    assert library.search.listing("locks").note == "search does not include the newest 2 papers yet"


def test_the_list_of_everything_is_not_copied(filled: Library) -> None:
    assert isinstance(filled.search.listing("").keys, MonthKeys)


def test_hidden_papers_are_in_no_list_but_their_own(filled: Library) -> None:
    filled.marks.apply([LOCKS.key, OLD.key], "hide")
    assert ids(filled, "") == [STRINGS.id, QUEUES.id]
    assert ids(filled, "locks") == [STRINGS.id]
    assert ids(filled, "is:unread") == [QUEUES.id]
    assert ids(filled, "day:2026-05") == [QUEUES.id]
    assert ids(filled, "is:hidden") == [LOCKS.id, OLD.id]
    assert ids(filled, "locks is:hidden") == [LOCKS.id]
    assert ids(filled, "-is:hidden") == [STRINGS.id, QUEUES.id]
    assert ids(filled, "locks OR is:hidden") == [STRINGS.id, LOCKS.id, OLD.id]
    filled.marks.apply([LOCKS.key], "unhide")
    assert ids(filled, "") == [STRINGS.id, QUEUES.id, LOCKS.id]


def test_a_long_list_with_gaps_reads_like_one_without(home: Home, library: Library) -> None:
    home.take(*(paper(number) for number in range(1, 300)), indexed=False)
    hidden = [key_of(f"2605.{number:05}") for number in (1, 2, 50, 51, 52, 100, 298, 299)]
    library.marks.apply(hidden, "hide")
    keys = library.search.listing("").keys
    expected = [paper(number).key for number in range(299, 0, -1) if paper(number).key not in hidden]
    assert list(keys) == [keys[place] for place in range(len(keys))] == expected
    assert list(keys[40:60]) == expected[40:60]
    assert list(keys[-3:]) == expected[-3:]
    assert keys[-1] == expected[-1]
    assert keys[5] in keys
    assert hidden[0] not in keys
    with pytest.raises(IndexError):
        keys[len(keys)]


def test_arriving_papers_do_not_change_a_listing_and_are_counted_as_waiting(home: Home, filled: Library) -> None:
    texts = ("", "locks", "is:unread", "day:2026-05-13", "is:replaced")
    listings = [filled.search.listing(text) for text in texts]
    before = [list(listing.keys) for listing in listings]
    later = paper(9, "Locks that came later")
    home.take(later, announcements=[announced(later)])
    filled.inbox.deliver()
    assert [filled.search.waiting(listing) for listing in listings] == [1, 1, 1, 1, 0]
    assert [list(listing.keys) for listing in listings] == before
    assert [filled.search.waiting(filled.search.listing(text)) for text in texts] == [0, 0, 0, 0, 0]


def test_reading_and_hiding_do_not_change_the_number_of_waiting_papers(home: Home, filled: Library) -> None:
    everything, unread = filled.search.listing(""), filled.search.listing("is:unread")
    home.take(later := paper(9), announcements=[announced(later)])
    filled.inbox.deliver()
    filled.marks.apply([LOCKS.key], "hide")
    filled.marks.apply([QUEUES.key, OLD.key], "read")
    assert (filled.search.waiting(everything), filled.search.waiting(unread)) == (1, 1)


def test_papers_waiting_for_a_query_being_typed_match_by_prefix(home: Home, filled: Library) -> None:
    typed = filled.search.listing("loc", typing=True)
    home.take(paper(9, "Another lock"))
    assert filled.search.waiting(typed) == 1


def test_a_search_gives_some_screenfuls_with_the_number_of_all_and_then_the_rest(home: Home, library: Library) -> None:
    home.take(*(paper(number) for number in range(1, 1_501)))
    first = library.search.listing("queues")
    assert (len(first.keys), first.total, first.complete) == (128, 1_500, False)
    home.take(paper(1_600), paper(1_601, "Rocks", abstract="Rocks."))
    every = library.search.more(first)
    assert (len(every.keys), every.total, every.complete) == (1_501, 1_501, True)
    assert [key for key in every.keys if key in set(first.keys)] == list(first.keys)
    assert all(newer > older for newer, older in pairwise(every.keys))
    assert library.search.waiting(every) == 0
    assert library.search.more(every) is every


def test_of_a_search_with_more_than_some_screenfuls_so_many_are_waiting_as_it_has_more(
    home: Home, library: Library
) -> None:
    home.take(*(paper(number) for number in range(1, 301)))
    first = library.search.listing("queues")
    home.take(*(paper(number) for number in range(301, 304)), paper(400, "Rocks", abstract="Rocks."))
    assert library.search.waiting(first) == 3
    assert library.search.waiting(library.search.listing("queues")) == 0


def test_of_an_incomplete_search_the_papers_before_its_first_are_waiting(home: Home, library: Library) -> None:
    home.take(*(paper(number) for number in range(1, 301)))
    first = changed(library.search.listing("queues"), exact=False)
    assert library.search.waiting(first) == 0
    home.take(*(paper(number) for number in range(301, 304)))
    assert library.search.waiting(first) == 3
    assert library.search.waiting(changed(first, keys=())) == 128
    assert library.search.total("queues") == 303


@pytest.mark.parametrize(
    ("query", "found"),
    [("id:2605.0000", [2, 1]), ("id:2605.00002", [2]), ("id:2605.00009", []), ("id:hep-th", [])],
)
def test_the_beginning_of_an_identifier_finds_all_that_begin_so(
    home: Home, library: Library, query: str, found: list[int]
) -> None:
    home.take(paper(1), paper(2))
    assert ids(library, query, typing=True) == [paper(number).id for number in found]


def test_best_first_goes_on_where_it_began(home: Home, library: Library) -> None:
    home.take(*(paper(number) for number in range(1, 301)))
    best = library.search.listing("queues sort:best")
    ranked = library.search.more(best)
    assert list(ranked.keys[:128]) == list(best.keys)
    assert len(set(ranked.keys)) == ranked.total == 300


@pytest.mark.parametrize("query", ["", "is:unread", "queues"])
def test_the_oldest_come_first_where_requested(home: Home, library: Library, query: str) -> None:
    home.take(*(paper(number) for number in range(1, 30)))
    library.marks.apply(library.search.listing("").keys, "unread")
    newest = library.search.listing(query)
    assert list(library.search.listing(f"{query} sort:old").keys) == list(newest.keys)[::-1]


def test_the_last_updated_come_first_where_requested(home: Home, library: Library) -> None:
    home.take(paper(1, updated=NOW), paper(2, updated=NOW - timedelta(days=9)), paper(3, updated=NOW))
    assert (
        ids(library, "sort:updated")
        == ids(library, "queues sort:updated")
        == ["2605.00003", "2605.00001", "2605.00002"]
    )
    library.marks.apply(library.search.listing("").keys, "star")
    assert ids(library, "is:starred sort:updated") == ["2605.00003", "2605.00001", "2605.00002"]


def test_nothing_waits_in_a_list_that_became_shorter(filled: Library) -> None:
    listing = filled.search.listing("-is:starred")
    filled.marks.apply([LOCKS.key, QUEUES.key], "star")
    assert filled.search.waiting(listing) == 0


def test_fresh_papers_are_those_that_arrived_since_the_last_session(home: Home, library: Library) -> None:
    home.take(LOCKS)
    library.session.begin()
    assert ids(library, "is:fresh") == []
    home.now = NOW + timedelta(hours=1)
    library.session.end()
    home.now = NOW + timedelta(hours=12)
    home.take(STRINGS)
    home.now = NOW + timedelta(hours=24)
    library.session.begin()
    assert ids(library, "is:fresh") == [STRINGS.id]
    assert ids(library, "is:fresh strings") == [STRINGS.id]
    assert library.counts.filters().fresh == 1
    library.marks.apply([STRINGS.key], "hide")
    assert library.counts.filters().fresh == 0


def test_fresh_papers_stay_fresh_until_the_reader_is_left_and_opened_again(home: Home, library: Library) -> None:
    home.take(LOCKS)
    home.now = NOW + timedelta(hours=1)
    library.session.begin()
    library.session.end()
    home.now = NOW + timedelta(hours=2)
    home.take(STRINGS)
    library.session.begin()
    with home.library() as beside:
        beside.session.begin()
        assert ids(library, "is:fresh") == ids(beside, "is:fresh") == [STRINGS.id]
        beside.session.end()
    home.take(QUEUES)
    assert ids(library, "is:fresh") == [STRINGS.id, QUEUES.id]
    home.now = NOW + timedelta(hours=3)
    library.session.end()
    library.session.begin()
    assert ids(library, "is:fresh") == []


def test_a_session_has_news_after_six_hours_or_when_papers_came(home: Home, library: Library) -> None:
    home.take(LOCKS)
    assert not library.session.has_news()
    home.now = NOW + timedelta(hours=1)
    library.session.begin()
    library.session.end()
    for minutes, has_news in ((0, False), (360, False), (361, True)):
        home.now = NOW + timedelta(hours=1, minutes=minutes)
        assert library.session.has_news() == has_news, minutes
    library.session.begin()
    library.session.end()
    home.now += timedelta(minutes=1)
    assert not library.session.has_news()
    home.take(STRINGS)
    assert library.session.has_news()


def test_all_that_is_fresh_is_counted(home: Home) -> None:
    home.take(LOCKS)
    with home.library() as library:
        home.now = NOW + timedelta(hours=1)
        library.session.begin()
        library.session.end()
        home.take(STRINGS, QUEUES)
        library.session.begin()
        assert library.counts.filters().fresh == 2


def test_tags_are_counted_for_results_beyond_the_fetch_limit_too(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    home.take(LOCKS, STRINGS, QUEUES)
    with home.library() as library:
        library.marks.apply([STRINGS.key, QUEUES.key], "tag", "thesis")
        for most in (20_000, 0):
            monkeypatch.setattr("arxtui.library.search.facets.MAX_FETCHED", most)
            assert library.facets.of("strings").tags == (("thesis", 1),)


def test_a_commit_of_the_index_is_a_change(home: Home, library: Library) -> None:
    home.take(LOCKS)
    library.search.listing("locks")
    library.session.changed()
    assert not library.session.changed()
    writer.update(home.paths.index, [], 99)
    assert library.session.changed()
    assert not library.session.changed()
    home.take(QUEUES, indexed=False)
    assert library.session.changed()
    assert not library.session.changed()


def test_an_expression_too_large_for_the_index_is_looked_for_in_the_texts(filled: Library) -> None:
    assert ids(filled, "/p.{6,9}t/") == ids(filled, "persistent")
    assert ids(filled, "cat:cs.* -/lo.{5}k|lock/") == [QUEUES.id]


@pytest.mark.parametrize(
    ("query", "names", "depends"),
    [
        ("locks", ["starred"], False),
        ("locks is:starred", ["starred"], True),
        ("locks is:starred", ["read", "queued"], False),
        ("tag:starred list:starred", ["starred"], False),
        ("act:1", ["read"], True),
        ("locks", ["hidden"], True),
        ("is:starred", [], False),
    ],
)
def test_a_list_that_marks_cannot_change_is_not_made_again(
    library: Library, query: str, names: list[str], *, depends: bool
) -> None:
    assert library.search.depends_on_marks(check(query), names) is depends
