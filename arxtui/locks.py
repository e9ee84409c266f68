"""Locks on open files and folders (``flock``), freed by the kernel when their holder dies.

Some network file systems have none, and Windows has none at all: then these functions raise OSError, and the caller
decides whether its work can be done without.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path

try:
    import fcntl
except ImportError:
    HAS_LOCKS = False
else:
    HAS_LOCKS = True


class NoLocksError(OSError):
    """The system has no file locks."""

    def __init__(self) -> None:
        super().__init__(errno.ENOTSUP, "this system has no file locks")


def lock(descriptor: int) -> None:
    """Lock an open file, waiting for whoever holds it."""
    _check()
    fcntl.flock(descriptor, fcntl.LOCK_EX)


def try_lock(descriptor: int) -> bool:
    """Lock an open file without waiting; False where another process holds it. Locking twice is no error."""
    _check()
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def unlock(descriptor: int) -> None:
    """Unlock an open file."""
    _check()
    fcntl.flock(descriptor, fcntl.LOCK_UN)


def open_folder(folder: Path) -> int:
    """A descriptor of a folder, to be locked or synced. OSError where there is none.

    Windows opens no folders: there the descriptor is one of the null device, which can be closed and nothing else.
    """
    if not HAS_LOCKS:
        folder.stat()
        return os.open(os.devnull, os.O_RDONLY)
    return os.open(folder, os.O_RDONLY | os.O_DIRECTORY)


def _check() -> None:
    if not HAS_LOCKS:
        raise NoLocksError
