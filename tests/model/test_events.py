"""The reader can parse the events that the worker writes."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.model.events import Event, EventKind

_TIMES = st.none() | st.datetimes(min_value=datetime(1991, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
_COUNTS = st.none() | st.integers(0, 10**9)
_EVENTS = st.builds(
    Event,
    kind=st.sampled_from(EventKind),
    source=st.none() | st.text(),
    target=st.none() | st.text(),
    page=_COUNTS,
    new=_COUNTS,
    reason=st.none() | st.text(),
    until=_TIMES,
    next_due=_TIMES,
    exit_code=_COUNTS,
)


@given(_EVENTS)
def test_an_event_is_one_line_and_reads_back(event: Event) -> None:
    line = event.to_json()
    assert "\n" not in line
    assert "\r" not in line
    assert Event.from_json(line) == event


def test_fields_that_do_not_apply_to_an_event_are_not_written() -> None:
    event = Event(EventKind.WAITING, source="arxiv", until=datetime(2026, 5, 13, 8, 20, tzinfo=UTC), page=0)
    assert json.loads(event.to_json()) == {
        "kind": "waiting",
        "source": "arxiv",
        "page": 0,
        "until": "2026-05-13T08:20:00+00:00",
    }


@pytest.mark.parametrize(
    "line",
    ["", "{", "[]", "1", '"done"', "{}", '{"kind": "no-such"}', '{"kind": "done", "until": "soon"}',
     '{"kind": "done", "until": 5}', '{"kind": "done", "colour": "red"}'],
)  # fmt: skip
def test_an_invalid_event_is_refused(line: str) -> None:
    with pytest.raises(ValueError):
        Event.from_json(line)
