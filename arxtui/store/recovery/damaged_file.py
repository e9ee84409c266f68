"""Reading a damaged database: a read that fails is repeated in smaller parts."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

from arxtui.store.errors import Busy, StoreError
from arxtui.store.sqlite.connection import BUSY_TIMEOUT, FileKind, Row, connect, listed

_BATCH = 512


class DamagedFile(AbstractContextManager["DamagedFile"]):
    """A database file that can be damaged anywhere, open for reading only. Raises Busy if another process locks it."""

    def __init__(self, path: Path, kind: FileKind) -> None:
        self._db = connect(path, kind, read_only=True, busy_timeout=BUSY_TIMEOUT)
        # Otherwise SQLite refuses a file that is shorter than its header says.
        self._rows("PRAGMA writable_schema = ON")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    @property
    def version(self) -> int:
        """The version of the schema; 0 if it cannot be read."""
        rows = self._rows("PRAGMA user_version")
        return int(rows[0][0]) if rows else 0

    def rows_of_keys(self, sql: str, keys: Sequence[int]) -> list[Row]:
        """Return the readable rows of a query whose one parameter is a list of keys. On an error, the list is halved
        until each part is read or consists of one key."""
        rows = self._rows(sql, (listed(keys),))
        if rows is not None:
            return rows
        if len(keys) < 2:
            return []
        half = len(keys) // 2
        return self.rows_of_keys(sql, keys[:half]) + self.rows_of_keys(sql, keys[half:])

    def walk(self, sql: str, order: Sequence[str], values: Sequence[object] = ()) -> list[Row]:
        """Return the distinct rows of a query in an indexed order: from the start up to the first damage and, if there
        is damage, from the end back to the last."""
        distinct: dict[Row, None] = {}
        for direction in ("ASC", "DESC"):
            ordered = f"{sql} ORDER BY {', '.join(f'{name} {direction}' for name in order)} LIMIT ? OFFSET ?"
            start, limit = 0, _BATCH
            while limit:
                rows = self._rows(ordered, (*values, limit, start))
                if rows is None:
                    # If the first row cannot be read, no larger part can be.
                    first = limit > 1 and self._rows(ordered, (*values, 1, start))
                    limit = limit // 2 if first else 0
                    continue
                distinct.update(dict.fromkeys(rows))
                start += len(rows)
                if len(rows) < limit:
                    return list(distinct)
        return list(distinct)

    def _rows(self, sql: str, values: Sequence[object] = ()) -> list[Row] | None:
        """Return the rows of a query; None if the file cannot be read."""
        try:
            return self._db.rows(sql, values)
        except Busy:
            raise
        except (StoreError, sqlite3.Error):
            return None
