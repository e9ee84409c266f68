"""The base class of lists that are too long to be copied: each entry is computed on access."""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Sequence
from typing import overload


class LongList(Sequence[int]):
    """A sequence of integers. Subclasses implement ``__len__`` and :meth:`at`."""

    @abstractmethod
    def at(self, place: int) -> int:
        """Return the entry at ``place``, which is from 0 to the length less 1."""

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            return self.part(range(*index.indices(len(self))))
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(index)
        return self.at(place)

    def part(self, places: range) -> Sequence[int]:
        """Return the entries at these places."""
        return array("q", map(self.at, places))
