"""The journal: an act a row, undone backwards without touching what was done since to the same papers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from arxtui.model.marks import Act
from arxtui.store import marks
from arxtui.store.connection import Database
from arxtui.store.marks import Value
from arxtui.store.pack import pack_keys, unpack_keys
from arxtui.store.packed_json import pack_json, unpack_json

_ACT = "SELECT number, at, what, papers, name FROM journal"


def act(db: Database, keys: Iterable[int], what: str, at: datetime, name: str = "") -> Act | None:
    """Do something to papers and write it down, inside a transaction; None when it would change nothing. ``name`` is
    the tag's."""
    before = marks.field_of(what, name).values(db, sorted(set(keys)))
    return _written(db, what, at, name, before, marks.wanted(db, what, before))


def note(db: Database, texts: Mapping[int, str | None], at: datetime) -> Act | None:
    """Set notes (None removes one) and write it down, inside a transaction; None when it would change nothing."""
    before = marks.field_of("note").values(db, sorted(texts))
    after: dict[int, Value] = {}
    for key, was in before.items():
        text = texts[key]
        if text != (was[0] if isinstance(was, list) else None):
            after[key] = None if text is None else [text, at.timestamp()]
    return _written(db, "note", at, "", before, after)


def undo(db: Database, at: datetime) -> Act | None:
    """Take back the newest act that stands, inside a transaction; None when none does.

    A paper gets its value from before the act where it still has the one that the act gave it: what came later (another
    delivery of the paper) stays.
    """
    row = db.row(
        "SELECT number, at, what, name, keys, before, after FROM journal "
        "WHERE undone IS NULL ORDER BY number DESC LIMIT 1"
    )
    if row is None:
        return None
    number, done, what, name, packed, before, after = row
    keys, field = unpack_keys(packed), marks.field_of(what, name)
    now = field.values(db, keys)
    told = zip(keys, unpack_json(before), unpack_json(after), strict=True)
    back = {key: was for key, was, became in told if now[key] == became}
    field.write(db, back)
    db.run("UPDATE journal SET undone = ? WHERE number = ?", (at.timestamp(), number))
    return Act(number, datetime.fromtimestamp(done, UTC), what, len(back), name)


def standing(db: Database, limit: int) -> list[Act]:
    """The acts that were not undone, newest first."""
    rows = db.rows(f"{_ACT} WHERE undone IS NULL ORDER BY number DESC LIMIT ?", (limit,))
    return [Act(number, datetime.fromtimestamp(at, UTC), *rest) for number, at, *rest in rows]


def _written(
    db: Database, what: str, at: datetime, name: str, before: Mapping[int, Value], after: Mapping[int, Value]
) -> Act | None:
    if not after:
        return None
    changed = sorted(after)
    marks.field_of(what, name).write(db, after)
    db.run(
        "INSERT INTO journal (at, what, name, papers, keys, before, after) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            at.timestamp(),
            what,
            name,
            len(changed),
            pack_keys(changed),
            pack_json([before[key] for key in changed]),
            pack_json([after[key] for key in changed]),
        ),
    )
    return Act(db.value("SELECT last_insert_rowid()"), at, what, len(changed), name)
