"""The growth of a vocabulary with the text: Heaps' law V = K n^β, for n words of text and V different words.

H. S. Heaps, Information Retrieval: Computational and Theoretical Aspects, 1978, section 7.5.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Heaps(NamedTuple):
    """The two constants of Heaps' law."""

    k: float
    beta: float

    def types(self, tokens: float) -> float:
        """Return the number of different words in a text of ``tokens`` words."""
        return self.k * math.pow(tokens, self.beta)


def fit(curve: Iterable[tuple[int, int]]) -> Heaps:
    """Fit the law to pairs (tokens, types) by least squares of the logarithms. Needs at least two different lengths."""
    points = [(math.log(tokens), math.log(types)) for tokens, types in curve if tokens and types]
    beta, log_k = statistics.linear_regression(*zip(*points, strict=True))
    return Heaps(math.exp(log_k), beta)


def zipf_slope(counts: Sequence[int], first: int = 10, last: int = 10_000) -> float:
    """Return the slope of log frequency over log rank between two ranks, for counts in descending order."""
    ranks = range(first, min(last, len(counts)) + 1)
    points = [(math.log(rank), math.log(counts[rank - 1])) for rank in ranks]
    return statistics.linear_regression(*zip(*points, strict=True)).slope
