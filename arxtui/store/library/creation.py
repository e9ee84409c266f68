"""Creation of ``library.db`` in one step. An empty file of that name therefore means that something else emptied it."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arxtui import locks
from arxtui.files import sync_file
from arxtui.scratch import scratch
from arxtui.store.errors import DiskFull, StoreError
from arxtui.store.library.schema import LIBRARY, MIGRATIONS
from arxtui.store.sqlite.connection import BUSY_TIMEOUT
from arxtui.store.sqlite.migrations import open_database

_BESIDE = ("-wal", "-shm")


def create_library(library_db: Path) -> None:
    """Create the file if it is missing; safe if several programs do so at the same time. Raises StoreError if it cannot
    be created."""
    try:
        library_db.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with scratch(library_db.parent) as folder:
            draft = folder / library_db.name
            open_database(draft, LIBRARY, MIGRATIONS, read_only=False, busy_timeout=BUSY_TIMEOUT).close()
            with _alone_in(library_db.parent):
                if not library_db.exists():
                    replace_library(draft, library_db)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise DiskFull(f"There is no room left on the disk for the library {library_db}.") from error
        raise StoreError(f"The library {library_db} cannot be opened: {error.strerror or error}.") from error


def replace_library(draft: Path, library_db: Path) -> None:
    """Give a closed database the library's name. Raises OSError if that fails."""
    sync_file(draft)
    # SQLite would apply the write-ahead log of the old file to the new one.
    for ending in _BESIDE:
        library_db.with_name(f"{library_db.name}{ending}").unlink(missing_ok=True)
    draft.replace(library_db)
    sync_file(library_db)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    descriptor = locks.open_folder(folder)
    try:
        with suppress(OSError):  # file systems without locks
            locks.lock(descriptor)
        yield
    finally:
        os.close(descriptor)
