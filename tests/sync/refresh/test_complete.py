"""Papers unknown to arXiv are requested again at growing intervals, and the paper of a review is identified
reliably."""

from __future__ import annotations

from datetime import timedelta

import pytest

from arxtui.model.paper import Paper
from arxtui.sync.refresh.complete import Unsuccessful, is_same
from tests.sync.upstream import NOW

A_MOMENT = timedelta(seconds=1)


def test_a_failed_request_rests_for_a_day_then_twice_as_long_up_to_thirty_two() -> None:
    unsuccessful, now = Unsuccessful({}), NOW
    for days in (1, 2, 4, 8, 16, 32, 32):
        unsuccessful.add(["2605.00001"], now)
        now += timedelta(days=days)
        assert unsuccessful.due(["2605.00001"], now - A_MOMENT) == []
        assert unsuccessful.due(["2605.00001"], now) == ["2605.00001"]


def test_papers_never_requested_come_first_then_those_that_waited_longest() -> None:
    unsuccessful = Unsuccessful({})
    for days, name in enumerate(("third", "second", "first")):
        unsuccessful.add([name], NOW - timedelta(days=days + 2))
    assert unsuccessful.due(["third", "new", "second", "newer", "first"], NOW) == [
        "new",
        "newer",
        "first",
        "second",
        "third",
    ]


def test_it_is_remembered_as_long_as_the_paper_is_waited_for() -> None:
    unsuccessful = Unsuccessful({})
    unsuccessful.add(["a", "b"], NOW)
    unsuccessful.add(["b"], NOW + timedelta(days=1))
    unsuccessful.forget({"b", "c"})
    assert Unsuccessful.read(unsuccessful.text()).attempts == {"b": (NOW + timedelta(days=1), 2)}


@pytest.mark.parametrize("text", [None, "", "nonsense", "[]", "3", '{"a": 3}', '{"a": ["yesterday", 1]}'])
def test_stored_attempts_that_cannot_be_read_count_as_none(text: str | None) -> None:
    assert Unsuccessful.read(text).attempts == {}


@pytest.mark.parametrize(
    ("found", "same"),
    [
        (Paper("2605.00001", "Fair  Queues.", abstract="Other words."), True),
        (Paper("2605.00001", "Another title", abstract="We study queues."), True),
        (Paper("2605.00001", "Fair Queues, Revisited", abstract="Other words."), False),
        (Paper("2605.00001", "Another title"), False),
    ],
)
def test_a_paper_that_was_found_is_the_one_of_the_review_by_its_title_or_its_abstract(found: Paper, same: bool) -> None:
    assert is_same(Paper("", "Fair Queues", abstract="We study queues."), found) is same
    assert not is_same(Paper("", "Unheard Of"), found)
