"""The state of a full text: when another request is due."""

from __future__ import annotations

from datetime import timedelta

from arxtui.model.fulltext import FulltextState
from tests.builders import NOW


def test_a_request_is_due_from_the_moment_of_the_next_try() -> None:
    state = FulltextState(next_try=NOW)
    early = NOW - timedelta(seconds=1)
    assert [state.is_due(moment) for moment in (early, NOW)] == [False, True]
