"""The position of a harvest: where it resumes, and how it is stored."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from arxtui.model.harvest import Place

FIRST, BEGUN, NEWEST = date(2026, 1, 1), date(2026, 5, 13), date(2026, 3, 7)
AMID = Place(
    FIRST,
    date(2026, 2, 1),
    BEGUN,
    "token",
    datetime(2026, 5, 14, tzinfo=UTC),
    newest=NEWEST,
    records=7,
    pages=2,
    size=9,
)


@pytest.mark.parametrize(
    "place", [Place(), AMID, replace(AMID, complete=True), replace(AMID, short=True, ascending=False), Place(size=0)]
)
def test_a_place_is_written_down_and_read_back(place: Place) -> None:
    assert Place.from_json(place.to_json()) == place


def test_default_values_of_a_harvest_are_not_written() -> None:
    assert json.loads(Place().to_json()) == {}
    assert json.loads(Place(records=7, ascending=False).to_json()) == {"records": 7, "ascending": False}


def test_without_its_token_a_harvest_goes_on_at_the_last_full_day() -> None:
    assert AMID.renewed() == replace(AMID, since=NEWEST, token="", expires=None, size=None)


@pytest.mark.parametrize("place", [replace(AMID, ascending=False), replace(AMID, newest=None)])
def test_where_days_did_not_ascend_it_begins_anew_and_keeps_count_of_its_pages(place: Place) -> None:
    assert place.renewed() == Place(first=FIRST, since=FIRST, begun=BEGUN, pages=2)


@pytest.mark.parametrize(
    ("last", "begun", "through"),
    [
        (None, None, None),
        (None, BEGUN, BEGUN),
        (NEWEST, None, None),
        (NEWEST, BEGUN, NEWEST),
        (BEGUN, NEWEST, NEWEST),
    ],
)
def test_nothing_is_taken_in_after_the_day_it_was_begun(
    last: date | None, begun: date | None, through: date | None
) -> None:
    assert Place(begun=begun).through(last) == through


def test_a_harvest_has_ended_when_it_is_complete_or_can_bring_no_more() -> None:
    assert not AMID.ended
    assert Place(complete=True).ended
    assert Place(short=True).ended
