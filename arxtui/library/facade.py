"""The library: everything the terminal and the command line may ask and do. No network in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Self

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.context import LibraryContext
from arxtui.library.exports import Exports
from arxtui.library.papers.comparisons import Compared
from arxtui.library.ranking.for_you import ForYou
from arxtui.library.rules.arrivals import Ruled
from arxtui.library.search.related import Kindred
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile

if TYPE_CHECKING:
    from arxtui.library.backup.portable import Portable
    from arxtui.library.search.view_matches import Arrivals


def utcnow() -> datetime:
    """Now, aware UTC."""
    return datetime.now(UTC)


class Library(Ruled, Compared, Exports, Kindred, ForYou):
    """The cache, the index and the user's own file, opened together, for one thread. Opening one is cheap.

    Every method may raise StoreError or SearchError, whose messages are for people. Lists and papers are in
    ``listings``, numbers in ``counts`` and ``facets``, marks in ``acts``, rules in ``ruled``, views in ``saved``,
    full texts in ``fulltexts``, what others read in ``exports``, papers beside one in ``kindred``.
    """

    @classmethod
    def open(cls, paths: Paths, settings: Settings, clock: Callable[[], datetime] = utcnow) -> Self:
        """Open the databases, made where they are missing. StoreError when one cannot be used, ConfigError for a rule
        that cannot be meant."""
        _check(settings, paths)
        paths.make()
        user_file = LibraryFile.open(paths.library_db)
        try:
            cache = Cache.open(paths.cache_db)
        except BaseException:
            user_file.close()
            raise
        return cls(LibraryContext(cache, user_file, paths, settings, clock))

    @classmethod
    @contextmanager
    def reading(cls, paths: Paths, settings: Settings) -> Iterator[Self]:
        """The open library for a process that may not write the user's own file. Errors as for :meth:`open`."""
        _check(settings, paths)
        with LibraryFile.open(paths.library_db, read_only=True) as user_file, Cache.open(paths.cache_db) as cache:
            yield cls(LibraryContext(cache, user_file, paths, settings, utcnow))

    @cached_property
    def arrivals(self) -> Arrivals:
        """What has just arrived, before it is in the inbox."""
        from arxtui.library.search.view_matches import Arrivals  # hooks alone ask for it

        return Arrivals(self._context, self.views)

    @cached_property
    def portable(self) -> Portable:
        """What travels from one library to another."""
        from arxtui.library.backup.portable import Portable  # one verb does so

        return Portable(self, self._context)

    def close(self) -> None:
        """Close the databases."""
        self._context.close()


def _check(settings: Settings, paths: Paths) -> None:
    if settings.rules:
        from arxtui.library.rules.queries import check_rules

        check_rules(settings, paths.config_file)
