"""The worker's lifeline: whoever started it holds the other end of its standard input, and letting go means stop."""

from __future__ import annotations

import os
import stat
import threading

GRACE = 3.0
"""Seconds from the end of the lifeline to the end of the process, wherever it stands: every write is kill-safe."""


def hold(stop: threading.Event, finished: threading.Event, descriptor: int = 0) -> None:
    """Watch ``descriptor`` in a daemon thread: at its end set ``stop``, and end the process unless ``finished`` is set
    within the grace. What is written into the lifeline is ignored. Only a pipe or socket has somebody at its other
    end: with a file, a terminal or nothing there (as under cron) there is no lifeline."""
    try:
        mode = os.fstat(descriptor).st_mode
    except OSError:
        return
    if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode):
        threading.Thread(target=_watch, args=(stop, finished, descriptor), name="lifeline", daemon=True).start()


def _watch(stop: threading.Event, finished: threading.Event, descriptor: int) -> None:
    try:
        while os.read(descriptor, 4096):
            pass
    except OSError:
        pass
    stop.set()
    if not finished.wait(GRACE):
        os._exit(1)
