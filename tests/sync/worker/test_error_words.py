"""Messages about a whole pass: a missing network is reported in one line, and quiet mode reports only failures."""

from __future__ import annotations

from typing import Any

import pytest

from arxtui.model.events import Event, EventKind
from arxtui.sync.worker.error_words import EventFormatter

FEED: dict[str, Any] = {"source": "arxiv.feed", "target": "cs.DC"}
API: dict[str, Any] = {"source": "arxiv.backfill", "target": "cs.DC"}
PITH: dict[str, Any] = {"source": "pith.listing", "target": "cs.DC"}
UNREACHED = "export.arxiv.org cannot be reached: Connection refused"
FAILED = (
    Event(EventKind.FAILED, **FEED, reason=UNREACHED),
    Event(EventKind.FAILED, **API, reason=f"not asked: {UNREACHED}"),
)
OFFLINE = "offline: export.arxiv.org cannot be reached; everything cached still works"


def said(*events: Event, quiet: bool = False) -> list[str]:
    speaker = EventFormatter(quiet=quiet)
    return [line for event in events for line in speaker.lines(event)]


@pytest.mark.parametrize("quiet", [False, True])
def test_without_a_network_there_is_one_line(quiet: bool) -> None:
    started, end = Event(EventKind.STARTED, targets=2), Event(EventKind.FINISHED, targets=2, exit_code=4)
    assert said(started, *FAILED, end, quiet=quiet) == [OFFLINE]


def test_every_host_out_of_reach_is_named_once() -> None:
    pith = Event(EventKind.FAILED, **PITH, reason="pith.example.org cannot be reached: no such host")
    [line] = said(*FAILED, pith, pith, Event(EventKind.FINISHED, exit_code=4))
    assert line.startswith("offline: export.arxiv.org and pith.example.org cannot be reached; ")


def test_where_another_host_answered_nobody_is_offline() -> None:
    done = Event(EventKind.DONE, **PITH, status=200, reviews=5)
    assert said(*FAILED, done, Event(EventKind.FINISHED, targets=3, reviews=5, exit_code=3)) == [
        "Pith cs.DC: 5 reviews new or changed",
        f"arXiv feed cs.DC: {UNREACHED}",
        f"arXiv last days cs.DC: not asked: {UNREACHED}",
        "in all: 5 reviews new or changed",
    ]


def test_where_something_failed_otherwise_nobody_is_offline() -> None:
    other = Event(EventKind.FAILED, **PITH, status=500, reason="pith.example.org answered 500")
    lines = said(*FAILED, other, Event(EventKind.FINISHED, targets=3, exit_code=4))
    assert lines[:3] == [
        "Pith cs.DC: pith.example.org answered 500",
        f"arXiv feed cs.DC: {UNREACHED}",
        f"arXiv last days cs.DC: not asked: {UNREACHED}",
    ]


def test_each_pass_of_a_watch_speaks_for_itself() -> None:
    end = Event(EventKind.FINISHED, targets=2, new=2, exit_code=0)
    assert said(*FAILED, Event(EventKind.FINISHED, exit_code=4), end) == [OFFLINE, "in all: 2 new, 0 changed, 0 same"]


def test_quiet_says_nothing_when_all_is_well() -> None:
    assert not said(
        Event(EventKind.NOTE, reason="another refresh (process 123) is running; following it"),
        Event(EventKind.DONE, **FEED, status=200, new=2),
        Event(EventKind.WAITING, reason="nothing is due before"),
        Event(EventKind.FINISHED, targets=1, new=2, exit_code=0),
        quiet=True,
    )


def test_quiet_says_what_went_wrong() -> None:
    assert said(
        Event(EventKind.FAILED, **FEED, status=429, reason="429"),
        Event(EventKind.FAILED, **PITH, reason="pith.example.org cannot be reached: why"),
        Event(EventKind.FINISHED, targets=2, exit_code=3),
        Event(EventKind.NOTE, source="hook", target="after_refresh", reason="ended with 3"),
        Event(EventKind.FINISHED, reason="The cache is of a newer version.", exit_code=1),
        quiet=True,
    ) == [
        "arXiv feed cs.DC: 429",
        "Pith cs.DC: pith.example.org cannot be reached: why",
        "hook after_refresh: ended with 3",
        "The cache is of a newer version.",
    ]
