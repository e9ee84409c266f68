"""The progress of harvests, written in the transactions that store their papers, and the records that arXiv has
deleted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date

from arxtui.model.arxiv.ids import id_of, key_of
from arxtui.model.harvest import Order, Place
from arxtui.model.paper import Deletion
from arxtui.store.sqlite.connection import Database, Row, listed
from arxtui.tuples import NamedTuple


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
