"""The current and former keys of papers, and their records, as every act needs them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arxtui.store.cache.database import Cache
    from arxtui.store.sqlite.codec import Packed


class PaperKeys:
    """The keys of papers. A paper that only a review named gets a temporary key, and a new key when arXiv names it."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache

    def current(self, keys: Iterable[int]) -> list[int]:
        """Return the current keys of papers, each once: former keys are replaced."""
        requested = list(keys)
        current_keys = self._cache.aliases.among(requested)
        return list(dict.fromkeys(current_keys.get(key, key) for key in requested))

    def former(self, keys: Iterable[int]) -> list[int]:
        """Return the former keys of these papers, of the time when only a review named them."""
        return [key for former in self._cache.aliases.former_keys(keys).values() for key in former]

    def records(self, keys: Sequence[int]) -> list[Packed]:
        """Return the present records of papers from the cache. For a paper that has left the cache there is none, and
        the library's own copy stays."""
        return self._cache.papers.packed(keys)
