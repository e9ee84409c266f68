"""The comparison of the cache with the announcements of a day."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from arxtui.model.arxiv.announced_days import Announced, AnnouncedDay, DaySource, DayStanding, DayState, standings
from arxtui.model.arxiv.day_numbers import AnnounceType, DayNumbers

NOW = datetime(2026, 5, 13, 12, tzinfo=UTC)
FRIDAY, MONDAY, WEDNESDAY = date(2026, 5, 8), date(2026, 5, 11), date(2026, 5, 13)


TWENTY = Announced(12, 3, 5)


def announced_day(
    day: date = WEDNESDAY, counts: Announced | None = TWENTY, source: DaySource = DaySource.FEED, doubt: str = ""
) -> AnnouncedDay:
    return AnnouncedDay("cs.DC", day, source, NOW, counts, doubt)


@pytest.mark.parametrize(
    ("claim", "stored", "state", "missing"),
    [
        (None, 0, DayState.UNHEARD, None),
        (announced_day(), 20, DayState.COMPLETE, 0),
        (announced_day(), 19, DayState.MISSING, 1),
        (announced_day(), 21, DayState.COMPLETE, 0),
        (announced_day(counts=Announced()), 0, DayState.QUIET, 0),
        (announced_day(counts=Announced()), 1, DayState.QUIET, 0),
        (announced_day(doubt="the feed was cut off"), 20, DayState.DOUBTFUL, None),
        (announced_day(source=DaySource.LISTING, doubt="the feed was cut off"), 20, DayState.COMPLETE, 0),
        (
            announced_day(source=DaySource.CATCHUP, counts=None, doubt="arXiv no longer has a page for this day"),
            0,
            DayState.DOUBTFUL,
            None,
        ),
    ],
)
def test_the_state_of_a_day_says_whether_all_of_it_is_here(
    claim: AnnouncedDay | None, stored: int, state: DayState, missing: int | None
) -> None:
    standing = DayStanding("cs.DC", WEDNESDAY, claim, stored)
    assert (standing.state, standing.missing) == (state, missing)
    assert standing.settled == (state in (DayState.COMPLETE, DayState.QUIET))


def test_days_without_announcements_are_not_missed() -> None:
    found = list(standings("cs.DC", [announced_day()], {WEDNESDAY: 20}, FRIDAY, WEDNESDAY))
    assert [each.day for each in found] == [WEDNESDAY, date(2026, 5, 12), MONDAY, FRIDAY]
    assert [each.state for each in found] == [DayState.COMPLETE, *[DayState.UNHEARD] * 3]


def test_a_reported_day_counts_even_on_a_weekend() -> None:
    saturday = date(2026, 5, 9)
    (standing,) = standings("cs.DC", [announced_day(saturday)], {}, saturday, date(2026, 5, 10))
    assert (standing.day, standing.missing) == (saturday, 20)


NEW, CROSS, REPLACE, REPLACE_CROSS = AnnounceType


@pytest.mark.parametrize(
    ("types", "numbers", "words"),
    [
        ([], DayNumbers(), "no papers"),
        ([NEW] * 1_000, DayNumbers(1_000), "1,000 new"),
        ([CROSS, REPLACE], DayNumbers(0, 1, 1), "1 cross-list, 1 replacement"),
        ([REPLACE_CROSS], DayNumbers(0, 0, 1, 1), "1 replacement (1 of cross-lists, which do not enter Unread)"),
        (
            [REPLACE, NEW, REPLACE_CROSS, CROSS, REPLACE_CROSS],
            DayNumbers(1, 1, 3, 2),
            "1 new, 1 cross-list, 3 replacements (2 of cross-lists, which do not enter Unread)",
        ),
    ],
)
def test_the_papers_of_a_day_are_counted_by_type_and_reported(
    types: list[AnnounceType], numbers: DayNumbers, words: str
) -> None:
    counted = DayNumbers.of(types)
    assert (counted, counted.papers, counted.words) == (numbers, len(types), words)
    assert words.startswith(counted.brief)
