"""Scratch folders: temporary folders for unfinished work, on the file system where the result will be stored.

A scratch folder is locked (``flock``, freed by the kernel when the process dies) while it is in use. An unlocked one
was left by a killed program; the next program that makes a scratch folder in the same place removes it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arxtui import locks

_PREFIX = ".arxtui-unfinished-"


@contextmanager
def scratch(parent: Path) -> Iterator[Path]:
    """Make a new folder in ``parent`` that only this user can read, and remove it at the end.

    Raises OSError if it cannot be made.
    """
    _remove_abandoned(parent)
    folder, descriptor = _create_locked(parent)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(descriptor)


def _create_locked(parent: Path) -> tuple[Path, int]:
    # Until the new folder is locked, another process may see it as abandoned and remove it.
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
        try:
            descriptor = locks.open_folder(folder)
        except FileNotFoundError:
            continue
        # Without locks (on some network file systems) no folder is ever seen as abandoned.
        with suppress(OSError):
            locks.lock(descriptor)
        if folder.exists():
            return folder, descriptor
        os.close(descriptor)


def _remove_abandoned(parent: Path) -> None:
    with suppress(OSError):
        for folder in parent.glob(f"{_PREFIX}*"):
            _remove(folder)


def _remove(folder: Path) -> None:
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            if locks.try_lock(descriptor):
                shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(descriptor)
