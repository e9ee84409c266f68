"""How far the import of a file is, written in the transaction that takes its papers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import NamedTuple

from arxtui.model.intake import Reject, Tally
from arxtui.store.connection import Database

LASTING = 90 * 86_400
"""Seconds for which a file that was begun is remembered: by then it is not the one to go on with."""


class Progress(NamedTuple):
    """A place in a file: its identity, how far it is taken in (``Intake.through``), the seconds this has taken."""

    file: bytes
    through: int
    seconds: float


class Begun(NamedTuple):
    """What stands of a file that was begun and not ended."""

    through: int
    seconds: float
    tally: Tally


def begun(db: Database, file: bytes) -> Begun | None:
    """How far a file is taken in; None when it is not begun."""
    row = db.row("SELECT through, seconds, tally FROM import WHERE file = ?", (file,))
    return None if row is None else Begun(row[0], row[1], Tally(**json.loads(row[2])))


def rejects(db: Database, file: bytes, after: int, limit: int) -> list[Reject]:
    """What was rejected of a file that is not ended, in its order: at most ``limit``, without the first ``after``."""
    sql = "SELECT place, reason FROM import_reject WHERE file = ? AND number >= ? ORDER BY number LIMIT ?"
    return [Reject(place, reason) for place, reason in db.rows(sql, (file, after, limit))]


def advance(db: Database, at: int, progress: Progress, tally: Tally, refused: Sequence[Reject]) -> None:
    """Note the place that is reached, inside the transaction that takes what stands before it, ``at`` epoch seconds."""
    before = begun(db, progress.file)
    total = before.tally + tally if before else tally
    db.run(
        "INSERT OR REPLACE INTO import (file, at, through, seconds, tally) VALUES (?, ?, ?, ?, ?)",
        (progress.file, at, progress.through, progress.seconds, json.dumps(asdict(total))),
    )
    first = db.value("SELECT count(*) FROM import_reject WHERE file = ?", (progress.file,)) if refused else 0
    db.run_many(
        "INSERT INTO import_reject (file, number, place, reason) VALUES (?, ?, ?, ?)",
        ((progress.file, first + number, reject.place, reject.reason) for number, reject in enumerate(refused)),
    )


def end(db: Database, file: bytes, at: int) -> None:
    """Forget a file that is taken in whole, and those that nobody went on with for long before ``at`` epoch seconds."""
    with db.transaction():
        old = db.rows("SELECT file FROM import WHERE file = ? OR at < ?", (file, at - LASTING))
        for table in ("import", "import_reject"):
            db.run_many(f"DELETE FROM {table} WHERE file = ?", old)  # noqa: S608
