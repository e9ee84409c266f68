"""The features of one kind while their weights are learned: a row for each example, a column for each feature.

A feature stands in a paper or not, so a row is the places of its features and what each of them weighs there: all sums
are taken by the interpreter's own loops.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import fsum, log, sqrt
from operator import add, itemgetter, mul

from arxtui.ranking.features import Kind
from arxtui.ranking.model import rounded, share_of_each

_Pick = Callable[[Sequence[float]], Iterable[float]]


class Block:
    """The weights of a kind of features.

    Features that can tell something are known: those of a wanted paper, or of two papers.
    """

    def __init__(self, kind: Kind, rows: Sequence[tuple[frozenset[str], bool]]) -> None:
        """``rows`` are the features of each example, and whether it is wanted."""
        self.kind = kind
        papers = Counter(name for names, _ in rows for name in names)
        self._names = sorted({name for names, wanted in rows for name in names if wanted or papers[name] > 1})
        columns = {name: place for place, name in enumerate(self._names)}
        places = [sorted(columns[name] for name in names if name in columns) for names, _ in rows]
        self._strengths = self._strength([papers[name] for name in self._names], places)
        self._shares = [share_of_each(kind, len(each)) for each in places]
        self._across = list(map(_picking, places))
        self._down = list(map(_picking, _turned(places, len(columns))))
        self.begin()

    def begin(self, weight: float = 0.0) -> None:
        """Give every feature this weight."""
        self._weights = [weight] * len(self._names)

    def add(self, weights: Sequence[float]) -> None:
        """Add to the weight of each feature."""
        self._weights = list(map(add, self._weights, weights))

    def square(self) -> float:
        """The sum of the squares of all weights."""
        return fsum(map(mul, self._weights, self._weights))

    def scores(self) -> list[float]:
        """What these features add to the score of each example."""
        return self.across(self._weights)

    def pull(self, pulls: Sequence[float], kept: float) -> None:
        """Keep this part of each weight, and let each example pull at those of its features."""
        steps = zip(self._weights, self.down(pulls), strict=True)
        self._weights = [kept * weight + pulled for weight, pulled in steps]

    def across(self, weights: Sequence[float]) -> list[float]:
        """The scores of the examples by these weights: the matrix of the examples times the weights."""
        told = list(map(mul, weights, self._strengths))
        return [share * sum(pick(told)) for share, pick in zip(self._shares, self._across, strict=True)]

    def down(self, pulls: Sequence[float]) -> list[float]:
        """How far the examples pull at each feature: the transposed matrix times the pulls."""
        pulled = list(map(mul, pulls, self._shares))
        return [strength * sum(pick(pulled)) for strength, pick in zip(self._strengths, self._down, strict=True)]

    def told(self, scale: float) -> dict[str, float]:
        """The weight of each feature, in units of ``scale``."""
        told = zip(self._names, self._weights, self._strengths, strict=True)
        return {name: rounded(weight * strength / scale) for name, weight, strength in told}

    def _strength(self, papers: Sequence[int], places: Sequence[Sequence[int]]) -> list[float]:
        """How much each feature says: what all papers have says nothing, and a word the more the rarer it is (its
        inverse document frequency, such that the words of a paper come to 1 as its authors do)."""
        total = len(places)
        if self.kind not in (Kind.WORD, Kind.TITLE):
            return [1 - among / total for among in papers]
        rarity = [log(total / among) for among in papers]
        squares = [fsum(rarity[place] ** 2 for place in each) / (len(each) or 1) for each in places]
        scale = sqrt(fsum(squares) / total) or 1.0
        return [each / scale for each in rarity]


def _picking(places: Sequence[int]) -> _Pick:
    """What takes the numbers at these places out of a sequence, all at once."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda numbers: [numbers[place] for place in places]


def _turned(rows: Sequence[Sequence[int]], width: int) -> list[list[int]]:
    columns: list[list[int]] = [[] for _ in range(width)]
    for row, places in enumerate(rows):
        for place in places:
            columns[place].append(row)
    return columns
