"""A long list of search results, fetched one month at a time when its rows are read."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate

from arxtui.model.longlist import LongList

Fetch = Callable[[str, int], Sequence[int]]
"""Returns the keys of (month, number of papers), in the order of the list."""


class MonthlyKeys(LongList):
    """The keys of all papers that match a query, newest or oldest first. Fetched months are cached, eight bytes per
    paper."""

    def __init__(self, months: Iterable[tuple[str, int]], fetch: Fetch) -> None:
        """Create the list; ``months`` are (term, number of papers) in the order of the list."""
        self._months = list(months)
        self._ends = list(accumulate(papers for _, papers in self._months))
        self._fetch = fetch
        self._held: dict[int, Sequence[int]] = {}

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def at(self, place: int) -> int:
        """Return the key of a row; fetches its month at the first read."""
        month = bisect_right(self._ends, place)
        return self._month(month)[place - self._ends[month]]  # relative to the end of its month

    def __iter__(self) -> Iterator[int]:
        for at in range(len(self._months)):
            yield from self._month(at)

    def _month(self, at: int) -> Sequence[int]:
        if at not in self._held:
            self._held[at] = self._fetch(*self._months[at])
        return self._held[at]
