"""The open files of a home, which the parts of the library share."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import TYPE_CHECKING

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile

if TYPE_CHECKING:
    from arxtui.search.index import SearchIndex


class LibraryContext:
    """The cache, the index and the user's own file, opened together, for one thread; with the home's paths, settings
    and clock."""

    def __init__(
        self, cache: Cache, user_file: LibraryFile, paths: Paths, settings: Settings, clock: Callable[[], datetime]
    ) -> None:
        self.cache = cache
        self.user_file = user_file
        user_file.count_by(cache.aliases)
        self.paths = paths
        self.settings = settings
        self._clock = clock
        self._index: SearchIndex | None = None

    @property
    def categories(self) -> tuple[str, ...]:
        """The subscribed categories, in the order of the settings."""
        return self.settings.arxiv.categories

    def now(self) -> datetime:
        """Now, aware UTC."""
        return self._clock()

    def today(self) -> date:
        """The day of :meth:`now`."""
        return self._clock().date()

    def close(self) -> None:
        """Close the databases."""
        self.cache.close()
        self.user_file.close()

    def index(self) -> SearchIndex:
        """The search index as it stands now. SearchError when it cannot be used."""
        # tantivy is loaded by the first question that needs it: lists of everything, of marks and of days do not.
        from arxtui.search.index import SearchIndex

        if self._index is None:
            self._index = SearchIndex.open(self.paths.index)
        else:
            self._index.reload()
        return self._index

    def has_reloaded_index(self) -> bool:
        """Whether the index, where it is open, was written to since it was last asked."""
        return self._index is not None and self._index.reload()

    def shortcoming(self) -> str:
        """Why a search may have missed papers, in words; empty when the index is up to date."""
        index = self.index()
        if index.fault:
            return index.fault if self.cache.count() else ""
        behind = self.cache.lag(index.change_number)
        if behind is None:
            return "the search index is of a cache that was deleted"
        return f"the search index is {behind:,} changes behind" if behind else ""

    def written(self) -> tuple[object, ...]:
        """Differs from the last answer when the user's marks or the cache may have changed."""
        return self.cache.data_version(), self.user_file.written()
