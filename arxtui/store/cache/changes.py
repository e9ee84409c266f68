"""The running numbers by which the index follows the cache, and what one transaction adds up before it ends.

The numbers of a cache begin at the milliseconds of its making times 1024, so that a cache made after another was
deleted never gives a number again: an index knows by its number alone whether it was built from this cache.
"""

from __future__ import annotations

from array import array
from collections import Counter
from datetime import datetime

from arxtui.model.arxiv.ids import split_key
from arxtui.store.cache.keys import write_months
from arxtui.store.sqlite.codes import seconds
from arxtui.store.sqlite.connection import Database


class Batch:
    """The bookkeeping of one writing transaction: change numbers, the month lists, the counts by category.

    Rows are written as they come; :meth:`finish` writes the sums, as the last thing before the commit. ``latest`` is
    the newest number given.
    """

    def __init__(self, db: Database, at: datetime) -> None:
        self.db = db
        self.at = int(at.timestamp())
        self._first = self.latest = Changes(db).latest()
        self._added: set[int] = set()
        self._removed: set[int] = set()
        self._counts: Counter[tuple[str, int]] = Counter()

    def number(self) -> int:
        """The next change number."""
        self.latest += 1
        return self.latest

    def added(self, key: int, category: str) -> None:
        """A paper's row was inserted."""
        self._removed.discard(key)
        self._added.add(key)
        self._counts[category, split_key(key)[0]] += 1

    def moved(self, key: int, before: str, after: str) -> None:
        """A paper's primary category changed."""
        month = split_key(key)[0]
        self._counts[before, month] -= 1
        self._counts[after, month] += 1

    def removed(self, key: int, category: str) -> None:
        """A paper's row was deleted."""
        self.db.run("INSERT INTO gone (change, key) VALUES (?, ?)", (self.number(), key))
        self._added.discard(key)
        self._removed.add(key)
        self._counts[category, split_key(key)[0]] -= 1

    def finish(self) -> None:
        """Write what was added up."""
        if self.latest == self._first:
            return
        write_months(self.db, self._added, self._removed)
        self.db.run_many(
            "INSERT INTO category_count (category, month, n) VALUES (?, ?, ?) "
            "ON CONFLICT (category, month) DO UPDATE SET n = n + excluded.n",
            sorted((category, month, n) for (category, month), n in self._counts.items() if n),
        )
        self.db.run("INSERT INTO arrival (change, at) VALUES (?, ?)", (self._first + 1, self.at))
        self.db.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('change', ?)", (self.latest,))


class Changes:
    """The change numbers of a cache."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def latest(self) -> int:
        """The newest change number given; for an empty cache the number it begins at."""
        return int(self._db.value("SELECT value FROM meta WHERE name = 'change'"))

    def lag(self, number: int) -> int | None:
        """How many changes came after ``number``; None when another cache gave it."""
        origin = int(self._db.value("SELECT value FROM meta WHERE name = 'origin'"))
        latest = self.latest()
        return latest - number if origin <= number <= latest else None

    def since(self, number: int, limit: int) -> list[tuple[int, int]]:
        """(change number, key) after ``number``, ascending, at most ``limit``. A paper stands under its last change
        only; a key unknown to ``Cache.documents`` is gone."""
        rows = self._db.rows(
            "SELECT change, key FROM (SELECT change, key FROM paper WHERE change > ? ORDER BY change LIMIT ?) "
            "UNION ALL SELECT change, key FROM (SELECT change, key FROM gone WHERE change > ? ORDER BY change LIMIT ?)",
            (number, limit, number, limit),
        )
        return sorted(rows)[:limit]

    def arrived_since(self, at: datetime) -> array[int]:
        """Ascending keys (``array('q')``) of the papers first heard of at or after a time."""
        first = self._db.value("SELECT min(change) FROM arrival WHERE at >= ?", (seconds(at),))
        if first is None:
            return array("q")
        # Sorted in SQL, the answer would be read along all keys instead of the late changes.
        sql = "SELECT key FROM paper WHERE change >= ? AND added >= ?"
        return array("q", sorted(key for (key,) in self._db.rows(sql, (first, seconds(at)))))
