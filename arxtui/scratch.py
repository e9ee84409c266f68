"""Folders for what is not finished, on the disk that it is meant for.

A folder is locked (``flock``, freed by the kernel when its holder dies) while it is worked in, so that what a killed
program left behind is told from what another one is at; the next one that works in the same place removes it.
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
def scratch(place: Path) -> Iterator[Path]:
    """A new folder in ``place`` that nobody else may read, removed at the end. OSError where none can be made."""
    _remove_abandoned(place)
    folder, descriptor = _made(place)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(descriptor)


def _made(place: Path) -> tuple[Path, int]:
    # Another process may take the folder for abandoned until it is locked.
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=place))
        try:
            descriptor = locks.open_folder(folder)
        except FileNotFoundError:
            continue
        # Without locks (on some network file systems) nothing is ever taken for abandoned.
        with suppress(OSError):
            locks.lock(descriptor)
        if folder.exists():
            return folder, descriptor
        os.close(descriptor)


def _remove_abandoned(place: Path) -> None:
    with suppress(OSError):
        for folder in place.glob(f"{_PREFIX}*"):
            _remove(folder)


def _remove(folder: Path) -> None:
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            if locks.try_lock(descriptor):
                shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(descriptor)
