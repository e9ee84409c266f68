"""What every act has in common: under which keys a paper is known, and the records that are kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from arxtui.library.opened import Opened

if TYPE_CHECKING:
    from arxtui.store.sqlite.codec import Packed


class Acting(Opened):
    """The open files, for acts."""

    def _as_known(self, keys: Iterable[int]) -> list[int]:
        """What the keys have become that were those of papers only a review named."""
        asked = list(keys)
        became = self._cache.aliases(asked)
        return list(dict.fromkeys(became.get(key, key) for key in asked))

    def _former(self, keys: Iterable[int]) -> list[int]:
        """The keys that these papers had while only a review named them."""
        return [key for former in self._cache.former_keys(keys).values() for key in former]

    def _keep(self, keys: Sequence[int]) -> list[Packed]:
        """The records as they are now; of a paper that has left the cache the one that is kept stays."""
        return self._cache.packed(keys)
