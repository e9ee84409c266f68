"""The journal: an act a row, undone backwards without touching what was done since to the same papers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from arxtui.model.marks import Act
from arxtui.store import marks
from arxtui.store.connection import Database
from arxtui.store.pack import pack_keys, unpack_keys
from arxtui.store.packed_json import pack_json, unpack_json

_ACT = "SELECT number, at, what, papers FROM journal"


def act(db: Database, keys: Iterable[int], what: str, at: datetime) -> Act | None:
    """Do something to papers and write it down, inside a transaction; None when it would change nothing."""
    field = marks.field_of(what)
    before = marks.values(db, field, sorted(set(keys)))
    after = marks.wanted(db, what, before)
    if not after:
        return None
    changed = sorted(after)
    marks.write(db, field, after)
    db.run(
        "INSERT INTO journal (at, what, papers, keys, before, after) VALUES (?, ?, ?, ?, ?, ?)",
        (
            at.timestamp(),
            what,
            len(changed),
            pack_keys(changed),
            pack_json([before[key] for key in changed]),
            pack_json([after[key] for key in changed]),
        ),
    )
    return Act(db.value("SELECT last_insert_rowid()"), at, what, len(changed))


def undo(db: Database, at: datetime) -> Act | None:
    """Take back the newest act that stands, inside a transaction; None when none does.

    A paper gets its value from before the act where it still has the one that the act gave it: what came later (another
    delivery of the paper) stays.
    """
    row = db.row(
        "SELECT number, at, what, keys, before, after FROM journal WHERE undone IS NULL ORDER BY number DESC LIMIT 1"
    )
    if row is None:
        return None
    number, done, what, packed, before, after = row
    keys, field = unpack_keys(packed), marks.field_of(what)
    now = marks.values(db, field, keys)
    told = zip(keys, unpack_json(before), unpack_json(after), strict=True)
    back = {key: was for key, was, became in told if now[key] == became}
    marks.write(db, field, back)
    db.run("UPDATE journal SET undone = ? WHERE number = ?", (at.timestamp(), number))
    return Act(number, datetime.fromtimestamp(done, UTC), what, len(back))


def standing(db: Database, limit: int) -> list[Act]:
    """The acts that were not undone, newest first."""
    rows = db.rows(f"{_ACT} WHERE undone IS NULL ORDER BY number DESC LIMIT ?", (limit,))
    return [Act(number, datetime.fromtimestamp(at, UTC), what, papers) for number, at, what, papers in rows]
