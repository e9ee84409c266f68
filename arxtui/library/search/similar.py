"""Papers similar to a paper, cached until the cache or the index changes, so that a list and its counts search once."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import accumulate
from math import sqrt

from arxtui.light import NamedTuple
from arxtui.model.limits import MOST_SIMILAR
from arxtui.model.paper import Paper
from arxtui.search.index import SearchIndex
from arxtui.search.similar import NO_LINKS, Links, Profile, Similarity, similarity
from arxtui.store.cache.database import Cache
from arxtui.store.sqlite.codec import unpack_packed

MOST = 500
"""The largest number of papers that count as similar; the first of them are ranked by their texts."""
_FEWEST = 20
"""The number of papers that are compared in any case."""
_BYTES = 100_000
"""The size limit, in packed bytes, of the papers compared beyond ``_FEWEST``. A hundred papers usually take half of it;
twenty papers of large collaborations, with thousands of authors, take all of it."""
_CACHED_PAPERS = 16
_MOST_LINKED = 30
_MOST_CITED = 2_000
"""The papers that may cite a common reference: one that more cite says little, and takes long to look at."""
_MOST_CITING = 500
"""The newest papers that cite one whose other references are looked at."""
_MOST_COMPARED = 300
"""The papers with the most common references, and those most often cited together with one, that are looked at."""
_STRONG = 0.05
"""What common references and citations must add to the similarity of a paper that has few of the words."""


class Similar(NamedTuple):
    """The papers most similar to a paper, best first, and why some may be missing, in words; empty if none can be."""

    hits: tuple[Similarity, ...]
    note: str = ""


class SimilarKeys(NamedTuple):
    """The papers similar to a paper: all keys, best first, and the similarity of the first of them."""

    keys: Sequence[int]
    compared: tuple[Similarity, ...]


class SimilarityCache:
    """Finds and caches similar papers. ``paper_of`` returns a paper from the cache or the library."""

    def __init__(self, cache: Cache, paper_of: Callable[[int], Paper | None]) -> None:
        self._cache = cache
        self._paper_of = paper_of
        self._cached: dict[int, SimilarKeys] = {}
        self._cached_for: tuple[object, ...] = ()

    def of(self, index: SearchIndex, key: int) -> SimilarKeys:
        """Return the papers similar to a paper; empty if it is unknown."""
        now = (self._cache.data_version(), index, index.change_number)
        if now != self._cached_for:
            self._cached, self._cached_for = {}, now
        if key not in self._cached:
            if len(self._cached) >= _CACHED_PAPERS:
                del self._cached[next(iter(self._cached))]
            paper = self._paper_of(key)
            self._cached[key] = self._alike(index, key, index.profile(paper)) if paper else SimilarKeys((), ())
        return self._cached[key]

    def _alike(self, index: SearchIndex, key: int, profile: Profile) -> SimilarKeys:
        links = self._links(key)
        linked = sorted((other for other in links if links[other].score > _STRONG), key=lambda each: -links[each].score)
        keys = [other for other in index.keys_like(profile, MOST + 1) if other != key]
        keys = list(dict.fromkeys((*linked[:_MOST_LINKED], *keys)))[:MOST]
        papers = self._first(keys[:MOST_SIMILAR])
        hits = [similarity(profile, other, paper, links.get(other, NO_LINKS)) for other, paper in papers.items()]
        compared = tuple(sorted(hits, key=lambda hit: (-hit.score, -hit.key)))
        return SimilarKeys(
            (*(hit.key for hit in compared), *(other for other in keys if other not in papers)), compared
        )

    def _links(self, key: int) -> dict[int, Links]:
        """Return what other papers have in common with a paper by the citations that are known."""
        graph, texts = self._cache.graph, self._cache.citations
        both = graph.sharing(key, _MOST_CITED)
        both.update(texts.sharing(key))
        shared = dict(both.most_common(_MOST_COMPARED))
        together = dict(graph.beside(key, _MOST_CITING).most_common(_MOST_COMPARED))
        lengths = {key: len(cited) for key, cited in graph.references_of((key, *shared), whole=True).items()}
        lengths |= texts.lengths((key, *shared))
        # Of a paper that is only known to cite some, what it has in common says little.
        shared = {other: number for other, number in shared.items() if key in lengths and other in lengths}
        return {
            other: Links(
                shared.get(other, 0),
                together.get(other, 0),
                shared[other] / sqrt(lengths[key] * lengths[other]) if other in shared else 0,
            )
            for other in shared.keys() | together.keys()
        }

    def _first(self, keys: Sequence[int]) -> dict[int, Paper]:
        """Return the first of these papers, as many as the size limit allows."""
        packed = {each.key: each for each in self._cache.papers.packed(keys)}
        known = [packed[key] for key in keys if key in packed]
        affordable = bisect(list(accumulate(len(each.body) for each in known)), _BYTES)
        return {each.key: unpack_packed(each) for each in known[: max(affordable, _FEWEST)]}
