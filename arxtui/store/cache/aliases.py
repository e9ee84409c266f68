"""The keys that papers had while only a review named them, and what they have become."""

from __future__ import annotations

from collections.abc import Iterable

from arxtui.model.arxiv.ids import ArxivId, is_pending
from arxtui.store.sqlite.connection import Database, listed


class Aliases:
    """What became of pending keys."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of(self, key: int) -> int:
        """The key that a pending key has become; every other key as it is."""
        return int(self._db.value("SELECT key FROM alias WHERE pending = ?", (key,)) or key) if is_pending(key) else key

    def among(self, keys: Iterable[int]) -> dict[int, int]:
        """What those of these keys that were pending have become."""
        pending = [key for key in keys if is_pending(key)]
        if not pending:
            return {}
        sql = "SELECT pending, key FROM alias WHERE pending IN (SELECT value FROM json_each(?))"
        return dict(self._db.rows(sql, (listed(pending),)))

    def former(self, keys: Iterable[int]) -> dict[int, tuple[int, ...]]:
        """The pending keys, ascending, that those of these papers had that had any."""
        sql = "SELECT key, pending FROM alias WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key, pending"
        found: dict[int, tuple[int, ...]] = {}
        for key, pending in self._db.rows(sql, (listed(keys),)):
            found[key] = (*found.get(key, ()), pending)
        return found

    def resolve(self, named: ArxivId | int) -> int | None:
        """The key of a paper that is known, by id or by a key it has or had; None when it is not known."""
        key = named.key if isinstance(named, ArxivId) else self.of(named)
        return key if self._db.row("SELECT 1 FROM paper WHERE key = ?", (key,)) else None
