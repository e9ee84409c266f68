"""The features of one kind during training: a matrix with a row for each example and a column for each feature.

A paper either has a feature or not, so a row is stored as the columns of its features with one weight per feature. Sums
are computed by built-in functions, which are faster than loops in Python.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import fsum, log, sqrt
from operator import add, itemgetter, mul

from arxtui.ranking.features import FeatureKind
from arxtui.ranking.model import rounded, share_of_each

_Picker = Callable[[Sequence[float]], Iterable[float]]


class FeatureBlock:
    """The weights of one kind of features.

    Only informative features have a column: those of a wanted paper, and those of at least two papers.
    """

    def __init__(self, kind: FeatureKind, rows: Sequence[tuple[frozenset[str], bool]]) -> None:
        """Build the matrix; ``rows`` has the features of each example and whether the example is wanted."""
        self.kind = kind
        papers = Counter(name for names, _ in rows for name in names)
        self._names = sorted({name for names, wanted in rows for name in names if wanted or papers[name] > 1})
        columns = {name: place for place, name in enumerate(self._names)}
        places = [sorted(columns[name] for name in names if name in columns) for names, _ in rows]
        self._strengths = self._strength([papers[name] for name in self._names], places)
        self._shares = [share_of_each(kind, len(each)) for each in places]
        self._across = list(map(_picker, places))
        self._down = list(map(_picker, _transposed(places, len(columns))))
        self.begin()

    def begin(self, weight: float = 0.0) -> None:
        """Set the weight of every feature."""
        self._weights = [weight] * len(self._names)

    def add(self, weights: Sequence[float]) -> None:
        """Add to the weight of each feature."""
        self._weights = list(map(add, self._weights, weights))

    def square(self) -> float:
        """Return the sum of the squares of all weights."""
        return fsum(map(mul, self._weights, self._weights))

    def scores(self) -> list[float]:
        """Return the contribution of these features to the score of each example."""
        return self.across(self._weights)

    def pull(self, pulls: Sequence[float], kept: float) -> None:
        """Take a gradient step: multiply each weight by ``kept``, and add the pulls of the examples with this
        feature."""
        steps = zip(self._weights, self.down(pulls), strict=True)
        self._weights = [kept * weight + pulled for weight, pulled in steps]

    def across(self, weights: Sequence[float]) -> list[float]:
        """Return the scores of the examples for these weights: the matrix of examples times the weights."""
        weighted = list(map(mul, weights, self._strengths))
        return [share * sum(pick(weighted)) for share, pick in zip(self._shares, self._across, strict=True)]

    def down(self, pulls: Sequence[float]) -> list[float]:
        """Return the sum of the examples' pulls on each feature: the transposed matrix times the pulls."""
        pulled = list(map(mul, pulls, self._shares))
        return [strength * sum(pick(pulled)) for strength, pick in zip(self._strengths, self._down, strict=True)]

    def weights_by_name(self, scale: float) -> dict[str, float]:
        """Return the weight of each feature, divided by ``scale``."""
        columns = zip(self._names, self._weights, self._strengths, strict=True)
        return {name: rounded(weight * strength / scale) for name, weight, strength in columns}

    def _strength(self, papers: Sequence[int], places: Sequence[Sequence[int]]) -> list[float]:
        """Return how informative each feature is. A feature of all papers has strength 0. A word has its inverse
        document frequency, scaled so that on average the words of a paper have together the same strength as its
        authors."""
        total = len(places)
        if self.kind not in (FeatureKind.WORD, FeatureKind.TITLE):
            return [1 - among / total for among in papers]
        rarity = [log(total / among) for among in papers]
        squares = [fsum(rarity[place] ** 2 for place in each) / (len(each) or 1) for each in places]
        scale = sqrt(fsum(squares) / total) or 1.0
        return [each / scale for each in rarity]


def _picker(places: Sequence[int]) -> _Picker:
    """Return a function that picks the numbers at these indices from a sequence."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda numbers: [numbers[place] for place in places]


def _transposed(rows: Sequence[Sequence[int]], width: int) -> list[list[int]]:
    columns: list[list[int]] = [[] for _ in range(width)]
    for row, places in enumerate(rows):
        for place in places:
            columns[place].append(row)
    return columns
