"""A linear model of what the user wants. A score is a sum, so its parts explain it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import fsum, sqrt
from typing import Any, NamedTuple

from arxtui.model.paper import Paper
from arxtui.ranking.features import Features, Kind, features
from arxtui.text import fold

SHARES: dict[Kind, float] = {
    Kind.WORD: 1.0,
    Kind.TITLE: 0.5,
    Kind.AUTHOR: 0.85,
    Kind.CATEGORY: 0.25,
    Kind.PRIMARY: 0.25,
}
"""The weight of each kind of features, independent of how many of them a paper has."""
BASE = "every paper"
_DIGITS = 4


class Reason(NamedTuple):
    """A feature of a paper (``ti: consensus``, ``abs: quorum``, ``au: Ada Example``, ``cat: cs.DC``; ``every paper``
    for the constant part) and what it adds to the score."""

    feature: str
    weight: float


class Model(NamedTuple):
    """``weights`` by kind and feature, and ``base`` for every paper.

    A score is in standard deviations of new papers: 0 is an average paper, 1 is one standard deviation above.
    """

    weights: Mapping[Kind, Mapping[str, float]]
    base: float

    def score(self, paper: Features) -> float:
        """Return how much the user is likely to want a paper."""
        # fsum is exact, so the order of a set makes no difference.
        return fsum([self.base, *(weight for _, _, weight in self._parts(paper))])

    def reasons(self, paper: Paper) -> list[Reason]:
        """Return the parts of the score: the base, then the features by decreasing weight. Their sum is the score."""
        found = features(paper)
        authors = {fold(author.name): author.name for author in paper.authors}
        weights: dict[str, float] = {}
        for kind, name, weight in self._parts(found):
            feature = f"{_told_as(kind, name, found)}: {authors[name] if kind is Kind.AUTHOR else name}"
            weights[feature] = weights.get(feature, 0.0) + weight
        told = map(Reason, weights.keys(), weights.values())
        return [Reason(BASE, self.base), *sorted(told, key=lambda reason: (-abs(reason.weight), reason.feature))]

    def to_json(self) -> list[Any]:
        """Return the model as plain values."""
        return [self.base, self.weights]

    @classmethod
    def from_json(cls, held: list[Any]) -> Model:
        """Return a model from the result of :meth:`to_json`."""
        base, weights = held
        return cls({Kind(kind): told for kind, told in weights.items()}, base)

    def _parts(self, paper: Features) -> Iterator[tuple[Kind, str, float]]:
        for kind, names in paper.items():
            weights = self.weights[kind]
            known = [name for name in names if name in weights]
            share = share_of_each(kind, len(known))
            yield from ((kind, name, share * weights[name]) for name in known)


def _told_as(kind: Kind, name: str, paper: Features) -> Kind:
    """Return the kind under which a feature is reported. A word of the title is reported together with the title's
    words, and the primary category together with the categories."""
    if kind is Kind.PRIMARY:
        return Kind.CATEGORY
    return Kind.TITLE if kind is Kind.WORD and name in paper[Kind.TITLE] else kind


def share_of_each(kind: Kind, known: int) -> float:
    """Return the weight of each of the ``known`` features of a kind in a paper: long texts and long author lists do not
    count more than short ones."""
    return SHARES[kind] / sqrt(known or 1)


def rounded(weight: float) -> float:
    """Return a weight rounded to the digits that a model stores."""
    return float(f"{weight:.{_DIGITS}g}")
