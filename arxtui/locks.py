"""Locks on open files and folders (``flock``); the kernel frees them when the process that holds them dies.

Some network file systems have no locks, and Windows has no ``flock``: these functions then raise OSError, and the
caller decides whether it can do without a lock.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:
    HAS_LOCKS = False
else:
    HAS_LOCKS = True


class NoLocksError(OSError):
    """Raised where the system has no file locks."""

    def __init__(self) -> None:
        super().__init__(errno.ENOTSUP, "this system has no file locks")


def lock(descriptor: int) -> None:
    """Lock an open file; wait while another process holds the lock."""
    _check()
    fcntl.flock(descriptor, fcntl.LOCK_EX)


def try_lock(descriptor: int) -> bool:
    """Lock an open file without waiting. Return False if another process holds the lock. Locking twice is no error."""
    _check()
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def is_alone(descriptor: int) -> bool:
    """Lock an open file without waiting, where there are locks. Return False if another process holds the lock."""
    try:
        return try_lock(descriptor)
    except OSError:
        return True


def unlock(descriptor: int) -> None:
    """Unlock an open file."""
    _check()
    fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextmanager
def exclusive(file: Path) -> Iterator[None]:
    """Let one process at a time read a file and replace it; wait while another one does.

    The lock is on a file beside it, which is removed afterwards: a replaced file is a different file. Without locks,
    nothing waits. Raises OSError if the folder cannot be written to.
    """
    if not HAS_LOCKS:
        yield
        return
    target = file.resolve()
    beside = target.with_name(f".{target.name}.lock")
    descriptor = _open_locked(beside)
    try:
        yield
    finally:
        with suppress(OSError):
            beside.unlink()
        os.close(descriptor)


def _open_locked(file: Path) -> int:
    """Create and lock a file, and return its descriptor. The process that held the lock before may have removed it."""
    while True:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            lock(descriptor)
        except OSError:  # a file system without locks
            return descriptor
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(descriptor), file.stat()):
                return descriptor
        os.close(descriptor)


def open_folder(folder: Path) -> int:
    """Return a descriptor of a folder, to lock or sync it. Raises OSError if the folder does not exist.

    Windows cannot open folders: there the descriptor is one of the null device, which can only be closed.
    """
    if not HAS_LOCKS:
        folder.stat()
        return os.open(os.devnull, os.O_RDONLY)
    return os.open(folder, os.O_RDONLY | os.O_DIRECTORY)


def _check() -> None:
    if not HAS_LOCKS:
        raise NoLocksError
