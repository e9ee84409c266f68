"""The inbox: which papers are unread, for which day they came, and which the user marked read."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from datetime import date

from arxtui.store.sqlite.connection import Database
from arxtui.store.sqlite.pack import pack_keys, unpack_keys

UNSEEN = -1
"""In the journal, the value of a paper that is neither unread nor marked read."""
_PUT = (
    "INSERT INTO inbox (key, day) VALUES (?, ?) "
    "ON CONFLICT (key) DO UPDATE SET day = excluded.day WHERE day IS NULL OR day < excluded.day"
)


def deliver(db: Database, day: date, keys: Iterable[int]) -> int:
    """Put what was not delivered for this day before into the inbox; how many papers that were."""
    offered = set(keys)
    if offered <= _delivered(db, day):
        return 0
    with db.transaction():
        before = _delivered(db, day)
        fresh = sorted(offered - before)
        db.run_many(_PUT, ((key, day.toordinal()) for key in fresh))
        db.run_many("DELETE FROM read WHERE key = ?", ((key,) for key in fresh))
        packed = pack_keys(before.union(fresh))
        db.run("INSERT OR REPLACE INTO delivered (day, keys) VALUES (?, ?)", (day.toordinal(), packed))
    return len(fresh)


def by_day(db: Database) -> list[tuple[date, int, array[int]]]:
    """(day, number of unread papers, their ascending keys), newest day first. Papers that the user made unread without
    their ever having been delivered stand under no day."""
    days: dict[int, array[int]] = {}
    for day, key in db.rows("SELECT day, key FROM inbox WHERE day IS NOT NULL ORDER BY key"):
        days.setdefault(day, array("q")).append(key)
    return [(date.fromordinal(day), len(keys), keys) for day, keys in sorted(days.items(), reverse=True)]


def days_of(db: Database, keys: Iterable[int]) -> dict[int, int]:
    """The newest day (ordinal) for which each of these papers was delivered; none for those that never were."""
    left = set(keys)
    found: dict[int, int] = {}
    for (day,) in db.rows("SELECT day FROM delivered ORDER BY day DESC"):
        if not left:
            break
        here = left.intersection(unpack_keys(db.value("SELECT keys FROM delivered WHERE day = ?", (day,))))
        found.update((key, day) for key in here)
        left -= here
    return found


def _delivered(db: Database, day: date) -> set[int]:
    packed = db.value("SELECT keys FROM delivered WHERE day = ?", (day.toordinal(),))
    return set(unpack_keys(packed)) if packed else set()


class StoredInbox:
    """What was delivered, and what of it is unread."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def deliver(self, day: date, keys: Iterable[int]) -> int:
        """Put a day's papers into the inbox, each once for the day, read since or not; how many were put in."""
        return deliver(self._db, day, keys)

    def unread(self) -> array[int]:
        """Ascending keys (``array('q')``)."""
        return array("q", (key for (key,) in self._db.rows("SELECT key FROM inbox ORDER BY key")))

    def days(self) -> list[tuple[date, int, array[int]]]:
        """(day, number of unread papers, their ascending keys), newest first; a paper stands under the last day it was
        delivered for, and under none when it never was."""
        return by_day(self._db)

    def delivered(self, keys: Iterable[int]) -> set[int]:
        """Those of these papers that were ever put into the inbox."""
        return set(days_of(self._db, list(keys)))
