"""The worker process: ``arxtui refresh``, for the reader's child, for cron, and for a terminal."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import TextIO

from arxtui.config.paths import Paths
from arxtui.config.settings import ConfigError, Settings, load
from arxtui.model.events import Event, EventKind
from arxtui.search.errors import SearchError
from arxtui.store.cache import Cache
from arxtui.store.errors import StoreError
from arxtui.sync import lifeline
from arxtui.sync.engine import refresh, utcnow
from arxtui.sync.errors import WorkerBusy
from arxtui.sync.lock import worker_lock
from arxtui.sync.plan import next_look, plan
from arxtui.sync.signals import stopping
from arxtui.sync.words import in_words

BROKEN = 1
LONGEST_SLEEP = 60.0
"""Seconds after which a sleeping worker looks at the clock again: a computer's sleep stops timers, not clocks."""

_log = logging.getLogger(__name__)


def run_worker(
    paths: Paths,
    settings: Settings,
    everything: bool,  # noqa: FBT001
    events: bool,  # noqa: FBT001
    out: TextIO,
    *,
    watch: bool = False,
) -> int:
    """Refresh, telling ``out``: with ``events`` one JSON object a line, else words for people. Returns an exit code.

    With ``events`` the end of standard input, where it is a pipe, means stop; so do a closed ``out``, SIGTERM and
    SIGINT. ``watch`` goes on until stopped, reading the configuration again before each pass. WorkerBusy when another
    worker is at work.
    """
    stop, finished = threading.Event(), threading.Event()
    tell = _Teller(out, stop, Event.to_json if events else in_words).tell
    if events:
        lifeline.hold(stop, finished)
    try:
        with worker_lock(paths.state), stopping(stop):
            code = refresh(paths, settings, everything=everything, emit=tell, stop=stop)
            while watch and _sleep(paths, settings, tell, stop):
                settings = _reloaded(paths, settings, tell)
                code = refresh(paths, settings, emit=tell, stop=stop)
            return code
    except (StoreError, SearchError) as error:
        _log.exception("the refresh ended early")
        tell(Event(EventKind.FINISHED, reason=str(error), exit_code=BROKEN))
        return BROKEN
    except WorkerBusy as error:
        if events:
            tell(Event(EventKind.FINISHED, reason=str(error), exit_code=BROKEN))
        raise
    finally:
        finished.set()


def _sleep(paths: Paths, settings: Settings, tell: Callable[[Event], None], stop: threading.Event) -> bool:
    """Sleep until something is due. False when it is time to stop."""
    with Cache.open(paths.cache_db) as cache:
        until = next_look(plan(settings, cache.ledger.all(), utcnow()))
    until = max(until or utcnow() + timedelta(hours=1), utcnow() + timedelta(seconds=1))
    tell(Event(EventKind.WAITING, until=until, reason="nothing is due before"))
    while (left := (until - utcnow()).total_seconds()) > 0:
        if stop.wait(min(left, LONGEST_SLEEP)):
            return False
    return not stop.is_set()


def _reloaded(paths: Paths, settings: Settings, tell: Callable[[Event], None]) -> Settings:
    if not paths.config_file.exists():
        return settings
    try:
        return load(paths.config_file)
    except ConfigError as error:
        tell(Event(EventKind.NOTE, reason=f"{error}; going on with the settings as they were"))
        return settings


class _Teller:
    """Writes events; a closed pipe means that nobody listens any more, so the work stops quietly."""

    def __init__(self, out: TextIO, stop: threading.Event, line: Callable[[Event], str | None]) -> None:
        self._out = out
        self._stop = stop
        self._line = line

    def tell(self, event: Event) -> None:
        line = self._line(event)
        if line is None:
            return
        try:
            self._out.write(f"{line}\n")
            self._out.flush()
        except (BrokenPipeError, ValueError):
            self._stop.set()
            self._hush()

    def _hush(self) -> None:
        """Nothing more goes to the closed pipe, not even at the interpreter's end."""
        with suppress(OSError, ValueError), Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), self._out.fileno())
