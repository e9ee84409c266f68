"""The fields of a paper that acts change, read and written for many papers in one go. Each act changes one field."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from itertools import chain

from arxtui.model.marks import MARKS
from arxtui.store.library.inbox import UNSEEN
from arxtui.store.library.tag_names import names_below, parse_tag_changes
from arxtui.store.library.types import AND_READ, COLUMNS, Value
from arxtui.store.sqlite.connection import AMONG, Database, listed

_NAMED = "key IN (SELECT value FROM json_each(?)) AND name IN (SELECT value FROM json_each(?))"

_UNMARKED = " AND ".join(["DELETE FROM mark WHERE key = ?", *(f"NOT {column}" for column in COLUMNS)])


class Field(ABC):
    """A field of papers."""

    @abstractmethod
    def values(self, db: Database, keys: Iterable[int]) -> dict[int, Value]:
        """Return the field's value for each of these papers."""

    @abstractmethod
    def write(self, db: Database, values: Mapping[int, Value]) -> None:
        """Set the field's value for each of these papers, inside a transaction."""

    def value_after_turn(self, current: Value, expected: Value, target: Value) -> Value:
        """Return the value that undo or redo gives a paper: ``target`` if its current value is still ``expected``,
        otherwise the current value."""
        return target if current == expected else current


class _Inbox(Field):
    """The delivery day of an unread paper (0 if it was never delivered); None for a paper marked read; ``UNSEEN`` for a
    paper that is neither."""

    def values(self, db: Database, keys: Iterable[int]) -> dict[int, Value]:
        key_list = list(keys)
        values: dict[int, Value] = dict.fromkeys(key_list, UNSEEN)
        values.update(db.rows(f"SELECT key, NULL FROM read WHERE {AMONG}", (listed(key_list),)))  # noqa: S608
        values.update(db.rows(f"SELECT key, coalesce(day, 0) FROM inbox WHERE {AMONG}", (listed(key_list),)))  # noqa: S608
        return values

    def write(self, db: Database, values: Mapping[int, Value]) -> None:
        read = {key for key, day in values.items() if day is None}
        unread = {key: day or None for key, day in values.items() if day not in (None, UNSEEN)}
        db.run_many("DELETE FROM inbox WHERE key = ?", [(key,) for key in values if key not in unread])
        db.run_many("DELETE FROM read WHERE key = ?", [(key,) for key in values if key not in read])
        db.run_many("INSERT OR REPLACE INTO inbox (key, day) VALUES (?, ?)", sorted(unread.items()))
        db.run_many("INSERT OR IGNORE INTO read (key) VALUES (?)", [(key,) for key in sorted(read)])


class _Marked(Field):
    """A small number in a column of ``mark``; 0 for none."""

    def __init__(self, column: str) -> None:
        self._read = f"SELECT key, {column} FROM mark WHERE {AMONG}"  # noqa: S608
        self._put = (
            f"INSERT INTO mark (key, {column}) VALUES (?, ?) "  # noqa: S608
            f"ON CONFLICT (key) DO UPDATE SET {column} = excluded.{column}"
        )

    def values(self, db: Database, keys: Iterable[int]) -> dict[int, Value]:
        key_list = list(keys)
        values: dict[int, Value] = dict.fromkeys(key_list, 0)
        values.update(db.rows(self._read, (listed(key_list),)))
        return values

    def write(self, db: Database, values: Mapping[int, Value]) -> None:
        db.run_many(self._put, sorted(values.items()))
        if unset := [(key,) for key, value in sorted(values.items()) if not value]:
            db.run_many(_UNMARKED, unset)


class _Named(Field):
    """Whether a paper has a name in a table, such as a tag: 0 or 1."""

    def __init__(self, table: str, name: str) -> None:
        self._name = name
        self._read = f"SELECT key FROM {table} WHERE name = ?"  # noqa: S608
        self._put = f"INSERT OR IGNORE INTO {table} (name, key) VALUES (?, ?)"  # noqa: S608
        self._drop = f"DELETE FROM {table} WHERE name = ? AND key = ?"  # noqa: S608

    def values(self, db: Database, keys: Iterable[int]) -> dict[int, Value]:
        key_list = list(keys)
        named = {key for (key,) in db.rows(self._read, (self._name,))}
        return {key: int(key in named) for key in key_list}

    def write(self, db: Database, values: Mapping[int, Value]) -> None:
        on = sorted((self._name, key) for key, value in values.items() if value)
        off = sorted((self._name, key) for key, value in values.items() if not value)
        db.run_many(self._put, on)
        db.run_many(self._drop, off)


class _Tags(Field):
    """The names, in order, of those of the given tags that a paper has."""

    def __init__(self, *named: str) -> None:
        self._named = [name for name in named if name]

    def values(self, db: Database, keys: Iterable[int]) -> dict[int, Value]:
        key_list = list(keys)
        names_by_key: dict[int, list[str]] = {key: [] for key in key_list}
        sql = f"SELECT key, name FROM tag WHERE {_NAMED} ORDER BY name"  # noqa: S608
        for key, name in db.rows(sql, (listed(key_list), json.dumps(self._names(db)))):
            names_by_key[key].append(name)
        return dict(names_by_key)

    def write(self, db: Database, values: Mapping[int, Value]) -> None:
        db.run(f"DELETE FROM tag WHERE {_NAMED}", (listed(values), json.dumps(self._names(db))))  # noqa: S608
        rows = sorted((name, key) for key, names in values.items() if isinstance(names, list) for name in names)
        db.run_many("INSERT INTO tag (name, key) VALUES (?, ?)", rows)

    def _names(self, db: Database) -> list[str]:
        return self._named


class _TagsBelow(_Tags):
    """The names, in order, of those tags of a paper that are one of the given tags or below one, in any spelling."""

    def _names(self, db: Database) -> list[str]:
        return names_below(db, *self._named)


class _Note(Field):
    """The text of a note and the time it was written; None for no note."""

    def values(self, db: Database, keys: Iterable[int]) -> dict[int, Value]:
        key_list = list(keys)
        values: dict[int, Value] = dict.fromkeys(key_list)
        rows = db.rows(f"SELECT key, text, at FROM note WHERE {AMONG}", (listed(key_list),))  # noqa: S608
        values.update((key, [text, at]) for key, text, at in rows)
        return values

    def write(self, db: Database, values: Mapping[int, Value]) -> None:
        db.run_many("DELETE FROM note WHERE key = ?", [(key,) for key, value in values.items() if value is None])
        rows = sorted((key, *value) for key, value in values.items() if isinstance(value, list))
        db.run_many("INSERT OR REPLACE INTO note (key, text, at) VALUES (?, ?, ?)", rows)


class _Listed(Field):
    """The place of a paper on a list; None if it is not on the list."""

    def __init__(self, name: str) -> None:
        self._name = name

    def values(self, db: Database, keys: Iterable[int]) -> dict[int, Value]:
        key_list = list(keys)
        values: dict[int, Value] = dict.fromkeys(key_list)
        sql = f"SELECT key, place FROM listed WHERE name = ? AND {AMONG}"  # noqa: S608
        values.update(db.rows(sql, (self._name, listed(key_list))))
        return values

    def write(self, db: Database, values: Mapping[int, Value]) -> None:
        off = sorted((self._name, key) for key, place in values.items() if place is None)
        on = sorted((self._name, key, place) for key, place in values.items() if place is not None)
        db.run_many("DELETE FROM listed WHERE name = ? AND key = ?", off)
        db.run_many("INSERT OR REPLACE INTO listed (name, key, place) VALUES (?, ?, ?)", on)


class _Pair(Field):
    """The values of two fields that one act changes together."""

    def __init__(self, one: Field, other: Field) -> None:
        self._parts = one, other

    def values(self, db: Database, keys: Iterable[int]) -> dict[int, Value]:
        key_list = list(keys)
        one, other = (part.values(db, key_list) for part in self._parts)
        return {key: [one[key], other[key]] for key in key_list}

    def write(self, db: Database, values: Mapping[int, Value]) -> None:
        for place, part in enumerate(self._parts):
            part.write(db, {key: both[place] for key, both in values.items() if isinstance(both, list)})


class _SeparatePair(_Pair):
    """Two fields that undo and redo change independently: undoing a star removes the star even if the paper was
    delivered again since."""

    def value_after_turn(self, current: Value, expected: Value, target: Value) -> Value:
        if not (isinstance(current, list) and isinstance(expected, list) and isinstance(target, list)):
            return current
        each = zip(self._parts, current, expected, target, strict=True)
        return [
            part.value_after_turn(current_part, expected_part, target_part)
            for part, current_part, expected_part, target_part in each
        ]


_INBOX, _NOTE = _Inbox(), _Note()
_FIELDS: dict[str, Field] = {
    "read": _INBOX,
    "unread": _INBOX,
    **{act: _Marked(mark.name) for mark in MARKS for act in (mark.gives, mark.takes)},
    "note": _NOTE,
    "remove note": _NOTE,
    "rate": _Marked("rating"),
    "reading": _Marked("reading"),
}


def field_of(what: str, name: str = "", to: str = "") -> Field:
    """Return the field that an act changes; ``name`` and ``to`` are those of the ``Act``. Raises ValueError if ``what``
    is not an act."""
    match what:
        case "tag" | "untag":
            return _Named("tag", name)
        case "refuse" | "accept":
            return _Named("refused", name)
        case "retag":
            return _Tags(*chain(*parse_tag_changes(name)))
        case "enlist" | "delist" | "arrange" | "remove list":
            return _Listed(name)
        case "rename tag" | "remove tag":
            return _TagsBelow(name, to)
        case "rename list":
            return _Pair(_Listed(name), _Listed(to))
    if what not in _FIELDS:
        raise ValueError(f"not an act on papers: {what!r}")
    return _SeparatePair(_FIELDS[what], _INBOX) if to == AND_READ else _FIELDS[what]
