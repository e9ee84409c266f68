"""A linear model of what the user wants. A score is a sum, so its parts explain it.

The features of a paper are words of title and abstract, authors, categories, and the papers that it cites and that cite
it. Nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from math import fsum, sqrt
from typing import Any

from arxtui.light import NamedTuple
from arxtui.model.paper import Paper
from arxtui.text import fold, readable, words

BASE = "every paper"
_DIGITS = 4


class FeatureKind(StrEnum):
    """The kinds of features, named as in queries: words, words of the title, authors, categories, cited papers, citing
    papers; and the primary category."""

    WORD = "abs"
    TITLE = "ti"
    AUTHOR = "au"
    CATEGORY = "cat"
    PRIMARY = "primary"
    CITES = "cites"
    CITED_BY = "citedby"


Features = dict[FeatureKind, frozenset[str]]
"""The features of a paper by kind: folded words, folded author names, category codes, names of papers."""


class KnownCitations(NamedTuple):
    """The names of the papers that a paper cites, and of those that cite it, as far as they are known."""

    cites: frozenset[str] = frozenset()
    cited_by: frozenset[str] = frozenset()


NO_CITATIONS = KnownCitations()


def features(paper: Paper, citations: KnownCitations = NO_CITATIONS) -> Features:
    """Return the features of a paper. A word counts once however often it occurs, and once more if it is in the title;
    the primary category also counts twice."""
    title = frozenset(words(readable(paper.title)))
    return {
        FeatureKind.WORD: title.union(words(readable(paper.abstract))),
        FeatureKind.TITLE: title,
        FeatureKind.AUTHOR: frozenset(filter(None, (fold(author.name) for author in paper.authors))),
        FeatureKind.CATEGORY: frozenset(paper.categories),
        FeatureKind.PRIMARY: frozenset(paper.categories[:1]),
        FeatureKind.CITES: citations.cites,
        FeatureKind.CITED_BY: citations.cited_by,
    }


SHARES: dict[FeatureKind, float] = {
    FeatureKind.WORD: 1.0,
    FeatureKind.TITLE: 0.5,
    FeatureKind.AUTHOR: 0.85,
    FeatureKind.CATEGORY: 0.25,
    FeatureKind.PRIMARY: 0.25,
    FeatureKind.CITES: 0.5,
    FeatureKind.CITED_BY: 0.25,
}
"""The weight of each kind of features, independent of how many of them a paper has."""


class ScoreReason(NamedTuple):
    """A feature of a paper (``ti: consensus``, ``abs: quorum``, ``au: Ada Example``, ``cat: cs.DC``, ``cites:
    2605.01234``; ``every paper`` for the constant part) and what it adds to the score."""

    feature: str
    weight: float


class Model(NamedTuple):
    """``weights`` by kind and feature, and ``base`` for every paper.

    A score is in standard deviations of new papers: 0 is an average paper, 1 is one standard deviation above.
    """

    weights: Mapping[FeatureKind, Mapping[str, float]]
    base: float

    def score(self, paper: Features) -> float:
        """Return how much the user is likely to want a paper."""
        # fsum is exact, so the order of a set makes no difference.
        return fsum([self.base, *(weight for _, _, weight in self._parts(paper))])

    def reasons(self, paper: Paper, citations: KnownCitations = NO_CITATIONS) -> list[ScoreReason]:
        """Return the parts of the score: the base, then the features by decreasing weight. Their sum is the score."""
        paper_features = features(paper, citations)
        authors = {fold(author.name): author.name for author in paper.authors}
        weights: dict[str, float] = {}
        for kind, name, weight in self._parts(paper_features):
            feature = (
                f"{_reported_kind(kind, name, paper_features)}: {authors[name] if kind is FeatureKind.AUTHOR else name}"
            )
            weights[feature] = weights.get(feature, 0.0) + weight
        reasons = map(ScoreReason, weights.keys(), weights.values())
        return [
            ScoreReason(BASE, self.base),
            *sorted(reasons, key=lambda reason: (-abs(reason.weight), reason.feature)),
        ]

    def to_json(self) -> list[Any]:
        """Return the model as plain values."""
        return [self.base, self.weights]

    @classmethod
    def from_json(cls, values: list[Any]) -> Model:
        """Return a model from the result of :meth:`to_json`."""
        base, weights = values
        return cls({FeatureKind(kind): kind_weights for kind, kind_weights in weights.items()}, base)

    def _parts(self, paper: Features) -> Iterator[tuple[FeatureKind, str, float]]:
        for kind, names in paper.items():
            weights = self.weights.get(kind, {})  # an older model has fewer kinds
            known = [name for name in names if name in weights]
            share = share_of_each(kind, len(known))
            yield from ((kind, name, share * weights[name]) for name in known)


def _reported_kind(kind: FeatureKind, name: str, paper: Features) -> FeatureKind:
    """Return the kind under which a feature is reported. A word of the title is reported together with the title's
    words, and the primary category together with the categories."""
    if kind is FeatureKind.PRIMARY:
        return FeatureKind.CATEGORY
    return FeatureKind.TITLE if kind is FeatureKind.WORD and name in paper[FeatureKind.TITLE] else kind


def share_of_each(kind: FeatureKind, known: int) -> float:
    """Return the weight of each of the ``known`` features of a kind in a paper: long texts and long author lists do not
    count more than short ones."""
    return SHARES[kind] / sqrt(known or 1)


def rounded(weight: float) -> float:
    """Return a weight rounded to the digits that a model stores."""
    return float(f"{weight:.{_DIGITS}g}")
