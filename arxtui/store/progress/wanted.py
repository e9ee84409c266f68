"""Papers that somebody asked for by name, an identifier or a DOI, and that arXiv has not been asked for yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime

from arxtui.model.arxiv.ids import key_of
from arxtui.store.sqlite.connection import Database, listed


class Wanted:
    """The queue of these names: version-less identifiers and DOIs, each once. StoreError as in ``store.cache``."""

    def __init__(self, db: Database, clock: Callable[[], datetime]) -> None:
        self._db = db
        self._clock = clock

    def add(self, names: Iterable[str]) -> None:
        """Put names at the end, but for those of papers that are known in full."""
        with self._db.transaction():
            add(self._db, list(names), int(self._clock().timestamp()))

    def names(self) -> list[str]:
        """What is waited for, the longest first; what has come by another way meanwhile is not any more."""
        waiting = [name for (name,) in self._db.rows("SELECT name FROM wanted ORDER BY at, rowid")]
        come = known(self._db, waiting)
        if come:
            self.drop(come)
        return [name for name in waiting if name not in come]

    def drop(self, names: Iterable[str]) -> None:
        """These are waited for no longer: arXiv has answered."""
        with self._db.transaction():
            self._db.run_many("DELETE FROM wanted WHERE name = ?", ((name,) for name in names))


def add(db: Database, names: Sequence[str], at: int) -> int:
    """Write names, inside a transaction, ``at`` epoch seconds; returns how many of them are known in full already."""
    come = known(db, names)
    db.run_many(
        "INSERT OR IGNORE INTO wanted (name, at) VALUES (?, ?)", ((name, at) for name in names if name not in come)
    )
    return len(come)


def known(db: Database, names: Iterable[str]) -> set[str]:
    """Those of these identifiers whose paper is known, and from more than a feed, a listing or a review."""
    keys: dict[int, str] = {}
    for name in names:
        with suppress(ValueError):  # a DOI
            keys[key_of(name)] = name
    rows = db.rows(
        "SELECT key FROM paper WHERE source >= 4 AND key IN (SELECT value FROM json_each(?))", (listed(keys),)
    )
    return {keys[key] for (key,) in rows}
