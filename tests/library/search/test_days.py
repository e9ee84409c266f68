"""The papers of a day in the order of arXiv's page, and moving from one announcement day to another."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from arxtui.library.facade import Library
from arxtui.library.search.listings import why_quiet
from arxtui.library.views import DayStep, QuietDay, Why
from arxtui.model.arxiv.announced_days import Announced, AnnouncedDay, DaySource
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.model.arxiv.ids import id_of
from arxtui.model.expr import Sort
from arxtui.store.cache.database import Cache
from tests.builders import announced, paper
from tests.library.made import TODAY, YESTERDAY, Home, ids

NEW, CROSS, REPLACE, REPLACE_CROSS = AnnounceType
PAPERS = [paper(number, category="cs.LG" if number == 4 else "cs.DC") for number in range(1, 9)]
THURSDAY, FRIDAY, MONDAY, TUESDAY = date(2026, 5, 7), date(2026, 5, 8), date(2026, 5, 11), date(2026, 5, 12)


@pytest.fixture
def home(home: Home) -> Home:
    """A home that follows cs.DC and cs.LG."""
    return Home(home.paths, ("cs.DC", "cs.LG"))


def sections(library: Library, query: str) -> list[list[str | None]]:
    listing = library.search.listing(query)
    assert list(listing.keys) == [key for section in listing.sections for key in section.keys]
    assert listing.total == len(listing.keys)
    return [[id_of(key) for key in section.keys] for section in listing.sections]


def fill(home: Home) -> None:
    """Announce papers for today: two new ones, the older of which was held back for a long time, a cross-list, and
    replacements of both kinds. The fourth is new in cs.LG and a cross-list in cs.DC; the first was new yesterday and is
    replaced today."""
    result = [
        announced(PAPERS[0], YESTERDAY),
        announced(PAPERS[0], TODAY, REPLACE),
        announced(PAPERS[1], TODAY),
        announced(PAPERS[3], TODAY, CROSS, "cs.DC"),
        announced(PAPERS[3], TODAY, NEW, "cs.LG"),
        announced(PAPERS[4], TODAY, CROSS),
        announced(PAPERS[5], TODAY, REPLACE_CROSS),
        announced(PAPERS[6], TODAY, NEW, "math.PR"),
    ]
    home.take(*PAPERS, announcements=result)


def test_a_day_is_as_on_arxivs_page(home: Home, library: Library) -> None:
    fill(home)
    one, two, _, four, five, six, *_ = (each.id for each in PAPERS)
    assert sections(library, "day:2026-05-13") == [[two, four], [five], [one, six]]
    assert library.search.listing("day:2026-05-13").query.sort is Sort.ANNOUNCED


def test_of_one_category_a_day_is_divided_as_on_its_page(home: Home, library: Library) -> None:
    fill(home)
    home.take(paper(4, categories=("cs.LG", "cs.DC"), version=2))
    assert sections(library, "day:2026-05-13 cat:cs.LG") == [[PAPERS[3].id], [], []]
    assert PAPERS[3].id in sections(library, "day:2026-05-13 cat:cs.DC")[1]


def test_the_rest_of_the_query_narrows_the_sections(home: Home, library: Library) -> None:
    fill(home)
    library.inbox.deliver()
    library.marks.apply([PAPERS[1].key], "read")
    assert sections(library, "day:2026-05-13 is:unread")[0] == [PAPERS[3].id]
    assert sections(library, "day:2026-05-13 number")[0] == [PAPERS[1].id, PAPERS[3].id]
    library.marks.apply([PAPERS[4].key], "hide")
    assert sections(library, "day:2026-05-13")[1] == []


def test_another_order_and_several_days_have_no_sections(home: Home, library: Library) -> None:
    fill(home)
    for query in ("day:2026-05-13 sort:new", "day:2026-05", "day:2026-05-13 OR is:starred", "-day:2026-05-13"):
        assert not library.search.listing(query).sections
    assert ids(library, "day:2026-05-13 sort:new")[0] == PAPERS[5].id


def test_papers_that_arrive_on_a_listed_day_are_counted_as_waiting(home: Home, library: Library) -> None:
    fill(home)
    before = library.search.listing("day:2026-05-13")
    home.take(PAPERS[7], announcements=[announced(PAPERS[7])])
    assert library.search.waiting(before) == 1


def test_rows_of_a_day_have_the_announcement_type_of_that_day(home: Home, library: Library) -> None:
    fill(home)
    listing = library.search.listing("day:2026-05-12")
    (now,) = library.papers.rows(listing.keys)
    (then,) = library.papers.rows_of(listing, listing.keys)
    assert (now.announced, now.type) == (YESTERDAY, REPLACE)
    assert (then.day, then.type) == (YESTERDAY, NEW)


# From day to day


def announce(home: Home, *days: date) -> None:
    home.take(*PAPERS, announcements=[announced(each, day) for each, day in zip(PAPERS, days, strict=False)])


def test_from_nowhere_the_way_leads_to_the_newest_day(home: Home, library: Library) -> None:
    assert library.search.day_beside(None, -1) == DayStep(None)
    announce(home, MONDAY, TUESDAY)
    for step in (-1, 1):
        assert library.search.day_beside(None, step) == DayStep(TUESDAY)


def test_a_weekend_is_passed_over_both_ways(home: Home, library: Library) -> None:
    announce(home, FRIDAY, MONDAY)
    weekend = (QuietDay(date(2026, 5, 9), Why.WEEKEND), QuietDay(date(2026, 5, 10), Why.WEEKEND))
    assert library.search.day_beside(MONDAY, -1) == DayStep(FRIDAY, weekend)
    assert library.search.day_beside(FRIDAY, 1) == DayStep(MONDAY, weekend)


def test_a_day_with_announcements_only_in_categories_not_followed_is_skipped(home: Home, library: Library) -> None:
    home.take(*PAPERS, announcements=[announced(PAPERS[0], MONDAY), announced(PAPERS[1], TUESDAY, NEW, "math.PR")])
    assert library.search.day_beside(None, 1) == DayStep(MONDAY)


def test_an_unreported_day_is_no_day_without_announcements(home: Home, library: Library) -> None:
    announce(home, FRIDAY, TUESDAY)
    assert library.search.day_beside(TUESDAY, -1).quiet[-1] == QuietDay(MONDAY, Why.UNHEARD)
    with Cache.open(home.paths.cache_db) as cache:
        claim = AnnouncedDay("cs.DC", MONDAY, DaySource.CATCHUP, home.now, Announced())
        cache.announced_days.put([claim])
        assert library.search.day_beside(TUESDAY, -1).quiet[-1] == QuietDay(MONDAY, Why.UNHEARD)
        cache.announced_days.put([AnnouncedDay("cs.LG", MONDAY, DaySource.FEED, home.now, Announced(2))])
        assert library.search.day_beside(TUESDAY, -1).quiet[-1] == QuietDay(MONDAY, Why.UNHEARD)
        cache.announced_days.put([AnnouncedDay("cs.LG", MONDAY, DaySource.CATCHUP, home.now, Announced())])
    assert library.search.day_beside(TUESDAY, -1).quiet[-1] == QuietDay(MONDAY, Why.NOTHING)


def test_after_the_newest_day_the_due_announcement_is_named(home: Home, library: Library) -> None:
    home.now = datetime(2026, 5, 15, 12, tzinfo=UTC)
    announce(home, date(2026, 5, 14))
    step = library.search.day_beside(date(2026, 5, 14), 1)
    assert step == DayStep(None, (QuietDay(date(2026, 5, 15), Why.UNHEARD),), date(2026, 5, 18))
    assert library.search.day_beside(date(2026, 5, 14), -1) == DayStep(None)


@pytest.mark.parametrize(
    ("day", "why"),
    [
        (date(2026, 5, 16), Why.WEEKEND),
        (date(2026, 5, 17), Why.WEEKEND),
        (date(2026, 11, 27), Why.HOLIDAY),
        (date(2026, 5, 18), None),
    ],
)
def test_the_calendar_says_why(day: date, why: Why | None) -> None:
    assert why_quiet(day) is why
