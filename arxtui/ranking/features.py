"""What of a paper a model may look at: words of title and abstract, authors, categories. Nothing else."""

from __future__ import annotations

from enum import StrEnum

from arxtui.model.paper import Paper
from arxtui.text import fold, readable, words


class Kind(StrEnum):
    """The kinds of features, named as queries name them: words, words of the title, authors, categories; and which of
    the categories is the primary one."""

    WORD = "abs"
    TITLE = "ti"
    AUTHOR = "au"
    CATEGORY = "cat"
    PRIMARY = "primary"


Features = dict[Kind, frozenset[str]]
"""The features of a paper, of every kind: folded words, folded names of authors, categories."""


def features(paper: Paper) -> Features:
    """What a paper is made of. A word counts once however often it stands there, and once more in the title; so
    does the primary category."""
    title = frozenset(words(readable(paper.title)))
    return {
        Kind.WORD: title.union(words(readable(paper.abstract))),
        Kind.TITLE: title,
        Kind.AUTHOR: frozenset(filter(None, (fold(author.name) for author in paper.authors))),
        Kind.CATEGORY: frozenset(paper.categories),
        Kind.PRIMARY: frozenset(paper.categories[:1]),
    }
