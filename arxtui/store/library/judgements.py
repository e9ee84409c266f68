"""The user's judgements: the papers judged by acts, from the journal, which are the training data of the ranking; and
the links from references to papers that the user refused."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from arxtui.light import NamedTuple
from arxtui.model.marks import DECISIONS, PREPARED
from arxtui.store.library.types import AND_READ, Deed
from arxtui.store.sqlite.codes import moment_of
from arxtui.store.sqlite.connection import AMONG, Database, listed
from arxtui.store.sqlite.packed_keys import unpack_keys

if TYPE_CHECKING:
    from arxtui.model.marks import Act
    from arxtui.store.library.act_writer import ActWriter
    from arxtui.store.library.types import Keep


_SINCE = "learns since"
_NO_JUDGEMENT = "unread"
_BY_USER = f"by IN ('', '{PREPARED}')"
_WITH_READ = f"what = 'read' OR renamed = ? AND what IN ({', '.join('?' * len(DECISIONS))})"
_MARKED_READ = f"SELECT keys FROM journal WHERE number > ? AND {_BY_USER} AND undone IS NULL AND ({_WITH_READ})"  # noqa: S608
_DAY, _EPOCH = timedelta(1), date(1970, 1, 1)


class JudgedPapers(NamedTuple):
    """The papers that were marked in any way, and those that were marked read (and possibly in other ways, too)."""

    marked: frozenset[int]
    read: frozenset[int]


def read(db: Database) -> JudgedPapers:
    """Return the papers of the user's acts in effect since the last :func:`forget`; acts of rules do not count."""
    since = db.value("SELECT value FROM meta WHERE name = ?", (_SINCE,)) or 0.0
    query = f"SELECT what, keys FROM journal WHERE undone IS NULL AND {_BY_USER} AND at > ?"  # noqa: S608
    rows = db.rows(query, (since,))
    marked, seen = set[int](), set[int]()
    for what, packed in rows:
        if what != _NO_JUDGEMENT:
            (seen if what == "read" else marked).update(unpack_keys(packed))
    return JudgedPapers(frozenset(marked), frozenset(seen))


def read_since(db: Database, at: datetime) -> array[int]:
    """Return the ascending keys of the papers that the user has marked read since a time, also as part of a decision,
    and that are still read."""
    last = db.value("SELECT number FROM journal WHERE at < ? ORDER BY number DESC LIMIT 1", (at.timestamp(),)) or 0
    rows = db.rows(_MARKED_READ, (last, AND_READ, *DECISIONS))
    marked = {key for (packed,) in rows for key in unpack_keys(packed)}
    rows = db.rows(f"SELECT key FROM read WHERE {AMONG} ORDER BY key", (listed(marked),))  # noqa: S608
    return array("q", (key for (key,) in rows))


def since(db: Database) -> datetime | None:
    """Return the time of the last :func:`forget`; None if there was none."""
    return moment_of(db.value("SELECT value FROM meta WHERE name = ?", (_SINCE,)))


def forget(db: Database, at: datetime) -> None:
    """Exclude all acts up to now from the training data, inside a transaction."""
    db.run("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", (_SINCE, at.timestamp()))


class Judgements:
    """The training data of the ranking."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def all(self) -> JudgedPapers:
        """Return the papers that the user has judged since :meth:`forget`."""
        return read(self._db)

    def read_since(self, at: datetime) -> array[int]:
        """Return the ascending keys (``array('q')``), including former ones, of papers that the user has marked read
        since a time, by acts in effect, and that are still read."""
        return read_since(self._db, at)

    def uses(self, what: str, first: date | None = None) -> Iterator[tuple[float, array[int]]]:
        """Yield when the user marked papers read (``read``) or starred them (``starred``) by acts in effect, or last
        read their full texts (``opened``), in epoch seconds, and their keys, including former ones; on the local day
        ``first`` or later, and possibly some before."""
        least = 0 if first is None else (first - _EPOCH - _DAY).total_seconds()
        if what == "opened":
            rows = self._db.rows("SELECT at, key FROM place WHERE at >= ?", (least,))
            yield from ((at, array("q", [key])) for at, key in rows)
            return
        acts, names = ("what = 'star'", ()) if what == "starred" else (_WITH_READ, (AND_READ, *DECISIONS))
        sql = f"SELECT at, keys FROM journal WHERE at >= ? AND {_BY_USER} AND undone IS NULL AND ({acts})"  # noqa: S608
        yield from ((at, unpack_keys(packed)) for at, packed in self._db.rows(sql, (least, *names)))

    def since(self) -> datetime | None:
        """Return the time of the last :meth:`forget`; None if there was none."""
        return since(self._db)

    def forget(self, at: datetime) -> None:
        """Exclude all acts up to now from the training data; all marks stay."""
        with self._db.transaction():
            forget(self._db, at)


class StoredRefusals:
    """The refused links, and the acts that change them (through :class:`ActWriter`)."""

    def __init__(self, db: Database, writer: ActWriter) -> None:
        self._db = db
        self._writer = writer

    def of(self, key: int) -> frozenset[str]:
        """Return the names of the papers that no reference of a paper is."""
        return frozenset(name for (name,) in self._db.rows("SELECT name FROM refused WHERE key = ?", (key,)))

    def all(self) -> list[tuple[int, str]]:
        """Return the papers with refused links, each with the name of the paper that no reference of it is."""
        return [*self._db.rows("SELECT key, name FROM refused")]

    def refuse(self, key: int, name: str, at: datetime, keep: Keep | None = None) -> Act | None:
        """Say that no reference of a paper is the paper with a name."""
        return self._writer.do(Deed("refuse", at, name), lambda: [key], lambda _: {key: 1}, keep, [key])

    def accept(self, key: int, name: str, at: datetime) -> Act | None:
        """Take back a refusal."""
        return self._writer.do(Deed("accept", at, name), lambda: [key], lambda _: {key: 0})
