"""The fields of a paper that the user's acts change. Each act changes one of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from arxtui.model.marks import Marks
from arxtui.store import inbox
from arxtui.store.connection import Database, listed

What = Literal["read", "unread", "star", "unstar", "hide", "unhide", "queue", "unqueue", "tag", "untag"]
Value = int | list[Any] | None
"""As JSON has it. Of the inbox: the delivery day of an unread paper, 0 for none, None for a read paper. Of a note: its
text and its time, None for none. Of the others: 0 or 1."""

_UNMARKED = "DELETE FROM mark WHERE key = ? AND NOT starred AND NOT hidden AND NOT queued"
_AMONG = "key IN (SELECT value FROM json_each(?))"


class Field(ABC):
    """One field, as read and written for many papers at once."""

    @abstractmethod
    def values(self, db: Database, keys: Iterable[int]) -> dict[int, Value]:
        """Its value for each of these papers."""

    @abstractmethod
    def write(self, db: Database, told: Mapping[int, Value]) -> None:
        """Set it, inside a transaction."""


class _Inbox(Field):
    def values(self, db: Database, keys: Iterable[int]) -> dict[int, Value]:
        asked = list(keys)
        found: dict[int, Value] = dict.fromkeys(asked)
        found.update(db.rows(f"SELECT key, coalesce(day, 0) FROM inbox WHERE {_AMONG}", (listed(asked),)))  # noqa: S608
        return found

    def write(self, db: Database, told: Mapping[int, Value]) -> None:
        db.run_many("DELETE FROM inbox WHERE key = ?", [(key,) for key, day in told.items() if day is None])
        unread = sorted((key, day or None) for key, day in told.items() if day is not None)
        db.run_many("INSERT OR REPLACE INTO inbox (key, day) VALUES (?, ?)", unread)


class _Flag(Field):
    def __init__(self, column: str) -> None:
        self._read = f"SELECT key, {column} FROM mark WHERE {_AMONG}"  # noqa: S608
        self._put = (
            f"INSERT INTO mark (key, {column}) VALUES (?, ?) "  # noqa: S608
            f"ON CONFLICT (key) DO UPDATE SET {column} = excluded.{column}"
        )

    def values(self, db: Database, keys: Iterable[int]) -> dict[int, Value]:
        asked = list(keys)
        found: dict[int, Value] = dict.fromkeys(asked, 0)
        found.update(db.rows(self._read, (listed(asked),)))
        return found

    def write(self, db: Database, told: Mapping[int, Value]) -> None:
        db.run_many(self._put, sorted(told.items()))
        db.run_many(_UNMARKED, [(key,) for key in sorted(told)])


class _Tag(Field):
    def __init__(self, name: str) -> None:
        self._name = name

    def values(self, db: Database, keys: Iterable[int]) -> dict[int, Value]:
        asked = list(keys)
        tagged = {key for (key,) in db.rows("SELECT key FROM tag WHERE name = ?", (self._name,))}
        return {key: int(key in tagged) for key in asked}

    def write(self, db: Database, told: Mapping[int, Value]) -> None:
        on = sorted((self._name, key) for key, value in told.items() if value)
        off = sorted((self._name, key) for key, value in told.items() if not value)
        db.run_many("INSERT OR IGNORE INTO tag (name, key) VALUES (?, ?)", on)
        db.run_many("DELETE FROM tag WHERE name = ? AND key = ?", off)


class _Note(Field):
    def values(self, db: Database, keys: Iterable[int]) -> dict[int, Value]:
        asked = list(keys)
        found: dict[int, Value] = dict.fromkeys(asked)
        rows = db.rows(f"SELECT key, text, at FROM note WHERE {_AMONG}", (listed(asked),))  # noqa: S608
        found.update((key, [text, at]) for key, text, at in rows)
        return found

    def write(self, db: Database, told: Mapping[int, Value]) -> None:
        db.run_many("DELETE FROM note WHERE key = ?", [(key,) for key, value in told.items() if value is None])
        rows = sorted((key, *value) for key, value in told.items() if isinstance(value, list))
        db.run_many("INSERT OR REPLACE INTO note (key, text, at) VALUES (?, ?, ?)", rows)


_INBOX, _NOTE = _Inbox(), _Note()
_STARRED, _HIDDEN, _QUEUED = _Flag("starred"), _Flag("hidden"), _Flag("queued")
_FIELDS: dict[str, Field] = {
    "read": _INBOX,
    "unread": _INBOX,
    "star": _STARRED,
    "unstar": _STARRED,
    "hide": _HIDDEN,
    "unhide": _HIDDEN,
    "queue": _QUEUED,
    "unqueue": _QUEUED,
    "note": _NOTE,
}
_VALUES: dict[str, Value] = {
    "read": None,
    **dict.fromkeys(("star", "hide", "queue", "tag"), 1),
    **dict.fromkeys(("unstar", "unhide", "unqueue", "untag"), 0),
}


def field_of(what: str, name: str = "") -> Field:
    """The field that an act changes; ``name`` is a tag's. ValueError for a word that is no act."""
    if what in ("tag", "untag"):
        return _Tag(name)
    try:
        return _FIELDS[what]
    except KeyError:
        raise ValueError(f"not something that can be done to papers: {what!r}") from None


def wanted(db: Database, what: str, before: Mapping[int, Value]) -> dict[int, Value]:
    """What an act makes of the values of its field: only the papers that it changes."""
    if what == "unread":
        read = [key for key, value in before.items() if value is None]
        days = inbox.days_of(db, read)
        return {key: days.get(key, 0) for key in read}
    value = _VALUES[what]
    return {key: value for key, was in before.items() if was != value}


def read(db: Database, keys: Iterable[int]) -> dict[int, Marks]:
    """The marks of each of these papers."""
    asked = list(keys)
    named = (listed(asked),)
    unread = _INBOX.values(db, asked)
    sql = f"SELECT key, starred, hidden, queued FROM mark WHERE {_AMONG}"  # noqa: S608
    told = {key: tuple(map(bool, flags)) for key, *flags in db.rows(sql, named)}
    tags: dict[int, tuple[str, ...]] = {}
    for key, name in db.rows(f"SELECT key, name FROM tag WHERE {_AMONG} ORDER BY key, name", named):  # noqa: S608
        tags[key] = (*tags.get(key, ()), name)
    notes: dict[int, str] = dict(db.rows(f"SELECT key, text FROM note WHERE {_AMONG}", named))  # noqa: S608
    found = {}
    for key in asked:
        starred, hidden, queued = told.get(key, (False, False, False))
        found[key] = Marks(unread[key] is not None, starred, hidden, tags.get(key, ()), notes.get(key), queued)
    return found
