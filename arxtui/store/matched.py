"""What the queries of rules mean, as far as the index was asked: only what has changed since is asked again."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from arxtui.store.connection import Database
from arxtui.store.errors import StoreError
from arxtui.store.pack import pack_keys, unpack_keys


class Match(NamedTuple):
    """The papers that a query means, as the index stood at a change number of the cache: ascending keys
    (``array('q')``)."""

    change: int
    keys: array[int]


class Matched:
    """The table, by the names under which queries are kept. Reading may raise StoreError."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def read(self, names: Iterable[str]) -> dict[str, Match]:
        """Those that are kept."""
        sql = "SELECT name, change, keys FROM rule_match WHERE name = ?"
        rows = (self._db.row(sql, (name,)) for name in names)
        return {row[0]: Match(row[1], unpack_keys(row[2])) for row in rows if row}

    def write(self, matches: Mapping[str, Match], wanted: Iterable[str]) -> None:
        """Keep these, and forget all but those ``wanted``. Nothing waits for it: where another process is writing, or
        the file cannot be written, nothing is kept, and all of it is asked again."""
        rows = [(name, match.change, pack_keys(match.keys)) for name, match in sorted(matches.items())]
        patience = self._db.value("PRAGMA busy_timeout")
        try:
            self._db.run("PRAGMA busy_timeout = 0")
            with self._db.transaction():
                self._db.run_many("INSERT OR REPLACE INTO rule_match (name, change, keys) VALUES (?, ?, ?)", rows)
                self._forget(wanted)
        except StoreError:
            return
        finally:
            self._db.run(f"PRAGMA busy_timeout = {patience}")

    def _forget(self, wanted: Iterable[str]) -> None:
        kept = set(wanted)
        gone = [(name,) for (name,) in self._db.rows("SELECT name FROM rule_match") if name not in kept]
        self._db.run_many("DELETE FROM rule_match WHERE name = ?", gone)
