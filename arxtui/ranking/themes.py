"""Themes: groups of words that occur in the same papers (latent semantic analysis).

A few marked papers contain only a few words of their subject. A theme is a weighted sum of words. The themes used for
learning span the largest differences between the papers: the first singular vectors of the matrix of their words,
computed by subspace iteration (Halko, Martinsson and Tropp 2011). The weight of a theme is a weight of all its words,
also of words that no marked paper has; so the model stays a sum over words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum, sqrt
from operator import mul
from random import Random

from arxtui.ranking.block import FeatureBlock

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
