"""The times of the reader's sessions, and the positions at which the user stopped reading papers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from arxtui.model.fulltext import ReadingPlace
from arxtui.store.sqlite.codes import moment_of

if TYPE_CHECKING:
    from arxtui.store.sqlite.connection import Database


class StoredSessions:
    """The current session, and the one before it."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def last(self) -> datetime | None:
        """Return when the session before the current one was last seen; None if the current one is the first."""
        return moment_of(self._db.value("SELECT value FROM meta WHERE name = 'last session'"))

    def before(self) -> datetime | None:
        """Return when the session before the current one was last seen or, if no session is open, when the latest one
        was; None if there was none."""
        sql = (
            "SELECT value FROM meta WHERE name = "
            "iif(EXISTS (SELECT 1 FROM meta WHERE name = 'session open' AND value), 'last session', 'session')"
        )
        return moment_of(self._db.value(sql))

    def begin(self, at: datetime) -> None:
        """Begin a session. The latest session becomes the last one, unless it is still open beside this one."""
        with self._db.transaction():
            if not self._db.value("SELECT value FROM meta WHERE name = 'session open'"):
                last = "INSERT OR REPLACE INTO meta SELECT 'last session', value FROM meta WHERE name = 'session'"
                self._db.run(last)
            self._see(at, is_open=True)

    def end(self, at: datetime) -> None:
        """End the session at a time, which later counts as the time when it was last seen."""
        with self._db.transaction():
            self._see(at, is_open=False)

    def _see(self, at: datetime, *, is_open: bool) -> None:
        rows = (("session", at.timestamp()), ("session open", int(is_open)))
        self._db.run_many("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", rows)


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
