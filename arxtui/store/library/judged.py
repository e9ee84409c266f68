"""Which papers the user has judged by acts of their own, as the journal tells: what is learned from."""

from __future__ import annotations

from array import array
from datetime import datetime
from typing import NamedTuple

from arxtui.model.marks import DECISIONS
from arxtui.store.library.marks import AND_READ
from arxtui.store.sqlite.codes import moment_of
from arxtui.store.sqlite.connection import AMONG, Database, listed
from arxtui.store.sqlite.pack import unpack_keys

_SINCE = "learns since"
_NO_JUDGEMENT = "unread"
_MARKED_READ = (
    "SELECT keys FROM journal WHERE number > ? AND by = '' AND undone IS NULL "  # noqa: S608
    f"AND (what = 'read' OR renamed = ? AND what IN ({', '.join('?' * len(DECISIONS))}))"
)


class Judged(NamedTuple):
    """The papers that were marked in any way, and those that were marked as read (and perhaps in other ways)."""

    marked: frozenset[int]
    read: frozenset[int]


def read(db: Database) -> Judged:
    """What the user did that stands, since what was learned was forgotten last; acts of rules are not the user's."""
    since = db.value("SELECT value FROM meta WHERE name = ?", (_SINCE,)) or 0.0
    rows = db.rows("SELECT what, keys FROM journal WHERE undone IS NULL AND by = '' AND at > ?", (since,))
    marked, seen = set[int](), set[int]()
    for what, packed in rows:
        if what != _NO_JUDGEMENT:
            (seen if what == "read" else marked).update(unpack_keys(packed))
    return Judged(frozenset(marked), frozenset(seen))


def read_since(db: Database, at: datetime) -> array[int]:
    """Ascending keys of the papers that the user has marked read since a time, by a decision too, and not unread
    again."""
    last = db.value("SELECT number FROM journal WHERE at < ? ORDER BY number DESC LIMIT 1", (at.timestamp(),)) or 0
    rows = db.rows(_MARKED_READ, (last, AND_READ, *DECISIONS))
    marked = {key for (packed,) in rows for key in unpack_keys(packed)}
    rows = db.rows(f"SELECT key FROM read WHERE {AMONG} ORDER BY key", (listed(marked),))  # noqa: S608
    return array("q", (key for (key,) in rows))


def since(db: Database) -> datetime | None:
    """When what was learned was forgotten; None when it never was."""
    return moment_of(db.value("SELECT value FROM meta WHERE name = ?", (_SINCE,)))


def forget(db: Database, at: datetime) -> None:
    """What was done up to now is not learned from any more, inside a transaction."""
    db.run("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", (_SINCE, at.timestamp()))


class Judgements:
    """What is learned from."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def all(self) -> Judged:
        """The papers that the user has judged since :meth:`forget`."""
        return read(self._db)

    def read_since(self, at: datetime) -> array[int]:
        """Ascending keys (``array('q')``) that the user has marked read since a time, by acts that stand, without those
        unread again; former keys of papers among them."""
        return read_since(self._db, at)

    def since(self) -> datetime | None:
        """When judgements were forgotten last; None when they never were."""
        return since(self._db)

    def forget(self, at: datetime) -> None:
        """Nothing that was done up to now is learned from any more; all marks stay."""
        with self._db.transaction():
            forget(self._db, at)
