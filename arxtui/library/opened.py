"""The open files of a home, and what every part of the library asks of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.resolve import Resolver
from arxtui.store.cache import Cache
from arxtui.store.library import LibraryFile

if TYPE_CHECKING:
    from arxtui.model.expr import Expr
    from arxtui.search.index import SearchIndex


class Opened:
    """The cache, the index and the user's own file, opened together, for one thread."""

    def __init__(
        self, cache: Cache, library: LibraryFile, paths: Paths, settings: Settings, clock: Callable[[], datetime]
    ) -> None:
        self._cache = cache
        self._library = library
        self._paths = paths
        self._settings = settings
        self._clock = clock
        self._index: SearchIndex | None = None

    def _resolver(self) -> Resolver:
        return Resolver(self._cache, self._library, self._settings.arxiv.categories)

    def _resolve(self, expr: Expr) -> Expr:
        """The query as the index can answer it."""
        return self._resolver().resolve(expr)

    def _searcher(self) -> SearchIndex:
        # tantivy is loaded by the first question that needs it: lists of everything, of marks and of days do not.
        from arxtui.search.index import SearchIndex

        if self._index is None:
            self._index = SearchIndex.open(self._paths.index)
        else:
            self._index.reload()
        return self._index

    def _shortcoming(self) -> str:
        """Why a search may have missed papers, in words; empty when the index is up to date."""
        index = self._searcher()
        if index.fault:
            return index.fault if self._cache.count() else ""
        behind = self._cache.lag(index.change_number)
        if behind is None:
            return "the search index is of a cache that was deleted"
        return f"the search index is {behind:,} changes behind" if behind else ""
