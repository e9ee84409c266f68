"""The fetch ledger: the result of the last request for each target."""

from __future__ import annotations

from datetime import datetime

from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.store.sqlite.codes import moment_of
from arxtui.store.sqlite.connection import Database, Row

_COLUMNS = LedgerEntry.__match_args__
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM ledger"  # noqa: S608
_PUT = f"INSERT OR REPLACE INTO ledger ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"  # noqa: S608


class Ledger:
    """One row for each (source, target), replaced at each attempt."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def get(self, source: str, target: str) -> LedgerEntry | None:
        """Return the last attempt at a target; None if there was none."""
        row = self._db.row(f"{_SELECT} WHERE source = ? AND target = ?", (source, target))
        return None if row is None else _entry(row)

    def put(self, entry: LedgerEntry) -> None:
        """Store an attempt, replacing the last one."""
        values = (getattr(entry, name) for name in _COLUMNS)
        row = [value.timestamp() if isinstance(value, datetime) else value for value in values]
        with self._db.transaction():
            self._db.run(_PUT, row)

    def forget(self, source: str, before: datetime) -> None:
        """Delete the targets of a source that were last attempted before a time."""
        with self._db.transaction():
            self._db.run("DELETE FROM ledger WHERE source = ? AND attempted < ?", (source, before.timestamp()))

    def all(self) -> list[LedgerEntry]:
        """Return the last attempt at every target, by source and target."""
        return [_entry(row) for row in self._db.rows(f"{_SELECT} ORDER BY source, target")]


def _entry(row: Row) -> LedgerEntry:
    values = dict(zip(_COLUMNS, row, strict=True))
    times = {name: moment_of(values[name]) for name in ("attempted", "next_due", "fresh_as_of")}
    return LedgerEntry(**{**values, **times, "outcome": Outcome(values["outcome"])})
