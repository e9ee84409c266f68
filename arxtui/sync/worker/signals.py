"""Stopping on SIGTERM and SIGINT."""

from __future__ import annotations

import signal
import threading
from _thread import start_new_thread
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stop_on_signals(stop: threading.Event) -> Iterator[None]:
    """Within this context, SIGTERM and SIGINT set ``stop``; the second one has its usual effect."""
    previous = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def handle(number: int, frame: FrameType | None) -> None:
        # In another thread, because the interrupted one can hold the lock of ``stop``, which ``set`` waits for. This
        # function of the low-level module takes no lock itself.
        start_new_thread(stop.set, ())
        signal.signal(number, previous[signal.Signals(number)])

    for number in previous:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
