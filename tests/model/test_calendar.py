"""arXiv's announcement days, and their hours in New York."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from arxtui.model.arxiv.calendar import (
    EasternRule,
    Quiet,
    expected_day,
    is_announcement_day,
    midnight,
    next_feed,
    quiet,
)

NEW_YORK = ZoneInfo("America/New_York")


def at(text: str) -> datetime:
    """Return a time in New York as UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=NEW_YORK).astimezone(UTC)


@pytest.mark.parametrize(
    ("now", "expected", "following"),
    [
        ("2026-05-13T00:00", "2026-05-13", "2026-05-14"),
        ("2026-05-13T23:59", "2026-05-13", "2026-05-14"),
        ("2026-05-15T12:00", "2026-05-15", "2026-05-18"),
        ("2026-05-16T12:00", "2026-05-15", "2026-05-18"),
        ("2026-05-17T22:00", "2026-05-15", "2026-05-18"),
        ("2026-05-18T00:10", "2026-05-18", "2026-05-19"),
        ("2026-12-31T23:00", "2026-12-31", "2027-01-01"),
    ],
    ids=["midnight", "before-midnight", "friday", "saturday", "sunday-evening", "monday", "new-year"],
)
def test_a_feed_is_expected_from_midnight_of_monday_to_friday(now: str, expected: str, following: str) -> None:
    assert expected_day(at(now)) == date.fromisoformat(expected)
    assert next_feed(at(now)) == at(f"{following}T00:00")


@pytest.mark.parametrize(
    "day", ["2026-01-20", "2026-09-08", "2026-11-27", "2026-12-30", "2027-01-01", "2027-07-06", "2023-11-24"]
)
def test_nothing_is_expected_on_the_day_after_a_holiday_evening(day: str) -> None:
    assert not is_announcement_day(date.fromisoformat(day))
    assert expected_day(at(f"{day}T12:00")) < date.fromisoformat(day)


NOTHING = "arXiv announces nothing"


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        ("2026-11-22", "2026-11-22", Quiet("Sun 22 Nov 2026", f"{NOTHING} on weekends")),
        ("2026-11-21", "2026-11-22", Quiet("Sat 21 Nov to Sun 22 Nov 2026", f"{NOTHING} on weekends")),
        ("2026-11-27", "2026-11-27", Quiet("Fri 27 Nov 2026", f"{NOTHING} after a holiday (Thu 26 Nov)")),
        (
            "2026-11-27",
            "2026-11-28",
            Quiet("Fri 27 Nov to Sat 28 Nov 2026", f"{NOTHING} on weekends and after a holiday (Thu 26 Nov)"),
        ),
        ("2022-12-31", "2023-01-01", Quiet("Sat 31 Dec to Sun 1 Jan 2023", f"{NOTHING} on weekends")),
        ("2026-11-20", "2026-11-22", None),
        ("2026-11-23", "2026-11-23", None),
        ("2026-11-01", "2026-11-30", None),
        ("0001-01-01", "0001-01-01", None),
        ("2026-11-22", "9999-12-31", None),
        ("9999-12-26", "9999-12-26", Quiet("Sun 26 Dec 9999", f"{NOTHING} on weekends")),
    ],
)
def test_days_without_announcements_are_known_with_their_reason(first: str, last: str, said: Quiet | None) -> None:
    assert quiet(date.fromisoformat(first), date.fromisoformat(last)) == said


def test_a_feed_is_requested_on_a_holiday_all_the_same() -> None:
    assert next_feed(at("2026-11-26T12:00")) == at("2026-11-27T00:00")


@pytest.mark.parametrize("year", [2007, 2026, 2027, 2028, 2037])
def test_the_rule_for_eastern_time_agrees_with_the_time_zone_data(year: int) -> None:
    moment = datetime(year, 1, 1, tzinfo=UTC)
    while moment.year == year:
        ruled = moment.astimezone(EasternRule())
        known = moment.astimezone(NEW_YORK)
        assert (ruled.replace(tzinfo=None), ruled.fold, ruled.tzname()) == (
            known.replace(tzinfo=None),
            known.fold,
            known.tzname(),
        )
        assert ruled.astimezone(UTC) == moment
        moment += timedelta(minutes=30)


def test_midnight_moves_with_summer_time() -> None:
    assert midnight(date(2026, 3, 8)) == datetime(2026, 3, 8, 5, tzinfo=UTC)
    assert midnight(date(2026, 3, 9)) == datetime(2026, 3, 9, 4, tzinfo=UTC)
    assert midnight(date(2026, 11, 2)) == datetime(2026, 11, 2, 5, tzinfo=UTC)
