"""Queries that consist of sets of keys alone, evaluated without the index."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from arxtui.library.search.sequences import Without
from arxtui.model.expr import And, Expr, Keys, Not, Or
from arxtui.store.cache.keys import MonthKeys


class KeySet(NamedTuple):
    """A set of papers, or its complement if ``inverted``. ``ascending`` are the sorted keys, if known."""

    keys: frozenset[int]
    inverted: bool = False
    ascending: Sequence[int] | None = None

    def __and__(self, other: KeySet) -> KeySet:
        if self.is_everything or other.is_everything:
            return other if self.is_everything else self
        if self.inverted and other.inverted:
            return KeySet(self.keys | other.keys, inverted=True)
        if self.inverted:
            return KeySet(other.keys - self.keys)
        return KeySet(self.keys - other.keys if other.inverted else self.keys & other.keys)

    def __invert__(self) -> KeySet:
        return self._replace(inverted=not self.inverted)

    @property
    def is_everything(self) -> bool:
        """Whether the set contains all papers."""
        return self.inverted and not self.keys

    def among(self, everything: MonthKeys) -> Sequence[int]:
        """Return the papers of the set, newest first."""
        ordered = self.ascending if self.ascending is not None else sorted(self.keys)
        if not self.inverted:
            return array("q", reversed(ordered))
        return Without(everything, self.keys, ordered) if self.keys else everything


def key_set(expr: Expr) -> KeySet | None:
    """Return a resolved query as a set of keys; None if it contains words or categories."""
    match expr:
        case Keys(keys):
            return KeySet(frozenset(keys), ascending=keys)
        case Not(part):
            inner = key_set(part)
            return None if inner is None else ~inner
        case And(parts):
            return _all_of([key_set(part) for part in parts])
        case Or(parts):
            joined = _all_of([None if (inner := key_set(part)) is None else ~inner for part in parts])
            return None if joined is None else ~joined
        case _:
            return None


def _all_of(parts: list[KeySet | None]) -> KeySet | None:
    met = KeySet(frozenset(), inverted=True)
    for part in parts:
        if part is None:
            return None
        met = met & part
    return met
