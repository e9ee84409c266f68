"""One worker at a time: a file locked by the kernel, so that a killed worker never leaves it held."""

from __future__ import annotations

import fcntl
import math
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arxtui.sync.errors import WorkerBusy

_POLL = 0.05


@contextmanager
def worker_lock(state: Path) -> Iterator[None]:
    """Hold the lock ``worker.lock`` in ``state``; its text is the holder's process id. WorkerBusy when it is held."""
    with _opened(state / "worker.lock") as descriptor:
        if not _try(descriptor):
            raise WorkerBusy(_holder(descriptor))
        yield


@contextmanager
def index_turn(state: Path, stop: threading.Event, patience: float = math.inf) -> Iterator[int | None]:
    """This process's turn to write the search index (``index.lock`` in ``state``), waited for at most ``patience``
    seconds and until ``stop`` is set.

    None when it is this process's turn, else the process that has it, 0 where that is not known.
    """
    with _opened(state / "index.lock") as descriptor:
        held = _try(descriptor)
        until = time.monotonic() + patience
        while not held and time.monotonic() < until and not stop.wait(_POLL):
            held = _try(descriptor)
        yield None if held else _holder(descriptor)


@contextmanager
def _opened(file: Path) -> Iterator[int]:
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _try(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
    return True


def _holder(descriptor: int) -> int:
    try:
        return int(os.pread(descriptor, 32, 0))
    except ValueError:
        return 0
