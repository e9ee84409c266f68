"""How far the import of a file is, written in the transaction that takes its papers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import NamedTuple

from arxtui.model.intake import Reject, Tally
from arxtui.store.sqlite.connection import Database

LASTING = 90 * 86_400
"""Seconds for which a file that was begun is remembered: by then it is not the one to go on with."""


class Progress(NamedTuple):
    """A place in a file: its identity, how far it is taken in (``Intake.through``), the seconds this has taken, where
    somebody is told of them."""

    file: bytes
    through: int
    seconds: float = 0.0


class Begun(NamedTuple):
    """What stands of a file that was begun and not ended."""

    through: int
    seconds: float
    tally: Tally


class Imports:
    """The files that are begun and not taken in whole, by their identity. StoreError as in ``store.cache``."""

    def __init__(self, db: Database, clock: Callable[[], datetime]) -> None:
        self._db = db
        self._clock = clock

    def begun(self, file: bytes) -> Begun | None:
        """How far a file is taken in; None when it is not begun, or done."""
        row = self._db.row("SELECT through, seconds, tally FROM import WHERE file = ?", (file,))
        return None if row is None else Begun(row[0], row[1], Tally(**json.loads(row[2])))

    def rejects(self, file: bytes, after: int, limit: int) -> list[Reject]:
        """What was rejected of a file, in its order: at most ``limit``, without the first ``after``."""
        sql = "SELECT place, reason FROM import_reject WHERE file = ? AND number >= ? ORDER BY number LIMIT ?"
        return [Reject(place, reason) for place, reason in self._db.rows(sql, (file, after, limit))]

    def advance(self, progress: Progress, tally: Tally, refused: Sequence[Reject]) -> None:
        """Note the place that is reached, inside the transaction that takes what stands before it."""
        before = self.begun(progress.file)
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
        """Forget a file that is taken in whole, and those that nobody went on with for long."""
        with self._db.transaction():
            old = self._db.rows("SELECT file FROM import WHERE file = ? OR at < ?", (file, self._now() - LASTING))
            for table in ("import", "import_reject"):
                self._db.run_many(f"DELETE FROM {table} WHERE file = ?", old)  # noqa: S608

    def _now(self) -> int:
        return int(self._clock().timestamp())
