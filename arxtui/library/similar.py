"""Papers like one: kept for as long as the cache and the index stand as they do, so that a list and its numbers ask
once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from arxtui.model.paper import Paper
from arxtui.search.index import SearchIndex
from arxtui.search.similar import COMPARED, Likeness, Profile, likeness
from arxtui.store.cache import Cache

MOST = 500
"""Papers that count as like one; of these the first are put in order by their texts."""
_REMEMBERED = 16


class Similar(NamedTuple):
    """The papers most like one, best first, and why some may be missing, in words; empty where none can."""

    hits: tuple[Likeness, ...]
    note: str = ""


class Alike(NamedTuple):
    """What is like a paper: all keys, best first, and how like the first of them are."""

    keys: Sequence[int]
    compared: tuple[Likeness, ...]


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
        if now != self._held_for or len(self._held) >= _REMEMBERED:
            self._held, self._held_for = {}, now
        if key not in self._held:
            paper = self._paper_of(key)
            self._held[key] = self._alike(index, key, index.profile(paper)) if paper else Alike((), ())
        return self._held[key]

    def _alike(self, index: SearchIndex, key: int, profile: Profile) -> Alike:
        found = [other for other in index.keys_like(profile, MOST + 1) if other != key]
        papers = self._cache.papers(found[:COMPARED])
        hits = [likeness(profile, other, paper) for other, paper in papers.items()]
        compared = tuple(sorted(hits, key=lambda hit: (-hit.score, -hit.key)))
        return Alike((*(hit.key for hit in compared), *found[COMPARED:]), compared)
