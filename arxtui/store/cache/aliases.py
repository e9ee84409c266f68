"""The keys that papers had while only a review named them, and what they have become."""

from __future__ import annotations

from collections.abc import Iterable

from arxtui.model.arxiv.ids import is_pending
from arxtui.store.sqlite.connection import Database, listed


def alias_of(db: Database, key: int) -> int:
    """The key that a pending key has become; every other key as it is."""
    return int(db.value("SELECT key FROM alias WHERE pending = ?", (key,)) or key) if is_pending(key) else key


def aliases(db: Database, keys: Iterable[int]) -> dict[int, int]:
    """What those of these keys that were pending have become."""
    pending = [key for key in keys if is_pending(key)]
    if not pending:
        return {}
    sql = "SELECT pending, key FROM alias WHERE pending IN (SELECT value FROM json_each(?))"
    return dict(db.rows(sql, (listed(pending),)))


def former_keys(db: Database, keys: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """The pending keys, ascending, that those of these papers had that had any."""
    sql = "SELECT key, pending FROM alias WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key, pending"
    found: dict[int, tuple[int, ...]] = {}
    for key, pending in db.rows(sql, (listed(keys),)):
        found[key] = (*found.get(key, ()), pending)
    return found
