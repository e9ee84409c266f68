"""The library: everything the terminal and the command line may ask and do. No network in it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library import records
from arxtui.library.algebra import key_set
from arxtui.library.resolve import Resolver
from arxtui.library.sequences import whole
from arxtui.library.views import FilterCounts, Freshness, Listing
from arxtui.model.announce import AnnounceType
from arxtui.model.expr import EVERYTHING, And, Category, Field, Keys, Query, Sort, Word
from arxtui.model.ids import key_named
from arxtui.model.views import Record, Row
from arxtui.query import parse
from arxtui.store.cache import Cache
from arxtui.store.keys import MonthKeys
from arxtui.store.library import LibraryFile
from arxtui.store.marks import What

if TYPE_CHECKING:
    from arxtui.model.marks import Act
    from arxtui.model.paper import Paper
    from arxtui.search.index import SearchIndex

_FIRST = 1_000
"""Papers of a search that are fetched at once; ``more`` fetches the rest."""
_DAYS = 60
"""Announcement days that are looked at for the inbox and counted for the filter pane."""
_INBOX_TYPES = (AnnounceType.NEW, AnnounceType.CROSS, AnnounceType.REPLACE)


def utcnow() -> datetime:
    """Now, aware UTC."""
    return datetime.now(UTC)


class Library:
    """The cache, the index and the user's own file, opened together, for one thread. Opening one is cheap.

    Every method may raise StoreError or SearchError, whose messages are for people.
    """

    def __init__(
        self, cache: Cache, library: LibraryFile, paths: Paths, settings: Settings, clock: Callable[[], datetime]
    ) -> None:
        self._cache = cache
        self._library = library
        self._paths = paths
        self._settings = settings
        self._clock = clock
        self._index: SearchIndex | None = None
        self._seen = self._versions()

    @classmethod
    def open(cls, paths: Paths, settings: Settings, clock: Callable[[], datetime] = utcnow) -> Library:
        """Open the databases, made where they are missing. StoreError when one cannot be used."""
        paths.make()
        library = LibraryFile.open(paths.library_db)
        try:
            cache = Cache.open(paths.cache_db)
        except BaseException:
            library.close()
            raise
        return cls(cache, library, paths, settings, clock)

    def close(self) -> None:
        """Close the databases."""
        self._cache.close()
        self._library.close()

    # --- lists ---------------------------------------------------------------------------------------------------

    def listing(self, text: str, *, typing: bool = False) -> Listing:
        """The papers that a query means; ``typing``: its last word is a beginning. Never fails on a faulty query: what
        is wrong with it is in ``listing.query.faults``."""
        return self._listing(parse(text, typing=typing))

    def _listing(self, query: Query) -> Listing:
        expr = self._resolver().resolve(query.expr)
        known = key_set(expr)
        if known is not None:
            # Such a list has one order: there is nothing to rank by.
            keys = known.among(self._cache.month_keys() if known.inverted else MonthKeys(()))
            return Listing(query._replace(sort=Sort.NEW), keys, len(keys))
        hits = self._searcher().find(expr, limit=_FIRST, sort=query.sort)
        return Listing(query, hits.keys, hits.total, self._shortcoming())

    def more(self, listing: Listing) -> Listing:
        """The listing with all of its papers. Those it has stay where they are: what came since then is left out above
        them, newest first, and is among the new ones below them, best first."""
        if listing.complete:
            return listing
        index, sort = self._searcher(), listing.query.sort
        expr = self._resolver().resolve(listing.query.expr)
        found = index.find(expr, limit=index.count(expr), sort=sort).keys
        held, last = frozenset(listing.keys), listing.keys[-1]
        keys = array("q", listing.keys)
        keys.extend(key for key in found if key not in held and (sort is not Sort.NEW or key < last))
        return listing._replace(keys=keys, total=len(keys))

    def waiting(self, listing: Listing) -> int:
        """How many papers the query has now that are not in the listing; of long lists, how many more it has."""
        now = self._listing(listing.query)
        if listing.query.expr == EVERYTHING:
            # What the user hides meanwhile takes nothing away from what arrived.
            return max(len(whole(now.keys)) - len(whole(listing.keys)), 0)
        if isinstance(now.keys, array) and now.complete and listing.complete:
            return len(set(now.keys).difference(listing.keys))
        return max(now.total - listing.total, 0)

    def rows(self, keys: Sequence[int]) -> list[Row]:
        """Rows in the order asked; papers that nobody knows any more are left out."""
        return records.read_rows(self._cache, self._library, keys)

    def record(self, key: int) -> Record | None:
        """Everything known of one paper."""
        return records.read_record(self._cache, self._library, key)

    def key_of(self, text: str) -> int | None:
        """The key of the paper that an id, an address, a DOI or a name of ``model.ids.name_of`` names, where it is
        known; None otherwise."""
        try:
            named = key_named(text)
        except ValueError:
            return self._key_of_doi(text)
        return self._resolver().known(named)

    def _key_of_doi(self, text: str) -> int | None:
        if "10." not in text:
            return None
        found = self._searcher().find(Word(text.strip(), Field.DOI), limit=1).keys
        return found[0] if found else None

    def filters(self) -> FilterCounts:
        """The numbers of the filter pane."""
        resolver = self._resolver()
        unread, hidden = resolver.state("unread"), resolver.state("hidden")
        out_of_sight = set(hidden)
        seen = Keys([key for key in unread if key not in out_of_sight])
        days = self._cache.announcement_days(_DAYS, self._settings.arxiv.categories)
        left = {day: sum(key not in out_of_sight for key in keys) for day, _, keys in self._library.inbox_days()}
        return FilterCounts(
            days=tuple((day, papers, left.get(day, 0)) for day, papers in days),
            all=self._cache.count() - len(hidden),
            unread=len(seen.keys),
            starred=len(self.listing("is:starred").keys),
            hidden=len(hidden),
            categories=tuple(self._categories(seen)),
        )

    def _categories(self, unread: Keys) -> Iterator[tuple[str, int, int]]:
        """(subscription, papers, unread among them), by the query that the subscription's row stands for."""
        codes = self._settings.arxiv.categories
        if not codes:
            return
        index, resolver = self._searcher(), self._resolver()
        # A set of thousands of keys is looked up once for all categories, and again only for a whole archive, whose
        # papers may be in several of its categories.
        unread_of = index.counts_by_category(unread) if unread.keys else {}
        for code in codes:
            expr = parse(f"cat:{code}").expr
            papers = index.count(resolver.resolve(expr))
            whole_archive = isinstance(expr, Category) and expr.pattern.endswith("*")
            yield code, papers, index.count(And((expr, unread))) if whole_archive else unread_of.get(code, 0)

    # --- acts ----------------------------------------------------------------------------------------------------

    def mark(self, keys: Iterable[int], what: What) -> Act | None:
        """Do something to papers; on the disk when this returns. None when all of them were so already."""
        named = self._as_known(keys)
        if what in ("read", "unstar", "unhide"):
            named = records.keys_with_former(named, self._cache.former_keys(named))
        return self._library.mark(named, what, self._clock(), self._keep)

    def _as_known(self, keys: Iterable[int]) -> list[int]:
        """What the keys have become that were those of papers only a review named."""
        asked = list(keys)
        became = self._cache.aliases(asked)
        return list(dict.fromkeys(became.get(key, key) for key in asked))

    def undo(self) -> Act | None:
        """Take back the newest act that stands; None when there is none."""
        return self._library.undo(self._clock())

    def deliver(self) -> int:
        """Put the announcements of the subscribed categories into the inbox, each once; how many papers that were.

        New papers, cross-lists and replacements are delivered. A replacement in a category that is only cross-listed
        is not: arXiv's own listings leave it to the end, and it is never the first that a reader hears of a paper.
        """
        categories = self._settings.arxiv.categories
        if not categories:
            return 0
        delivered = 0
        for day, _ in self._cache.announcement_days(_DAYS, categories):
            keys = {key for kind in _INBOX_TYPES for key in self._cache.announced(day, day, kind, categories)}
            delivered += self._library.deliver(day, keys)
        return delivered

    def begin_session(self) -> None:
        """A reader was opened: from here on ``is:fresh`` is what arrived since the one before."""
        self._library.start_session(self._clock())

    def end_session(self) -> None:
        """The reader is left: what arrives from now on is fresh to the next session."""
        self._library.see_session(self._clock())

    # --- state ---------------------------------------------------------------------------------------------------

    def changed(self) -> bool:
        """Whether another connection has written to the databases or the index since this was last asked."""
        before, self._seen = self._seen, self._versions()
        searched = self._index is not None and self._index.reload()
        return before != self._seen or searched

    def freshness(self) -> tuple[Freshness, ...]:
        """How each service stands."""
        from arxtui.library import freshness  # the ledger is no business of a list

        return freshness.of_services(self._cache.ledger.all())

    def stats(self) -> dict[str, Any]:
        """Counts of everything, for ``arxtui stats``; ``index_behind`` is None for an index of another cache."""
        held = self._cache.stats()
        counts = self.filters()
        return {
            "papers": held.papers,
            "papers_known_only_from_reviews": held.pending,
            "papers_incomplete": held.incomplete,
            "older_versions": held.versions,
            "reviews": held.reviews,
            "reviewed_papers": held.reviewed_papers,
            "announcements": held.announcements,
            "unread": counts.unread,
            "starred": counts.starred,
            "hidden": counts.hidden,
            "index_behind": self._cache.lag(self._searcher().change_number),
            "cache_bytes": held.size,
            "primary_categories": dict(sorted(self._cache.counts_by_primary().items())),
        }

    def _resolver(self) -> Resolver:
        return Resolver(self._cache, self._library, self._settings.arxiv.categories)

    def _searcher(self) -> SearchIndex:
        # tantivy is loaded by the first question that needs it: lists of everything, of marks and of days do not.
        from arxtui.search.index import SearchIndex

        if self._index is None:
            self._index = SearchIndex.open(self._paths.index)
        else:
            self._index.reload()
        return self._index

    def _shortcoming(self) -> str:
        index = self._searcher()
        if index.fault:
            return index.fault if self._cache.count() else ""
        behind = self._cache.lag(index.change_number)
        if behind is None:
            return "the search index is of a cache that was deleted"
        return f"the search index is {behind:,} changes behind" if behind else ""

    def _keep(self, key: int) -> Paper | None:
        return self._cache.paper(key) or self._library.kept(key)

    def _versions(self) -> tuple[int, int]:
        return self._cache.data_version(), self._library.data_version()
