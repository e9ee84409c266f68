"""The messages that a refresh prints for people."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from arxtui.model.events import Event, EventKind
from arxtui.sync.worker.event_output import EventFormatter, in_words

FEED: dict[str, Any] = {"source": "arxiv.feed", "target": "cs.DC"}
PITH: dict[str, Any] = {"source": "pith.listing", "target": "cs.DC"}
TIME = datetime(2026, 5, 13, 8, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            Event(EventKind.DONE, **FEED, status=200, new=2, changed=1, same=0),
            "arXiv feed cs.DC: 2 new, 1 changed, 0 same",
        ),
        (
            Event(EventKind.DONE, **FEED, status=200, new=2, reason="the feed still shows Tue"),
            "arXiv feed cs.DC: 2 new, 0 changed, 0 same (the feed still shows Tue)",
        ),
        (Event(EventKind.DONE, **FEED, status=304), "arXiv feed cs.DC: not modified"),
        (
            Event(EventKind.DONE, **FEED, status=304, reason="the feed still shows Tue"),
            "arXiv feed cs.DC: not modified (the feed still shows Tue)",
        ),
        (Event(EventKind.DONE, **PITH, status=200, reviews=5), "Pith cs.DC: 5 reviews new or changed"),
        (
            Event(EventKind.DONE, **PITH, status=200, same=1, reviews=1),
            "Pith cs.DC: 0 new, 0 changed, 1 same, 1 review new or changed",
        ),
        (
            Event(EventKind.DONE, source="arxiv.fulltext", target="2605.00001v1", reason="9 words from ar5iv"),
            "2605.00001v1: 9 words from ar5iv",
        ),
        (
            Event(EventKind.DONE, source="pith.reviews", target="2605.00001", status=200, reason="2 reviews"),
            "Pith on 2605.00001: 2 reviews",
        ),
        (Event(EventKind.FAILED, **FEED, reason="not asked: 429"), "arXiv feed cs.DC: not asked: 429"),
        (
            Event(EventKind.FAILED, **FEED, reason="429", next_due=TIME),
            f"arXiv feed cs.DC: 429, next try {TIME.astimezone():%a %H:%M}",
        ),
        (Event(EventKind.NOTE, reason="the index is built anew"), "the index is built anew"),
        (Event(EventKind.WAITING, until=TIME, reason="429"), f"waiting until {TIME.astimezone():%H:%M:%S}: 429"),
        (Event(EventKind.FINISHED, targets=0, exit_code=0), "nothing was due"),
        (
            Event(EventKind.FINISHED, targets=0, next_due=TIME, exit_code=0),
            f"nothing was due (next {TIME.astimezone():%a %H:%M}; --all refreshes now)",
        ),
        (
            Event(EventKind.FINISHED, targets=2, new=3, reviews=2, exit_code=0),
            "in all: 3 new, 0 changed, 0 same, 2 reviews new or changed",
        ),
        (Event(EventKind.FINISHED, targets=2, reason="stopped", exit_code=3), "stopped"),
    ],
    ids=lambda value: None if isinstance(value, str) else value.kind.value,
)
def test_results_failures_notes_and_waiting_times_are_printed_as_lines(event: Event, words: str) -> None:
    assert in_words(event) == words


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Event(EventKind.FAILED, **FEED, reason="429", next_due=TIME), "Thu 02:20"),
        (Event(EventKind.WAITING, until=TIME, reason="429"), "02:20:00"),
        (Event(EventKind.FINISHED, targets=0, next_due=TIME, exit_code=0), "Thu 02:20"),
    ],
    ids=lambda value: None if isinstance(value, str) else value.kind.value,
)
@pytest.mark.usefixtures("zone")
def test_times_are_those_of_the_time_zone(event: Event, words: str) -> None:
    assert words in (in_words(event) or "")


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A time zone 18 hours ahead of UTC, as none is."""
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "FAR-18")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.parametrize(
    "event",
    [
        Event(EventKind.STARTED, targets=2),
        Event(EventKind.SOURCE, **FEED),
        Event(EventKind.PAGE, **FEED, page=1),
        Event(EventKind.DONE, source="arxiv.complete", target="papers"),
        Event(EventKind.FINISHED, targets=1, new=3, exit_code=0),
        Event(EventKind.WAITING, reason="who waits does not say how long"),
    ],
    ids=lambda event: event.kind.value,
)
def test_starts_pages_empty_results_and_the_end_of_one_target_print_no_line(event: Event) -> None:
    assert in_words(event) is None


def test_foreign_words_cannot_move_the_terminal() -> None:
    event = Event(EventKind.NOTE, **FEED, reason="a\x1b]52;c;x\x07\nb")
    assert in_words(event) == "arXiv feed cs.DC: a]52;c;x b"


FAILED_FEED: dict[str, Any] = {"source": "arxiv.feed", "target": "cs.DC"}
API: dict[str, Any] = {"source": "arxiv.backfill", "target": "cs.DC"}
FAILED_PITH: dict[str, Any] = {"source": "pith.listing", "target": "cs.DC"}
UNREACHED = "export.arxiv.org cannot be reached: Connection refused"
FAILED = (
    Event(EventKind.FAILED, **FAILED_FEED, reason=UNREACHED),
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
    pith = Event(EventKind.FAILED, **FAILED_PITH, reason="pith.example.org cannot be reached: no such host")
    [line] = said(*FAILED, pith, pith, Event(EventKind.FINISHED, exit_code=4))
    assert line.startswith("offline: export.arxiv.org and pith.example.org cannot be reached; ")


def test_where_another_host_answered_nobody_is_offline() -> None:
    done = Event(EventKind.DONE, **FAILED_PITH, status=200, reviews=5)
    assert said(*FAILED, done, Event(EventKind.FINISHED, targets=3, reviews=5, exit_code=3)) == [
        "Pith cs.DC: 5 reviews new or changed",
        f"arXiv feed cs.DC: {UNREACHED}",
        f"arXiv last days cs.DC: not asked: {UNREACHED}",
        "in all: 5 reviews new or changed",
    ]


def test_where_something_failed_otherwise_nobody_is_offline() -> None:
    other = Event(EventKind.FAILED, **FAILED_PITH, status=500, reason="pith.example.org answered 500")
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
        Event(EventKind.DONE, **FAILED_FEED, status=200, new=2),
        Event(EventKind.WAITING, reason="nothing is due before"),
        Event(EventKind.FINISHED, targets=1, new=2, exit_code=0),
        quiet=True,
    )


def test_quiet_prints_only_failures() -> None:
    assert said(
        Event(EventKind.FAILED, **FAILED_FEED, status=429, reason="429"),
        Event(EventKind.FAILED, **FAILED_PITH, reason="pith.example.org cannot be reached: why"),
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
