"""Reading over time: what was opened, read and starred in each week and on each day, and the queries for it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest

from arxtui.library.facade import Library
from arxtui.library.views import ReadingSpan
from arxtui.light import changed
from arxtui.model.rules import Rule
from tests.builders import announced, paper
from tests.library.made import Home, ids

PAPERS = [paper(number) for number in range(1, 9)]
KEYS = [each.key for each in PAPERS]
SUNDAY, MONDAY, TUESDAY = date(2026, 5, 10), date(2026, 5, 11), date(2026, 5, 12)


@pytest.fixture
def busy(home: Home, library: Library) -> Library:
    """A library in which papers were read on a Sunday, on the Monday after, and on Tuesday, which is today."""
    home.now = datetime(2026, 5, 10, 12, tzinfo=UTC)
    home.take(*PAPERS, announcements=[announced(each, date(2026, 5, 8)) for each in PAPERS])
    library.inbox.deliver()
    library.marks.apply(KEYS[:3], "read")
    home.now += timedelta(days=1)
    library.marks.apply(KEYS[3:5], "read")
    library.marks.decide([KEYS[5]], "star")
    library.marks.apply([KEYS[0]], "star")
    library.texts.keep_place(KEYS[0], 4, 2)
    home.now += timedelta(days=1)
    library.texts.keep_place(KEYS[6], 1, 0)
    return library


@pytest.fixture
def far_east(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A time zone in which the day is fourteen hours ahead."""
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "FAR-14")
        time.tzset()
        yield
    time.tzset()


def test_weeks_and_days_are_counted_the_present_one_first(busy: Library) -> None:
    this_week, last_week = busy.journal.reading(2)
    assert this_week == ReadingSpan(
        MONDAY,
        date(2026, 5, 17),
        opened=2,
        read=3,
        starred=2,
        days=(ReadingSpan(TUESDAY, TUESDAY, 1, 0, 0), ReadingSpan(MONDAY, MONDAY, 1, 3, 2)),
    )
    assert (last_week.first, last_week.read, [day.first for day in last_week.days]) == (date(2026, 5, 4), 3, [SUNDAY])
    assert [week.read for week in busy.journal.reading(12)] == [3, 3, *[0] * 10]


def test_each_number_is_that_of_its_query(busy: Library) -> None:
    for week in busy.journal.reading(2):
        for span in (week, *week.days):
            days = f"{span.first}..{span.last}"
            numbers = [busy.search.total(f"{what}:{days}") for what in ("opened", "read", "starred")]
            assert numbers == [span.opened, span.read, span.starred]
            assert set(ids(busy, span.query)) == {*ids(busy, f"read:{days}"), *ids(busy, f"opened:{days}")}


def test_the_days_of_a_query_are_days_months_and_ages(busy: Library) -> None:
    assert ids(busy, "read:2026-05-11") == [PAPERS[number].id for number in (5, 4, 3)]
    assert len(ids(busy, "read:2026-05")) == 6
    assert ids(busy, "read:..2026-05-10") == [PAPERS[number].id for number in (2, 1, 0)]
    assert len(ids(busy, "read:2026-05-11..")) == 3
    assert ids(busy, "opened:2026-05-12") == [PAPERS[6].id]
    assert ids(busy, "starred:2026-05-11 -read:2026-05-11") == [PAPERS[0].id]
    assert ids(busy, "read:2025") == ids(busy, "read:0001-01-01") == []
    assert len(ids(busy, "read:0001-01-01..9999-12-31")) == 6


def test_acts_that_were_undone_or_that_rules_did_do_not_count(home: Home, busy: Library) -> None:
    busy.marks.apply([KEYS[7]], "read")
    assert busy.journal.reading(1)[0].read == 4
    busy.journal.undo()
    home.settings = changed(home.settings, rules=(Rule("all", "ti:made", star=True),))
    with home.library() as library:
        library.rules.apply("all")
        assert (library.journal.reading(1)[0].read, library.journal.reading(1)[0].starred) == (3, 2)


def test_hidden_papers_are_neither_listed_nor_counted(busy: Library) -> None:
    busy.marks.decide([KEYS[3]], "hide")
    assert busy.journal.reading(1)[0].read == 2
    assert busy.search.total("read:2026-05-11") == 2
    assert busy.search.total("read:2026-05-11..2026-05-12 is:hidden") == 1


def test_a_text_opened_again_counts_on_the_last_day(home: Home, busy: Library) -> None:
    busy.texts.keep_place(KEYS[0], 9, 9)
    assert [day.opened for day in busy.journal.reading(1)[0].days] == [2, 0]


@pytest.mark.usefixtures("far_east")
def test_a_day_is_that_of_the_users_time_zone(busy: Library) -> None:
    [this_week] = busy.journal.reading(1)
    assert [day.first for day in this_week.days] == [date(2026, 5, 13), TUESDAY, MONDAY]
    assert ids(busy, "opened:2026-05-13") == [PAPERS[6].id]
    assert len(ids(busy, "read:2026-05-12")) == 3


def test_nothing_was_read_in_a_new_library(library: Library) -> None:
    assert [(week.read, week.days) for week in library.journal.reading(12)] == [(0, ())] * 12
