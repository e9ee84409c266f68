"""A linear model of what the user wants: a score is a sum, so what made it can be told."""

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
"""How much each kind of features says of a paper, however many of them it has."""
BASE = "every paper"
_DIGITS = 4


class Reason(NamedTuple):
    """A feature of a paper (``ti: consensus``, ``abs: quorum``, ``au: Ada Example``, ``cat: cs.DC``; ``every paper``
    for the part that is the same for all) and what it adds to the score."""

    feature: str
    weight: float


class Model(NamedTuple):
    """``weights`` by kind and feature, ``base`` for every paper.

    A score is in standard deviations of what arrives: 0 is an ordinary paper, 1 one that stands out so far.
    """

    weights: Mapping[Kind, Mapping[str, float]]
    base: float

    def score(self, paper: Features) -> float:
        """How much the user is likely to want a paper."""
        # Summed exactly, so that the order of a set makes no difference.
        return fsum([self.base, *(weight for _, _, weight in self._parts(paper))])

    def reasons(self, paper: Paper) -> list[Reason]:
        """What made the score, and sums to it: the base, then what says most first."""
        found = features(paper)
        authors = {fold(author.name): author.name for author in paper.authors}
        weights: dict[str, float] = {}
        for kind, name, weight in self._parts(found):
            feature = f"{_told_as(kind, name, found)}: {authors[name] if kind is Kind.AUTHOR else name}"
            weights[feature] = weights.get(feature, 0.0) + weight
        told = map(Reason, weights.keys(), weights.values())
        return [Reason(BASE, self.base), *sorted(told, key=lambda reason: (-abs(reason.weight), reason.feature))]

    def to_json(self) -> list[Any]:
        """The model as plain values."""
        return [self.base, self.weights]

    @classmethod
    def from_json(cls, held: list[Any]) -> Model:
        """The inverse of :meth:`to_json`."""
        base, weights = held
        return cls({Kind(kind): told for kind, told in weights.items()}, base)

    def _parts(self, paper: Features) -> Iterator[tuple[Kind, str, float]]:
        for kind, names in paper.items():
            weights = self.weights[kind]
            known = [name for name in names if name in weights]
            share = share_of_each(kind, len(known))
            yield from ((kind, name, share * weights[name]) for name in known)


def _told_as(kind: Kind, name: str, paper: Features) -> Kind:
    """Under which kind a feature is told: what a word of the title says as a word with the title's, what a category
    says by being the primary one with the categories."""
    if kind is Kind.PRIMARY:
        return Kind.CATEGORY
    return Kind.TITLE if kind is Kind.WORD and name in paper[Kind.TITLE] else kind


def share_of_each(kind: Kind, known: int) -> float:
    """What each of the ``known`` features of a kind weighs in a paper: long texts and long lists of authors say no more
    than short ones."""
    return SHARES[kind] / sqrt(known or 1)


def rounded(weight: float) -> float:
    """A weight in as many digits as a model keeps."""
    return float(f"{weight:.{_DIGITS}g}")
