"""The lifeline: the worker's standard input is a pipe from its parent process. When the pipe is closed, the worker
stops."""

from __future__ import annotations

import os
import stat
import threading

GRACE = 3.0
"""Seconds between the closing of the pipe and the forced exit, which is safe because every write survives a kill."""


_STANDARD_INPUT = 0


def watch_parent(stop: threading.Event, finished: threading.Event) -> None:
    """Watch standard input in a daemon thread. At its end, set ``stop``, and exit the process unless ``finished`` is
    set within ``GRACE`` seconds. Data on standard input is ignored. Does nothing unless standard input is a pipe or
    socket: a file, a terminal or a closed descriptor (as under cron) has no parent at the other end."""
    try:
        mode = os.fstat(_STANDARD_INPUT).st_mode
    except OSError:
        return
    if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode):
        threading.Thread(target=_watch, args=(stop, finished), name="lifeline", daemon=True).start()


def _watch(stop: threading.Event, finished: threading.Event) -> None:
    try:
        while os.read(_STANDARD_INPUT, 4096):
            pass
    except OSError:
        pass
    stop.set()
    if not finished.wait(GRACE):
        os._exit(1)
