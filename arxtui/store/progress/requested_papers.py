"""Papers requested by name, an identifier or a DOI, that are not yet fetched from arXiv."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime

from arxtui.model.arxiv.ids import key_of
from arxtui.store.sqlite.connection import Database, listed


class RequestedPapers:
    """The queue of requested names: identifiers without version and DOIs, each once. Methods raise StoreError as in
    ``store.cache``."""

    def __init__(self, db: Database, clock: Callable[[], datetime]) -> None:
        self._db = db
        self._clock = clock

    def add(self, names: Iterable[str]) -> None:
        """Append names, except those of papers that are stored in full."""
        with self._db.transaction():
            add(self._db, list(names), int(self._clock().timestamp()))

    def names(self) -> list[str]:
        """Return the waiting names, the longest waiting first. Names whose paper has been stored in the meantime are
        removed from the queue."""
        waiting = [name for (name,) in self._db.rows("SELECT name FROM wanted ORDER BY at, rowid")]
        stored = stored_in_full(self._db, waiting)
        if stored:
            self.drop(stored)
        return [name for name in waiting if name not in stored]

    def drop(self, names: Iterable[str]) -> None:
        """Remove names, because arXiv has responded."""
        with self._db.transaction():
            self._db.run_many("DELETE FROM wanted WHERE name = ?", ((name,) for name in names))


def add(db: Database, names: Sequence[str], at: int) -> int:
    """Store names with time ``at`` (epoch seconds), inside a transaction. Returns how many of them were already stored
    in full."""
    stored = stored_in_full(db, names)
    db.run_many(
        "INSERT OR IGNORE INTO wanted (name, at) VALUES (?, ?)", ((name, at) for name in names if name not in stored)
    )
    return len(stored)


def stored_in_full(db: Database, names: Iterable[str]) -> set[str]:
    """Return those of these identifiers whose paper is stored from a better source than a feed, a listing or a
    review."""
    keys: dict[int, str] = {}
    for name in names:
        with suppress(ValueError):  # a DOI
            keys[key_of(name)] = name
    rows = db.rows(
        "SELECT key FROM paper WHERE source >= 4 AND key IN (SELECT value FROM json_each(?))", (listed(keys),)
    )
    return {keys[key] for (key,) in rows}
