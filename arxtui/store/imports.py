"""How far the import of a file is, written in the transaction that takes its papers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import NamedTuple

from arxtui.model.intake import Reject, Tally
from arxtui.store.connection import Database


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


def rejects(db: Database, file: bytes) -> list[Reject]:
    """What was rejected of a file that is not ended, in its order."""
    sql = "SELECT place, reason FROM import_reject WHERE file = ? ORDER BY number"
    return [Reject(place, reason) for place, reason in db.rows(sql, (file,))]


def advance(db: Database, progress: Progress, tally: Tally, refused: Sequence[Reject]) -> None:
    """Note the place that is reached, inside the transaction that takes what stands before it."""
    before = begun(db, progress.file)
    total = before.tally + tally if before else tally
    db.run(
        "INSERT OR REPLACE INTO import (file, through, seconds, tally) VALUES (?, ?, ?, ?)",
        (progress.file, progress.through, progress.seconds, json.dumps(asdict(total))),
    )
    first = db.value("SELECT count(*) FROM import_reject WHERE file = ?", (progress.file,)) if refused else 0
    db.run_many(
        "INSERT INTO import_reject (file, number, place, reason) VALUES (?, ?, ?, ?)",
        ((progress.file, first + number, reject.place, reject.reason) for number, reject in enumerate(refused)),
    )


def end(db: Database, file: bytes) -> None:
    """Forget a file that is taken in whole."""
    with db.transaction():
        db.run("DELETE FROM import WHERE file = ?", (file,))
        db.run("DELETE FROM import_reject WHERE file = ?", (file,))
