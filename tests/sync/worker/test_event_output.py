"""The output of a refresh process, the signals and input that stop it, and its exit code."""

from __future__ import annotations

import io
import os
import signal
import socket
import threading
from collections.abc import Iterator
from typing import IO

import pytest

from arxtui.model.events import Event, EventKind
from arxtui.search.errors import SearchError
from arxtui.store.errors import StoreError
from arxtui.sync.errors import WorkerBusy
from arxtui.sync.worker import event_output
from arxtui.sync.worker.event_output import Tell, report, stop_on_signals

NOTE = Event(EventKind.NOTE, source="arxiv", reason="words for people")


def _said(events: Iterator[str]) -> list[Event]:
    return [Event.from_json(line) for line in events]


def _telling(tell: Tell, stop: threading.Event) -> int:
    tell(NOTE)
    return 3


def test_events_are_reported_one_a_line_and_the_code_is_that_of_the_work() -> None:
    out = io.StringIO()
    assert report(out, _telling, events=True) == 3
    assert _said(iter(out.getvalue().splitlines())) == [NOTE]


def test_without_events_the_report_is_in_words() -> None:
    out = io.StringIO()
    assert report(out, _telling, events=False) == 3
    assert "words for people" in out.getvalue()
    assert "{" not in out.getvalue()


@pytest.mark.parametrize("error", [StoreError("the cache is damaged"), SearchError("the cache is damaged")])
def test_a_broken_cache_or_index_is_reported_as_the_end(error: Exception) -> None:
    def work(tell: Tell, stop: threading.Event) -> int:
        raise error

    out = io.StringIO()
    assert report(out, work, events=True) == 1
    assert _said(iter(out.getvalue().splitlines())) == [
        Event(EventKind.FINISHED, reason="the cache is damaged", exit_code=1)
    ]


@pytest.mark.parametrize("events", [True, False])
def test_that_another_is_at_work_is_reported_to_programs_and_left_to_the_caller_for_people(*, events: bool) -> None:
    busy = WorkerBusy(7)

    def work(tell: Tell, stop: threading.Event) -> int:
        raise busy

    out = io.StringIO()
    with pytest.raises(WorkerBusy):
        report(out, work, events=events)
    reported = [Event(EventKind.FINISHED, reason=str(busy), exit_code=1)] if events else []
    assert _said(iter(out.getvalue().splitlines())) == reported


def test_where_nobody_listens_any_more_the_work_is_to_stop_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    stopped: list[bool] = []

    def work(tell: Tell, stop: threading.Event) -> int:
        for _ in range(2):
            tell(NOTE)
            stopped.append(stop.is_set())
        return 0

    with os.fdopen(writing, "w") as out:
        assert report(out, work, events=True) == 0
    assert stopped == [True, True]


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Iterator[IO[bytes]]:
    """The writing end of a pipe that is used as standard input."""
    reading, writing = os.pipe()
    monkeypatch.setattr(event_output, "_STANDARD_INPUT", reading)
    with os.fdopen(writing, "wb", buffering=0) as held:
        yield held
    os.close(reading)


def _watching() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "lifeline"]


def test_letting_go_of_the_lifeline_means_stop_and_writing_into_it_nothing(pipe: IO[bytes]) -> None:
    stop, finished = threading.Event(), threading.Event()
    finished.set()
    event_output.watch_parent(stop, finished)
    (watching,) = _watching()
    pipe.write(b"ignored")
    assert not stop.is_set()
    pipe.close()
    watching.join(30)
    assert stop.is_set()


def test_a_socket_is_a_lifeline_as_a_pipe_is(monkeypatch: pytest.MonkeyPatch) -> None:
    stop, finished = threading.Event(), threading.Event()
    finished.set()
    parent, child = socket.socketpair()
    with parent, child:
        monkeypatch.setattr(event_output, "_STANDARD_INPUT", child.fileno())
        event_output.watch_parent(stop, finished)
        parent.close()
        assert stop.wait(9)
        for thread in _watching():
            thread.join()


def test_a_file_or_nothing_at_all_is_no_lifeline(monkeypatch: pytest.MonkeyPatch) -> None:
    for descriptor in (os.open(os.devnull, os.O_RDONLY), -1):
        monkeypatch.setattr(event_output, "_STANDARD_INPUT", descriptor)
        stop = threading.Event()
        event_output.watch_parent(stop, threading.Event())
        assert _watching() == []
        assert not stop.is_set()
        if descriptor >= 0:
            os.close(descriptor)


def test_a_signal_that_interrupts_a_wait_while_the_wait_holds_its_lock_stops_the_work() -> None:
    stop = threading.Event()
    before = signal.getsignal(signal.SIGINT)
    with stop_on_signals(stop):
        with vars(stop)["_cond"]:
            signal.raise_signal(signal.SIGINT)
        assert stop.wait(30)
        assert signal.getsignal(signal.SIGINT) is before, "the second signal has its usual effect"
