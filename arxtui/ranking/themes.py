"""What words have in common that stand in the same papers (latent semantic analysis).

Few marked papers hold few of the words of what they are about. A theme is a weighted sum of words; the themes that are
learned from span what differs most among the papers (the first singular vectors of the matrix of their words, by
subspace iteration: Halko, Martinsson and Tropp 2011). A weight that a theme learns is one of all its words, also of
those that no marked paper has; so the model stays a sum over words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum, sqrt
from operator import mul
from random import Random

from arxtui.ranking.block import Block

_THEMES = 10
_ROUNDS = 2
_Vector = list[float]


class Themes:
    """The weights of the themes of a block of words, learned beside those of the words."""

    def __init__(self, words: Block, examples: int) -> None:
        self._bases = _bases(words, examples)
        self._down = list(map(words.across, self._bases))
        self._across = list(zip(*self._down, strict=True)) if self._down else [()] * examples
        self.begin()

    def begin(self, weight: float = 0.0) -> None:
        """Give every theme this weight."""
        self._weights = [weight] * len(self._bases)

    def square(self) -> float:
        """The sum of the squares of all weights."""
        return fsum(map(mul, self._weights, self._weights))

    def scores(self) -> list[float]:
        """What the themes add to the score of each example."""
        weights = self._weights
        return [sum(map(mul, weights, parts)) for parts in self._across]

    def pull(self, pulls: Sequence[float], kept: float) -> None:
        """Keep this part of each weight, and let each example pull at those of its themes."""
        steps = zip(self._weights, self._down, strict=True)
        self._weights = [kept * weight + sum(map(mul, parts, pulls)) for weight, parts in steps]

    def of_words(self) -> Iterator[_Vector]:
        """What the weight of each theme is as weights of its words."""
        for weight, basis in zip(self._weights, self._bases, strict=True):
            yield [weight * part for part in basis]


def _bases(words: Block, examples: int) -> list[_Vector]:
    """Vectors of words, orthogonal and of length 1, that span the first themes; the same for the same examples."""
    chance = Random(0)  # noqa: S311 (papers, not secrets)
    starts = ([chance.uniform(-1, 1) for _ in range(examples)] for _ in range(_THEMES))
    bases = _orthogonal(map(words.down, starts))
    for _ in range(_ROUNDS):
        bases = _orthogonal(words.down(words.across(basis)) for basis in bases)
    return bases


def _orthogonal(vectors: Iterator[_Vector]) -> list[_Vector]:
    """An orthonormal basis of what these vectors span (Gram-Schmidt)."""
    bases: list[_Vector] = []
    for vector in vectors:
        before = sqrt(fsum(map(mul, vector, vector)))
        for basis in bases:
            along = sum(map(mul, vector, basis))
            vector = [part - along * of_basis for part, of_basis in zip(vector, basis, strict=True)]
        length = sqrt(fsum(map(mul, vector, vector)))
        # What is left of a vector that adds nothing new is rounding.
        if length > 1e-6 * before:
            bases.append([part / length for part in vector])
    return bases
