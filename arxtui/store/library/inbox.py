"""The inbox: the unread papers with their delivery days, the papers that the user marked read, and those to which rules
were applied at their delivery."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from datetime import date

from arxtui.store.sqlite.connection import Database
from arxtui.store.sqlite.packed_keys import pack_keys, unpack_keys

UNSEEN = -1
"""The journal's value for a paper that is neither unread nor marked read."""
_PUT = (
    "INSERT INTO inbox (key, day) VALUES (?, ?) "
    "ON CONFLICT (key) DO UPDATE SET day = excluded.day WHERE day IS NULL OR day < excluded.day"
)


def deliver(db: Database, day: date, keys: Iterable[int]) -> int:
    """Put those papers into the inbox that were not yet delivered for this day. Returns their number."""
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
    """Return (day, number of unread papers, their ascending keys), newest day first. Papers that the user marked unread
    but that were never delivered are left out."""
    days: dict[int, array[int]] = {}
    for day, key in db.rows("SELECT day, key FROM inbox WHERE day IS NOT NULL ORDER BY key"):
        days.setdefault(day, array("q")).append(key)
    return [(date.fromordinal(day), len(keys), keys) for day, keys in sorted(days.items(), reverse=True)]


def days_of(db: Database, keys: Iterable[int]) -> dict[int, int]:
    """Return the newest day (ordinal) for which each of these papers was delivered; papers never delivered are left
    out."""
    missing = set(keys)
    days: dict[int, int] = {}
    for (day,) in db.rows("SELECT day FROM delivered ORDER BY day DESC"):
        if not missing:
            break
        delivered = missing.intersection(unpack_keys(db.value("SELECT keys FROM delivered WHERE day = ?", (day,))))
        days.update((key, day) for key in delivered)
        missing -= delivered
    return days


def _delivered(db: Database, day: date) -> set[int]:
    packed = db.value("SELECT keys FROM delivered WHERE day = ?", (day.toordinal(),))
    return set(unpack_keys(packed)) if packed else set()


class StoredInbox:
    """Delivered papers, and which of them are unread."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def deliver(self, day: date, keys: Iterable[int]) -> int:
        """Put a day's papers into the inbox, each once per day, even if it was read since. Returns the number put
        in."""
        return deliver(self._db, day, keys)

    def unread(self) -> array[int]:
        """Return the ascending keys (``array('q')``) of the unread papers."""
        return array("q", (key for (key,) in self._db.rows("SELECT key FROM inbox ORDER BY key")))

    def days(self) -> list[tuple[date, int, array[int]]]:
        """Return (day, number of unread papers, their ascending keys), newest first. A paper is listed under its last
        delivery day; never delivered papers are left out."""
        return by_day(self._db)

    def delivered(self, keys: Iterable[int]) -> set[int]:
        """Return those of these papers that were ever delivered to the inbox."""
        return set(days_of(self._db, list(keys)))


def read(db: Database, rule: str) -> array[int] | None:
    """Return ascending keys (``array('q')``); None for an unknown rule."""
    packed = db.value("SELECT keys FROM ruled WHERE rule = ?", (rule,))
    return None if packed is None else unpack_keys(packed)


def add(db: Database, rule: str, keys: Iterable[int]) -> None:
    """Record that a rule was applied to more papers, inside a transaction."""
    stored = read(db, rule)
    db.run(
        "INSERT OR REPLACE INTO ruled (rule, keys) VALUES (?, ?)", (rule, pack_keys({*keys, *(stored or array("q"))}))
    )


def forget(db: Database, rules: Iterable[str]) -> None:
    """Delete all rules except the given ones, inside a transaction."""
    remaining = set(rules)
    gone = [(rule,) for (rule,) in db.rows("SELECT rule FROM ruled") if rule not in remaining]
    db.run_many("DELETE FROM ruled WHERE rule = ?", gone)


class AppliedRules:
    """The papers to which each rule was applied."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of(self, rule: str) -> array[int] | None:
        """Return the ascending keys (``array('q')``) of the papers to which a rule was applied; None for an unknown
        rule."""
        return read(self._db, rule)

    def put(self, rule: str, keys: Iterable[int], rules: Iterable[str]) -> None:
        """Record that a rule was applied to more papers; delete all rules except ``rules``."""
        with self._db.transaction():
            add(self._db, rule, keys)
            forget(self._db, rules)
