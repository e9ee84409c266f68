"""Training of a model: logistic regression with a penalty on its weights, by gradient descent.

Wanted papers are compared with other new papers (the background); the number of papers on each side makes no
difference. With few marks the penalty is strong, and the model is little more than the mean of the marked papers minus
the mean of the background (Rocchio's classifier); with many marks it learns which words separate the two. The constants
were chosen by the measurements in docs/ranking.md.

A paper either has a feature or not, so a row of examples is stored as the columns of its features with one weight per
feature. Sums are computed by built-in functions, which are faster than loops in Python.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import exp, fsum, log, sqrt
from operator import add, itemgetter, mul
from random import Random
from statistics import fmean, pstdev

from arxtui.light import NamedTuple
from arxtui.ranking.model import FeatureKind, Features, Model, rounded, share_of_each

_Picker = Callable[[Sequence[float]], Iterable[float]]
_THEMES = 10
_ROUNDS = 2
_Vector = list[float]


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


class Themes:
    """The weights of the themes of a block of words, learned in addition to the weights of the words."""

    def __init__(self, words: FeatureBlock, examples: int) -> None:
        self._bases = _bases(words, examples)
        self._down = list(map(words.across, self._bases))
        self._across = list(zip(*self._down, strict=True)) if self._down else [()] * examples
        self.begin()

    def begin(self, weight: float = 0.0) -> None:
        """Set the weight of every theme."""
        self._weights = [weight] * len(self._bases)

    def square(self) -> float:
        """Return the sum of the squares of all weights."""
        return fsum(map(mul, self._weights, self._weights))

    def scores(self) -> list[float]:
        """Return the contribution of the themes to the score of each example."""
        weights = self._weights
        return [sum(map(mul, weights, parts)) for parts in self._across]

    def pull(self, pulls: Sequence[float], kept: float) -> None:
        """Take a gradient step: multiply each weight by ``kept``, and add the pulls of the examples with this theme."""
        steps = zip(self._weights, self._down, strict=True)
        self._weights = [kept * weight + sum(map(mul, parts, pulls)) for weight, parts in steps]

    def of_words(self) -> Iterator[_Vector]:
        """Yield, for each theme, its weight as weights of its words."""
        for weight, basis in zip(self._weights, self._bases, strict=True):
            yield [weight * part for part in basis]


def _bases(words: FeatureBlock, examples: int) -> list[_Vector]:
    """Return orthonormal vectors of words that span the first themes; the result is deterministic."""
    random = Random(0)  # noqa: S311 (papers, not secrets)
    starts = ([random.uniform(-1, 1) for _ in range(examples)] for _ in range(_THEMES))
    bases = _orthogonal(map(words.down, starts))
    for _ in range(_ROUNDS):
        bases = _orthogonal(words.down(words.across(basis)) for basis in bases)
    return bases


def _orthogonal(vectors: Iterator[_Vector]) -> list[_Vector]:
    """Return an orthonormal basis of the span of these vectors (Gram-Schmidt)."""
    bases: list[_Vector] = []
    for vector in vectors:
        before = sqrt(fsum(map(mul, vector, vector)))
        for basis in bases:
            along = sum(map(mul, vector, basis))
            vector = [part - along * of_basis for part, of_basis in zip(vector, basis, strict=True)]
        length = sqrt(fsum(map(mul, vector, vector)))
        # The remainder of a linearly dependent vector is only a rounding error.
        if length > 1e-6 * before:
            bases.append([part / length for part in vector])
    return bases


_BACKGROUND = 0.5
"""The weight of the background relative to the marked papers: the user would have marked some of it after looking at
it."""
_PENALTY = 1.0
"""The penalty on weights, divided by the total weight of the marked papers."""
_STEPS = 30
_LONGEST_STEP = 20.0
_POWERS = 8
_FEW = 100
_LIKELY = 20
_LIKELY_WEIGHT, _LIKELY_FRACTION = 3.0, 0.3
"""The total weight of all likely papers, and its maximum as a fraction of the weight of the marked papers."""
ORDINARY = -0.1
"""The weight of a new paper that the user has not judged."""
_Part = FeatureBlock | Themes


class Example(NamedTuple):
    """A paper to learn from: ``weight`` is positive if the user wants such papers, negative if not."""

    features: Features
    weight: float


def train(examples: Sequence[Example]) -> Model:
    """Train a model on wanted and unwanted examples. The result is deterministic for the same examples in the same
    order."""
    blocks = {
        kind: FeatureBlock(kind, [(each.features[kind], each.weight > 0) for each in examples]) for kind in FeatureKind
    }
    themes = Themes(blocks[FeatureKind.WORD], len(examples))
    parts: list[_Part] = [*blocks.values(), themes]
    labels = [each.weight for each in examples]
    wanted_weight = fsum(weight for weight in labels if weight > 0) or 1.0
    scores = _fit(parts, labels, _PENALTY / wanted_weight)
    if wanted_weight < _FEW:
        scores = _fit(parts, _with_likely(labels, scores, wanted_weight), _PENALTY / wanted_weight)
    ordinary = [score for score, weight in zip(scores, labels, strict=True) if weight < 0]
    scale = pstdev(ordinary) or 1.0
    for weights in themes.of_words():
        blocks[FeatureKind.WORD].add(weights)
    return Model(
        {kind: block.weights_by_name(scale) for kind, block in blocks.items()}, rounded(-fmean(ordinary) / scale)
    )


def _fit(parts: Sequence[_Part], labels: Sequence[float], penalty: float) -> list[float]:
    """Learn the weights of features from the weight of each example. Return the resulting scores of the examples."""
    wanted_weight, other_weight = (fsum(max(side * weight, 0.0) for weight in labels) or 1.0 for side in (1, -1))
    shares = [weight / wanted_weight if weight > 0 else _BACKGROUND * weight / other_weight for weight in labels]
    step = min(_LONGEST_STEP, 1 / (penalty + _curvature(parts, shares)))
    scores = [0.0] * len(labels)
    for part in parts:
        part.begin()
    for _ in range(_STEPS):
        pulls = [step / 2 * share * _residual(score, share) for share, score in zip(shares, scores, strict=True)]
        for part in parts:
            part.pull(pulls, 1 - step * penalty)
        scores = _sums(part.scores() for part in parts)
    return scores


def _curvature(parts: Sequence[_Part], shares: Sequence[float]) -> float:
    """Return the largest eigenvalue of the loss's Hessian at 0, by power iteration. Steps longer than its inverse can
    increase the loss."""
    lengths = [1.0]
    for part in parts:
        part.begin(1.0)
    for _ in range(_POWERS):
        scores = _sums(part.scores() for part in parts)
        pulls = [abs(share) / 8 * score for share, score in zip(shares, scores, strict=True)]
        for part in parts:
            part.pull(pulls, 0.0)
        lengths.append(sqrt(fsum(part.square() for part in parts)))
    return lengths[-1] / lengths[-2] if lengths[-2] else 0.0


def _with_likely(labels: Sequence[float], scores: Sequence[float], wanted_weight: float) -> list[float]:
    """Return the weights of the examples with some unjudged papers counted as wanted: those most similar to the few
    marked papers, which contribute related words (pseudo-relevance feedback)."""
    unjudged = [index for index, weight in enumerate(labels) if weight == ORDINARY]
    chosen = frozenset(sorted(unjudged, key=lambda index: -scores[index])[:_LIKELY])
    weight = min(_LIKELY_WEIGHT, _LIKELY_FRACTION * wanted_weight) / _LIKELY
    return [weight if index in chosen else label for index, label in enumerate(labels)]


def _residual(score: float, share: float) -> float:
    """Return how far the model is from the label of an example: 1 minus the predicted probability of the label."""
    return 1 / (1 + exp(score if share > 0 else -score))


def _sums(scores: Iterable[list[float]]) -> list[float]:
    first, *others = scores
    for each in others:
        first = list(map(add, first, each))
    return first
