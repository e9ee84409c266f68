"""The worker process: its output, its lifeline, and its signals."""

from __future__ import annotations

import io
import os
import signal
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings, load
from arxtui.config.text import ConfigError
from arxtui.demo.faults import Fault
from arxtui.demo.messages import Reply, Request
from arxtui.model.events import EventKind
from arxtui.search.index import SearchIndex
from arxtui.store.cache.database import Cache
from arxtui.sync.refresh.plan import Source
from arxtui.sync.worker import process
from arxtui.sync.worker.process import FinishedPass, run_worker
from tests.fork_server import ForkServer
from tests.store.made import QUEUES, STALENESS, formats, make_older, take
from tests.sync.processes import StartWorker, events, until
from tests.sync.upstream import FEED, Upstream, many, running, write_config

PATIENCE = 20


class Silence:
    """An upstream that receives a request and does not answer until ``over`` is set. Addresses that do not begin with
    ``at`` are answered immediately."""

    def __init__(self, upstream: Upstream) -> None:
        self.asked = threading.Event()
        self.over = threading.Event()
        self.at = "/"
        self._sound = upstream.server.handler
        upstream.server.handler = self.answer

    def answer(self, request: Request) -> Reply:
        if request.path.startswith(self.at):
            self.asked.set()
            assert self.over.wait(PATIENCE)
        return self._sound(request)


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    few = many(5)
    with running(Upstream(few, [paper.id.partition("v")[0] for paper in few])) as answering:
        yield answering


@pytest.fixture
def silence(upstream: Upstream) -> Iterator[Silence]:
    silent = Silence(upstream)
    yield silent
    silent.over.set()


def test_its_events_are_one_json_object_a_line(paths: Paths, worker: StartWorker, upstream: Upstream) -> None:
    write_config(paths, upstream, "cs.DC")
    with worker("--events") as process:
        reported = list(events(process.stdout))
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == ""
    assert (reported[0].kind, reported[-1].kind, reported[-1].exit_code) == (EventKind.STARTED, EventKind.FINISHED, 0)
    asked = {Source.FEED, Source.COMPLETE, Source.LISTING, Source.BACKFILL}
    assert {event.source for event in reported} >= {source.value for source in asked}


def test_without_events_it_speaks_to_people(paths: Paths, worker: StartWorker, upstream: Upstream) -> None:
    write_config(paths, upstream, "cs.DC")
    upstream.faults.add(FEED, Fault.HTML)
    with worker() as process:
        said, errors = process.stdout.read(), process.stderr.read()
        assert (process.wait(PATIENCE), errors) == (3, "")
    lines = said.splitlines()
    assert lines[0].startswith("arXiv feed cs.DC: an HTML page, not an announcement feed")
    assert "next try" in lines[0]
    assert lines[-1].startswith("in all: ")


def test_the_end_of_its_lifeline_stops_it_in_the_middle_of_a_request(
    paths: Paths, worker: StartWorker, upstream: Upstream, silence: Silence
) -> None:
    write_config(paths, upstream, "cs.DC")
    with worker("--events") as process:
        assert silence.asked.wait(PATIENCE)
        process.stdin.close()
        assert process.wait(PATIENCE) == 3
        assert [event.reason for event in events(process.stdout)][-1] == "stopped"
    with Cache.open(paths.cache_db) as cache:
        assert cache.ledger.all() == []


def test_without_somebody_at_the_other_end_there_is_no_lifeline(fork_server: ForkServer) -> None:
    script = "import threading\nfrom arxtui.sync.worker import event_output\n"
    script += "event_output.watch_parent(threading.Event(), threading.Event())\nprint(threading.active_count())"
    assert fork_server.run(script).said == "1\n"


def test_a_process_that_does_not_stop_is_ended_after_the_grace(fork_server: ForkServer) -> None:
    script = "import threading\nfrom arxtui.sync.worker import event_output\nevent_output.GRACE = 0.05\n"
    script += "event_output.watch_parent(threading.Event(), threading.Event())\nthreading.Event().wait()"
    with fork_server.start(script) as process:
        process.stdin.write("ignored")
        process.stdin.close()
        assert (process.wait(PATIENCE), process.stderr.read()) == (1, "")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_it(
    paths: Paths, worker: StartWorker, upstream: Upstream, silence: Silence, number: signal.Signals
) -> None:
    write_config(paths, upstream, "cs.DC")
    with worker("--events") as process:
        assert silence.asked.wait(PATIENCE)
        process.send_signal(number)
        assert process.wait(PATIENCE) == 3
        assert process.stderr.read() == ""


def test_nobody_listening_any_more_means_stop(
    paths: Paths, worker: StartWorker, upstream: Upstream, silence: Silence
) -> None:
    write_config(paths, upstream, "cs.DC")
    with worker("--events") as process:
        assert silence.asked.wait(PATIENCE)
        process.stdout.close()
        silence.over.set()
        assert process.wait(PATIENCE) == 3
        assert process.stderr.read() == ""
    assert len(upstream.asked()) == 1


def test_a_second_worker_follows_the_first_and_requests_nothing(
    paths: Paths, worker: StartWorker, upstream: Upstream, silence: Silence
) -> None:
    write_config(paths, upstream, "cs.DC")
    with worker("--events") as first:
        assert silence.asked.wait(PATIENCE)
        with worker("--events") as second:
            note = until(second.stdout, EventKind.NOTE)
            silence.over.set()
            ends = [until(each.stdout, EventKind.FINISHED) for each in (first, second)]
            assert [each.wait(PATIENCE) for each in (first, second)] == [0, 0]
    assert note.reason == f"another refresh (process {first.pid}) is running; following it"
    assert ends[0] == ends[1]
    assert len(upstream.asked(FEED)) == 1


def test_a_second_worker_says_in_words_whom_it_follows(
    paths: Paths, worker: StartWorker, upstream: Upstream, silence: Silence
) -> None:
    write_config(paths, upstream, "cs.DC")
    upstream.faults.add("/api", Fault.HTML)
    with worker() as first:
        assert silence.asked.wait(PATIENCE)
        with worker() as second:
            assert second.stdout.readline() == f"another refresh (process {first.pid}) is running; following it\n"
            silence.over.set()
            assert second.stdout.read() == first.stdout.read()
            assert (first.wait(PATIENCE), second.wait(PATIENCE)) == (3, 3)


def test_when_the_first_is_killed_the_second_refreshes(
    paths: Paths, worker: StartWorker, upstream: Upstream, silence: Silence
) -> None:
    write_config(paths, upstream, "cs.DC")
    with worker("--events") as first:
        assert silence.asked.wait(PATIENCE)
        with worker("--events") as second:
            assert until(second.stdout, EventKind.SOURCE).target == "cs.DC"
            first.kill()
            silence.over.set()
            assert until(second.stdout, EventKind.FINISHED).exit_code == 0
            assert second.wait(PATIENCE) == 0
    assert upstream.asked(FEED)


def test_when_the_first_worker_is_stopped_the_second_requests_the_remaining_sources(
    paths: Paths, worker: StartWorker, upstream: Upstream, silence: Silence
) -> None:
    write_config(paths, upstream, "cs.DC")
    with worker("--events") as first:
        assert silence.asked.wait(PATIENCE)
        with worker("--events") as second:
            until(second.stdout, EventKind.SOURCE)
            first.terminate()
            assert first.wait(PATIENCE) == 3
            silence.over.set()
            ended = until(second.stdout, EventKind.FINISHED)
            assert (ended.reason, ended.exit_code, second.wait(PATIENCE)) == (None, 0, 0)
    with Cache.open(paths.cache_db) as cache:
        assert cache.ledger.all()


@pytest.mark.parametrize(("at", "feeds"), [(FEED, 1), ("/api", 2)], ids=["all-of-it", "not-the-feed"])
def test_a_worker_with_all_requests_again_only_the_sources_finished_before_its_start(
    paths: Paths, worker: StartWorker, upstream: Upstream, silence: Silence, at: str, feeds: int
) -> None:
    silence.at = at
    write_config(paths, upstream, "cs.DC")
    with worker("--events") as first:
        assert silence.asked.wait(PATIENCE)
        with worker("--events", "--all") as second:
            until(second.stdout, EventKind.SOURCE)
            silence.over.set()
            assert [each.wait(PATIENCE) for each in (first, second)] == [0, 0]
    assert len(upstream.asked(FEED)) == feeds


def test_a_cache_of_a_newer_version_ends_it_in_words(paths: Paths, worker: StartWorker, upstream: Upstream) -> None:
    write_config(paths, upstream, "cs.DC")
    paths.cache_db.write_bytes(b"something else entirely, and longer than a header of SQLite would be" * 20)
    with worker("--events") as process:
        reported = until(process.stdout, EventKind.FINISHED)
        assert process.wait(PATIENCE) == 1
    assert reported.reason
    assert str(paths.cache_db) in reported.reason
    assert upstream.asked() == []


class Listener(io.StringIO):
    """Standard output of a watching worker; it calls the next of ``then`` at each pause."""

    def __init__(self, *then: Callable[[], None]) -> None:
        super().__init__()
        self._then = list(then)

    def write(self, text: str) -> int:
        if "nothing is due before" in text:
            self._then.pop(0)()
        return super().write(text)


def test_a_watch_whose_clock_was_wrong_goes_on_once_it_is_right(paths: Paths, upstream: Upstream) -> None:
    ahead = timedelta(days=1500)

    def right() -> None:
        nonlocal ahead
        ahead = timedelta(0)

    write_config(paths, upstream, "cs.DC")
    said = Listener(right, lambda: os.kill(os.getpid(), signal.SIGTERM))
    settings = load(paths.config_file)
    now = lambda: datetime.now(UTC) + ahead  # noqa: E731
    assert run_worker(paths, settings, everything=False, events=False, out=said, watch=True, now=now) in (0, 3)
    assert len(upstream.asked("/pith")) == 2


def test_a_watch_goes_on_with_the_settings_as_they_were_where_a_reader_of_them_refuses(
    paths: Paths, upstream: Upstream
) -> None:
    ahead = timedelta(0)

    def refused(file: Path) -> Settings:
        raise ConfigError(f"{file}: rule 'a' cannot be meant")

    def later() -> None:
        nonlocal ahead
        ahead += timedelta(days=7)

    write_config(paths, upstream, "cs.DC")
    said = Listener(later, lambda: os.kill(os.getpid(), signal.SIGTERM))
    settings = load(paths.config_file)
    now = lambda: datetime.now(UTC) + ahead  # noqa: E731
    run_worker(paths, settings, everything=False, events=False, out=said, watch=True, now=now, load=refused)
    assert said.getvalue().count("rule 'a' cannot be meant; continuing with the previous settings") == 1


def test_a_pause_and_a_fault_of_the_settings_are_reported_once_however_often_they_are_looked_at(
    paths: Paths, upstream: Upstream, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = iter([False, False, True])

    def refused(file: Path) -> Settings:
        if next(looks):
            os.kill(os.getpid(), signal.SIGTERM)
        raise ConfigError("rule 'a' cannot be meant")

    write_config(paths, upstream, "cs.DC")
    monkeypatch.setattr(process, "LONGEST_SLEEP", 0.01)
    said = io.StringIO()
    run_worker(paths, load(paths.config_file), everything=False, events=False, out=said, watch=True, load=refused)
    assert said.getvalue().count("nothing is due before") == said.getvalue().count("rule 'a'") == 1


def test_after_a_pass_the_cache_of_an_older_program_is_packed_again(paths: Paths, upstream: Upstream) -> None:
    write_config(paths, upstream, "cs.DC")
    with Cache.open(paths.cache_db) as cache:
        take(cache, QUEUES, STALENESS)
    make_older(paths.cache_db)
    run_worker(paths, load(paths.config_file), everything=False, events=False, out=io.StringIO())
    assert formats(paths.cache_db) == {b"\x02"}
    with Cache.open(paths.cache_db) as cache:
        assert not cache.repack_next()
        assert SearchIndex.open(paths.index).change_number == cache.changes.latest()


def test_the_callback_after_a_pass_receives_the_end_of_each_source_and_of_the_pass(
    paths: Paths, upstream: Upstream
) -> None:
    write_config(paths, upstream, "cs.DC")
    passes: list[FinishedPass] = []
    run_worker(
        paths,
        load(paths.config_file),
        everything=False,
        events=False,
        out=io.StringIO(),
        after=lambda passed, tell, stop: passes.append(passed),
    )
    (passed,) = passes
    assert {event.kind for event in passed.ends[:-1]} == {EventKind.DONE}
    assert passed.ends[-1].kind is EventKind.FINISHED


def test_watching_goes_on_when_something_is_due_with_the_settings_as_they_are_then(
    paths: Paths, upstream: Upstream
) -> None:
    ahead = timedelta(0)

    def later() -> None:
        nonlocal ahead
        ahead += timedelta(days=7)

    def subscribe() -> None:
        write_config(paths, upstream, "cs.DC", "cs.PF")
        later()

    def spoil() -> None:
        paths.config_file.write_text("[arxiv")
        later()

    write_config(paths, upstream, "cs.DC")
    said = Listener(subscribe, spoil, lambda: os.kill(os.getpid(), signal.SIGTERM))
    settings = load(paths.config_file)
    now = lambda: datetime.now(UTC) + ahead  # noqa: E731
    assert run_worker(paths, settings, everything=False, events=False, out=said, watch=True, now=now) in (0, 3)
    assert upstream.asked(FEED)[:2] == [f"{FEED}/cs.DC", f"{FEED}/cs.DC+cs.PF"]
    assert "continuing with the previous settings" in said.getvalue()
