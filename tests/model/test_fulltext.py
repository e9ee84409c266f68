"""The state of a full text: its words, and when another request is due."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from arxtui.model.document import Origin
from arxtui.model.fulltext import FulltextState, TextState
from tests.builders import NOW


def test_a_request_is_due_from_the_moment_of_the_next_try() -> None:
    state = FulltextState(next_try=NOW)
    early = NOW - timedelta(seconds=1)
    assert [state.is_due(moment) for moment in (early, NOW)] == [False, True]


@pytest.mark.parametrize("state", TextState)
def test_without_a_next_try_only_a_text_that_can_be_bettered_is_requested_again(state: TextState) -> None:
    known = FulltextState(state)
    assert known.is_due(NOW) is (state is TextState.INCOMPLETE)
    assert replace(known, is_renewable=True).is_due(NOW)
    assert not replace(known, is_renewable=True, next_try=NOW + timedelta(seconds=1)).is_due(NOW)


@pytest.mark.parametrize("state", TextState)
def test_a_text_that_breaks_off_is_stored_and_reported_as_incomplete(state: TextState) -> None:
    assert state.is_stored is (state in ("have", "incomplete"))
    words = "incomplete, 1 word from ar5iv" if state is TextState.INCOMPLETE else "1 word from ar5iv"
    assert FulltextState(state, Origin.AR5IV, words=1).summary == words
