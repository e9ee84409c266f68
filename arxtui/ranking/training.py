"""Training of a model: logistic regression with a penalty on its weights, by gradient descent.

Wanted papers are compared with other new papers (the background); the number of papers on each side makes no
difference. With few marks the penalty is strong, and the model is little more than the mean of the marked papers minus
the mean of the background (Rocchio's classifier); with many marks it learns which words separate the two. The constants
were chosen by the measurements in docs/ranking.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import exp, fsum, sqrt
from operator import add, mul
from random import Random
from statistics import fmean, pstdev

from arxtui.ranking.block import FeatureBlock
from arxtui.ranking.features import FeatureKind, Features
from arxtui.ranking.model import Model, rounded
from arxtui.tuples import NamedTuple

_THEMES = 10
_ROUNDS = 2
_Vector = list[float]


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
