"""Migration of a database file to the current version. Files that must not be migrated are refused with a reason."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Self

from arxtui.files import is_on_read_only_disk, sync
from arxtui.store.errors import Damaged, NewerFile, NotOurs, StoreError
from arxtui.store.sqlite.connection import Database, FileKind, connect, prepare

Migration = Callable[[Database], None]
"""The function at index ``n`` migrates from version ``n`` to ``n + 1``. All steps run inside one transaction."""


def open_database(
    path: Path,
    kind: FileKind,
    migrations: Sequence[Migration],
    *,
    read_only: bool,
    busy_timeout: float,
    backed_up: bool = False,
) -> Database:
    """Open, check and migrate a file. With ``backed_up``, the file is copied to ``<name>.v<N>.bak`` before it is
    migrated.

    On a disk that is mounted read-only, the file is opened for reading. Raises NewerFile and NotOurs for a file that
    must not be touched; other StoreErrors as in ``store.sqlite.connection``.
    """
    read_only = read_only or is_on_read_only_disk(path)
    db = connect(path, kind, read_only=read_only, busy_timeout=busy_timeout)
    try:
        version = checked_version(db, len(migrations))
        if version < len(migrations) and read_only:
            raise StoreError(f"The {kind.name} {path} has version {version} and must be opened for writing once.")
        prepare(db, read_only=read_only, busy_timeout=busy_timeout)
        if version < len(migrations):
            _migrate(db, migrations, busy_timeout=busy_timeout, backed_up=backed_up)
    except BaseException:
        db.close()
        raise
    return db


def open_as_stored(path: Path, kind: FileKind, newest: int, *, busy_timeout: float) -> Database:
    """Open a file of any version up to ``newest`` for copying, without a migration. Raises Damaged for a file without
    content; other errors as for :func:`open_database`."""
    db = connect(path, kind, read_only=True, busy_timeout=busy_timeout)
    try:
        if not checked_version(db, newest):
            raise Damaged(f"The {kind.name} {path} is empty. {kind.advice}")
    except BaseException:
        db.close()
        raise
    return db


def back_up(db: Database, target: Path) -> None:
    """Write a sound copy of the file, which is on the disk when this returns. Raises StoreError if it cannot be
    written."""
    unfinished = target.with_name(f"{target.name}.part")
    try:
        unfinished.unlink(missing_ok=True)
        with closing(sqlite3.connect(unfinished)) as connection:
            db.backup(connection)
            connection.execute("PRAGMA journal_mode = DELETE")
        _sync_to_disk(unfinished)
        unfinished.replace(target)
        _sync_to_disk(target.parent)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"The {db.kind.name} {db.path} could not be backed up to {target}: {error}.") from error


def _sync_to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        sync(descriptor)
    finally:
        os.close(descriptor)


def checked_version(db: Database, newest: int) -> int:
    """Return the version of a file, 0 for a new one. Raises NotOurs for a foreign file, NewerFile for a version above
    ``newest``."""
    kind, path = db.kind, db.path
    # Another process can be creating the file in one transaction; this order of reads never sees half of it as foreign.
    empty = db.value("SELECT count(*) FROM sqlite_master") == 0
    version = db.value("PRAGMA user_version")
    application_id = db.value("PRAGMA application_id")
    if application_id != kind.application_id and not (empty and application_id == 0 and version == 0):
        raise NotOurs(f"{path} is a database of another program, not a {kind.name}; it was left untouched.")
    if version > newest:
        raise NewerFile(
            f"The {kind.name} {path} has version {version}, written by a newer arxtui; this one reads versions up to "
            f"{newest}. Update arxtui, or use another ARXTUI_HOME."
        )
    return int(version)


def _migrate(db: Database, migrations: Sequence[Migration], *, busy_timeout: float, backed_up: bool) -> None:
    with db.transaction():
        # Another process can have migrated the file while this one waited for the lock.
        version = checked_version(db, len(migrations))
        if backed_up and 0 < version < len(migrations):
            # A separate connection: SQLite cannot copy a database that the copying connection has locked.
            with closing(connect(db.path, db.kind, read_only=True, busy_timeout=busy_timeout)) as before:
                back_up(before, db.path.with_name(f"{db.path.name}.v{version}.bak"))
        for step in migrations[version:]:
            step(db)
        if faults := db.rows("PRAGMA foreign_key_check"):
            raise StoreError(f"The {db.kind.name} {db.path} could not be migrated: {len(faults)} broken references.")
        db.run(f"PRAGMA application_id = {db.kind.application_id}")
        db.run(f"PRAGMA user_version = {len(migrations)}")


def run_script(db: Database, script: str) -> None:
    """Run the statements of a schema, separated by blank lines, inside the current transaction."""
    for statement in script.strip().split("\n\n"):
        db.run(statement)


class DatabaseFile:
    """A connection to a file, for one thread at a time. Every method can raise StoreError."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; closing twice is not an error."""
        self._db.close()

    def faults(self) -> list[str]:
        """Return the faults of the file in SQLite's words; empty if it is sound. Reads the whole file."""
        return self._db.faults()

    def faults_at_ends(self) -> list[str]:
        """Return the faults that the first and the last row of each table show, in SQLite's words."""
        return self._db.faults_at_ends()

    def data_version(self) -> int:
        """Return a number that differs from the last one if another connection has written since."""
        return int(self._db.value("PRAGMA data_version"))
