"""The papers to which a rule was applied, or which are older than the rule: the rule is not applied to them again."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from arxtui.store.sqlite.connection import Database
from arxtui.store.sqlite.pack import pack_keys, unpack_keys


def read(db: Database, rule: str) -> array[int] | None:
    """Return ascending keys (``array('q')``); None for an unknown rule."""
    packed = db.value("SELECT keys FROM ruled WHERE rule = ?", (rule,))
    return None if packed is None else unpack_keys(packed)


def add(db: Database, rule: str, keys: Iterable[int]) -> None:
    """Record that a rule was applied to more papers, inside a transaction."""
    stored = read(db, rule)
    db.run(
        "INSERT OR REPLACE INTO ruled (rule, keys) VALUES (?, ?)", (rule, pack_keys({*keys, *(stored or array("q"))}))
    )


def forget(db: Database, rules: Iterable[str]) -> None:
    """Delete all rules except the given ones, inside a transaction."""
    remaining = set(rules)
    gone = [(rule,) for (rule,) in db.rows("SELECT rule FROM ruled") if rule not in remaining]
    db.run_many("DELETE FROM ruled WHERE rule = ?", gone)


class AppliedRules:
    """The papers to which each rule was applied."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of(self, rule: str) -> array[int] | None:
        """Return the ascending keys (``array('q')``) of the papers to which a rule was applied; None for an unknown
        rule."""
        return read(self._db, rule)

    def put(self, rule: str, keys: Iterable[int], rules: Iterable[str]) -> None:
        """Record that a rule was applied to more papers; delete all rules except ``rules``."""
        with self._db.transaction():
            add(self._db, rule, keys)
            forget(self._db, rules)
