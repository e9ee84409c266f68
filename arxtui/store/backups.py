"""Copies of ``library.db``, and one of them in its place."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from arxtui.store.connection import BUSY_TIMEOUT, Database, told
from arxtui.store.library_schema import LIBRARY, MIGRATIONS
from arxtui.store.migrations import back_up, open_database


def copy_library(library_db: Path, target: Path) -> None:
    """A sound copy of the library as it is at one moment, whoever writes meanwhile. StoreError when there is none, or
    it cannot be read, or the copy not written."""
    with closing(_opened(library_db, read_only=True)) as db:
        back_up(db, target)


def put_in_place(copy: Path, library_db: Path) -> None:
    """Replace what the library holds by what a checked copy does, in one transaction: other programs that have it open
    go on with the new one. StoreError when that cannot be; the library is then as it was."""
    with closing(_opened(library_db, read_only=False)) as db, closing(sqlite3.connect(copy)) as connection:
        try:
            # A write-ahead log takes only pages of its own size.
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute(f"PRAGMA page_size = {db.value('PRAGMA page_size')}")
            connection.execute("VACUUM")
        except sqlite3.Error as error:
            raise told(error, copy, LIBRARY) from error
        db.restore(connection)


def _opened(path: Path, *, read_only: bool) -> Database:
    return open_database(path, LIBRARY, MIGRATIONS, read_only=read_only, busy_timeout=BUSY_TIMEOUT)
