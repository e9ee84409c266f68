"""The fields of a paper that the user's acts change: unread, starred, hidden. Each act changes one of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from arxtui.model.marks import Marks
from arxtui.store import inbox
from arxtui.store.connection import Database, listed

What = Literal["read", "unread", "star", "unstar", "hide", "unhide"]
Value = int | None
"""Of ``inbox``: the delivery day of an unread paper, 0 for none, None for a read paper. Of the others: 0 or 1."""

_AMONG = "key IN (SELECT value FROM json_each(?))"


class _Act(NamedTuple):
    field: str
    value: Value


_ACTS: dict[str, _Act] = {
    "read": _Act("inbox", None),
    "unread": _Act("inbox", 0),
    "star": _Act("starred", 1),
    "unstar": _Act("starred", 0),
    "hide": _Act("hidden", 1),
    "unhide": _Act("hidden", 0),
}


def field_of(what: str) -> str:
    """The field that an act changes. ValueError for a word that is no act."""
    try:
        return _ACTS[what].field
    except KeyError:
        raise ValueError(f"not something that can be done to papers: {what!r}") from None


def wanted(db: Database, what: str, before: Mapping[int, Value]) -> dict[int, Value]:
    """What an act makes of the values of its field: only the papers that it changes."""
    act = _ACTS[what]
    if what == "unread":
        read = [key for key, value in before.items() if value is None]
        days = inbox.days_of(db, read)
        return {key: days.get(key, 0) for key in read}
    return {key: act.value for key, value in before.items() if value != act.value}


def values(db: Database, field: str, keys: Iterable[int]) -> dict[int, Value]:
    """The values of a field for each of these papers."""
    asked = list(keys)
    if field == "inbox":
        found: dict[int, Value] = dict.fromkeys(asked)
        found.update(db.rows(f"SELECT key, coalesce(day, 0) FROM inbox WHERE {_AMONG}", (listed(asked),)))  # noqa: S608
    else:
        found = dict.fromkeys(asked, 0)
        found.update(db.rows(f"SELECT key, {field} FROM mark WHERE {_AMONG}", (listed(asked),)))  # noqa: S608
    return found


def write(db: Database, field: str, told: Mapping[int, Value]) -> None:
    """Set a field, inside a transaction."""
    if field == "inbox":
        db.run_many("DELETE FROM inbox WHERE key = ?", [(key,) for key, day in told.items() if day is None])
        unread = sorted((key, day or None) for key, day in told.items() if day is not None)
        db.run_many("INSERT OR REPLACE INTO inbox (key, day) VALUES (?, ?)", unread)
        return
    put = f"INSERT INTO mark (key, {field}) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET {field} = excluded.{field}"  # noqa: S608
    db.run_many(put, sorted(told.items()))
    db.run_many("DELETE FROM mark WHERE key = ? AND NOT starred AND NOT hidden", [(key,) for key in sorted(told)])


def read(db: Database, keys: Iterable[int]) -> dict[int, Marks]:
    """The marks of each of these papers."""
    asked = list(keys)
    unread = values(db, "inbox", asked)
    sql = f"SELECT key, starred, hidden FROM mark WHERE {_AMONG}"  # noqa: S608
    told = {key: (bool(starred), bool(hidden)) for key, starred, hidden in db.rows(sql, (listed(asked),))}
    return {key: Marks(unread[key] is not None, *told.get(key, (False, False))) for key in asked}
