"""Saved views: named queries in an order, some of them opened by a digit."""

from __future__ import annotations

from collections.abc import Callable

from arxtui.store.connection import Database

View = tuple[str, str, int | None]
"""Name, query, and the digit that opens it."""


def read(db: Database) -> list[View]:
    """All of them, in their order."""
    return db.rows("SELECT name, query, digit FROM view ORDER BY place")


def change(db: Database, made: Callable[[list[View]], list[View]]) -> None:
    """Replace the views by what ``made`` makes of them, in one transaction: nobody else changes them meanwhile."""
    with db.transaction():
        after = made(read(db))
        db.run("DELETE FROM view")
        rows = [(name, query, place, digit) for place, (name, query, digit) in enumerate(after, 1)]
        db.run_many("INSERT INTO view (name, query, place, digit) VALUES (?, ?, ?, ?)", rows)
