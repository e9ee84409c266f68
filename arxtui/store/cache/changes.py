"""Change numbers, by which the index follows the cache, and the sums that a transaction writes at its end.

The numbers of a cache start at 1024 times its creation time in milliseconds. A cache created after another was deleted
therefore never repeats a number, and an index knows from its number alone whether it was built from this cache.
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
    """The bookkeeping of a writing transaction: change numbers, month lists, counts by category.

    Callers write rows immediately; :meth:`finish` writes the sums, as the last step before the commit. ``latest`` is
    the newest change number assigned.
    """

    def __init__(self, db: Database, at: datetime) -> None:
        self.db = db
        self.at = int(at.timestamp())
        self._first = self.latest = Changes(db).latest()
        self._added: set[int] = set()
        self._removed: set[int] = set()
        self._counts: Counter[tuple[str, int]] = Counter()

    def number(self) -> int:
        """Assign the next change number."""
        self.latest += 1
        return self.latest

    def added(self, key: int, category: str) -> None:
        """Record that a paper's row was inserted."""
        self._removed.discard(key)
        self._added.add(key)
        self._counts[category, split_key(key)[0]] += 1

    def moved(self, key: int, before: str, after: str) -> None:
        """Record that a paper's primary category changed."""
        month = split_key(key)[0]
        self._counts[before, month] -= 1
        self._counts[after, month] += 1

    def removed(self, key: int, category: str) -> None:
        """Record that a paper's row was deleted."""
        self.db.run("INSERT INTO gone (change, key) VALUES (?, ?)", (self.number(), key))
        self._added.discard(key)
        self._removed.add(key)
        self._counts[category, split_key(key)[0]] -= 1

    def finish(self) -> None:
        """Write the sums; nothing if no change number was assigned."""
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
        """Return the newest change number; for an empty cache, the number it starts at."""
        return int(self._db.value("SELECT value FROM meta WHERE name = 'change'"))

    def lag(self, number: int) -> int | None:
        """Return the number of changes after ``number``; None if another cache assigned it."""
        origin = int(self._db.value("SELECT value FROM meta WHERE name = 'origin'"))
        latest = self.latest()
        return latest - number if origin <= number <= latest else None

    def since(self, number: int, limit: int) -> list[tuple[int, int]]:
        """Return at most ``limit`` (change number, key) after ``number``, ascending. A paper is listed only under its
        last change. A key that ``Cache.documents`` does not return was deleted."""
        rows = self._db.rows(
            "SELECT change, key FROM (SELECT change, key FROM paper WHERE change > ? ORDER BY change LIMIT ?) "
            "UNION ALL SELECT change, key FROM (SELECT change, key FROM gone WHERE change > ? ORDER BY change LIMIT ?)",
            (number, limit, number, limit),
        )
        return sorted(rows)[:limit]

    def arrived_since(self, at: datetime) -> array[int]:
        """Return the ascending keys (``array('q')``) of the papers first stored at or after a time."""
        first = self._db.value("SELECT min(change) FROM arrival WHERE at >= ?", (seconds(at),))
        if first is None:
            return array("q")
        # With ORDER BY, SQLite would scan all keys instead of the latest changes.
        sql = "SELECT key FROM paper WHERE change >= ? AND added >= ?"
        return array("q", sorted(key for (key,) in self._db.rows(sql, (first, seconds(at)))))
