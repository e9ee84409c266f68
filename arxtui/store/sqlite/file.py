"""A database file as it is opened, closed and examined, whatever is in it."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from arxtui.store.sqlite.connection import Database


class DatabaseFile:
    """One connection to a file, for one thread at a time. Every method may raise StoreError."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; closing twice is no error."""
        self._db.close()

    def faults(self) -> list[str]:
        """What is wrong with the file, in SQLite's words; empty when it is sound. Reads the whole file."""
        return self._db.faults()

    def data_version(self) -> int:
        """A number that differs from the last answer when another connection has written since."""
        return int(self._db.value("PRAGMA data_version"))
