"""Leaving the reader as a signal demands, or because nobody is at the other end any more."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
import termios
import threading
from collections.abc import Callable
from functools import partial

from textual.app import App

_SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
_LAST_RESORT_SECONDS = 2.0
"""How long leaving may take before the process ends without it."""
_LOOK_SECONDS = 2.0


class ForcedExit:
    """Has ``app`` leave with 128 and the number of the signal as its exit status."""

    def __init__(self, app: App[int]) -> None:
        self._app = app

    def watch(self) -> None:
        """Watch for signals, and for the terminal going away; where a server shows the reader in a browser, for the end
        of the server."""
        app, stdin = self._app, sys.__stdin__
        if stdin is None:
            return
        if not app.is_headless and stdin.isatty():
            loop = asyncio.get_running_loop()
            for number in _SIGNALS:
                loop.add_signal_handler(number, self._leave, number)
            self._leave_if(partial(_terminal_is_gone, stdin.fileno()))
        elif app.is_web:
            self._leave_if(partial(_pipe_is_closed, stdin.fileno()))

    def _leave_if(self, is_gone: Callable[[], bool]) -> None:
        def look() -> None:
            if is_gone():
                self._leave(signal.SIGHUP)

        self._app.set_interval(_LOOK_SECONDS, look)

    def _leave(self, number: int) -> None:
        """Give the terminal back and go; without ceremony where that takes too long."""
        last_resort = threading.Timer(_LAST_RESORT_SECONDS, os._exit, (128 + number,))
        last_resort.daemon = True
        last_resort.start()
        self._app.exit(128 + number, return_code=128 + number)


def _terminal_is_gone(descriptor: int) -> bool:
    """Whether a terminal is gone, of which no signal told: reading from it would spin for ever."""
    try:
        termios.tcgetattr(descriptor)
    except termios.error:
        return True
    return False


def _pipe_is_closed(descriptor: int) -> bool:
    """Whether the other end of a pipe is closed."""
    watched = select.poll()
    watched.register(descriptor, select.POLLHUP)
    return bool(watched.poll(0))
