"""Papers like one: those that share its most telling words, put in order by a closer look at their texts.

First the engine is asked for the papers in which most of the telling words stand, each by the weight √tf · idf, tf
counting a word of the title twice, in the abstract and, for half of it, in the title. Then the first of them are
compared in full: the sum of √tf · √tf' · idf^1.2 over the words in common, over the root of the other's length, and 1
for the paper itself. Categories and authors in common add a little. ``benchmarks/similar.py`` measures these numbers.

What a question costs is bounded, however many papers there are: in the engine by ``READ``, in the comparison by the
number of the texts it is given and their length (``library/similar.py``).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import log1p, sqrt
from typing import NamedTuple

from tantivy import Occur, Query

from arxtui.model.paper import Paper
from arxtui.search import schema as fields
from arxtui.search.opened import Opened
from arxtui.text import readable, words

TELLING = 25
"""Words that the engine is asked for."""
READ = 900_000
"""In how many papers these may stand, all told: the engine goes through the lists of all of them."""
COMPARED = 100
"""Papers whose texts are looked at."""
_TITLE = 2
"""How often a word of the title counts."""
_TITLE_FIELD = 0.5
_IDF = 1.2
_SHOWN = 6
_CATEGORIES, _AUTHOR = 0.08, 0.1
_MOST_AUTHORS = 2
_NAMES_KEPT = 4096
"""Large collaborations name the same thousands in each of their papers."""


class Profile(NamedTuple):
    """What a paper is told by: how often it has each word, of those that tell something in how many papers they stand
    and their idf, its authors' names folded, and how like itself it is before it is divided by that."""

    paper: Paper
    counts: Counter[str]
    papers: dict[str, int]
    idf: dict[str, float]
    authors: frozenset[str]
    whole: float

    def telling(self) -> list[tuple[str, float]]:
        """(word, weight) of the most telling words, the heaviest first, without those that would take the engine beyond
        ``READ``."""
        weighed = [(word, sqrt(self.counts[word]) * idf) for word, idf in self.idf.items()]
        told: list[tuple[str, float]] = []
        left = READ
        for word, weight in sorted(weighed, key=lambda each: (-each[1], each[0]))[:TELLING]:
            if self.papers[word] <= left or not told:
                told.append((word, weight))
                left -= self.papers[word]
        return told


class Likeness(NamedTuple):
    """How like a paper is, somewhat above 1 for the same; the words in common that made it so, folded, the heaviest
    first, and the authors in common, as it names them."""

    key: int
    score: float
    words: tuple[str, ...]
    authors: tuple[str, ...]


def profile(opened: Opened, paper: Paper) -> Profile:
    """The profile of a paper, which need not be in the index."""
    counts = word_counts(paper)
    with_it = {word: opened.papers_with(word) for word in counts}
    telling = {word: papers for word, papers in with_it.items() if 0 < papers < opened.common_from}
    idf = {word: _idf(papers, opened.searcher.num_docs) for word, papers in telling.items()}
    whole = _per_length(sum(counts[word] * weight**_IDF for word, weight in idf.items()), counts)
    return Profile(paper, counts, telling, idf, frozenset(author_names(paper)), whole or 1.0)


def nothing_of(paper: Paper) -> Profile:
    """The profile of a paper where there is no index."""
    return Profile(paper, word_counts(paper), {}, {}, frozenset(author_names(paper)), 1.0)


def keys_like(opened: Opened, told: Profile, limit: int) -> array[int]:
    """The papers in which most of the telling words stand, itself among them, best first."""
    shares = ((fields.ABSTRACT, 1.0), (fields.TITLE, _TITLE_FIELD))
    return _best(
        opened, [(name, word, weight * share) for word, weight in told.telling() for name, share in shares], limit
    )


def keys_titled(opened: Opened, title: Iterable[str], limit: int) -> array[int]:
    """The papers whose titles share most of these folded words, best first."""
    asked = dict.fromkeys(title)
    return _best(opened, [(fields.TITLE, word, 1.0) for word in asked if not opened.is_common(word)], limit)


def _best(opened: Opened, terms: Iterable[tuple[str, str, float]], limit: int) -> array[int]:
    """The papers with most of these terms (field, word, weight). They stand in the query by themselves, and none is
    required: so tantivy passes over most of the papers."""
    clauses = [
        (Occur.Should, Query.boost_query(Query.term_query(opened.index.schema, name, word, "freq"), weight))
        for name, word, weight in terms
    ]
    if not clauses:
        return array("q")
    found = opened.searcher.search(Query.boolean_query(clauses), limit, count=False).hits
    keys = opened.searcher.fast_field_values(fields.KEY, [address for _, address in found])
    return array("q", [int(key or 0) for key in keys])


def likeness(told: Profile, key: int, other: Paper) -> Likeness:
    """How like another paper is."""
    counts = word_counts(other)
    shares = {
        word: sqrt(told.counts[word] * counts[word]) * idf**_IDF for word, idf in told.idf.items() if word in counts
    }
    authors = tuple(name for folded, name in author_names(other).items() if folded in told.authors)
    score = _per_length(sum(shares.values()), counts) / told.whole
    score += _CATEGORIES * _same_subject(told.paper, other) + _AUTHOR * min(len(authors), _MOST_AUTHORS)
    shown = sorted(shares, key=lambda word: (-shares[word], word))[:_SHOWN]
    return Likeness(key, score, tuple(shown), authors)


def word_counts(paper: Paper) -> Counter[str]:
    """How often a paper has each folded word, those of the title counted twice."""
    counts = Counter(words(readable(paper.abstract)))
    for word in words(readable(paper.title)):
        counts[word] += _TITLE
    return counts


def author_names(paper: Paper) -> dict[str, str]:
    """The authors' names by their folded words."""
    return {_folded(name): name for name in (readable(author.name) for author in paper.authors)}


@lru_cache(_NAMES_KEPT)
def _folded(name: str) -> str:
    return " ".join(words(name))


def _idf(with_it: int, papers: int) -> float:
    return log1p(max(papers - with_it + 0.5, 0.5) / (with_it + 0.5))


def _per_length(alike: float, counts: Counter[str]) -> float:
    return alike / sqrt(max(counts.total(), 1))


def _same_subject(paper: Paper, other: Paper) -> float:
    """1 for the same primary category, and half the share of all categories that they have in common."""
    mine, theirs = set(paper.categories), set(other.categories)
    shared = len(mine & theirs) / max(len(mine | theirs), 1)
    return (paper.categories[:1] == other.categories[:1] != ()) + shared / 2
