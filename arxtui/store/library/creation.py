"""A new ``library.db``, whole from its first moment: an empty file of that name was emptied by something else."""

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
    """Make the file where there is none, by whichever of several programs comes first. StoreError where that cannot
    be."""
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
    """Give a closed database the library's name. OSError where that cannot be."""
    sync_file(draft)
    # SQLite would take the write-ahead log of the file before for that of this one.
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
