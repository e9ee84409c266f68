"""The library: everything that the terminal and the command line can query and do, without network access."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cached_property
from typing import Self

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.context import LibraryContext
from arxtui.library.marks.inbox import Inbox
from arxtui.library.papers.papers import Papers
from arxtui.library.search.queries import Queries
from arxtui.library.session import LibrarySession
from arxtui.light import deferred
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile

with deferred():
    from arxtui.library.backup.portable import Portable
    from arxtui.library.exports import Exports, Synced
    from arxtui.library.marks.acts import MarkActs, ReadingLists, Tags
    from arxtui.library.marks.journal import Journal
    from arxtui.library.marks.saved_views import SavedViews
    from arxtui.library.papers.fulltexts import Fulltexts, Reviews
    from arxtui.library.papers.versions import Versions
    from arxtui.library.ranking.for_you import Ranking
    from arxtui.library.references.checking import Bibliographies
    from arxtui.library.references.cited_papers import CitedPapers
    from arxtui.library.references.references import MissingReferences, References
    from arxtui.library.rules.library_rules import LibraryRules
    from arxtui.library.rules.queries import check_rules
    from arxtui.library.search.counts import Arrivals, Counts
    from arxtui.library.search.facets import FacetCounts
    from arxtui.library.search.listings import Search
    from arxtui.library.search.related import RelatedPapers
    from arxtui.library.search.suggestions import Suggestions


def utcnow() -> datetime:
    """Return the present time, aware UTC."""
    return datetime.now(UTC)


class Library:
    """The cache, the index and the user's own file, opened together, for one thread. Opening a library is cheap.

    The functions are in the library's parts. Every method of a part may raise StoreError or SearchError, whose messages
    are for people. Parts that not every command needs are imported on their first use.
    """

    def __init__(self, context: LibraryContext) -> None:
        self._context = context
        self._queries = Queries(context, lambda: self.references.graph)
        self.session = LibrarySession(context)
        self.papers = Papers(context, self._queries)
        self.inbox = Inbox(context, self._queries, lambda: self.marks)

    @classmethod
    def open(cls, paths: Paths, settings: Settings, clock: Callable[[], datetime] = utcnow) -> Self:
        """Open the databases and create missing ones. Raises StoreError if a database cannot be used, ConfigError for a
        rule with an invalid query."""
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
        """Open the library for a process that must not write the user's own file. Raises the errors of :meth:`open`."""
        _check(settings, paths)
        with LibraryFile.open(paths.library_db, read_only=True) as user_file, Cache.open(paths.cache_db) as cache:
            yield cls(LibraryContext(cache, user_file, paths, settings, utcnow))

    @property
    def has_rules(self) -> bool:
        """Whether there are rules, or anything is followed."""
        return self._context.has_rules

    @cached_property
    def search(self) -> Search:
        """Lists of papers."""
        return Search(self._context, self._queries)

    @cached_property
    def marks(self) -> MarkActs:
        """Acts on papers."""
        return MarkActs(self._context, self._queries)

    @property
    def tags(self) -> Tags:
        """Acts on tags."""
        return self.marks.tags

    @cached_property
    def rules(self) -> LibraryRules:
        """Rules, and the followed authors and keywords."""
        return LibraryRules(self._context, self._queries, self.papers, self.marks)

    @cached_property
    def facets(self) -> FacetCounts:
        """How the papers of a query divide."""
        return FacetCounts(self._context, self._queries)

    @cached_property
    def counts(self) -> Counts:
        """The counts of the filter pane."""
        return Counts(self._context, self._queries, self.views)

    @cached_property
    def texts(self) -> Fulltexts:
        """Full texts and reading positions."""
        return Fulltexts(self._context, self._queries)

    @cached_property
    def journal(self) -> Journal:
        """Past acts; undo and redo."""
        return Journal(self._context, self._queries)

    @property
    def lists(self) -> ReadingLists:
        """Reading lists."""
        return self.marks.lists

    @cached_property
    def views(self) -> SavedViews:
        """Saved views."""
        return SavedViews(self._context)

    @cached_property
    def related(self) -> RelatedPapers:
        """Papers related to a paper."""
        return RelatedPapers(self._context, self._queries, self.search, self.papers)

    @cached_property
    def cited_papers(self) -> CitedPapers:
        """The papers that the works of bibliographies are."""
        return CitedPapers(self._context)

    @cached_property
    def references(self) -> References:
        """The references of papers."""
        return References(self._context, self.cited_papers, self.texts)

    @cached_property
    def missing(self) -> MissingReferences:
        """The works that papers cite and the cache does not have."""
        return MissingReferences(self._context, self.texts, self.references, self.cited_papers)

    @cached_property
    def bibliographies(self) -> Bibliographies:
        """BibTeX files."""
        return Bibliographies(self._context, self.cited_papers)

    @cached_property
    def suggestions(self) -> Suggestions:
        """Suggested corrections of a query."""
        return Suggestions(self._context, self._queries, self.search)

    @cached_property
    def versions(self) -> Versions:
        """Differences between the versions of a paper."""
        return Versions(self._context, self.texts)

    @cached_property
    def reviews(self) -> Reviews:
        """Pith's full reviews."""
        return Reviews(self._context, self.texts)

    @cached_property
    def ranking(self) -> Ranking:
        """The user's own ranking."""
        return Ranking(self._context)

    @cached_property
    def exports(self) -> Exports:
        """Exports of papers."""
        return Exports(self._context, self.search, self.papers, self.reviews)

    @cached_property
    def arrivals(self) -> Arrivals:
        """New announcements that are not yet in the inbox."""
        return Arrivals(self._context, self.views, lambda: self.references.graph)

    @cached_property
    def portable(self) -> Portable:
        """The export and import of a whole library."""
        return Portable(
            self._context, self.search, self.papers, self.marks, self.tags, self.lists, self.views, self.references
        )

    def sync_exports(self) -> tuple[Synced, ...]:
        """Return the results of ``exports.sync``. Without such files, exports are not even imported."""
        return self.exports.sync() if self._context.settings.export.sync else ()

    def close(self) -> None:
        """Close the databases."""
        self._context.close()


def _check(settings: Settings, paths: Paths) -> None:
    if settings.rules:
        check_rules(settings, paths.config_file)
