"""The inbox, marks and undo, and the counts beside the filters."""

from __future__ import annotations

import pytest

from arxtui.library.facade import Library
from arxtui.model.arxiv.day_numbers import DayNumbers
from arxtui.model.marks import Marks, What
from arxtui.model.paper import AnnounceType
from arxtui.store.cache.database import Cache, CacheStats
from tests.builders import NOW, announced, card, paper
from tests.library.made import TODAY, YESTERDAY, Home, ids

ONE, TWO, THREE, FOUR = (paper(number) for number in range(1, 5))


def fill(home: Home) -> None:
    """Announce one and two yesterday, two again today, and three today as a cross-list."""
    home.take(
        ONE,
        TWO,
        THREE,
        announcements=[
            announced(ONE, YESTERDAY),
            announced(TWO, YESTERDAY),
            announced(TWO, TODAY, AnnounceType.REPLACE),
            announced(THREE, TODAY, AnnounceType.CROSS),
        ],
    )


def test_announcements_are_delivered_once(home: Home, library: Library) -> None:
    fill(home)
    assert library.inbox.deliver() == 4
    assert library.inbox.deliver() == 0
    assert ids(library, "is:unread") == [THREE.id, TWO.id, ONE.id]
    home.take(FOUR, announcements=[announced(FOUR)])
    assert library.inbox.deliver() == 1
    assert ids(library, "is:unread") == [FOUR.id, THREE.id, TWO.id, ONE.id]


@pytest.mark.parametrize(
    ("kind", "enters"),
    [
        (AnnounceType.NEW, True),
        (AnnounceType.CROSS, True),
        (AnnounceType.REPLACE, True),
        (AnnounceType.REPLACE_CROSS, False),
    ],
)
def test_new_papers_cross_lists_and_replacements_enter_but_not_replaced_cross_lists(
    home: Home, library: Library, kind: AnnounceType, enters: bool
) -> None:
    home.take(ONE, announcements=[announced(ONE, kind=kind)])
    assert library.inbox.deliver() == int(enters)


def test_only_subscribed_categories_are_delivered(home: Home) -> None:
    home = Home(home.paths, ("math", "cs.DC"))
    home.take(
        *(paper(number) for number in range(1, 6)),
        announcements=[
            announced(paper(1), category="cs.DC"),
            announced(paper(2), category="cs.LG"),
            announced(paper(3), category="math.LO"),
            announced(paper(4), category="math-ph"),
            announced(paper(5), category="math"),
        ],
    )
    with home.library() as library:
        assert library.inbox.deliver() == 3
        assert ids(library, "is:unread") == ["2605.00005", "2605.00003", "2605.00001"]
    with Home(home.paths, ()).library() as library:
        assert library.inbox.deliver() == 0


def test_papers_without_an_announcement_are_archive_and_never_enter(home: Home, library: Library) -> None:
    home.take(ONE, TWO)
    assert library.inbox.deliver() == 0


def test_read_papers_stay_read_when_the_cache_is_deleted_and_filled_again(home: Home) -> None:
    fill(home)
    with home.library() as library:
        library.inbox.deliver()
        library.marks.apply([ONE.key, THREE.key], "read")
    home.drop_cache()
    fill(home)
    with home.library() as library:
        assert library.inbox.deliver() == 0
        assert ids(library, "is:unread") == [TWO.id]


def test_a_paper_that_was_read_is_unread_again_when_it_is_announced_again(home: Home, library: Library) -> None:
    home.take(ONE, announcements=[announced(ONE, YESTERDAY)])
    library.inbox.deliver()
    library.marks.apply([ONE.key], "read")
    home.take(announcements=[announced(ONE, TODAY, AnnounceType.REPLACE)])
    assert library.inbox.deliver() == 1
    assert ids(library, "is:unread") == [ONE.id]


@pytest.mark.parametrize(
    ("what", "marks"),
    [
        ("read", Marks(read=True)),
        ("star", Marks(unread=True, starred=True)),
        ("hide", Marks(unread=True, hidden=True)),
    ],
)
def test_every_act_is_written_down_and_undone(home: Home, library: Library, what: What, marks: Marks) -> None:
    fill(home)
    library.inbox.deliver()
    keys = [ONE.key, TWO.key]
    act = library.marks.apply(keys, what)
    assert act is not None
    assert (act.what, act.papers, act.at) == (what, 2, NOW)
    assert [row.marks for row in library.papers.rows(keys)] == [marks, marks]
    assert library.marks.apply(keys, what) is None
    undone = library.journal.undo()
    assert undone is not None
    assert (undone.number, undone.what) == (act.number, what)
    assert [row.marks for row in library.papers.rows(keys)] == [Marks(unread=True)] * 2
    assert library.journal.undo() is None


def test_the_numbers_beside_the_filters(home: Home) -> None:
    home = Home(home.paths, ("cs.DC", "cs.DS", "math"))
    fill(home)
    extra = paper(7, category="cs.DS", categories=("cs.DS", "cs.DC", "math.LO"))
    home.take(FOUR, extra, announcements=[announced(extra, YESTERDAY, category="cs.DS")])
    with home.library() as library:
        library.inbox.deliver()
        library.marks.apply([ONE.key, FOUR.key], "star")
        library.marks.apply([ONE.key], "read")
        counts = library.counts.filters()
        assert counts.days == (
            (TODAY, DayNumbers(crosses=1, replacements=1), 2),
            (YESTERDAY, DayNumbers(new=3), 2),
        )
        assert (counts.all, counts.unread, counts.read) == (5, 3, 1)
        assert (counts.marked["starred"], counts.marked["hidden"]) == (2, 0)
        assert counts.categories == (("cs.DC", 5, 3), ("cs.DS", 1, 1), ("math", 1, 1))
        library.marks.apply([TWO.key, FOUR.key], "hide")
        counts = library.counts.filters()
        assert counts.days == ((TODAY, DayNumbers(crosses=1), 1), (YESTERDAY, DayNumbers(new=2), 1))
        assert (counts.all, counts.unread, counts.marked["starred"], counts.marked["hidden"]) == (3, 2, 1, 2)
        assert counts.categories == (("cs.DC", 3, 2), ("cs.DS", 1, 1), ("math", 1, 1))
        for code, papers, unread in counts.categories:
            totals = [library.search.listing(query).total for query in (f"cat:{code}", f"cat:{code} is:unread")]
            assert totals == [papers, unread]


def test_an_empty_library_counts_nothing(library: Library) -> None:
    counts = library.counts.filters()
    assert (counts.days, counts.all, counts.unread) == ((), 0, 0)
    assert set(counts.marked.values()) == {0}
    assert counts.categories == (("cs.DC", 0, 0),)
    assert library.inbox.deliver() == 0
    assert library.journal.undo() is None
    assert library.counts.stats()["papers"] == 0


def test_stats_count_unread_papers_changes_not_indexed_categories_and_the_rows_of_the_cache(
    home: Home, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(home)
    home.take(FOUR, indexed=False)
    library.inbox.deliver()
    stats = library.counts.stats()
    assert (stats["papers"], stats["announcements"], stats["unread"], stats["index_behind"]) == (4, 4, 3, 1)
    assert stats["primary_categories"] == {"cs.DC": 4}
    of_cache = CacheStats(*range(11, 11 + len(CacheStats._fields)))
    monkeypatch.setattr(Cache, "stats", lambda _: of_cache)
    result = library.counts.stats()
    assert {name: result[name] for name in result if result[name] in of_cache} == {
        "papers": of_cache.papers,
        "papers_known_only_from_reviews": of_cache.pending,
        "papers_incomplete": of_cache.incomplete,
        "older_versions": of_cache.versions,
        "reviews": of_cache.reviews,
        "reviewed_papers": of_cache.reviewed_papers,
        "announcements": of_cache.announcements,
        "cache_bytes": of_cache.size,
    }


def test_two_libraries_at_once_see_each_others_acts(home: Home, library: Library) -> None:
    fill(home)
    with home.library() as other:
        assert library.inbox.deliver() + other.inbox.deliver() == 4
        other.session.changed()
        library.marks.apply([ONE.key], "star")
        assert other.session.changed()
        assert not other.session.changed()
        assert ids(other, "is:starred") == [ONE.id]
        other.journal.undo()
        assert library.session.changed()
        assert ids(library, "is:starred") == []


def test_counts_of_the_filters_say_whether_any_paper_has_a_review(home: Home, library: Library) -> None:
    home.take(paper(1), paper(2))
    assert not library.counts.filters().reviewed
    home.take(reviews=[card(paper(1))])
    assert library.counts.filters().reviewed
