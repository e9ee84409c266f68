"""The features of a paper that a model uses: words of title and abstract, authors, categories, and the papers that it
cites and that cite it. Nothing else."""

from __future__ import annotations

from enum import StrEnum

from arxtui.model.paper import Paper
from arxtui.text import fold, readable, words
from arxtui.tuples import NamedTuple


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
