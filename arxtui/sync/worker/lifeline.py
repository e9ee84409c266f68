"""The worker's lifeline: whoever started it holds the other end of its standard input, and letting go means stop."""

from __future__ import annotations

import os
import stat
import threading

GRACE = 3.0
"""Seconds from the end of the lifeline to the end of the process, wherever it stands: every write is kill-safe."""


_STANDARD_INPUT = 0


def hold(stop: threading.Event, finished: threading.Event) -> None:
    """Watch the standard input in a daemon thread: at its end set ``stop``, and end the process unless ``finished`` is
    set within the grace. What is written into the lifeline is ignored. Only a pipe or socket has somebody at its other
    end: with a file, a terminal or nothing there (as under cron) there is no lifeline."""
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
