"""Details of older programs, brought to the current form: packed by zstd (decision 55), and with what is derived from
the paper by the current rules (decision 87)."""

from __future__ import annotations

from arxtui.light import deferred
from arxtui.store.sqlite.connection import Database, Row
from arxtui.store.sqlite.packed_derived import is_current
from arxtui.store.sqlite.packed_json import repack_detail
from arxtui.text.mentions import DERIVED_VERSION

with deferred():
    from arxtui.store.cache.entries import derive_details

STEP = 500
"""Papers in one transaction: 15 ms of CPU time for which other writers wait, after 70 for which they do not."""
_POSITION = "SELECT value FROM meta WHERE name = 'repacked'"
_VERSION = "SELECT value FROM meta WHERE name = 'derived'"
_SET = "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)"
# As BLOB, also the bytes of a title that is not valid UTF-8 stay as they are.
_NEXT = "SELECT key, CAST(title AS BLOB), CAST(body AS BLOB), derived FROM detail WHERE key > ? ORDER BY key LIMIT ?"
_INSERT = "INSERT INTO detail (key, title, body, derived) VALUES (?, CAST(? AS TEXT), ?, ?)"


def repack_next(db: Database) -> bool:
    """Bring the details of the next papers to the current form, in one transaction. Returns whether there can be
    more."""
    if db.value(_VERSION) != DERIVED_VERSION:
        with db.transaction():
            db.run_many(_SET, [("derived", DERIVED_VERSION), ("repacked", -1)])
    if (position := db.value(_POSITION)) is None:
        return False
    rows = db.rows(_NEXT, (position, STEP))
    repacked = list(map(_in_current_form, rows))
    with db.transaction():
        # Another process can have continued, or stored other papers, in between.
        if (db.value(_POSITION), db.rows(_NEXT, (position, STEP))) != (position, rows):
            return True
        if not rows:
            db.run("DELETE FROM meta WHERE name = 'repacked'")
            return False
        if repacked != rows:
            # Shorter rows free no pages if they are updated in place, and whole pages if they are inserted in order.
            db.run("DELETE FROM detail WHERE key > ? AND key <= ?", (position, rows[-1][0]))
            db.run_many(_INSERT, repacked)
        db.run(_SET, ("repacked", rows[-1][0]))
    return True


def _in_current_form(row: Row) -> Row:
    key, title, body, derived = row
    if not is_current(derived):
        derived = derive_details(key, title.decode("utf-8", "replace"), body)
    return key, title, repack_detail(body), derived
