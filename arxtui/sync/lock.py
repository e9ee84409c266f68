"""Lock files, locked by the kernel: a killed process leaves none locked. Each contains its holder's process id."""

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
"""The name of the lock that a refresh holds."""
HARVEST = "harvest"
"""The name of the lock that a harvest holds."""
_POLL = 0.05


@contextmanager
def worker_lock(state: Path) -> Iterator[None]:
    """Hold ``worker.lock`` in ``state``, so that no refresh can start.

    Raises:
        WorkerBusy: another process is refreshing.
    """
    with open_lock(state / f"{WORKER}.lock") as lock:
        if not lock.take():
            raise WorkerBusy(lock.holder())
        lock.write_pid()
        yield


@contextmanager
def index_lock(state: Path, stop: threading.Event, timeout: float = math.inf) -> Iterator[int | None]:
    """Try to lock the search index for writing (``index.lock`` in ``state``), for at most ``timeout`` seconds or until
    ``stop`` is set.

    Yields None if this process holds the lock, else the id of the process that holds it (0 if unknown). Where the
    system has no file locks, always yields None: tantivy's own lock keeps writers apart there.
    """
    if not locks.HAS_LOCKS:
        yield None
        return
    with open_lock(state / "index.lock") as lock:
        taken = lock.take()
        deadline = time.monotonic() + timeout
        while not taken and time.monotonic() < deadline and not stop.wait(_POLL):
            taken = lock.take()
        if taken:
            lock.write_pid()
        yield None if taken else lock.holder()


class Lock:
    """An open lock file. Once taken, the lock is held until the file is closed."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def take(self) -> bool:
        """Try to take the lock, without waiting. Returns whether this process holds it now; it can hold it already."""
        return locks.try_lock(self._descriptor)

    def write_pid(self) -> None:
        """Write this process's id into the file. Only the holder may call this. Write errors are ignored."""
        self._write(f"{os.getpid()}\n".encode())

    def clear_pid(self) -> None:
        """Empty the file: no process is at work any more."""
        self._write(b"")

    def holder(self) -> int:
        """Return the process id in the file, 0 if there is none."""
        try:
            return int(os.pread(self._descriptor, 32, 0))
        except ValueError:
            return 0

    def _write(self, text: bytes) -> None:
        with suppress(OSError):
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, text, 0)


@contextmanager
def open_lock(file: Path) -> Iterator[Lock]:
    """Open a lock file, creating the file and its folder if missing; close the file at the end."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield Lock(descriptor)
    finally:
        os.close(descriptor)
