"""The worker process: ``arxtui refresh``, for the reader's child, for cron, and for a terminal."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import TextIO

from arxtui.config.paths import Paths
from arxtui.config.settings import ConfigError, Settings, load
from arxtui.model.events import Event, EventKind
from arxtui.store.cache import Cache
from arxtui.sync.engine import refresh, utcnow
from arxtui.sync.lock import worker_lock
from arxtui.sync.plan import next_look, plan
from arxtui.sync.telling import Tell, report

LONGEST_SLEEP = 60.0
"""Seconds after which a sleeping worker looks at the clock again: a computer's sleep stops timers, not clocks."""


def run_worker(
    paths: Paths,
    settings: Settings,
    everything: bool,  # noqa: FBT001
    events: bool,  # noqa: FBT001
    out: TextIO,
    *,
    watch: bool = False,
) -> int:
    """Refresh, telling ``out`` (``telling.report``). Returns an exit code.

    ``watch`` goes on until stopped, reading the configuration again before each pass. WorkerBusy when another worker is
    at work.
    """

    def work(tell: Tell, stop: threading.Event) -> int:
        with worker_lock(paths.state):
            held = settings
            code = refresh(paths, held, everything=everything, emit=tell, stop=stop)
            while watch and _sleep(paths, held, tell, stop):
                held = _reloaded(paths, held, tell)
                code = refresh(paths, held, emit=tell, stop=stop)
            return code

    return report(out, work, events=events)


def _sleep(paths: Paths, settings: Settings, tell: Tell, stop: threading.Event) -> bool:
    """Sleep until something is due. False when it is time to stop."""
    with Cache.open(paths.cache_db) as cache:
        until = next_look(plan(settings, cache.ledger.all(), utcnow()))
    until = max(until or utcnow() + timedelta(hours=1), utcnow() + timedelta(seconds=1))
    tell(Event(EventKind.WAITING, until=until, reason="nothing is due before"))
    while (left := (until - utcnow()).total_seconds()) > 0:
        if stop.wait(min(left, LONGEST_SLEEP)):
            return False
    return not stop.is_set()


def _reloaded(paths: Paths, settings: Settings, tell: Tell) -> Settings:
    if not paths.config_file.exists():
        return settings
    try:
        return load(paths.config_file)
    except ConfigError as error:
        tell(Event(EventKind.NOTE, reason=f"{error}; going on with the settings as they were"))
        return settings
