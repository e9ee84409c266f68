"""Pending keys, which papers have while only a review names them, and the final keys that replace them."""

from __future__ import annotations

from collections.abc import Iterable

from arxtui.model.arxiv.ids import ArxivId, is_pending
from arxtui.store.sqlite.connection import Database, listed


class Aliases:
    """The replacements of pending keys."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of(self, key: int) -> int:
        """Return the key that replaced a pending key; any other key unchanged."""
        return int(self._db.value("SELECT key FROM alias WHERE pending = ?", (key,)) or key) if is_pending(key) else key

    def all(self) -> dict[int, int]:
        """Return all replacements, by pending key."""
        return dict(self._db.rows("SELECT pending, key FROM alias"))

    def among(self, keys: Iterable[int]) -> dict[int, int]:
        """Return the replacements, by pending key, of those of the keys that were pending."""
        pending = [key for key in keys if is_pending(key)]
        if not pending:
            return {}
        sql = "SELECT pending, key FROM alias WHERE pending IN (SELECT value FROM json_each(?))"
        return dict(self._db.rows(sql, (listed(pending),)))

    def former_keys(self, keys: Iterable[int]) -> dict[int, tuple[int, ...]]:
        """Return, by key, the ascending pending keys that these papers had; papers without any are left out."""
        sql = "SELECT key, pending FROM alias WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key, pending"
        former_keys: dict[int, tuple[int, ...]] = {}
        for key, pending in self._db.rows(sql, (listed(keys),)):
            former_keys[key] = (*former_keys.get(key, ()), pending)
        return former_keys

    def resolve(self, named: ArxivId | int) -> int | None:
        """Return the key of a stored paper, given its id or any key it has or had. Returns None if the paper is not
        stored."""
        key = named.key if isinstance(named, ArxivId) else self.of(named)
        return key if self._db.row("SELECT 1 FROM paper WHERE key = ?", (key,)) else None
