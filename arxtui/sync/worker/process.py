"""The worker process, ``arxtui refresh``: run by the reader as a child, by cron, or in a terminal."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import TextIO

from arxtui import logs
from arxtui.config.paths import Paths
from arxtui.config.settings import Settings, load
from arxtui.config.text import ConfigError
from arxtui.light import NamedTuple, changed
from arxtui.model.events import Event, EventKind
from arxtui.store.cache.database import Cache
from arxtui.store.errors import StoreError
from arxtui.sync.lock import WORKER
from arxtui.sync.refresh import arrivals
from arxtui.sync.refresh.arrivals import ArrivalMark
from arxtui.sync.refresh.engine import ALL_FAILED, run_tasks, utcnow
from arxtui.sync.refresh.plan import Task, plan
from arxtui.sync.worker import single_flight
from arxtui.sync.worker.event_output import Tell, report

_STEPS = 20
"""Steps after one pass: 10,000 papers, in about 0.3 s of CPU time, a second more if they are derived again. A reader
polls every two seconds and mostly counts once for both the pass and these steps."""
_log = logs.Logger(__name__)


def repack_some(cache_db: Path, stop: threading.Event) -> None:
    """Bring some details to the current form and fold the journal of citations, until ``stop`` is set. If another
    process is writing or the disk is full, the rest is left to the next call."""
    try:
        with Cache.open(cache_db, busy_timeout=0) as cache:
            for _ in range(_STEPS):
                if stop.is_set() or not cache.repack_next():
                    break
            cache.graph.make_lists(stop.is_set)
            while not stop.is_set() and cache.graph.fold_next():
                pass
    except (StoreError, OSError) as error:
        _log.info("details are brought to the current form, and citations folded, later: %s", error)


LONGEST_SLEEP = 60.0
"""Seconds after which a sleeping worker checks the plan again: the computer can have slept (which stops timers, not
clocks), the clock or the settings can have changed, and another worker can have run."""
_SHORTEST_SLEEP = timedelta(seconds=1)
"""The shortest sleep, and the smallest change of the due time that is reported again."""
_ENDS = frozenset({EventKind.DONE, EventKind.FAILED, EventKind.FINISHED})


class FinishedPass(NamedTuple):
    """A finished pass of this process: the settings it used, the mark from which papers count as its arrivals, and the
    last events of its targets and of the pass itself."""

    settings: Settings
    since: ArrivalMark
    ends: tuple[Event, ...]

    @property
    def is_offline(self) -> bool:
        """Whether all requests of the pass failed."""
        return any(end.kind is EventKind.FINISHED and end.exit_code == ALL_FAILED for end in self.ends)


AfterPass = Callable[[FinishedPass, Tell, threading.Event], None]
"""A callback after each pass of this process, once the lock is released; it must end early if the event is set."""


def run_worker(
    paths: Paths,
    settings: Settings,
    everything: bool,  # noqa: FBT001
    events: bool,  # noqa: FBT001
    out: TextIO,
    *,
    watch: bool = False,
    quiet: bool = False,
    after: AfterPass | None = None,
    now: Callable[[], datetime] = utcnow,
    load: Callable[[Path], Settings] = load,
) -> int:
    """Refresh, and write the events to ``out`` (see ``event_output.report``). Returns the exit code.

    If another worker is running, its events are followed first; then whatever is still due is fetched. With ``watch``,
    passes are repeated until stopped; ``load`` reads the settings again before each, and if it raises ConfigError, the
    settings stay as they were.
    """

    def work(tell: Tell, stop: threading.Event) -> int:
        worker = _Worker(paths, settings, after, now, load, tell, stop)
        code = worker.refresh(everything=everything)
        while watch and worker.sleep():
            code = worker.refresh()
        return code

    return report(out, work, events=events, quiet=quiet)


class _Worker:
    def __init__(
        self,
        paths: Paths,
        settings: Settings,
        after: AfterPass | None,
        now: Callable[[], datetime],
        load: Callable[[Path], Settings],
        tell: Tell,
        stop: threading.Event,
    ) -> None:
        self._paths = paths
        self._settings = settings
        self._after = after
        self._now = now
        self._load = load
        self._tell = tell
        self._stop = stop
        self._fault = ""

    def refresh(self, *, everything: bool = False) -> int:
        """Fetch what is due, after any other worker has ended. Returns the exit code; the other worker's if nothing was
        left to do."""
        started = self._now()

        def tasks(cache: Cache) -> list[Task]:
            now = self._now()
            planned = plan(self._settings, cache.ledger.all(), now, everything=everything)
            return [changed(task, due=False) if _fetched_elsewhere(task, started, now) else task for task in planned]

        while isinstance(ended := self._pass(tasks, started), Event):
            if self._stop.is_set() or not self._has_due(tasks):
                self._tell(ended)
                return ended.exit_code or 0
        return ended

    def sleep(self) -> bool:
        """Sleep until something is due, by the current settings and clock. Returns False if stopped."""
        reported: datetime | None = None
        slept = False
        while not self._stop.is_set():
            self._reload()
            until = self._next_due()
            left = until - self._now()
            if slept and left <= timedelta(0):
                return True
            if left > timedelta(0) and (reported is None or abs(until - reported) > _SHORTEST_SLEEP):
                self._tell(Event(EventKind.WAITING, until=until, reason="nothing is due before"))
                reported, slept = until, True
                continue
            # A target can be due right after its request; the wait keeps that from becoming a busy loop.
            self._stop.wait(min(max(left, _SHORTEST_SLEEP).total_seconds(), LONGEST_SLEEP))
            slept = True
        return False

    def _pass(self, tasks: Callable[[Cache], list[Task]], started: datetime) -> int | Event:
        """Run a pass, the ``after`` callback and work that nothing waits for. Returns the exit code; if another worker
        ran instead, its last event."""
        settings, state = self._settings, self._paths.state
        last_events: list[Event] = []
        since = ArrivalMark(0, started)

        def work(tell: Tell, stop: threading.Event) -> int:
            def emit(event: Event) -> None:
                if event.kind in _ENDS:
                    last_events.append(event)
                tell(event)

            def choose(cache: Cache) -> list[Task]:
                nonlocal since
                now = ArrivalMark(cache.changes.latest(), started)
                since = arrivals.begin(state, now, persist=bool(settings.hooks.on_new_match))
                return tasks(cache)

            return run_tasks(self._paths, settings, choose, emit=emit, stop=stop, now=self._now)

        ended = single_flight.run_or_follow(state, WORKER, "refresh", self._tell, self._stop, work)
        if isinstance(ended, int):
            if self._after is not None:
                self._after(FinishedPass(settings, since, tuple(last_events)), self._tell, self._stop)
            repack_some(self._paths.cache_db, self._stop)
        return ended

    def _has_due(self, tasks: Callable[[Cache], list[Task]]) -> bool:
        with Cache.open(self._paths.cache_db) as cache:
            return any(task.due for task in tasks(cache))

    def _next_due(self) -> datetime:
        with Cache.open(self._paths.cache_db) as cache:
            return min(task.at for task in plan(self._settings, cache.ledger.all(), self._now()))

    def _reload(self) -> None:
        fault = ""
        try:
            if self._paths.config_file.exists():
                self._settings = self._load(self._paths.config_file)
        except ConfigError as error:
            fault = f"{error}; continuing with the previous settings"
        if fault and fault != self._fault:
            self._tell(Event(EventKind.NOTE, reason=fault))
        self._fault = fault


def _fetched_elsewhere(task: Task, started: datetime, now: datetime) -> bool:
    """Whether another worker has fetched the task since ``started``, and it is not due again."""
    return task.entry is not None and task.entry.attempted >= started and task.entry.next_due > now
