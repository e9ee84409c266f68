"""Topics: groups of papers with similar titles and abstracts, among the papers of one list. Deterministic.

Each paper is a vector of its most telling words, and a common primary category adds a little. Papers
are merged by their mean similarity, most similar first; then each goes to the topic with the nearest centre among those
of whose distinguishing words it has one. The rest fit no topic.

A word is telling if it is in a title of the list (so that the wording of abstracts is not), in some papers but not in
most. The forms of a noun count as one word; a name shows the form that its papers write most often.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import chain, pairwise
from math import log, sqrt

from arxtui.light import NamedTuple, pattern
from arxtui.text import fold, words
from arxtui.text.matching.everyday import FUNCTION_WORDS
from arxtui.text.matching.forms import forms

_TITLE = 3
"""How many times a word of the title counts."""
_MOST_OF_LIST = 0.5
_FREQUENT = 0.08
"""The fewest papers of the list with a telling word, and the share of the list and of all papers from which a word
tells nothing."""
_NAMED = 3
_STEM = 6
"""The number of words of a name, and the letters at their beginning in which they differ."""
_USUAL = 0.5
"""The least number of papers of a group with a word of its name, as a share of the group; a title counts once more."""
_JOINED = 0.5
"""The least share of the titles with a word in which it stands beside another one."""
_SAMPLE = 8
"""The number of papers of a group whose spelling of a word decides."""
_WRITTEN = pattern(r"[^\W_]+")
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


class Text(NamedTuple):
    """The readable title and abstract of a paper, and its primary category, empty if it has none."""

    title: str
    abstract: str
    category: str = ""


class ListWords(NamedTuple):
    """The words of papers: in the order of each title, and the frequency of each in title and abstract; and the telling
    ones with their inverse document frequency."""

    texts: Sequence[Text]
    titles: Sequence[Sequence[str]]
    counts: Sequence[Counter[str]]
    idf: Mapping[str, float]
    papers: Counter[str]
    """The number of papers with a word, and as many again if it is in their title."""

    @classmethod
    def of(cls, texts: Sequence[Text], share_of: Callable[[str], float]) -> ListWords:
        """Return the words of these papers; ``share_of`` is as for :func:`.topics.topics`."""
        titles = [list(map(_one_form, words(text.title))) for text in texts]
        counts = [Counter(map(_one_form, words(text.abstract))) for text in texts]
        for count, title in zip(counts, titles, strict=True):
            for word in title:
                count[word] += _TITLE
        with_word = Counter(word for count in counts for word in count)
        most = len(texts) * _MOST_OF_LIST
        idf = {}
        for word in sorted(set().union(*titles)):
            if _LEAST <= with_word[word] <= most and _may_tell(word):
                share = max(map(share_of, forms(word)))
                if share < _FREQUENT:
                    idf[word] = -log(share or with_word[word] / len(texts))
        return cls(texts, titles, counts, idf, _occurrences(zip(titles, counts, strict=True), idf))

    def weights(self) -> Iterable[Mapping[str, float]]:
        """Return the weight of each telling word of each paper."""
        return (
            {word: sqrt(count[word]) * self.idf[word] for word in count if word in self.idf} for count in self.counts
        )

    def has_any(self, paper: int, of: Iterable[str]) -> bool:
        """Whether a paper has one of the words."""
        return any(word in self.counts[paper] for word in of)

    def share_with(self, of: Collection[str], group: Sequence[int]) -> float:
        """Return the share of the papers of a group that have one of the words."""
        return sum(self.has_any(paper, of) for paper in group) / max(len(group), 1)

    def distinguishing(self, group: Sequence[int]) -> tuple[str, ...]:
        """Return the words that the papers of a group have more often than the others, in title and abstract alike."""
        within = _occurrences(((self.titles[paper], self.counts[paper]) for paper in group), self.idf)
        rest = 2 * (len(self.titles) - len(group) + 1)

        def score(word: str) -> float:
            share, elsewhere = within[word] / (2 * len(group)), (self.papers[word] - within[word] + 1) / rest
            return share * log(share / elsewhere) * sqrt(self.idf[word])

        chosen: list[str] = []
        usual = [word for word in within if within[word] >= len(group) * _USUAL]
        for word in sorted(usual, key=lambda word: (-score(word), word)):
            if len(chosen) == _NAMED or (len(chosen) == _NAMED - 1 and score(word) < score(chosen[-1]) / 2):
                break
            if all(word[:_STEM] != other[:_STEM] for other in chosen):
                chosen.append(word)
        return tuple(chosen)

    def name(self, of: Sequence[str], group: Sequence[int]) -> str:
        """Return words as the papers of a group write them, each with the word that titles usually join to it."""
        titles = [self.titles[paper] for paper in group]
        pairs, single = Counter(chain.from_iterable(map(pairwise, titles))), Counter(chain.from_iterable(titles))
        parts: list[tuple[str, ...]] = []
        for word in of:
            joined = [
                (-times, pair)
                for pair, times in pairs.items()
                if word in pair and times > 1 and times >= single[word] * _JOINED and all(map(_may_join, pair))
            ]
            part = min(joined)[1] if joined else (word,)
            others = [each for each in parts if not set(each) <= set(part)]
            if all(word not in each for each in others) and sum(map(len, others)) + len(part) <= _NAMED:
                parts = [*others, part]
        return ", ".join(self._written(part, group) for part in parts)

    def _written(self, part: tuple[str, ...], group: Sequence[int]) -> str:
        """Return words that follow one another as the papers of a group write them, in lower case if a quarter do."""
        found: Counter[str] = Counter()
        for paper in [paper for paper in group if self.counts[paper].keys() >= {*part}][:_SAMPLE]:
            for text in (self.texts[paper].title, self.texts[paper].abstract):
                tokens = list(_WRITTEN.finditer(text))
                bases = [_one_form(fold(token[0])) for token in tokens]
                for at in range(len(tokens)):
                    if tuple(bases[at : at + len(part)]) == part:
                        found[text[tokens[at].start() : tokens[at + len(part) - 1].end()]] += 1
        lower = {written: times for written, times in found.items() if written.islower()}
        usual = lower if 4 * sum(lower.values()) >= found.total() else found
        return max(usual, key=lambda written: (usual[written], written), default=" ".join(part))


@lru_cache(1 << 14)
def _one_form(word: str) -> str:
    return min(forms(word))


def _may_tell(word: str) -> bool:
    return len(word) > 1 and not word[0].isdigit() and FUNCTION_WORDS.isdisjoint(forms(word))


def _may_join(word: str) -> bool:
    return _may_tell(word) or word == "way"  # the Milky Way


def _occurrences(papers: Iterable[tuple[Sequence[str], Mapping[str, int]]], telling: Collection[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for title, counts in papers:
        found.update(word for word in counts if word in telling)
        found.update({word for word in title if word in telling})
    return found


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
