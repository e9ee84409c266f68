"""Reading a damaged database as far as it goes: what fails is asked for again in smaller pieces."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

from arxtui.store.errors import Busy, StoreError
from arxtui.store.sqlite.connection import BUSY_TIMEOUT, FileKind, Row, connect, listed

_AT_ONCE = 512


class Wreck(AbstractContextManager["Wreck"]):
    """A database file that may be damaged anywhere; it is only read. Busy when another process holds it."""

    def __init__(self, path: Path, kind: FileKind) -> None:
        self._db = connect(path, kind, read_only=True, busy_timeout=BUSY_TIMEOUT)
        # Without this SQLite opens no file that is shorter than its head says.
        self._rows("PRAGMA writable_schema = ON")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    @property
    def version(self) -> int:
        """The schema's; 0 where it cannot be read."""
        told = self._rows("PRAGMA user_version")
        return int(told[0][0]) if told else 0

    def among(self, sql: str, keys: Sequence[int]) -> list[Row]:
        """The rows of a query whose one value is a list of keys, of every key whose rows can be read."""
        rows = self._rows(sql, (listed(keys),))
        if rows is not None:
            return rows
        if len(keys) < 2:
            return []
        half = len(keys) // 2
        return self.among(sql, keys[:half]) + self.among(sql, keys[half:])

    def walk(self, sql: str, order: Sequence[str], values: Sequence[object] = ()) -> list[Row]:
        """The distinct rows of a query, by an order that an index has: up to the damage from the one end and, where
        there is any, from the other."""
        found: dict[Row, None] = {}
        for direction in ("ASC", "DESC"):
            ordered = f"{sql} ORDER BY {', '.join(f'{name} {direction}' for name in order)} LIMIT ? OFFSET ?"
            start, limit = 0, _AT_ONCE
            while limit:
                rows = self._rows(ordered, (*values, limit, start))
                if rows is None:
                    # Where not even the first row can be read, no larger piece can be.
                    first = limit > 1 and self._rows(ordered, (*values, 1, start))
                    limit = limit // 2 if first else 0
                    continue
                found.update(dict.fromkeys(rows))
                start += len(rows)
                if len(rows) < limit:
                    return list(found)
        return list(found)

    def _rows(self, sql: str, values: Sequence[object] = ()) -> list[Row] | None:
        """None where the file cannot be read."""
        try:
            return self._db.rows(sql, values)
        except Busy:
            raise
        except (StoreError, sqlite3.Error):
            return None
