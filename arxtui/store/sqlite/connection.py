"""A connection to a database file: opening, transactions, and the translation of SQLite's errors. This module knows no
tables."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path, PurePath
from typing import Any, TypeVar

from arxtui.files import is_on_read_only_disk
from arxtui.light import NamedTuple
from arxtui.store.errors import Busy, Damaged, DiskFull, NotOurs, ReadOnly, StoreError

BUSY_TIMEOUT = 10.0
"""Seconds to wait for another process's write before giving up."""

# Cache sizes in kilobytes. A reader reads the list of all papers once, and little later; an import touches pages all
# over the indexes of the hashes, and SQLite's default of 2 MB is too small for them.
_READERS_PAGES = 2_000
_WRITERS_PAGES = 16_000
_PAGE = 16_384
_PRIMARY_CODE = 0xFF
_T = TypeVar("_T")
Row = tuple[Any, ...]


class FileKind(NamedTuple):
    """One of the program's database files: its name in messages, its application id, its ``synchronous`` mode, and the
    advice to the user if it is damaged."""

    name: str
    application_id: int
    synchronous: str
    advice: str


class Database:
    """A connection, for one thread at a time. Every result is fetched whole, so nothing stays locked between calls.

    Operational failures (locked, full, damaged, not writable) are raised as :class:`StoreError`. Mistakes in the SQL
    and use after :meth:`close` are raised as ``sqlite3.ProgrammingError`` and the like.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, kind: FileKind) -> None:
        self._connection = connection
        self.path = path
        self.kind = kind
        self._writes = False

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Return all rows of a query."""
        return self._translate_errors(lambda: self._connection.execute(sql, values).fetchall())

    def row(self, sql: str, values: Sequence[object] = ()) -> Row | None:
        """Return the first row of a query, or None."""
        rows = self.rows(sql, values)
        return rows[0] if rows else None

    @property
    def changes(self) -> int:
        """The number of rows that this connection has changed."""
        return self._connection.total_changes

    def value(self, sql: str, values: Sequence[object] = ()) -> Any:
        """Return the first column of the first row, or None."""
        row = self.row(sql, values)
        return row[0] if row else None

    def run(self, sql: str, values: Sequence[object] = ()) -> int:
        """Run a statement. Returns the number of rows changed (-1 if the statement is not a change of rows)."""
        return self._translate_errors(lambda: self._connection.execute(sql, values).rowcount)

    def run_many(self, sql: str, values: Iterable[Sequence[object]]) -> int:
        """Run a statement for each item. Returns the total number of rows changed."""
        return self._translate_errors(lambda: self._connection.executemany(sql, values).rowcount)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run the body between ``BEGIN IMMEDIATE`` and ``COMMIT``; roll back if the body raises."""
        if not self._writes:
            self._writes = True
            self.run(f"PRAGMA cache_size = -{_WRITERS_PAGES}")
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            # After some failures (a full disk), SQLite has already rolled back.
            if self._connection.in_transaction:
                with suppress(StoreError):
                    self.run("ROLLBACK")
            raise

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Run several reads that see the same state."""
        self.run("BEGIN")
        try:
            yield
        finally:
            if self._connection.in_transaction:
                self.run("COMMIT")

    def backup(self, target: sqlite3.Connection) -> None:
        """Copy the whole database into another connection."""
        self._translate_errors(lambda: self._connection.backup(target))

    def restore(self, source: sqlite3.Connection) -> None:
        """Replace the whole database by that of another connection, in one transaction."""
        self._translate_errors(lambda: source.backup(self._connection))

    def size(self) -> int:
        """Return the bytes of the database, free pages included."""
        return int(self.value("PRAGMA page_count") * self.value("PRAGMA page_size"))

    def free_size(self) -> int:
        """Return the bytes of the free pages, which the file keeps until it is shrunk."""
        return int(self.value("PRAGMA freelist_count") * self.value("PRAGMA page_size"))

    def vacuum(self) -> None:
        """Rewrite the database without free pages, in one transaction. Other connections can read meanwhile, but not
        write. The file shrinks once the write-ahead log is emptied."""
        self.run("VACUUM")

    def empty_log(self) -> None:
        """Write the write-ahead log into the file, and empty the log if no other connection is using it. Otherwise both
        files keep their size until the last connection is closed."""
        self.run("PRAGMA wal_checkpoint(TRUNCATE)")

    def faults(self) -> list[str]:
        """Return the faults of the file in SQLite's words; empty if it is sound. Reads the whole file."""
        try:
            lines = [line for (words,) in self.rows("PRAGMA quick_check") for line in words.splitlines()]
        except Damaged as error:
            return [str(error.__cause__)]
        return [line for line in lines if line != "ok" and not line.startswith("***")]

    def faults_at_ends(self) -> list[str]:
        """Return the faults that the first and the last row of each table show; empty if there are none. The time does
        not depend on the size of the file."""
        try:
            for (name,) in self.rows("SELECT name FROM sqlite_schema WHERE type = 'table'"):
                keys = sorted((place, column) for _, column, *_, place in self.rows(f'PRAGMA table_info("{name}")'))
                columns = [f'"{column}"' for place, column in keys if place] or ["rowid"]
                for order in ("ASC", "DESC"):
                    ordered = ", ".join(f"{column} {order}" for column in columns)
                    self.rows(f'SELECT * FROM "{name}" ORDER BY {ordered} LIMIT 1')  # noqa: S608 - names of the schema
        except Damaged as error:
            return [str(error.__cause__)]
        return []

    def close(self) -> None:
        """Close the connection; closing twice is not an error."""
        self._connection.close()

    def _translate_errors(self, action: Callable[[], _T]) -> _T:
        try:
            return action()
        except sqlite3.Error as error:
            raise to_store_error(error, self.path, self.kind) from error


def library_version() -> str:
    """Return the version of SQLite."""
    return sqlite3.sqlite_version


def connect(path: Path, kind: FileKind, *, read_only: bool, busy_timeout: float) -> Database:
    """Open a connection without checking the file; for reading only if the disk is mounted read-only. Raises StoreError
    if the file cannot be opened."""
    is_fixed = is_on_read_only_disk(path)
    read_only = read_only or is_fixed
    if read_only and not path.exists():
        raise StoreError(f"There is no {kind.name} at {path} yet.")
    uri = f"{uri_of(path.absolute())}?mode={'ro' if read_only else 'rwc'}"
    if is_fixed and not _has_log(path):
        # On a read-only disk SQLite cannot create its shared files, and does not need them, as no process can write.
        uri += "&immutable=1"
    try:
        if not read_only:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        connection = sqlite3.connect(
            uri, uri=True, timeout=busy_timeout, isolation_level=None, check_same_thread=False, cached_statements=256
        )
    except sqlite3.Error as error:
        raise to_store_error(error, path, kind) from error
    except OSError as error:
        raise StoreError(f"The {kind.name} {path} cannot be opened: {error.strerror}.") from error
    return Database(connection, path, kind)


def uri_of(path: PurePath) -> str:
    """Return the URI by which SQLite opens the file at an absolute path.

    ``Path.as_uri`` would import the network modules on Python 3.14.
    """
    escaped = path.as_posix().replace("%", "%25").replace("?", "%3F").replace("#", "%23")
    return f"file://{escaped}" if escaped.startswith("/") else f"file:///{escaped}"  # file:///C:/Users


def _has_log(path: Path) -> bool:
    """Whether the write-ahead log contains data."""
    with suppress(OSError):
        return path.with_name(f"{path.name}-wal").stat().st_size > 0
    return False


def prepare(db: Database, *, read_only: bool, busy_timeout: float) -> None:
    """Set WAL mode and the connection's pragmas, after the file is known to belong to the program."""
    if not read_only and db.value("PRAGMA journal_mode") != "wal":
        # Effective only for a new file. A record takes half a kilobyte; large pages waste less space at their ends.
        db.run(f"PRAGMA page_size = {_PAGE}")
        _switch_to_wal(db, busy_timeout)
    db.run(f"PRAGMA synchronous = {db.kind.synchronous}")
    if db.kind.synchronous == "FULL":
        db.run("PRAGMA fullfsync = ON")  # only macOS needs it: see arxtui.files.sync
    db.run(f"PRAGMA cache_size = -{_READERS_PAGES}")
    db.run("PRAGMA foreign_keys = ON")


def _switch_to_wal(db: Database, busy_timeout: float) -> None:
    # SQLite does not wait if two processes switch a new file at the same time.
    deadline = time.monotonic() + busy_timeout
    while True:
        try:
            db.run("PRAGMA journal_mode = WAL")
            return
        except Busy:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def to_store_error(error: sqlite3.Error, path: Path, kind: FileKind) -> Exception:
    """Return the StoreError with a message for an SQLite error; the SQLite error itself if it is a mistake in the
    program."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return error
    if code == sqlite3.SQLITE_IOERR_SHMSIZE:  # the shared memory is a file on the disk, too
        code = sqlite3.SQLITE_FULL
    match code & _PRIMARY_CODE:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED | sqlite3.SQLITE_PROTOCOL:
            return Busy(f"The {kind.name} {path} is in use by another process; try again in a moment.")
        case sqlite3.SQLITE_FULL:
            return DiskFull(f"There is no room left on the disk for the {kind.name} {path}.")
        case sqlite3.SQLITE_NOTADB:
            return NotOurs(
                f"{path} is not a {kind.name}: it is not an SQLite database, or it is damaged. {kind.advice}"
            )
        case sqlite3.SQLITE_CORRUPT:
            return Damaged(f"The {kind.name} {path} is damaged ({error}). {kind.advice}")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return ReadOnly(f"The {kind.name} {path} cannot be written: the file or its directory is read-only.")
        case sqlite3.SQLITE_CANTOPEN:
            return StoreError(f"The {kind.name} {path} cannot be opened; look at the permissions of its directory.")
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_NOMEM | sqlite3.SQLITE_INTERRUPT:
            return StoreError(f"The {kind.name} {path} could not be read or written ({error}).")
    return error


AMONG = "key IN (SELECT value FROM json_each(?))"
"""The SQL condition that a row has one of the keys of a :func:`listed` parameter."""


def listed(keys: Iterable[int]) -> str:
    """Return integers as the JSON array for ``IN (SELECT value FROM json_each(?))``: one statement for any number of
    keys."""
    return f"[{','.join(map(str, keys))}]"
