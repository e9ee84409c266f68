"""Work that one process does while others follow its events, with real processes, locks and files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arxtui.model.events import TURN, Event, EventKind
from arxtui.sync.lock import worker_lock
from arxtui.sync.worker.single_flight import follow_then_run, last_end, run_or_follow
from tests.child import Child

PATIENCE = 20
WORKER = """
import resource, signal, sys, threading
from pathlib import Path
from arxtui.model.events import Event
from arxtui.sync.worker.single_flight import follow_then_run
if "full" in sys.argv:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
def work(tell, stop):
    print("at work", flush=True)
    for line in sys.stdin:
        event = Event.from_json(line)
        tell(event)
        print("told", flush=True)
        if event.exit_code is not None:
            return event.exit_code
code = None
for _ in range(1 + ("twice" in sys.argv)):
    code = follow_then_run(Path(sys.argv[1]), "worker", "refresh", lambda event: None, threading.Event(), work)
sys.exit(code)
"""
SOURCE = Event(EventKind.SOURCE, source="arxiv.feed", target="cs.DC")
DONE = Event(EventKind.DONE, source="arxiv.feed", target="cs.DC", new=3)
FINISHED = Event(EventKind.FINISHED, new=3, exit_code=3)


class Worker:
    """A process that does the work and reports the events given to it."""

    def __init__(self, state: Path, *how: str) -> None:
        self.process = Child(
            [sys.executable, "-c", WORKER, str(state), *how], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.hear("at work")

    def hear(self, words: str) -> None:
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == f"{words}\n"

    def tell(self, event: Event) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{event.to_json()}\n")
        self.process.stdin.flush()
        self.hear("told")


@contextmanager
def at_work(state: Path, *how: str) -> Iterator[Worker]:
    worker = Worker(state, *how)
    with worker.process:
        yield worker
        worker.process.kill()


class Second:
    """A second caller for the same work: the events it receives, and whether it did the work itself."""

    def __init__(self, state: Path) -> None:
        self.events: list[Event] = []
        self.stop = threading.Event()
        self.worked = False
        self._heard = threading.Condition()
        self._state = state
        self._pool = ThreadPoolExecutor(1)

    def come(self) -> Future[int | Event]:
        return self._pool.submit(run_or_follow, self._state, "worker", "refresh", self._tell, self.stop, self._work)

    def until(self, heard: Callable[[list[Event]], bool]) -> None:
        with self._heard:
            assert self._heard.wait_for(lambda: heard(self.events), PATIENCE)

    def _tell(self, event: Event) -> None:
        with self._heard:
            self.events.append(event)
            self._heard.notify_all()

    def _work(self, tell: Callable[[Event], None], stop: threading.Event) -> int:
        self.worked = True
        return 0


@pytest.fixture
def second(tmp_path: Path) -> Iterator[Second]:
    made = Second(tmp_path)
    yield made
    made.stop.set()
    made._pool.shutdown()


def test_whoever_comes_second_hears_everything_from_the_beginning_and_the_end(tmp_path: Path, second: Second) -> None:
    with at_work(tmp_path) as first:
        first.tell(SOURCE)
        ended = second.come()
        second.until(lambda events: SOURCE in events)
        first.tell(DONE)
        first.tell(FINISHED)
        assert first.process.wait(PATIENCE) == 3
        assert ended.result(PATIENCE) == FINISHED
    words = f"another refresh (process {first.process.pid}) is running; following it"
    assert second.events == [Event(EventKind.NOTE, source=TURN, reason=words), SOURCE, DONE]
    assert not second.worked


def test_several_follow_one(tmp_path: Path, second: Second) -> None:
    third = Second(tmp_path)
    with at_work(tmp_path) as first:
        ends = [second.come(), third.come()]
        for each in (second, third):
            each.until(bool)
        first.tell(FINISHED)
        assert [ended.result(PATIENCE) for ended in ends] == [FINISHED, FINISHED]


@pytest.mark.parametrize("expected", [(), (SOURCE, DONE)], ids=["at-once", "on-its-way"])
def test_when_the_first_dies_the_second_does_the_work(
    tmp_path: Path, second: Second, expected: tuple[Event, ...]
) -> None:
    with at_work(tmp_path) as first:
        for event in expected:
            first.tell(event)
        ended = second.come()
        second.until(lambda events: events[1:] == list(expected))
        first.process.kill()
        assert ended.result(PATIENCE) == 0
    assert second.worked


def test_the_end_is_received_though_the_next_work_has_begun(tmp_path: Path, second: Second) -> None:
    with at_work(tmp_path, "twice") as first:
        ended = second.come()
        second.until(bool)
        first.tell(FINISHED)
        first.hear("at work")
        assert ended.result(PATIENCE) == FINISHED
        again = Second(tmp_path)
        later = again.come()
        first.tell(DONE)
        again.until(lambda events: DONE in events)
        first.tell(Event(EventKind.FINISHED, exit_code=0))
        assert later.result(PATIENCE) == Event(EventKind.FINISHED, exit_code=0)


def test_to_stop_ends_the_following_and_not_the_work(tmp_path: Path, second: Second) -> None:
    with at_work(tmp_path) as first:
        ended = second.come()
        second.until(bool)
        second.stop.set()
        assert ended.result(PATIENCE) == Event(EventKind.FINISHED, reason="stopped", exit_code=3)
        first.tell(FINISHED)
        assert first.process.wait(PATIENCE) == 3


def test_a_full_disk_stops_nobody(tmp_path: Path, second: Second) -> None:
    with at_work(tmp_path, "full") as first:
        ended = second.come()
        first.tell(DONE)
        first.tell(FINISHED)
        assert first.process.wait(PATIENCE) == 3
        assert ended.result(PATIENCE) == 0
    assert second.worked


def test_whoever_keeps_everyone_away_without_a_word_is_waited_for(tmp_path: Path, second: Second) -> None:
    (tmp_path / "worker.ndjson").write_text(f"1\n{FINISHED.to_json()}\n")
    with worker_lock(tmp_path):
        ended = second.come()
        second.until(bool)
    assert ended.result(PATIENCE) == 0
    words = f"process {os.getpid()} blocks every refresh for now; waiting for it"
    assert second.events == [Event(EventKind.NOTE, source=TURN, reason=words)]


def test_a_worker_about_to_report_is_followed_without_a_wait_message(tmp_path: Path) -> None:
    class Meanwhile(threading.Event):
        """An event whose first wait lets the other process begin to report."""

        def wait(self, timeout: float | None = None) -> bool:
            (tmp_path / "worker.ndjson").write_text(f"{os.getpid()}\n{FINISHED.to_json()}\n")
            return super().wait(0)

    heard: list[Event] = []
    with worker_lock(tmp_path):
        ended = run_or_follow(tmp_path, "worker", "refresh", heard.append, Meanwhile(), lambda tell, stop: 0)
    assert ended == FINISHED
    assert [event.reason for event in heard] == [f"another refresh (process {os.getpid()}) is running; following it"]


def test_events_left_by_a_dead_process_are_not_followed(tmp_path: Path, second: Second) -> None:
    (tmp_path / "worker.lock").write_text("123\n")
    (tmp_path / "worker.ndjson").write_text(f"123\n{FINISHED.to_json()}\n")
    assert second.come().result(PATIENCE) == 0
    assert (second.events, second.worked) == ([], True)


def test_words_that_are_no_events_are_passed_over(tmp_path: Path, second: Second) -> None:
    with at_work(tmp_path) as first:
        with (tmp_path / "worker.ndjson").open("a") as lines:
            lines.write("[]\n{}\nnonsense\n")
        ended = second.come()
        second.until(bool)
        first.tell(DONE)
        first.tell(FINISHED)
        assert ended.result(PATIENCE) == FINISHED
    assert second.events[1:] == [DONE]


def test_how_the_last_work_ended_is_kept(tmp_path: Path) -> None:
    assert last_end(tmp_path, "worker") is None

    def work(tell: Callable[[Event], None], stop: threading.Event) -> int:
        assert last_end(tmp_path, "worker") is None
        tell(DONE)
        assert last_end(tmp_path, "worker") is None
        tell(FINISHED)
        return 3

    received: list[Event] = []
    assert follow_then_run(tmp_path, "worker", "refresh", received.append, threading.Event(), work) == 3
    assert received == [DONE, FINISHED]
    known = last_end(tmp_path, "worker")
    assert known is not None
    assert known[1] == FINISHED
    assert abs(known[0] - datetime.now(UTC)) < timedelta(hours=1)
    lines = (tmp_path / "worker.ndjson").read_text().splitlines()
    assert lines[0] == str(os.getpid())
    assert json.loads(lines[1]) == {"kind": "done", "source": "arxiv.feed", "target": "cs.DC", "new": 3}
