"""The words of a collection: the number of papers that have each word, its frequency, and the growth of the
vocabulary."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from benchmarks.corpus.growth import Heaps, fit

SIZES = (1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)
"""The shares of a collection at which its vocabulary is measured. They are random, and each contains the one before."""


class WordCounts:
    """Word counts of papers in any order. Each paper has a random position from 0 to 1, which decides the shares it is
    in."""

    def __init__(self) -> None:
        self.papers: Counter[str] = Counter()
        self.occurrences: Counter[str] = Counter()
        self._tokens = [0] * len(SIZES)
        self._first: dict[str, float] = {}

    def add(self, told: Sequence[str], place: float) -> None:
        """Count the words of one paper."""
        distinct = set(told)
        self.papers.update(distinct)
        self.occurrences.update(told)
        self._tokens[bisect_left(SIZES, place)] += len(told)
        first = self._first
        for word in distinct:
            if first.get(word, 2.0) > place:
                first[word] = place

    def merge(self, other: WordCounts) -> None:
        """Add the counts of another object."""
        self.papers.update(other.papers)
        self.occurrences.update(other.occurrences)
        self._tokens = [own + theirs for own, theirs in zip(self._tokens, other._tokens, strict=True)]
        for word, place in other._first.items():
            self._first[word] = min(place, self._first.get(word, 2.0))

    @property
    def tokens(self) -> int:
        """Return the total number of words."""
        return sum(self._tokens)

    def curve(self) -> list[tuple[int, int]]:
        """Return (words, different words) for each of the shares ``SIZES``."""
        new = [0] * len(SIZES)
        for place in self._first.values():
            new[bisect_left(SIZES, place)] += 1
        return [(sum(self._tokens[: end + 1]), sum(new[: end + 1])) for end in range(len(SIZES))]

    def law(self) -> Heaps:
        """Fit Heaps' law to the curve."""
        return fit(self.curve())
