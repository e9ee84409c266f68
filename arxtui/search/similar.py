"""Papers like one: those that share its most telling words, put in order by a closer look at their texts.

First the engine is asked for the papers in which most of the telling words stand, each by the weight √tf · idf, tf
counting a word of the title twice, in the abstract and, for half of it, in the title. Then the first of them are
compared in full: the sum of √tf · √tf' · idf^1.2 over the words in common, over the root of the other's length, and 1
for the paper itself. Categories and authors in common add a little. ``benchmarks/similar.py`` measures these numbers.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable
from math import log1p, sqrt
from typing import NamedTuple

from tantivy import Occur, Query

from arxtui.model.paper import Paper
from arxtui.search import schema as fields
from arxtui.search.opened import Opened
from arxtui.text import readable, words

TELLING = 25
"""Words that the engine is asked for."""
COMPARED = 100
"""Papers whose texts are looked at."""
_TITLE = 2
"""How often a word of the title counts."""
_TITLE_FIELD = 0.5
_IDF = 1.2
_SHOWN = 6
_CATEGORIES, _AUTHOR = 0.08, 0.1
_MOST_AUTHORS = 2


class Profile(NamedTuple):
    """What a paper is told by: how often it has each word, the idf of those that tell something, and how like itself it
    is before it is divided by that."""

    paper: Paper
    counts: Counter[str]
    idf: dict[str, float]
    whole: float

    def telling(self) -> list[tuple[str, float]]:
        """(word, weight) of the most telling words, the heaviest first."""
        weighed = [(word, sqrt(self.counts[word]) * idf) for word, idf in self.idf.items()]
        return sorted(weighed, key=lambda each: (-each[1], each[0]))[:TELLING]


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
    papers = max(opened.searcher.num_docs, 1)
    idf = {}
    for word in counts:
        with_it = sum(opened.searcher.doc_freq(name, word) for name in opened.layout.anywhere)
        if 0 < with_it < opened.common_from:
            idf[word] = log1p(max(papers - with_it + 0.5, 0.5) / (with_it + 0.5))
    whole = _per_length(sum(counts[word] * weight**_IDF for word, weight in idf.items()), counts)
    return Profile(paper, counts, idf, whole or 1.0)


def nothing_of(paper: Paper) -> Profile:
    """The profile of a paper where there is no index."""
    return Profile(paper, word_counts(paper), {}, 1.0)


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
    mine = author_names(told.paper)
    authors = tuple(name for folded, name in author_names(other).items() if folded in mine)
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
    return {" ".join(words(author.name)): author.name for author in paper.authors}


def _per_length(alike: float, counts: Counter[str]) -> float:
    return alike / sqrt(max(counts.total(), 1))


def _same_subject(paper: Paper, other: Paper) -> float:
    """1 for the same primary category, and half the share of all categories that they have in common."""
    mine, theirs = set(paper.categories), set(other.categories)
    shared = len(mine & theirs) / max(len(mine | theirs), 1)
    return (paper.categories[:1] == other.categories[:1] != ()) + shared / 2
