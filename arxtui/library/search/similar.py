"""Papers like one: kept for as long as the cache and the index stand as they do, so that a list and its numbers ask
once."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from arxtui.model.paper import Paper
from arxtui.search.index import SearchIndex
from arxtui.search.similar import MAX_COMPARED, Profile, Similarity, similarity
from arxtui.store.cache.database import Cache
from arxtui.store.sqlite.codec import unpack_packed

MOST = 500
"""Papers that count as like one; of these the first are put in order by their texts."""
_FEWEST = 20
"""So many of these are compared in any case."""
_BYTES = 100_000
"""Beyond them as many as have no more in the tables. A hundred take half of that; of large collaborations, with their
thousands of authors, some twenty take it all."""
_REMEMBERED = 16


class Similar(NamedTuple):
    """The papers most like one, best first, and why some may be missing, in words; empty where none can."""

    hits: tuple[Similarity, ...]
    note: str = ""


class Alike(NamedTuple):
    """What is like a paper: all keys, best first, and how like the first of them are."""

    keys: Sequence[int]
    compared: tuple[Similarity, ...]


class Neighbours:
    """Answers which papers are like one. ``paper_of`` gives what is known of a paper, cached or kept."""

    def __init__(self, cache: Cache, paper_of: Callable[[int], Paper | None]) -> None:
        self._cache = cache
        self._paper_of = paper_of
        self._held: dict[int, Alike] = {}
        self._held_for: tuple[object, ...] = ()

    def of(self, index: SearchIndex, key: int) -> Alike:
        """What is like a paper; nothing where it is not known."""
        now = (self._cache.data_version(), index, index.change_number)
        if now != self._held_for:
            self._held, self._held_for = {}, now
        if key not in self._held:
            if len(self._held) >= _REMEMBERED:
                del self._held[next(iter(self._held))]
            paper = self._paper_of(key)
            self._held[key] = self._alike(index, key, index.profile(paper)) if paper else Alike((), ())
        return self._held[key]

    def _alike(self, index: SearchIndex, key: int, profile: Profile) -> Alike:
        found = [other for other in index.keys_like(profile, MOST + 1) if other != key]
        papers = self._first(found[:MAX_COMPARED])
        hits = [similarity(profile, other, paper) for other, paper in papers.items()]
        compared = tuple(sorted(hits, key=lambda hit: (-hit.score, -hit.key)))
        return Alike((*(hit.key for hit in compared), *(other for other in found if other not in papers)), compared)

    def _first(self, keys: Sequence[int]) -> dict[int, Paper]:
        """The first of these papers, as many as may be compared."""
        packed = {each.key: each for each in self._cache.papers.packed(keys)}
        held = [packed[key] for key in keys if key in packed]
        affordable = bisect(list(accumulate(len(each.body) for each in held)), _BYTES)
        return {each.key: unpack_packed(each) for each in held[: max(affordable, _FEWEST)]}
