"""What every act has in common: under which keys a paper is known, and the records that are kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arxtui.store.cache.database import Cache
    from arxtui.store.sqlite.codec import Packed


class PaperKeys:
    """The keys of papers that only a review named, before arXiv did, and those of today."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache

    def current(self, keys: Iterable[int]) -> list[int]:
        """What the keys have become that were those of papers only a review named; each once."""
        asked = list(keys)
        became = self._cache.aliases.among(asked)
        return list(dict.fromkeys(became.get(key, key) for key in asked))

    def former(self, keys: Iterable[int]) -> list[int]:
        """The keys that these papers had while only a review named them."""
        return [key for former in self._cache.aliases.former_keys(keys).values() for key in former]

    def records(self, keys: Sequence[int]) -> list[Packed]:
        """The records as they are now; of a paper that has left the cache the one that is kept stays."""
        return self._cache.papers.packed(keys)
