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
from arxtui.library.views import Freshness, LedgerView
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile

if TYPE_CHECKING:
    from arxtui.library.backup.portable import Portable
    from arxtui.library.search.view_matches import Arrivals

_DELETED = (
    "The cache was deleted. Your marks, tags, lists, notes and views are kept, with every paper that you starred, "
    "tagged, noted, rated or put on a list; R fetches them again, 'arxtui import FILE' brings dumps back."
)


def utcnow() -> datetime:
    """Now, aware UTC."""
    return datetime.now(UTC)


class Library(Ruled, Compared, Exports, Kindred, ForYou):
    """The cache, the index and the user's own file, opened together, for one thread. Opening one is cheap.

    Every method may raise StoreError or SearchError, whose messages are for people. Lists and papers are in
    ``listings``, numbers in ``counts`` and ``facets``, marks in ``acts``, rules in ``ruled``, views in ``saved``,
    full texts in ``fulltexts``, what others read in ``exports``, papers beside one in ``kindred``.
    """

    def __init__(self, context: LibraryContext) -> None:
        super().__init__(context)
        self._seen = self._versions()
        self._begun = context.user_file.written()

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

    def changed(self) -> bool:
        """Whether another connection has written to the databases or the index since this was last asked."""
        before, self._seen = self._seen, self._versions()
        return self._context.has_reloaded_index() or before != self._seen

    def has_acted(self) -> bool:
        """Whether what is the user's has been written to since this was opened."""
        return self._user_file.written() != self._begun

    def notice(self) -> str:
        """What the user has to know before anything else, in words; empty when all is as it was left."""
        if self._cache.count() or not self._user_file.knows_papers():
            return ""
        return _DELETED

    def freshness(self) -> tuple[Freshness, ...]:
        """How each service stands."""
        from arxtui.library import freshness  # the ledger is no business of a list

        now = self._context.now()
        return freshness.of_services(entry for entry in self._cache.ledger.all() if entry.is_believed(now))

    def ledger(self, days: int = 30) -> LedgerView:
        """What arXiv announced in the subscribed categories in the last days, and what of it is stored."""
        from arxtui.library import ledger  # nor is this

        return ledger.view(self._cache, self._context.categories, self._context.now(), days)

    def _versions(self) -> tuple[int, int]:
        return self._cache.data_version(), self._user_file.data_version()


def _check(settings: Settings, paths: Paths) -> None:
    if settings.rules:
        from arxtui.library.rules.queries import check_rules

        check_rules(settings, paths.config_file)
