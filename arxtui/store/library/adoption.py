"""Import of a library file from an untrusted source: its rows are copied into tables of our own schema.

An SQLite file contains more than rows: triggers, views and expressions run when it is used, and a table can be
something else in disguise. None of that is copied. Only values of the type that each column of our schema allows are
copied, and no more bytes than the file can contain.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from arxtui.light import NamedTuple
from arxtui.store.errors import Damaged, NotOurs, StoreError
from arxtui.store.library.schema import LIBRARY, MIGRATIONS
from arxtui.store.sqlite.codec import check_record
from arxtui.store.sqlite.connection import BUSY_TIMEOUT, Database, Row, to_store_error, uri_of
from arxtui.store.sqlite.migrations import checked_version, open_database
from arxtui.store.sqlite.packed_json import unpack_json
from arxtui.store.sqlite.packed_keys import unpack_keys

_MAX_VALUE = 128 << 20
"""The most bytes of one value."""
_MAX_NUMBER = 2**53
_TYPES: dict[str, tuple[type, ...]] = {"INTEGER": (int,), "REAL": (int, float), "TEXT": (str,), "BLOB": (bytes,)}
_PACKED = {"keys": unpack_keys, "before": unpack_json, "after": unpack_json, "body": unpack_json}
"""The function that unpacks each packed column."""


class _Column(NamedTuple):
    name: str
    kind: str
    is_key: bool


def adopt_library(foreign: Path, target: Path) -> tuple[str, ...]:
    """Create ``target`` as a library of the newest version with the rows of ``foreign``. Returns what was left out
    (``trigger NAME``).

    Raises StoreError if ``foreign`` is not a sound library or comes from a newer program. No code of the file is run.
    """
    try:
        with closing(_open_foreign(foreign)) as source:
            db = Database(source, foreign, LIBRARY)
            version = checked_version(db, len(MIGRATIONS))
            if not version:
                raise _damaged_error("it is empty")
            with closing(_open_library(target, version)) as library:
                left_out = _copy_rows(source, library, foreign.stat().st_size)
        _open_library(target, len(MIGRATIONS)).close()
    except sqlite3.Error as error:
        store_error = to_store_error(error, foreign, LIBRARY)
        if isinstance(store_error, StoreError) and not isinstance(store_error, Damaged | NotOurs):
            raise store_error from error
        raise _damaged_error(str(error)) from error
    except NotOurs as error:  # its advice is for a library in place
        raise _damaged_error("it is a file of another kind, or damaged") from error
    except ValueError as error:
        raise _damaged_error(str(error)) from error
    return left_out


def _open_foreign(foreign: Path) -> sqlite3.Connection:
    # Immutable: SQLite neither reads nor writes a log beside the file.
    source = sqlite3.connect(f"{uri_of(foreign.absolute())}?mode=ro&immutable=1", uri=True, isolation_level=None)
    source.execute("PRAGMA trusted_schema = OFF")
    source.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_VALUE)
    return source


def _open_library(target: Path, version: int) -> Database:
    return open_database(target, LIBRARY, MIGRATIONS[:version], read_only=False, busy_timeout=BUSY_TIMEOUT)


def _copy_rows(source: sqlite3.Connection, db: Database, size: int) -> tuple[str, ...]:
    tables = [name for (name,) in db.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    ours = {name: _columns(db, name) for name in tables if not name.startswith("sqlite_")}
    left_out = _check_schema(source, ours)
    budget = _ByteBudget(2 * size)
    with db.transaction():
        for name, columns in ours.items():
            listed = ", ".join(f'"{column.name}"' for column in columns)
            # Without the file's indexes: they can contradict the table.
            rows = source.execute(f'SELECT {listed} FROM "{name}" NOT INDEXED')  # noqa: S608 - our own names
            values = ", ".join("?" * len(columns))
            db.run_many(
                f'INSERT INTO "{name}" ({listed}) VALUES ({values})',  # noqa: S608
                (_check_row(row, name, columns, budget) for row in rows),
            )
    return left_out


def _check_schema(source: sqlite3.Connection, ours: dict[str, list[_Column]]) -> tuple[str, ...]:
    """Return the schema objects of the file that are not our tables. Raises Damaged if one of our tables is missing or
    is not a plain table."""
    objects = source.execute("SELECT type, name, rootpage FROM sqlite_master").fetchall()
    tables = {name for kind, name, root in objects if kind == "table" and root}
    for name, columns in ours.items():
        if name not in tables:
            raise _damaged_error(f"its table {name} is missing")
        plain = {column for _, column, *_, hidden in source.execute(f'PRAGMA table_xinfo("{name}")') if not hidden}
        if missing := [column.name for column in columns if column.name not in plain]:
            raise _damaged_error(f"its table {name} has no column {missing[0]}")
    return tuple(
        f"{kind} {name}"
        for kind, name, _ in objects
        if kind in ("trigger", "view") or (kind == "table" and name not in ours and not str(name).startswith("sqlite_"))
    )


def _columns(db: Database, table: str) -> list[_Column]:
    info = db.rows(f'PRAGMA table_info("{table}")')
    return [_Column(name, kind, bool(key)) for _, name, kind, _, _, key in info]


class _ByteBudget:
    """The bytes that can still be copied: a broken file can contain the same value a thousand times."""

    def __init__(self, size: int) -> None:
        self._left = size

    def take(self, value: object) -> None:
        """Count the bytes of a value. Raises Damaged if they exceed the rest."""
        self._left -= len(value) if isinstance(value, str | bytes) else 0
        if self._left < 0:
            raise _damaged_error("its rows are larger than the file")


def _check_row(row: Row, table: str, columns: list[_Column], budget: _ByteBudget) -> Row:
    for value, column in zip(row, columns, strict=True):
        budget.take(value)
        if fault := _fault(value, column):
            raise _damaged_error(f"{column.name} in its table {table} {fault}")
    if table == "kept":
        by_name = {column.name: value for value, column in zip(row, columns, strict=True)}
        check_record(by_name["body"], has_head=by_name.get("title") is None)
    return row


def _fault(value: object, column: _Column) -> str:
    """Describe what is wrong with a value; empty if nothing is."""
    if value is None:
        return "is empty" if column.is_key else ""
    if not isinstance(value, _TYPES[column.kind]):
        return f"is {type(value).__name__}, not {column.kind.lower()}"
    if column.name == "number" and not 0 < int(str(value)) < _MAX_NUMBER:
        return "is out of range"
    if column.name in _PACKED and isinstance(value, bytes):
        try:
            _PACKED[column.name](value)
        except StoreError as error:
            return f"cannot be read: {error}"
    return ""


def _damaged_error(what: str) -> Damaged:
    return Damaged(f"The library in the backup is damaged or not a library ({what}). Nothing was changed.")


def rows_of(library: Path, tables: tuple[str, ...]) -> dict[str, int]:
    """Return the number of rows in tables of a library. Raises StoreError if it cannot be read."""
    with closing(_open_library(library, len(MIGRATIONS))) as db:
        return {table: int(db.value(f'SELECT count(*) FROM "{table}"')) for table in tables}  # noqa: S608
