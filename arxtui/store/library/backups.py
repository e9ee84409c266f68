"""Copies of ``library.db``, and restoring one."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from arxtui.scratch import scratch
from arxtui.store.errors import Busy, Damaged, NewerFile, NotOurs, StoreError
from arxtui.store.library.creation import create_library, replace_library
from arxtui.store.library.schema import LIBRARY, MIGRATIONS, refuse_empty
from arxtui.store.sqlite.connection import BUSY_TIMEOUT, Database, to_store_error
from arxtui.store.sqlite.migrations import back_up, open_as_stored, open_database


def copy_library(library_db: Path, target: Path) -> None:
    """Write a sound copy of the library as of one moment, even while other processes write. Writes nothing beside the
    library.

    Raises StoreError if there is no library, if it cannot be read (Damaged and NotOurs if it is the wrong file for any
    reader), or if the copy cannot be written.
    """
    refuse_empty(library_db)
    try:
        db = _open_as_stored(library_db)
    except (Busy, Damaged, NewerFile, NotOurs):
        raise
    except StoreError:
        # On a full disk, SQLite cannot create the shared files beside the library. So no other process uses it, either.
        db = _open_copy(library_db, target.with_name(f"{target.name}.files"))
    with closing(db):
        back_up(db, target)


def _open_copy(library_db: Path, copy: Path) -> Database:
    try:
        copy_files(library_db, copy)
    except OSError as error:
        raise StoreError(f"The library {library_db} cannot be copied: {error.strerror or error}.") from error
    db = _open_as_stored(copy)
    if faults := db.faults():
        db.close()
        raise Damaged(f"The library {library_db} is damaged ({faults[0]}). {LIBRARY.advice}")
    return db


def _open_as_stored(library_db: Path) -> Database:
    return open_as_stored(library_db, LIBRARY, len(MIGRATIONS), busy_timeout=BUSY_TIMEOUT)


def copy_files(library_db: Path, target: Path) -> None:
    """Copy the library byte for byte, with its write-ahead log, without checking it. Raises OSError if it cannot be
    copied."""
    for ending in ("-wal", ""):
        file = library_db.with_name(f"{library_db.name}{ending}")
        if file.exists():
            shutil.copyfile(file, target.with_name(f"{target.name}{ending}"))


def put_in_place(copy: Path, library_db: Path) -> None:
    """Replace the library's content by that of a copy, in one transaction: other programs that have the library open
    see the new content.

    If the library cannot be read, its file is replaced. Raises StoreError if neither is possible or the copy is empty;
    the library is then unchanged.
    """
    refuse_empty(copy)
    if not library_db.exists():
        create_library(library_db)
    try:
        refuse_empty(library_db)
        _write_into(copy, library_db)
    except (Damaged, NotOurs):
        _check(copy)  # the error can come from the copy
        _replace(copy, library_db)


def _check(copy: Path) -> None:
    with closing(_open(copy)) as db:
        if faults := db.faults():
            raise Damaged(f"The library to restore is damaged ({faults[0]}). Nothing was changed.")


def _write_into(copy: Path, library_db: Path) -> None:
    with closing(_open(library_db)) as db, closing(sqlite3.connect(copy)) as connection:
        try:
            # A write-ahead log takes only pages of its own size.
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute(f"PRAGMA page_size = {db.value('PRAGMA page_size')}")
            connection.execute("VACUUM")
        except sqlite3.Error as error:
            raise StoreError(str(to_store_error(error, copy, LIBRARY))) from error
        db.restore(connection)


def _replace(copy: Path, library_db: Path) -> None:
    try:
        with scratch(library_db.parent) as folder:
            draft = folder / library_db.name
            shutil.copyfile(copy, draft)
            replace_library(draft, library_db)
    except OSError as error:
        raise StoreError(f"The library {library_db} cannot be replaced: {error.strerror or error}.") from error


def _open(path: Path) -> Database:
    return open_database(path, LIBRARY, MIGRATIONS, read_only=False, busy_timeout=BUSY_TIMEOUT)
