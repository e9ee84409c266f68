"""The hashes of normalised titles, recomputed when the program's normalisation changes."""

from __future__ import annotations

from arxtui.store.sqlite.codec import title_hash
from arxtui.store.sqlite.connection import Database
from arxtui.text import CONVERTER_VERSION

_BATCH = 5_000


def update_hashes(db: Database) -> None:
    """Update the hashes to the current converter version, in short transactions; returns immediately if they are
    current."""
    if db.value("SELECT value FROM meta WHERE name = 'converter'") == CONVERTER_VERSION:
        return
    last = -1
    while rows := db.rows("SELECT key, title FROM detail WHERE key > ? ORDER BY key LIMIT ?", (last, _BATCH)):
        last = rows[-1][0]
        hashes = [(title_hash(title), key) for key, title in rows]
        changes = ((new_hash, key, new_hash) for new_hash, key in hashes)
        with db.transaction():
            db.run_many("UPDATE paper SET title_hash = ? WHERE key = ? AND title_hash <> ?", changes)
    with db.transaction():
        db.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('converter', ?)", (CONVERTER_VERSION,))
