"""The progress of the import of a file, written in the transaction that stores its papers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import datetime

from arxtui.model.intake import Reject, Tally
from arxtui.store.sqlite.connection import Database
from arxtui.tuples import NamedTuple

FORGOTTEN_AFTER = 90 * 86_400
"""Seconds for which an unfinished file is remembered; an older one is unlikely to be continued."""


class Progress(NamedTuple):
    """A position in a file: the identity of the file, the position itself (``Intake.through``), and the seconds spent
    so far, for display."""

    file: bytes
    through: int
    seconds: float = 0.0


class UnfinishedImport(NamedTuple):
    """The stored state of an unfinished import."""

    through: int
    seconds: float
    tally: Tally


class Imports:
    """The unfinished imports, by the identity of their file. Methods raise StoreError as in ``store.cache``."""

    def __init__(self, db: Database, clock: Callable[[], datetime]) -> None:
        self._db = db
        self._clock = clock

    def unfinished(self, file: bytes) -> UnfinishedImport | None:
        """Return the state of an unfinished import; None if it has not begun or is done."""
        row = self._db.row("SELECT through, seconds, tally FROM import WHERE file = ?", (file,))
        return None if row is None else UnfinishedImport(row[0], row[1], Tally(**json.loads(row[2])))

    def rejects(self, file: bytes, after: int, limit: int) -> list[Reject]:
        """Return at most ``limit`` rejects of a file, in file order, skipping the first ``after``."""
        sql = "SELECT place, reason FROM import_reject WHERE file = ? AND number >= ? ORDER BY number LIMIT ?"
        return [Reject(place, reason) for place, reason in self._db.rows(sql, (file, after, limit))]

    def advance(self, progress: Progress, tally: Tally, refused: Sequence[Reject]) -> None:
        """Store the position reached, inside the transaction that stores the papers before it."""
        before = self.unfinished(progress.file)
        total = before.tally + tally if before else tally
        self._db.run(
            "INSERT OR REPLACE INTO import (file, at, through, seconds, tally) VALUES (?, ?, ?, ?, ?)",
            (progress.file, self._now(), progress.through, progress.seconds, json.dumps(asdict(total))),
        )
        if refused:
            first = self._db.value("SELECT count(*) FROM import_reject WHERE file = ?", (progress.file,))
            self._db.run_many(
                "INSERT INTO import_reject (file, number, place, reason) VALUES (?, ?, ?, ?)",
                ((progress.file, number, reject.place, reject.reason) for number, reject in enumerate(refused, first)),
            )

    def end(self, file: bytes) -> None:
        """Delete the state of a finished import, and of imports not continued for ``FORGOTTEN_AFTER`` seconds."""
        with self._db.transaction():
            old = self._db.rows(
                "SELECT file FROM import WHERE file = ? OR at < ?", (file, self._now() - FORGOTTEN_AFTER)
            )
            for table in ("import", "import_reject"):
                self._db.run_many(f"DELETE FROM {table} WHERE file = ?", old)  # noqa: S608

    def _now(self) -> int:
        return int(self._clock().timestamp())
