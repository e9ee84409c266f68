"""Topics: groups of papers with similar titles and abstracts, among the papers of one list. Deterministic.

Each paper is a vector of its most telling words (``topic_words``), and a common primary category adds a little. Papers
are merged by their mean similarity, most similar first; then each goes to the topic with the nearest centre among those
of whose distinguishing words it has one. The rest fit no topic.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from math import log, sqrt

from arxtui.ranking.topic_words import ListWords, Text
from arxtui.tuples import NamedTuple

MOST = 600
"""The largest number of papers that are grouped: the time grows with its square."""
_LEAST = 3
"""The smallest number of papers of a topic, in a short list."""
_WORDS = 30
"""The number of words by which a paper is compared."""
_CATEGORY = 0.25
"""The weight of a primary category that few papers of the list have, beside words of the weight 1 together."""
_FEW = log(20)
_SIMILAR = 0.08
"""The least mean similarity of papers that are merged."""
_LARGEST = 0.15
"""The largest share of the papers of a long list that are merged: a topic with more says little."""
_NEAR = 0.25
"""The least similarity of a paper to the centre of its topic."""
_ROUNDS = 2
_COHERENT = 0.6
"""The least share of the papers of a topic that have one of its distinguishing words."""

Vector = Mapping[str, float]


class Topic(NamedTuple):
    """A topic: its name, and the ascending indices of its papers."""

    name: str
    papers: tuple[int, ...]


def topics(texts: Sequence[Text], share_of: Callable[[str], float]) -> list[Topic]:
    """Return the topics of papers, largest first. ``share_of`` returns the share of all papers, of this list or not,
    that have a folded word; 0 if that is unknown."""
    known = ListWords.of(texts, share_of)
    vectors = _vectors(texts, known)
    groups = _merged(vectors)
    for _ in range(_ROUNDS):
        groups = _nearest(vectors, groups, lambda *_: True)
    named = [(known.distinguishing(group), group) for group in groups if len(group) >= _least(texts)]
    named = [(words, group) for words, group in named if known.share_with(words, group) >= _COHERENT]
    groups = _nearest(vectors, [group for _, group in named], lambda paper, at: known.has_any(paper, named[at][0]))
    found = [(words, group) for (words, _), group in zip(named, groups, strict=True) if len(group) >= _least(texts)]
    return [
        Topic(known.name(words, group), tuple(group))
        for words, group in sorted(found, key=lambda each: (-len(each[1]), each[1]))
    ]


def _vectors(texts: Sequence[Text], known: ListWords) -> list[Vector]:
    primary = Counter(text.category for text in texts)
    vectors: list[Vector] = []
    for text, weights in zip(texts, known.weights(), strict=True):
        telling = sorted(weights, key=lambda word: (-weights[word], word))[:_WORDS]
        vector = _scaled({word: weights[word] for word in telling})
        if text.category:
            rarity = min(log(len(texts) / primary[text.category]) / _FEW, 1.0)
            vector[f"cat:{text.category}"] = _CATEGORY * rarity
        vectors.append(vector)
    return vectors


def _scaled(vector: Vector) -> dict[str, float]:
    length = sqrt(sum(weight * weight for weight in vector.values())) or 1.0
    return {word: weight / length for word, weight in vector.items()}


def _merged(vectors: Sequence[Vector]) -> list[list[int]]:
    """Return the indices of the vectors in groups, which are merged while their mean similarity is ``_SIMILAR``."""
    near = _similarities(vectors)
    groups = {index: [index] for index in near}
    pairs = [(-alike, other, one) for one, row in near.items() for other, alike in row.items() if other < one]
    pairs = [pair for pair in pairs if pair[0] <= -_SIMILAR]
    heapify(pairs)
    most = max(len(vectors) * _LARGEST, 2 * sqrt(len(vectors)))
    while pairs:
        _, one, two = heappop(pairs)
        if one not in groups or two not in groups or len(groups[one]) + len(groups[two]) > most:
            continue
        new, sizes = len(near), (len(groups[one]), len(groups[two]))
        groups[new] = groups.pop(one) + groups.pop(two)
        near[new] = {}
        for other in sorted((near[one].keys() | near[two].keys()) & groups.keys()):
            sums = near[one].get(other, 0.0) * sizes[0] + near[two].get(other, 0.0) * sizes[1]
            near[new][other] = near[other][new] = alike = sums / sum(sizes)
            if alike >= _SIMILAR:
                heappush(pairs, (-alike, other, new))
    return list(groups.values())


def _similarities(vectors: Sequence[Vector]) -> dict[int, dict[int, float]]:
    """Return for each vector those with common words, and their similarity."""
    near: dict[int, dict[int, float]] = {}
    with_word: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    for index, vector in enumerate(vectors):
        row: defaultdict[int, float] = defaultdict(float)
        for word, weight in vector.items():
            for other, its_weight in with_word[word]:
                row[other] += weight * its_weight
            with_word[word].append((index, weight))
        near[index] = row
        for other, alike in row.items():
            near[other][index] = alike
    return near


def _nearest(
    vectors: Sequence[Vector], groups: Iterable[Sequence[int]], may_join: Callable[[int, int], bool]
) -> list[list[int]]:
    """Put each paper into the group with the nearest centre of those that it ``may_join``; far papers are left out."""
    kept = [group for group in groups if len(group) >= _least(vectors)]
    centres: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    for place, group in enumerate(kept):
        for word, weight in _scaled(_sum(vectors[index] for index in group)).items():
            centres[word].append((place, weight))
    moved: list[list[int]] = [[] for _ in kept]
    for index, vector in enumerate(vectors):
        alike = [0.0] * len(kept)
        for word, weight in vector.items():
            for place, its_weight in centres.get(word, ()):
                alike[place] += weight * its_weight
        near = [place for place, similarity in enumerate(alike) if similarity >= _NEAR and may_join(index, place)]
        if near:
            moved[max(near, key=alike.__getitem__)].append(index)
    return moved


def _least(papers: Sequence[object]) -> int:
    """Return the smallest number of papers of a topic."""
    return max(_LEAST, round(sqrt(len(papers)) / 3))


def _sum(vectors: Iterable[Vector]) -> Vector:
    total: defaultdict[str, float] = defaultdict(float)
    for vector in vectors:
        for word, weight in vector.items():
            total[word] += weight
    return total
