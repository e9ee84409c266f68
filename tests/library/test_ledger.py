"""The ledger: arXiv's announcements in the followed categories, day by day, compared with what is stored."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from arxtui.library.facade import Library
from arxtui.library.views import LedgerView
from arxtui.model.arxiv.announced_days import Announced, AnnouncedDay, DaySource
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.store.cache.database import Cache
from tests.builders import NOW, announced, paper
from tests.library.made import TODAY, YESTERDAY, Home

ONE, TWO = paper(1), paper(2)
DAY = timedelta(days=1)
MONDAY = date(2026, 5, 11)


def asked(home: Home, *days: AnnouncedDay, at: datetime = NOW, reason: str = "", target: str = "cs.DC") -> None:
    """Record a feed request and the announced days that the feed reported."""
    outcome = Outcome.FAILED if reason else Outcome.OK
    with Cache.open(home.paths.cache_db) as cache:
        cache.ledger.put(LedgerEntry("arxiv.feed", target, at, outcome, at + DAY, reason=reason))
        cache.announced_days.put(days)


def claim(day: date = TODAY, **more: Any) -> AnnouncedDay:
    """Return a day for which a feed reported two new papers."""
    fields: dict[str, Any] = {
        "category": "cs.DC",
        "day": day,
        "source": DaySource.FEED,
        "heard": NOW,
        "counts": Announced(2),
        **more,
    }
    return AnnouncedDay(**fields)


def test_without_a_feed_request_there_is_nothing_to_report(home: Home, library: Library) -> None:
    with Cache.open(home.paths.cache_db) as cache:
        cache.ledger.put(LedgerEntry("arxiv.api", "cs.DC", NOW, Outcome.OK, NOW + DAY))
    assert library.session.ledger() == LedgerView((), ())


def test_a_day_of_which_everything_is_here_is_complete(home: Home, library: Library) -> None:
    home.take(ONE, TWO, announcements=[announced(ONE), announced(TWO)])
    asked(home, claim(counts=Announced(1, 1, 0)))
    (row,) = library.session.ledger().rows
    assert row == (TODAY, "cs.DC", 2, 2, 0, 1, 1, 0, "feed", "complete", "")
    assert library.session.ledger().alarms == ()


def test_papers_that_are_missing_are_counted_and_an_alarm(home: Home, library: Library) -> None:
    home.take(ONE, announcements=[announced(ONE)])
    asked(home, claim(counts=Announced(2)), claim(YESTERDAY, counts=Announced(1, 2, 3), source=DaySource.CATCHUP))
    today, yesterday = library.session.ledger().rows
    assert (today.state, today.missing, today.source, today.reason) == ("missing", 1, "feed", "")
    assert (yesterday.new, yesterday.crosses, yesterday.replacements, yesterday.source) == (1, 2, 3, "catchup")
    assert library.session.ledger().alarms == (
        "Wed 13 May, cs.DC: 1 paper missing",
        "Tue 12 May, cs.DC: 6 papers missing: arXiv's page names more papers than could be read from it",
    )


def test_a_day_that_nobody_reported_says_why_the_feed_did_not(home: Home, library: Library) -> None:
    asked(home, claim(MONDAY), at=NOW - DAY)
    asked(home, reason="arxiv.example answered 503", target="cs.LG")
    rows = library.session.ledger().rows
    assert [(row.day, row.state, row.announced, row.missing) for row in rows] == [
        (TODAY, "unheard", None, None),
        (YESTERDAY, "unheard", None, None),
        (MONDAY, "missing", 2, 2),
    ]
    assert library.session.ledger().alarms[0] == ("Wed 13 May, cs.DC: no announcement data: arxiv.example answered 503")


def test_a_feed_that_answered_without_a_day_was_not_responsible_for_it(home: Home, library: Library) -> None:
    asked(home)
    (row,) = library.session.ledger().rows
    assert (row.day, row.state, row.reason) == (TODAY, "unheard", "no request has been sent yet")


def test_a_feed_that_is_not_believed_leaves_the_numbers_open(home: Home, library: Library) -> None:
    asked(home, claim(doubt="the feed was cut off"))
    (row,) = library.session.ledger().rows
    assert (row.state, row.announced, row.new, row.reason) == ("doubtful", None, None, "the feed was cut off")
    assert library.session.ledger().alarms == ("Wed 13 May, cs.DC: no announcement data: the feed was cut off",)


def test_a_day_on_which_arxiv_announced_nothing_is_quiet_and_no_alarm(home: Home, library: Library) -> None:
    asked(home, claim(counts=Announced()))
    (row,) = library.session.ledger().rows
    assert (row.state, row.announced, row.reason) == ("quiet", 0, "arXiv announced nothing")
    assert library.session.ledger().alarms == ()


def test_weekends_are_rows_only_where_something_was_announced(home: Home, library: Library) -> None:
    friday, saturday = date(2026, 5, 8), date(2026, 5, 9)
    asked(home, claim(friday))
    assert [row.day for row in library.session.ledger().rows] == [TODAY, YESTERDAY, MONDAY, friday]
    asked(home, claim(saturday))
    assert [row.day for row in library.session.ledger().rows] == [TODAY, YESTERDAY, MONDAY, saturday, friday]


@pytest.mark.parametrize(("days", "first"), [(1, TODAY), (2, YESTERDAY), (3, MONDAY), (30, MONDAY)])
def test_the_days_are_listed_from_the_first_reported_one(home: Home, library: Library, days: int, first: date) -> None:
    asked(home, claim(MONDAY))
    assert library.session.ledger(days).rows[-1].day == first


def test_in_the_evening_the_next_day_is_reported_once_arxiv_shows_it(home: Home, library: Library) -> None:
    home.now = datetime(2026, 5, 14, 1, tzinfo=UTC)  # 21:00 in New York, still the 13th there
    asked(home, claim(TODAY))
    assert [row.day for row in library.session.ledger().rows] == [TODAY]
    asked(home, claim(TODAY + DAY, source=DaySource.LISTING))
    assert [row.day for row in library.session.ledger().rows] == [TODAY + DAY, TODAY]


def test_categories_are_in_the_order_of_the_settings_and_share_an_alarm(home: Home) -> None:
    home = Home(home.paths, ("math.PR", "cs.DC"))
    asked(home, claim(), claim(category="math.PR"))
    with home.library() as library:
        assert [row.category for row in library.session.ledger().rows] == ["math.PR", "cs.DC"]
        assert library.session.ledger().alarms == ("Wed 13 May, math.PR, cs.DC: 4 papers missing",)
