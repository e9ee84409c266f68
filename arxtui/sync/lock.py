"""One worker at a time: a file locked by the kernel, so that a killed worker never leaves it held."""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arxtui.sync.errors import WorkerBusy

_POLL = 0.05


@contextmanager
def worker_lock(state: Path) -> Iterator[None]:
    """Hold the lock ``worker.lock`` in ``state``; its text is the holder's process id. WorkerBusy when it is held."""
    state.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(state / "worker.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        if not _try(descriptor):
            raise WorkerBusy(_holder(descriptor))
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def index_turn(state: Path, stop: threading.Event) -> Iterator[bool]:
    """Wait for this process's turn to write the search index (``index.lock`` in ``state``), which is held only while
    one catches up. False when ``stop`` was set before."""
    state.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(state / "index.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        held = _try(descriptor)
        while not held and not stop.wait(_POLL):
            held = _try(descriptor)
        yield held
    finally:
        os.close(descriptor)


def _try(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _holder(descriptor: int) -> int:
    try:
        return int(os.pread(descriptor, 32, 0))
    except ValueError:
        return 0
