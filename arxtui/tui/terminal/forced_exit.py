"""Forced exit: leaves the reader on a signal or when the terminal is gone."""

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
"""Seconds that a regular exit can take before the process is ended."""
_CHECK_SECONDS = 2.0


class ForcedExit:
    """Makes ``app`` exit with status 128 + signal number."""

    def __init__(self, app: App[int]) -> None:
        self._app = app

    def watch(self) -> None:
        """Watch for signals and for the loss of the terminal. If a server shows the reader in a browser, watch for the
        end of the server."""
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
        def check() -> None:
            if is_gone():
                self._leave(signal.SIGHUP)

        self._app.set_interval(_CHECK_SECONDS, check)

    def _leave(self, number: int) -> None:
        """Exit the app, which restores the terminal; end the process if that takes too long."""
        last_resort = threading.Timer(_LAST_RESORT_SECONDS, os._exit, (128 + number,))
        last_resort.daemon = True
        last_resort.start()
        self._app.exit(128 + number, return_code=128 + number)


def _terminal_is_gone(descriptor: int) -> bool:
    """Return whether the terminal is gone without a signal. Reading from it would then loop forever."""
    try:
        termios.tcgetattr(descriptor)
    except termios.error:
        return True
    return False


def _pipe_is_closed(descriptor: int) -> bool:
    """Return whether the other end of a pipe is closed."""
    watched = select.poll()
    watched.register(descriptor, select.POLLHUP)
    return bool(watched.poll(0))
