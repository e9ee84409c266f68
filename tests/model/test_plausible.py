"""Impossible values are dropped, and the rest of a record is kept."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from arxtui.model.arxiv.ids import LAST_VERSION
from arxtui.model.arxiv.plausible import is_plausible, plausible
from arxtui.model.intake import Intake, Reject
from arxtui.model.reviews import Review
from tests.builders import DAY as TODAY
from tests.builders import announced, card, paper

NOON = datetime(2026, 5, 13, 12, tzinfo=UTC)
DAY = timedelta(days=1)
PAPER = paper(1, published=NOON, updated=NOON)


def _review(day: date) -> Review:
    return card(PAPER, "Queues cost less", listed_on=day)


@pytest.mark.parametrize(
    ("day", "can_be"),
    [
        (date(1990, 12, 31), False),
        (date(1991, 1, 1), True),
        (TODAY, True),
        (TODAY + DAY, True),  # the calendars of other time zones are ahead
        (TODAY + 2 * DAY, False),
    ],
)
def test_days_before_arxiv_and_days_to_come_cannot_be(day: date, can_be: bool) -> None:
    assert is_plausible(day, TODAY) is can_be
    intake = plausible(Intake(announcements=(announced(PAPER, day),), reviews=(_review(day),)), TODAY)
    assert (len(intake.announcements), len(intake.reviews), len(intake.rejects)) == (can_be, can_be, 2 * (not can_be))


def test_a_paper_of_an_impossible_day_is_rejected_with_its_name_and_day() -> None:
    announcement, refused = announced(PAPER, TODAY + 9 * DAY), Reject("2605.1", "no identifier")
    before = Intake((), (announcement,), (_review(date(1066, 10, 14)),), (refused,), ("told",))
    after = plausible(before, TODAY)
    assert after.rejects == (
        refused,
        Reject(PAPER.id, "announced on 2026-05-22, an impossible day"),
        Reject("Queues cost less", "listed on 1066-10-14, an impossible day"),
    )
    assert after.notes == ("told",)


def test_an_intake_that_can_be_is_left_as_it_is() -> None:
    before = Intake(papers=(PAPER,), announcements=(announced(PAPER),), reviews=(_review(TODAY),), notes=("told",))
    assert plausible(before, TODAY) is before


@pytest.mark.parametrize(
    ("expected", "kept"),
    [
        ({"published": NOON + 2 * DAY}, {"published": None}),
        ({"updated": NOON + 2 * DAY}, {"updated": None}),
        ({"version": 0}, {"version": None}),
        ({"version": LAST_VERSION}, {}),
        ({"version": LAST_VERSION + 1}, {"version": None}),
        ({"updated": NOON + 2 * DAY, "version": 0}, {"updated": None, "version": None}),
        ({"published": NOON + DAY, "updated": None, "version": None}, {}),
    ],
)
def test_a_paper_is_kept_without_dates_and_versions_that_cannot_be(
    expected: dict[str, Any], kept: dict[str, Any]
) -> None:
    before = replace(PAPER, **expected)
    intake = plausible(Intake(papers=(PAPER, before)), TODAY)
    assert intake.papers == (PAPER, replace(before, **kept))
    note = ("impossible dates or versions were left out of papers: 1",)
    assert intake.notes == (note if kept else ())
    assert intake.rejects == ()
