"""Queries that consist of sets of keys alone, evaluated without the index."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import neg, sub

from arxtui.light import NamedTuple
from arxtui.model.expr import And, Expr, Keys, Not, Or
from arxtui.model.longlist import LongList
from arxtui.store.cache.keys import MonthKeys


class Without(LongList):
    """All keys, newest first, without some. The underlying list is neither copied nor iterated."""

    def __init__(self, keys: MonthKeys, left_out: Iterable[int], ascending: Sequence[int] | None = None) -> None:
        """``ascending`` are the sorted keys to leave out, if the caller has them."""
        self._keys = keys
        self._left_out = frozenset(left_out)
        # The number of remaining rows before each gap: row n of this list lies after every gap whose number is <= n.
        places = keys.positions(ascending or self._left_out)
        self._gaps = array("q", map(sub, places, range(len(places))))

    @property
    def whole(self) -> MonthKeys:
        """The list including the papers that this one leaves out."""
        return self._keys

    @property
    def left_out(self) -> frozenset[int]:
        """The papers that are left out, including those that the underlying list does not contain."""
        return self._left_out

    def __len__(self) -> int:
        return len(self._keys) - len(self._gaps)

    def __iter__(self) -> Iterator[int]:
        return (key for key in self._keys if key not in self._left_out)

    def __contains__(self, key: object) -> bool:
        return key not in self._left_out and key in self._keys

    def at(self, place: int) -> int:
        """Return the key of a row."""
        return self._keys[place + bisect_right(self._gaps, place)]


class Backwards(LongList):
    """A reversed list, without a copy."""

    def __init__(self, keys: Sequence[int]) -> None:
        self._keys = keys

    @property
    def forwards(self) -> Sequence[int]:
        """The underlying list."""
        return self._keys

    def __len__(self) -> int:
        return len(self._keys)

    def at(self, place: int) -> int:
        """Return the key at a place counted from the end."""
        return self._keys[-1 - place]


class Chained(LongList):
    """The concatenation of several lists, without a copy."""

    def __init__(self, parts: Iterable[Sequence[int]]) -> None:
        self._parts = [part for part in parts if part]
        self._ends = list(accumulate(map(len, self._parts)))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def at(self, place: int) -> int:
        """Return the key at a place, counted across all lists."""
        which = bisect_right(self._ends, place)
        return self._parts[which][place - self._ends[which]]  # relative to the end of its part


def whole(keys: Sequence[int]) -> Sequence[int]:
    """Return the underlying list of a :class:`Without`; otherwise the list itself."""
    return keys.whole if isinstance(keys, Without) else keys


def contains(keys: Sequence[int], key: int) -> bool:
    """Whether a list in the order of its keys, newest or oldest first, has a key."""
    if isinstance(keys, Backwards):
        keys = keys.forwards
    if isinstance(keys, MonthKeys | Without):
        return key in keys
    place = bisect_left(keys, -key, key=neg)
    return place < len(keys) and keys[place] == key


def left_out(keys: Sequence[int]) -> frozenset[int]:
    """Return the papers that a list leaves out."""
    return keys.left_out if isinstance(keys, Without) else frozenset()


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
