"""The worker process: ``arxtui refresh``, for the reader's child, for cron, and for a terminal."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple, TextIO

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings, load
from arxtui.config.text import ConfigError
from arxtui.model.events import Event, EventKind
from arxtui.store.cache.database import Cache
from arxtui.sync.lock import WORKER
from arxtui.sync.refresh import arrivals
from arxtui.sync.refresh.arrivals import Mark
from arxtui.sync.refresh.engine import run_tasks, utcnow
from arxtui.sync.refresh.plan import Task, plan
from arxtui.sync.worker import single_flight
from arxtui.sync.worker.event_output import Tell, report

LONGEST_SLEEP = 60.0
"""Seconds after which a sleeping worker looks again: a computer's sleep stops timers and not clocks, clocks are set,
settings changed, and another worker may have asked meanwhile."""
_SHORTEST_SLEEP = timedelta(seconds=1)
_ENDS = frozenset({EventKind.DONE, EventKind.FAILED, EventKind.FINISHED})


class Passed(NamedTuple):
    """A pass of this process: the settings it went by, since when papers are its own, the end of each target and of
    itself."""

    settings: Settings
    since: Mark
    ends: tuple[Event, ...]


After = Callable[[Passed, Tell, threading.Event], None]
"""Called after each pass of this process, when other workers may work again; to end early once the event is set."""


def run_worker(
    paths: Paths,
    settings: Settings,
    everything: bool,  # noqa: FBT001
    events: bool,  # noqa: FBT001
    out: TextIO,
    *,
    watch: bool = False,
    quiet: bool = False,
    after: After | None = None,
    now: Callable[[], datetime] = utcnow,
    load: Callable[[Path], Settings] = load,
) -> int:
    """Refresh, telling ``out`` (``telling.report``). Returns an exit code.

    While another worker is at work it is followed, and what is due then is asked for. ``watch`` goes on until stopped,
    by the settings as they are then, which ``load`` reads. ConfigError of it leaves those from before.
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
        after: After | None,
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
        """Ask for what is due, once whoever is asking now has ended. Exit code, the other's where nothing is left."""
        begun = self._now()

        def tasks(cache: Cache) -> list[Task]:
            now = self._now()
            planned = plan(self._settings, cache.ledger.all(), now, everything=everything)
            return [replace(task, due=False) if _answered(task, begun, now) else task for task in planned]

        while isinstance(ended := self._pass(tasks, begun), Event):
            if self._stop.is_set() or not self._has_due(tasks):
                self._tell(ended)
                return ended.exit_code or 0
        return ended

    def sleep(self) -> bool:
        """Sleep until something is due, by settings and clock as they are then. False when it is time to stop."""
        told: datetime | None = None
        slept = False
        while not self._stop.is_set():
            self._reload()
            until = self._next_look()
            left = until - self._now()
            if slept and left <= timedelta(0):
                return True
            if left > timedelta(0) and (told is None or abs(until - told) > _SHORTEST_SLEEP):
                self._tell(Event(EventKind.WAITING, until=until, reason="nothing is due before"))
                told, slept = until, True
                continue
            # What stays due after it was asked for is not asked for in a circle.
            self._stop.wait(min(max(left, _SHORTEST_SLEEP).total_seconds(), LONGEST_SLEEP))
            slept = True
        return False

    def _pass(self, tasks: Callable[[Cache], list[Task]], begun: datetime) -> int | Event:
        """A pass of one's own with what comes after it: its exit code; else how the one that was followed ended."""
        settings, state = self._settings, self._paths.state
        ends: list[Event] = []
        since = Mark(0, begun)

        def work(tell: Tell, stop: threading.Event) -> int:
            def emit(event: Event) -> None:
                if event.kind in _ENDS:
                    ends.append(event)
                tell(event)

            def choose(cache: Cache) -> list[Task]:
                nonlocal since
                now = Mark(cache.changes.latest(), begun)
                since = arrivals.begin(state, now, kept=bool(settings.hooks.on_new_match))
                return tasks(cache)

            return run_tasks(self._paths, settings, choose, emit=emit, stop=stop, now=self._now)

        ended = single_flight.alone(state, WORKER, "refresh", self._tell, self._stop, work)
        if isinstance(ended, int) and self._after is not None:
            self._after(Passed(settings, since, tuple(ends)), self._tell, self._stop)
        return ended

    def _has_due(self, tasks: Callable[[Cache], list[Task]]) -> bool:
        with Cache.open(self._paths.cache_db) as cache:
            return any(task.due for task in tasks(cache))

    def _next_look(self) -> datetime:
        with Cache.open(self._paths.cache_db) as cache:
            return min(task.at for task in plan(self._settings, cache.ledger.all(), self._now()))

    def _reload(self) -> None:
        fault = ""
        try:
            if self._paths.config_file.exists():
                self._settings = self._load(self._paths.config_file)
        except ConfigError as error:
            fault = f"{error}; going on with the settings as they were"
        if fault and fault != self._fault:
            self._tell(Event(EventKind.NOTE, reason=fault))
        self._fault = fault


def _answered(task: Task, begun: datetime, now: datetime) -> bool:
    """Whether it was asked since, by whoever was followed, and is not to be asked on."""
    return task.entry is not None and task.entry.attempted >= begun and task.entry.next_due > now
