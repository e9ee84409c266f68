"""The papers around a paper in the graph of citations: those that it cites and those that cite it, and theirs."""

from __future__ import annotations

from array import array
from enum import StrEnum
from typing import TYPE_CHECKING

from arxtui.light import NamedTuple
from arxtui.model.counted import counted

if TYPE_CHECKING:
    from arxtui.library.references.graph import CitationGraph
    from arxtui.store.cache.database import Cache

STEPS = 2
"""The number of steps from a paper to the last papers of its neighbourhood."""


class Side(StrEnum):
    """The two directions of citations."""

    CITES = "cites"
    CITED_BY = "cited by"

    def words(self, number: int) -> str:
        """Return how many papers of the cache are on this side, in words."""
        if not number and self is Side.CITED_BY:
            return "cited by no paper of the cache, as far as is known"
        return f"{self} {counted(number, 'paper')} of the cache"


class Neighbour(NamedTuple):
    """A paper of the cache, and the number of papers that are known to cite it."""

    key: int
    cited: int


def neighbours(cache: Cache, graph: CitationGraph, key: int, side: Side) -> tuple[Neighbour, ...] | None:
    """Return the papers of the cache that a paper cites, or that are known to cite it, the most cited first, of those
    cited equally often the newest; None if it is not known what the paper cites."""
    if side is Side.CITES:
        keys, is_known = graph.cited(key), graph.is_known(key)
    else:
        keys, is_known = array("q", graph.citing(key)), True
    here = cache.papers.contents(each for each in keys if each != key)
    cited = graph.counts(here)
    papers = sorted((Neighbour(each, cited.get(each, 0)) for each in here), key=lambda each: (-each.cited, -each.key))
    return tuple(papers) if is_known else None
