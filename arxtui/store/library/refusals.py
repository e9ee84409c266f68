"""Links from references to papers that the user refused."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from arxtui.store.library.types import Deed
from arxtui.store.sqlite.connection import Database

if TYPE_CHECKING:
    from arxtui.model.marks import Act
    from arxtui.store.library.act_writer import ActWriter
    from arxtui.store.library.types import Keep


class StoredRefusals:
    """The refused links, and the acts that change them (through :class:`ActWriter`)."""

    def __init__(self, db: Database, writer: ActWriter) -> None:
        self._db = db
        self._writer = writer

    def of(self, key: int) -> frozenset[str]:
        """Return the names of the papers that no reference of a paper is."""
        return frozenset(name for (name,) in self._db.rows("SELECT name FROM refused WHERE key = ?", (key,)))

    def all(self) -> list[tuple[int, str]]:
        """Return the papers with refused links, each with the name of the paper that no reference of it is."""
        return [*self._db.rows("SELECT key, name FROM refused")]

    def refuse(self, key: int, name: str, at: datetime, keep: Keep | None = None) -> Act | None:
        """Say that no reference of a paper is the paper with a name."""
        return self._writer.do(Deed("refuse", at, name), lambda: [key], lambda _: {key: 1}, keep, [key])

    def accept(self, key: int, name: str, at: datetime) -> Act | None:
        """Take back a refusal."""
        return self._writer.do(Deed("accept", at, name), lambda: [key], lambda _: {key: 0})
