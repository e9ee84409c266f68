"""Details that older programs packed by deflate, packed again by zstd (decision 55)."""

from __future__ import annotations

from arxtui.store.sqlite.connection import Database
from arxtui.store.sqlite.packed_json import repack_detail

STEP = 500
"""Papers in one transaction: about 15 ms of CPU time, for which other writers wait."""
_POSITION = "SELECT value FROM meta WHERE name = 'repacked'"
# As BLOB, also the bytes of a title that is not valid UTF-8 stay as they are.
_NEXT = "SELECT key, CAST(title AS BLOB), CAST(body AS BLOB) FROM detail WHERE key > ? ORDER BY key LIMIT ?"


def repack_next(db: Database) -> bool:
    """Pack the details of the next papers again, in one transaction. Returns whether there can be more."""
    if db.value(_POSITION) is None:
        return False
    with db.transaction():
        # Read again, because another process can have continued in between.
        position = db.value(_POSITION)
        rows = [] if position is None else db.rows(_NEXT, (position, STEP))
        if not rows:
            db.run("DELETE FROM meta WHERE name = 'repacked'")
            return False
        repacked = [(key, title, repack_detail(body)) for key, title, body in rows]
        if repacked != rows:
            # Shorter rows free no pages if they are updated in place, and whole pages if they are inserted in order.
            db.run("DELETE FROM detail WHERE key > ? AND key <= ?", (position, rows[-1][0]))
            db.run_many("INSERT INTO detail (key, title, body) VALUES (?, CAST(? AS TEXT), ?)", repacked)
        db.run("UPDATE meta SET value = ? WHERE name = 'repacked'", (rows[-1][0],))
    return True
