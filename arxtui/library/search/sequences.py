"""Long lists of keys that are not copied."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import sub

from arxtui.model.longlist import LongList
from arxtui.store.cache.keys import MonthKeys


class Without(LongList):
    """All keys, newest first, but for some: the list under it is neither copied nor walked."""

    def __init__(self, keys: MonthKeys, left_out: Iterable[int], ascending: Sequence[int] | None = None) -> None:
        """``ascending`` are those left out in order, where somebody knows it."""
        self._keys = keys
        self._left_out = frozenset(left_out)
        # How many of the rows before the gap stay: row n of this list lies after every gap whose number is <= n.
        places = keys.positions(ascending or self._left_out)
        self._gaps = array("q", map(sub, places, range(len(places))))

    @property
    def whole(self) -> MonthKeys:
        """The list with the papers that are left out of this one."""
        return self._keys

    @property
    def left_out(self) -> frozenset[int]:
        """The papers that are left out, whether the list has them or not."""
        return self._left_out

    def __len__(self) -> int:
        return len(self._keys) - len(self._gaps)

    def __iter__(self) -> Iterator[int]:
        return (key for key in self._keys if key not in self._left_out)

    def __contains__(self, key: object) -> bool:
        return key not in self._left_out and key in self._keys

    def at(self, place: int) -> int:
        """The key of a row."""
        return self._keys[place + bisect_right(self._gaps, place)]


class Backwards(LongList):
    """A list from its end, not copied."""

    def __init__(self, keys: Sequence[int]) -> None:
        self._keys = keys

    def __len__(self) -> int:
        return len(self._keys)

    def at(self, place: int) -> int:
        """The key that stands so far from the end."""
        return self._keys[-1 - place]


class Chained(LongList):
    """Several lists, one after the other, not copied."""

    def __init__(self, parts: Iterable[Sequence[int]]) -> None:
        self._parts = [part for part in parts if part]
        self._ends = list(accumulate(map(len, self._parts)))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def at(self, place: int) -> int:
        """The key at a place, counted through all of the lists."""
        which = bisect_right(self._ends, place)
        return self._parts[which][place - self._ends[which]]  # counted from the end of its part


def whole(keys: Sequence[int]) -> Sequence[int]:
    """The list that papers were left out of, or the list itself."""
    return keys.whole if isinstance(keys, Without) else keys


def left_out(keys: Sequence[int]) -> frozenset[int]:
    """The papers that were left out of the list."""
    return keys.left_out if isinstance(keys, Without) else frozenset()
