"""The progress of harvests and of imports of files, written in the transactions that store their papers; and the
records that arXiv has deleted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import date, datetime

from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import id_of, key_of
from arxtui.model.harvest import Order, Place
from arxtui.model.intake import Reject, Tally
from arxtui.model.paper import Deletion
from arxtui.store.sqlite.connection import Database, Row, listed

FORGOTTEN_AFTER = 90 * 86_400
"""Seconds for which an unfinished file is remembered; an older one is unlikely to be continued."""


class HarvestStep(NamedTuple):
    """The result of a page of a harvest apart from its papers: the position after it, and the deleted records."""

    order: Order
    place: Place
    deleted: Sequence[Deletion] = ()


class Harvests:
    """The harvests. Methods raise StoreError as in ``store.cache``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def place(self, order: Order) -> Place | None:
        """Return the position of a harvest in progress; None if it has not begun or is complete."""
        sql = "SELECT place FROM harvest WHERE format = ? AND spec = ? AND first = ? AND last = ?"
        text = self._db.value(sql, _row(order))
        return None if text is None else Place.from_json(text)

    def through(self, format: str, spec: str) -> date | None:
        """Return the day up to which a whole set has been harvested in a format; None if no harvest of it has
        completed."""
        day = self._db.value("SELECT day FROM harvested WHERE format = ? AND spec = ?", (format, spec))
        return None if day is None else date.fromordinal(day)

    def deletions(self, keys: Iterable[int]) -> list[Deletion]:
        """Return those of these papers whose record arXiv has deleted."""
        rows = self._db.rows(
            "SELECT key, day FROM deleted WHERE key IN (SELECT value FROM json_each(?))", (listed(keys),)
        )
        return [Deletion(id_of(key) or "", None if day is None else date.fromordinal(day)) for key, day in rows]

    def advance(self, step: HarvestStep, received: Sequence[int]) -> None:
        """Store the position reached, inside the transaction that stores the papers before it. ``received`` are the
        keys of the papers for which arXiv sent a record."""
        order, position, run = step.order, step.place, self._db.run
        if position.complete:
            run("DELETE FROM harvest WHERE format = ? AND spec = ? AND first = ? AND last = ?", _row(order))
            self._extend(order, position)
        else:
            run("INSERT OR REPLACE INTO harvest VALUES (?, ?, ?, ?, ?)", (*_row(order), position.to_json()))
        run("DELETE FROM deleted WHERE key IN (SELECT value FROM json_each(?))", (listed(received),))
        gone = {}
        for deletion in step.deleted:
            with suppress(ValueError):  # no valid paper id
                gone[key_of(deletion.id)] = deletion.day and deletion.day.toordinal()
        self._db.run_many("INSERT OR REPLACE INTO deleted (key, day) VALUES (?, ?)", gone.items())

    def _extend(self, order: Order, position: Place) -> None:
        """Store the day up to which the set is harvested. A range with a gap to the days harvested before does not
        count, because the gap would never be fetched."""
        before, through = self.through(order.format, order.spec), position.through(order.last)
        if through is None or (before and (through <= before or (position.first and position.first > before))):
            return
        self._db.run(
            "INSERT OR REPLACE INTO harvested VALUES (?, ?, ?)", (order.format, order.spec, through.toordinal())
        )


def _row(order: Order) -> Row:
    days = ("" if day is None else day.isoformat() for day in (order.first, order.last))
    return (order.format, order.spec, *days)


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
        counts = {name: getattr(total, name) for name in Tally.__match_args__}
        self._db.run(
            "INSERT OR REPLACE INTO import (file, at, through, seconds, tally) VALUES (?, ?, ?, ?, ?)",
            (progress.file, self._now(), progress.through, progress.seconds, json.dumps(counts)),
        )
        if refused:
            first = self._db.value("SELECT count(*) FROM import_reject WHERE file = ?", (progress.file,))
            self._db.run_many(
                "INSERT INTO import_reject (file, number, place, reason) VALUES (?, ?, ?, ?)",
                ((progress.file, number, reject.place, reject.reason) for number, reject in enumerate(refused, first)),
            )

    def step(self, progress: Progress, tally: Tally, refused: Sequence[Reject]) -> None:
        """Store the position reached, of what is stored elsewhere."""
        with self._db.transaction():
            self.advance(progress, tally, refused)

    def end_all(self, through: int) -> None:
        """Delete the state of all imports that have reached a position, and of old ones as :meth:`end` does."""
        self._end("through = ?", through)

    def end(self, file: bytes) -> None:
        """Delete the state of a finished import, and of imports not continued for ``FORGOTTEN_AFTER`` seconds."""
        self._end("file = ?", file)

    def _end(self, condition: str, value: int | bytes) -> None:
        with self._db.transaction():
            old = self._db.rows(
                f"SELECT file FROM import WHERE {condition} OR at < ?",  # noqa: S608
                (value, self._now() - FORGOTTEN_AFTER),
            )
            for table in ("import", "import_reject"):
                self._db.run_many(f"DELETE FROM {table} WHERE file = ?", old)  # noqa: S608

    def _now(self) -> int:
        return int(self._clock().timestamp())
