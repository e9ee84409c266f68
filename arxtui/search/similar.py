"""Papers similar to a given paper: a search for its most distinctive words, then a comparison of the texts.

First, the engine searches for the papers that contain the most distinctive words, each weighted by √tf · idf; tf counts
a word of the title twice. A match in the abstract has the full weight, a match in the title adds half of it. Then the
first results are compared in full: the score is the sum of √tf · √tf' · idf^1.2 over the common words, divided by the
square root of the other paper's length, scaled to 1 for the paper itself. Common categories and authors add a little,
as do common references and citations where the texts are stored.
``benchmarks/similar.py`` measures these numbers.

The cost of a search is bounded for any number of papers: in the engine by ``MAX_POSTINGS``, in the comparison by the
number and length of the texts (``library/similar.py``).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import accumulate
from math import log1p, sqrt
from types import MappingProxyType

from tantivy import Occur, Query

from arxtui.light import NamedTuple
from arxtui.model.paper import Paper
from arxtui.search import schema as fields
from arxtui.search.open_index import OpenIndex
from arxtui.text import readable, words

MAX_WORDS = 25
"""The number of words that the engine searches for."""
MAX_POSTINGS = 900_000
"""The largest sum of the document frequencies of these words: the engine reads all their posting lists."""
_TITLE = 2
"""The number of times that a word of the title counts."""
_TITLE_FIELD = 0.5
_IDF = 1.2
_SHOWN = 6
_CATEGORIES, _AUTHOR = 0.08, 0.1
_MOST_AUTHORS = 2
_COUPLING, _TOGETHER = 0.5, 0.05
"""Ten references in common of forty each count like an author, as do two texts that cite both papers."""
_MOST_TOGETHER = 4
_LEAST_WORDS, _MOST_TITLES = 5, 30_000
"""Of titles among three million, as many are found as with all words that are not common, in two thirds of the time."""
_CACHED_NAMES = 4096
"""Cached author names: large collaborations list the same thousands of authors in each of their papers."""


class Profile(NamedTuple):
    """The data by which other papers are compared with a paper: the frequency of each of its words; for the distinctive
    words, the number of papers that contain them and their idf; its authors' names, folded; and its unscaled similarity
    to itself (``own_score``). Without an index there is nothing but the paper."""

    paper: Paper
    counts: Mapping[str, int] = MappingProxyType({})
    papers: Mapping[str, int] = MappingProxyType({})
    idf: Mapping[str, float] = MappingProxyType({})
    authors: frozenset[str] = frozenset()
    own_score: float = 1.0

    def distinctive_words(self) -> list[tuple[str, float]]:
        """Return (word, weight) of the most distinctive words, highest weight first, without those that would exceed
        ``MAX_POSTINGS``."""
        weighed = [(word, sqrt(self.counts[word]) * idf) for word, idf in self.idf.items()]
        chosen: list[tuple[str, float]] = []
        left = MAX_POSTINGS
        for word, weight in sorted(weighed, key=lambda each: (-each[1], each[0]))[:MAX_WORDS]:
            if self.papers[word] <= left or not chosen:
                chosen.append((word, weight))
                left -= self.papers[word]
        return chosen


class Links(NamedTuple):
    """What two papers have in common by stored texts: the number of ``shared`` references, and of the texts that cite
    both ``together``. ``coupling`` is the cosine of the two bibliographies."""

    shared: int = 0
    together: int = 0
    coupling: float = 0.0

    @property
    def score(self) -> float:
        """What this adds to the similarity."""
        return _COUPLING * self.coupling + _TOGETHER * min(self.together, _MOST_TOGETHER)


NO_LINKS = Links()


class Similarity(NamedTuple):
    """How similar a paper is: a score, somewhat above 1 for the same paper; the common words that contribute most,
    folded, highest first; the common authors, as the other paper spells them; and what stored texts say."""

    key: int
    score: float
    words: tuple[str, ...]
    authors: tuple[str, ...]
    links: Links


def profile(opened: OpenIndex, paper: Paper) -> Profile:
    """Return the profile of a paper, which can be missing from the index."""
    counts = word_counts(paper)
    frequencies = {word: opened.papers_with(word) for word in counts}
    telling = {word: papers for word, papers in frequencies.items() if 0 < papers < opened.common_from}
    idf = {word: _idf(papers, opened.searcher.num_docs) for word, papers in telling.items()}
    own_score = _normalised(sum(counts[word] * weight**_IDF for word, weight in idf.items()), counts)
    return Profile(paper, counts, telling, idf, frozenset(author_names(paper)), own_score or 1.0)


def keys_like(opened: OpenIndex, profile: Profile, limit: int) -> array[int]:
    """Return the papers that contain most of the distinctive words, best first, including the paper itself."""
    shares = ((fields.ABSTRACT, 1.0), (fields.TITLE, _TITLE_FIELD))
    return _best(
        opened,
        [(name, word, weight * share) for word, weight in profile.distinctive_words() for name, share in shares],
        limit,
    )


def keys_titled(opened: OpenIndex, title: Iterable[str], limit: int) -> array[int]:
    """Return the papers whose titles share most of these folded words, best first. The rarest of the words choose the
    papers: the first ``_LEAST_WORDS``, and more as long as few titles have them."""
    counts = {word: opened.searcher.doc_freq(fields.TITLE, word) for word in title}
    chosen = sorted(counts, key=counts.__getitem__)
    totals = accumulate(counts[word] for word in chosen)
    few = sum(total <= _MOST_TITLES for total in totals)
    return _best(opened, [(fields.TITLE, word, 1.0) for word in chosen[: max(few, _LEAST_WORDS)]], limit)


def _best(opened: OpenIndex, terms: Iterable[tuple[str, str, float]], limit: int) -> array[int]:
    """Return the papers with most of these terms (field, word, weight). The terms are optional clauses of one flat
    query, so tantivy can skip most of the papers."""
    clauses = [
        (Occur.Should, Query.boost_query(Query.term_query(opened.index.schema, name, word, "freq"), weight))
        for name, word, weight in terms
    ]
    hits = opened.searcher.search(Query.boolean_query(clauses), limit, count=False).hits
    keys = opened.searcher.fast_field_values(fields.KEY, [address for _, address in hits])
    return array("q", [int(key or 0) for key in keys])


def similarity(profile: Profile, key: int, other: Paper, links: Links = NO_LINKS) -> Similarity:
    """Return how similar another paper is to the profile's paper."""
    counts = word_counts(other)
    shares = {
        word: sqrt(profile.counts[word] * counts[word]) * idf**_IDF
        for word, idf in profile.idf.items()
        if word in counts
    }
    authors = tuple(name for folded, name in author_names(other).items() if folded in profile.authors)
    score = _normalised(sum(shares.values()), counts) / profile.own_score
    score += _CATEGORIES * _subject_similarity(profile.paper, other) + _AUTHOR * min(len(authors), _MOST_AUTHORS)
    score += links.score
    shown = sorted(shares, key=lambda word: (-shares[word], word))[:_SHOWN]
    return Similarity(key, score, tuple(shown), authors, links)


def word_counts(paper: Paper) -> Counter[str]:
    """Return the frequency of each folded word of a paper; words of the title count twice."""
    counts = Counter(words(readable(paper.abstract)))
    for word in words(readable(paper.title)):
        counts[word] += _TITLE
    return counts


def author_names(paper: Paper) -> dict[str, str]:
    """Return the authors' names by their folded form."""
    return {_fold_name(name): name for name in (readable(author.name) for author in paper.authors)}


@lru_cache(_CACHED_NAMES)
def _fold_name(name: str) -> str:
    return " ".join(words(name))


def _idf(frequency: int, papers: int) -> float:
    return log1p(max(papers - frequency + 0.5, 0.5) / (frequency + 0.5))


def _normalised(alike: float, counts: Counter[str]) -> float:
    return alike / sqrt(max(counts.total(), 1))


def _subject_similarity(paper: Paper, other: Paper) -> float:
    """Return 1 for the same primary category, plus half the share of all categories that are common."""
    categories, other_categories = set(paper.categories), set(other.categories)
    shared = len(categories & other_categories) / max(len(categories | other_categories), 1)
    return (paper.categories[:1] == other.categories[:1] != ()) + shared / 2
