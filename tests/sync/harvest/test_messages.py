"""Messages of a harvest about its progress and about how to resume it."""

from __future__ import annotations

from datetime import date

import pytest

from arxtui.model.harvest import Order, Place
from arxtui.model.paper import Deletion
from arxtui.sources.arxiv.oai.xml import OaiError
from arxtui.sync.harvest import messages
from arxtui.sync.harvest.harvester import forecast

DAY, LATER = date(2026, 3, 2), date(2026, 3, 9)


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (0.2, "1 s"),
        (20.4, "20 s"),
        (59, "59 s"),
        (60, "1 min"),
        (89, "1 min"),
        (91, "2 min"),
        (3_599, "1 h 00 min"),
        (7_500, "2 h 05 min"),
    ],
)
def test_times_are_reported_in_the_unit_that_fits(seconds: float, expected: str) -> None:
    assert messages.duration(seconds) == expected


@pytest.mark.parametrize(
    ("place", "left", "expected"),
    [
        (Place(records=1), None, "1 record"),
        (Place(records=1_500, newest=DAY), 20, "1,500 records, changed up to 2026-03-02"),
        (Place(records=10, size=1_200), None, "10 of 1,200 records"),
        (Place(records=10, size=1_200), 120, "10 of 1,200 records, 2 min left"),
        (Place(records=13, size=12), None, "13 of 13 records"),
    ],
)
def test_progress_has_the_number_of_records_and_the_date_or_time_left(
    place: Place, left: float | None, expected: str
) -> None:
    assert messages.progress(place, left) == expected


@pytest.mark.parametrize(
    ("place", "pages", "left"),
    [
        (Place(records=10, pages=1), None, None),
        (Place(records=10, pages=1, size=35), 4, 9.0),
        (Place(records=20, pages=2, size=35), 4, 6.0),
        (Place(records=35, pages=4, size=35), 4, None),
        (Place(records=40, pages=4, size=35), 4, None),
        (Place(records=0, pages=1, size=3), 4, 9.0),
    ],
)
def test_pages_to_come_are_as_long_as_those_that_came(place: Place, pages: int | None, left: float | None) -> None:
    assert forecast(place, 3.0) == (pages, left)


@pytest.mark.parametrize(
    ("order", "command"),
    [
        (Order(), "arxtui harvest"),
        (
            Order("arXiv", "cs", DAY, LATER),
            "arxtui harvest --set cs --from 2026-03-02 --until 2026-03-09 --format arXiv",
        ),
    ],
)
def test_the_command_that_goes_on_is_named_whole(order: Order, command: str) -> None:
    assert messages.resume_hint(order) == f"'{command}' continues from here"
    assert messages.restart_hint(order) == f"the received records are stored; '{command}' fetches everything again"


def test_the_message_of_a_complete_harvest_has_its_days_and_the_command_for_later_changes() -> None:
    of_days, all_of_it = Order(spec="cs", first=DAY, last=LATER), Order(spec="cs")
    since_then = "; 'arxtui harvest --set cs' fetches later changes"
    assert messages.completed(all_of_it, LATER, LATER) == f"cs has been harvested up to 2026-03-09{since_then}"
    assert (
        messages.completed(of_days, LATER, LATER)
        == f"cs has been harvested from 2026-03-02 up to 2026-03-09{since_then}"
    )
    assert messages.completed(of_days, LATER, DAY) == (
        "harvested as requested; 'arxtui harvest --set cs' continues from 2026-03-02; everything before was harvested"
    )
    assert messages.outcome(Place(records=1, pages=1), 0) == "1 record in 1 page"
    assert messages.outcome(Place(records=1_500, pages=2), 1_200) == "1,500 records in 2 pages, 1,200 rejected"


def test_of_deleted_records_twenty_are_named() -> None:
    deleted = [Deletion(f"2603.{number:05}", DAY) for number in range(1_020)]
    names = ", ".join(each.id for each in deleted[:20])
    assert messages.deletions(deleted[:20]).endswith(f"is kept: {names}")
    assert messages.deletions(deleted).endswith(f"is kept: {names} and 1,000 more")


def test_a_refusal_without_words_says_so() -> None:
    assert (
        messages.refusal(OaiError("idDoesNotExist", ""), Order()) == "arXiv does not know the record (no reason given)"
    )
