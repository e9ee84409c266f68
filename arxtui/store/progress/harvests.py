"""How far harvests are, written in the transactions that take their papers, and which papers arXiv has deleted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date
from typing import NamedTuple

from arxtui.model.arxiv.ids import id_of, key_of
from arxtui.model.harvest import Order, Place
from arxtui.model.paper import Deletion
from arxtui.store.sqlite.connection import Database, Row, listed


class Step(NamedTuple):
    """What a page of a harvest says beside its papers: the place that is reached with it, and the papers whose records
    were deleted."""

    order: Order
    place: Place
    deleted: Sequence[Deletion] = ()


class Harvests:
    """StoreError as in ``store.cache``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def place(self, order: Order) -> Place | None:
        """How far a harvest is that is under way; None when it is not begun, or complete."""
        sql = "SELECT place FROM harvest WHERE format = ? AND spec = ? AND first = ? AND last = ?"
        text = self._db.value(sql, _row(order))
        return None if text is None else Place.from_json(text)

    def through(self, format: str, spec: str) -> date | None:
        """Up to which day all of a set has been harvested in a format; None when no harvest has ended."""
        day = self._db.value("SELECT day FROM harvested WHERE format = ? AND spec = ?", (format, spec))
        return None if day is None else date.fromordinal(day)

    def deletions(self, keys: Iterable[int]) -> list[Deletion]:
        """Those of these papers of which arXiv has deleted its record."""
        rows = self._db.rows(
            "SELECT key, day FROM deleted WHERE key IN (SELECT value FROM json_each(?))", (listed(keys),)
        )
        return [Deletion(id_of(key) or "", None if day is None else date.fromordinal(day)) for key, day in rows]

    def advance(self, step: Step, told: Sequence[int]) -> None:
        """Note the place that is reached, inside the transaction that takes what stands before it: ``told`` are the
        keys of the papers that arXiv has a record of."""
        order, reached, run = step.order, step.place, self._db.run
        if reached.complete:
            run("DELETE FROM harvest WHERE format = ? AND spec = ? AND first = ? AND last = ?", _row(order))
            self._extend(order, reached)
        else:
            run("INSERT OR REPLACE INTO harvest VALUES (?, ?, ?, ?, ?)", (*_row(order), reached.to_json()))
        run("DELETE FROM deleted WHERE key IN (SELECT value FROM json_each(?))", (listed(told),))
        gone = {}
        for deletion in step.deleted:
            with suppress(ValueError):  # of no paper that could be known
                gone[key_of(deletion.id)] = deletion.day and deletion.day.toordinal()
        self._db.run_many("INSERT OR REPLACE INTO deleted (key, day) VALUES (?, ?)", gone.items())

    def _extend(self, order: Order, reached: Place) -> None:
        """Note up to which day the set is harvested: days that lie apart from those harvested before do not count,
        since what is between them would never be asked for."""
        before, through = self.through(order.format, order.spec), reached.through(order.last)
        if through is None or (before and (through <= before or (reached.first and reached.first > before))):
            return
        self._db.run(
            "INSERT OR REPLACE INTO harvested VALUES (?, ?, ?)", (order.format, order.spec, through.toordinal())
        )


def _row(order: Order) -> Row:
    days = ("" if day is None else day.isoformat() for day in (order.first, order.last))
    return (order.format, order.spec, *days)
