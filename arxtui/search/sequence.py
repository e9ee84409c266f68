"""A long list of found papers, fetched a month at a time as it is looked at."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import overload

from arxtui.model.expr import Sort

Fetch = Callable[[str, int], Sequence[int]]
"""The keys of (month, how many), in the order of the list."""


class MonthlyKeys(Sequence[int]):
    """The keys of all papers that a query means, newest or oldest first. What was looked at is held, eight bytes a
    paper."""

    def __init__(self, months: Iterable[tuple[str, int]], fetch: Fetch, sort: Sort) -> None:
        """``months`` are (term, papers) in the order of the list."""
        self._months = list(months)
        self._ends = list(accumulate(papers for _, papers in self._months))
        self._fetch = fetch
        self._newest_first = sort is Sort.NEW
        self._held: dict[int, Sequence[int]] = {}

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            return array("q", (self[place] for place in range(*index.indices(len(self)))))
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(index)
        at = bisect_right(self._ends, place)
        return self._month(at)[place - self._begin(at)]

    def __iter__(self) -> Iterator[int]:
        for at in range(len(self._months)):
            yield from self._month(at)

    def _begin(self, at: int) -> int:
        return self._ends[at - 1] if at else 0

    def _month(self, at: int) -> Sequence[int]:
        if at not in self._held:
            self._held[at] = self._fetch(*self._months[at])
        return self._held[at]
