"""A list whose entries are told one at a time: the ground of lists too long to be copied."""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Sequence
from typing import overload


class LongList(Sequence[int]):
    """Subclasses say how long it is, and what stands at a place from 0 on."""

    @abstractmethod
    def at(self, place: int) -> int:
        """The entry at ``place``, which is one of the list's."""

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            return array("q", (self.at(place) for place in range(*index.indices(len(self)))))
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(index)
        return self.at(place)
