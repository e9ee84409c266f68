"""The papers to which a rule was applied, or which were here before it: it is not applied to them again."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from arxtui.store.sqlite.connection import Database
from arxtui.store.sqlite.pack import pack_keys, unpack_keys


def read(db: Database, rule: str) -> array[int] | None:
    """Ascending keys (``array('q')``); None for a rule that was not seen before."""
    packed = db.value("SELECT keys FROM ruled WHERE rule = ?", (rule,))
    return None if packed is None else unpack_keys(packed)


def add(db: Database, rule: str, keys: Iterable[int]) -> None:
    """It is done with these too, inside a transaction."""
    held = read(db, rule)
    db.run("INSERT OR REPLACE INTO ruled (rule, keys) VALUES (?, ?)", (rule, pack_keys({*keys, *(held or array("q"))})))


def forget(db: Database, rules: Iterable[str]) -> None:
    """Forget all rules but these, inside a transaction."""
    kept = set(rules)
    gone = [(rule,) for (rule,) in db.rows("SELECT rule FROM ruled") if rule not in kept]
    db.run_many("DELETE FROM ruled WHERE rule = ?", gone)


class AppliedRules:
    """Which rules are done with which papers."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of(self, rule: str) -> array[int] | None:
        """Ascending keys (``array('q')``) of the papers that a rule is done with; None for one not seen before."""
        return read(self._db, rule)

    def put(self, rule: str, keys: Iterable[int], rules: Iterable[str]) -> None:
        """A rule is done with these papers too; all but ``rules`` are forgotten."""
        with self._db.transaction():
            add(self._db, rule, keys)
            forget(self._db, rules)
