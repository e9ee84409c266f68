"""The positions at which the user stopped reading papers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from arxtui.model.fulltext import ReadingPlace

if TYPE_CHECKING:
    from arxtui.store.sqlite.connection import Database


class StoredPlaces:
    """One reading position per paper. Storing one is not an act."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of(self, key: int) -> ReadingPlace | None:
        """Return the position at which the user stopped reading a paper; None if there is none."""
        row = self._db.row("SELECT block, character, version, at, words FROM place WHERE key = ?", (key,))
        if row is None:
            return None
        block, character, version, at, words = row
        return ReadingPlace(block, character, version, datetime.fromtimestamp(at, UTC), words)

    def put(self, key: int, place: ReadingPlace) -> None:
        """Store the position at which the user stopped reading a paper."""
        row = (key, place.block, place.character, place.version, place.at.timestamp(), place.words)
        with self._db.transaction():
            self._db.run(
                "INSERT OR REPLACE INTO place (key, block, character, version, at, words) VALUES (?, ?, ?, ?, ?, ?)",
                row,
            )

    def read_at(self) -> dict[int, float]:
        """Return when each paper was last read, by key, in epoch seconds."""
        return dict(self._db.rows("SELECT key, at FROM place"))
