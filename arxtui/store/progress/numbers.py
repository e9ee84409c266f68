"""``numbers.db``: the numbers by which other services name papers of arXiv, and the citations of an import that is not
finished, until it is known which numbers are papers. The file can be deleted; what is stored of it is imported again.
"""

from __future__ import annotations

import time
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from pathlib import Path

from arxtui.store.progress.imports import FORGOTTEN_AFTER
from arxtui.store.sqlite.connection import Database, FileKind
from arxtui.store.sqlite.migrations import DatabaseFile, Migration, open_database, run_script

_NUMBERS = FileKind(
    name="file of numbers",
    application_id=0x4154584E,  # "ATXN"
    synchronous="FULL",  # the cache notes that it is stored
    advice="Delete it, and import the files again.",
)
_BUSY_TIMEOUT = 1.0
_BUCKETS = 256
# paper_number   the key of the paper of arXiv that a number of a service means.
# waiting        pairs (citing, cited) of numbers, in buckets by the remainder of the citing one; each fits into memory.
# as_of          the newest time (epoch seconds) of what waits, and when it was written.
_FIRST = """
CREATE TABLE paper_number (service TEXT, number INTEGER, key INTEGER NOT NULL, PRIMARY KEY (service, number))
    WITHOUT ROWID

CREATE TABLE waiting (service TEXT NOT NULL, bucket INTEGER NOT NULL, pairs BLOB NOT NULL)

CREATE INDEX waiting_by_bucket ON waiting (service, bucket)

CREATE TABLE as_of (service TEXT PRIMARY KEY, at INTEGER NOT NULL, written INTEGER NOT NULL) WITHOUT ROWID
"""


def _first(db: Database) -> None:
    run_script(db, _FIRST)


_MIGRATIONS: tuple[Migration, ...] = (_first,)


class KnownNumbers:
    """The papers that the numbers of a service mean, in 16 bytes each."""

    def __init__(self, rows: Iterable[tuple[int, int]]) -> None:
        self._numbers, self._keys = array("q"), array("q")
        for number, key in rows:
            self._numbers.append(number)
            self._keys.append(key)

    def __len__(self) -> int:
        return len(self._numbers)

    def __contains__(self, number: int) -> bool:
        return self.key(number) is not None

    def key(self, number: int) -> int | None:
        """Return the key of the paper that a number means; None if it means none."""
        place = bisect_left(self._numbers, number)
        is_known = place < len(self._numbers) and self._numbers[place] == number
        return self._keys[place] if is_known else None


class Numbers(DatabaseFile):
    """The file, which one process at a time uses. Every method can raise StoreError."""

    @classmethod
    def open(cls, path: Path) -> Numbers:
        """Open the file, or create it; citations that have waited for months are dropped. Raises Busy if another
        process uses it."""
        db = open_database(path, _NUMBERS, _MIGRATIONS, read_only=False, busy_timeout=_BUSY_TIMEOUT)
        db.run("PRAGMA locking_mode = EXCLUSIVE")
        numbers = cls(db)
        try:
            old = db.rows("SELECT service FROM as_of WHERE written < ?", (int(time.time()) - FORGOTTEN_AFTER,))
            for (service,) in old:
                numbers.forget(service)
            with db.transaction():  # locks the file
                db.run("DELETE FROM as_of WHERE service NOT IN (SELECT service FROM waiting)")
        except BaseException:
            db.close()
            raise
        return numbers

    def put(self, service: str, at: int, numbers: Iterable[tuple[int, int]], pairs: array[int]) -> None:
        """Store which papers numbers mean, and pairs of citing and cited numbers (one after the other) as of a time, in
        one transaction."""
        buckets: dict[int, array[int]] = {}
        for place in range(0, len(pairs), 2):
            buckets.setdefault(pairs[place] % _BUCKETS, array("q")).extend(pairs[place : place + 2])
        with self._db.transaction():
            sql = "INSERT OR REPLACE INTO paper_number (service, number, key) VALUES (?, ?, ?)"
            self._db.run_many(sql, ((service, number, key) for number, key in sorted(numbers)))
            sql = "INSERT INTO waiting (service, bucket, pairs) VALUES (?, ?, ?)"
            self._db.run_many(sql, ((service, bucket, each.tobytes()) for bucket, each in sorted(buckets.items())))
            sql = (
                "INSERT INTO as_of (service, at, written) VALUES (?, ?, ?) ON CONFLICT (service) "
                "DO UPDATE SET at = max(at, excluded.at), written = excluded.written"
            )
            self._db.run(sql, (service, at, int(time.time())))

    def known(self, service: str) -> KnownNumbers:
        """Return the papers that the numbers of a service mean."""
        sql = "SELECT number, key FROM paper_number WHERE service = ? AND number > ? ORDER BY number LIMIT 100000"
        return KnownNumbers(self._rows(sql, service))

    def _rows(self, sql: str, service: str) -> Iterator[tuple[int, int]]:
        last = -1
        while rows := self._db.rows(sql, (service, last)):
            yield from rows
            last = rows[-1][0]

    def as_of(self, service: str) -> int | None:
        """Return the newest time of what waits; None if nothing does."""
        at: int | None = self._db.value("SELECT at FROM as_of WHERE service = ?", (service,))
        return at

    def buckets(self, service: str) -> list[int]:
        """Return the buckets of a service in which citations wait."""
        sql = "SELECT DISTINCT bucket FROM waiting WHERE service = ? ORDER BY bucket"
        return [bucket for (bucket,) in self._db.rows(sql, (service,))]

    def waiting(self, service: str, bucket: int) -> array[int]:
        """Return the pairs of numbers in a bucket."""
        pairs = array("q")
        for (packed,) in self._db.rows("SELECT pairs FROM waiting WHERE service = ? AND bucket = ?", (service, bucket)):
            pairs.frombytes(packed)
        return pairs

    def drop(self, service: str, bucket: int) -> None:
        """Delete a bucket."""
        self._db.run("DELETE FROM waiting WHERE service = ? AND bucket = ?", (service, bucket))

    def forget(self, service: str) -> None:
        """Delete what waits, and give its room back."""
        with self._db.transaction():
            self._db.run("DELETE FROM waiting WHERE service = ?", (service,))
            self._db.run("DELETE FROM as_of WHERE service = ?", (service,))
        self._db.vacuum()
        self._db.empty_log()
