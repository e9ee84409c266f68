"""The fetch ledger: the result of the last request for each target; and the papers requested by name, an identifier or
a DOI, that are not yet fetched from arXiv."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime

from arxtui.model.arxiv.ids import key_of
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.store.sqlite.codes import moment_of
from arxtui.store.sqlite.connection import Database, Row, listed

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


class RequestedPapers:
    """The queue of requested names: identifiers without version and DOIs, each once. Methods raise StoreError as in
    ``store.cache``."""

    def __init__(self, db: Database, clock: Callable[[], datetime]) -> None:
        self._db = db
        self._clock = clock

    def add(self, names: Iterable[str]) -> None:
        """Append names, except those of papers that are stored in full."""
        with self._db.transaction():
            queue_requests(self._db, list(names), int(self._clock().timestamp()))

    def names(self) -> list[str]:
        """Return the waiting names, the longest waiting first. Names whose paper has been stored in the meantime are
        removed from the queue."""
        waiting = [name for (name,) in self._db.rows("SELECT name FROM wanted ORDER BY at, rowid")]
        stored = stored_in_full(self._db, waiting)
        if stored:
            self.drop(stored)
        return [name for name in waiting if name not in stored]

    def drop(self, names: Iterable[str]) -> None:
        """Remove names, because arXiv has responded."""
        with self._db.transaction():
            self._db.run_many("DELETE FROM wanted WHERE name = ?", ((name,) for name in names))


def queue_requests(db: Database, names: Sequence[str], at: int) -> int:
    """Store names with time ``at`` (epoch seconds), inside a transaction. Returns how many of them were already stored
    in full."""
    stored = stored_in_full(db, names)
    db.run_many(
        "INSERT OR IGNORE INTO wanted (name, at) VALUES (?, ?)", ((name, at) for name in names if name not in stored)
    )
    return len(stored)


def stored_in_full(db: Database, names: Iterable[str]) -> set[str]:
    """Return those of these identifiers whose paper is stored from a better source than a feed, a listing or a
    review."""
    keys: dict[int, str] = {}
    for name in names:
        with suppress(ValueError):  # a DOI
            keys[key_of(name)] = name
    rows = db.rows(
        "SELECT key FROM paper WHERE source >= 4 AND key IN (SELECT value FROM json_each(?))", (listed(keys),)
    )
    return {keys[key] for (key,) in rows}
