"""Files locked by the kernel, so that a killed process never leaves one held; their text is the holder's process id."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arxtui import locks
from arxtui.sync.errors import WorkerBusy

WORKER = "worker"
"""The lock of whoever refreshes."""
HARVEST = "harvest"
"""The lock of whoever harvests."""
_POLL = 0.05


@contextmanager
def worker_lock(state: Path) -> Iterator[None]:
    """Keep every refresh away (``worker.lock`` in ``state``). WorkerBusy when one is at work."""
    with opened(state / f"{WORKER}.lock") as lock:
        if not lock.take():
            raise WorkerBusy(lock.holder())
        lock.sign()
        yield


@contextmanager
def index_turn(state: Path, stop: threading.Event, patience: float = math.inf) -> Iterator[int | None]:
    """This process's turn to write the search index (``index.lock`` in ``state``), waited for at most ``patience``
    seconds and until ``stop`` is set.

    None when it is this process's turn, else the process that has it, 0 where that is not known. Where the system has
    no locks it always is: then tantivy's own lock keeps writers apart.
    """
    if not locks.HAS_LOCKS:
        yield None
        return
    with opened(state / "index.lock") as lock:
        held = lock.take()
        until = time.monotonic() + patience
        while not held and time.monotonic() < until and not stop.wait(_POLL):
            held = lock.take()
        if held:
            lock.sign()
        yield None if held else lock.holder()


class Lock:
    """An open lock file. Taken until it is closed."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def take(self) -> bool:
        """Take the lock, without waiting; whether it is this process's now. Taking it twice is no error."""
        return locks.try_lock(self._descriptor)

    def sign(self) -> None:
        """Write down who holds it: only the holder may. On a full disk it stays unsigned."""
        self._write(f"{os.getpid()}\n".encode())

    def clear(self) -> None:
        """Let it be known that nobody is at work any more."""
        self._write(b"")

    def holder(self) -> int:
        """The process that signed it last, 0 where none did."""
        try:
            return int(os.pread(self._descriptor, 32, 0))
        except ValueError:
            return 0

    def _write(self, text: bytes) -> None:
        with suppress(OSError):
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, text, 0)


@contextmanager
def opened(file: Path) -> Iterator[Lock]:
    """The lock file, made where it is missing."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield Lock(descriptor)
    finally:
        os.close(descriptor)
