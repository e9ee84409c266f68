"""Stopping on SIGTERM and SIGINT."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stopping(stop: threading.Event) -> Iterator[None]:
    """Within this context, SIGTERM and SIGINT set ``stop``; the second one has its usual effect."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def heard(number: int, frame: FrameType | None) -> None:
        stop.set()
        signal.signal(number, kept[signal.Signals(number)])

    for number in kept:
        signal.signal(number, heard)
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
