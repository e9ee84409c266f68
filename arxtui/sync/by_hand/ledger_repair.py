"""``arxtui ledger --repair``: fetch the announced papers that are missing, and nothing else."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import TextIO

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.store.cache.database import Cache
from arxtui.sync.lock import WORKER
from arxtui.sync.refresh.engine import run_tasks, utcnow
from arxtui.sync.refresh.plan import Source, Task, plan
from arxtui.sync.worker import single_flight
from arxtui.sync.worker.event_output import Tell, report

_SOURCES = (Source.CATCHUP, Source.COMPLETE)


def repair(paths: Paths, settings: Settings, out: TextIO, *, events: bool) -> int:
    """Fetch what is missing, after any running refresh has ended, and write the events to ``out`` (see
    ``event_output.report``). Returns the exit code of a refresh."""

    def tasks(cache: Cache) -> Iterable[Task]:
        every = plan(settings, cache.ledger.all(), utcnow(), everything=True)
        return [task for task in every if task.source in _SOURCES]

    def fetch(tell: Tell, stop: threading.Event) -> int:
        return run_tasks(paths, settings, tasks, emit=tell, stop=stop)

    def work(tell: Tell, stop: threading.Event) -> int:
        return single_flight.follow_then_run(paths.state, WORKER, "refresh", tell, stop, fetch)

    return report(out, work, events=events)
