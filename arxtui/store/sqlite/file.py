"""A database file with operations that do not depend on its content."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from arxtui.store.sqlite.connection import Database


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
