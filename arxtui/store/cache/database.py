"""``cache.db``: everything upstream said. May be deleted at any time and is fetched again."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from arxtui.model.arxiv.calendar import last_day
from arxtui.model.arxiv.ids import ArxivId
from arxtui.store.cache import aliases, announcements, changes, keys, stats
from arxtui.store.cache.keys import MonthKeys
from arxtui.store.cache.rows import ListRow, read_rows
from arxtui.store.cache.schema import CACHE, MIGRATIONS
from arxtui.store.cache.stats import CacheStats
from arxtui.store.cache.tables import CacheRooms
from arxtui.store.sqlite.connection import BUSY_TIMEOUT
from arxtui.store.sqlite.migrations import open_database
from arxtui.store.texts import text_states

# What reads and writes whole records is loaded by the methods that do so. A list of papers needs none of it, and with
# it would take half as long again to start.
if TYPE_CHECKING:
    from arxtui.model.arxiv.announce_types import AnnounceType
    from arxtui.model.fulltext import TextState
    from arxtui.model.intake import Intake, Tally
    from arxtui.model.paper import Announcement, Paper, Version
    from arxtui.model.reviews.review import Review
    from arxtui.store.cache.entries import Ready
    from arxtui.store.cache.indexed import Document
    from arxtui.store.cache.ingest import Outcome
    from arxtui.store.progress.harvests import Step
    from arxtui.store.progress.imports import Progress
    from arxtui.store.sqlite.codec import Packed


class Cache(CacheRooms):
    """One connection to the cache, for one thread at a time. Every method may raise StoreError."""

    @property
    def path(self) -> Path:
        """The file."""
        return self._db.path

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        read_only: bool = False,
        busy_timeout: float = BUSY_TIMEOUT,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> Cache:
        """Open the file, made or migrated where needed. ``busy_timeout`` in seconds; ``clock`` gives aware UTC."""
        db = open_database(path, CACHE, MIGRATIONS, read_only=read_only, busy_timeout=busy_timeout)
        return cls(db, clock)

    def take(self, intake: Intake) -> Tally:
        """Take in what a source told, in one transaction: all of it or, when this raises, nothing.

        Best with 1,000 to 5,000 papers at once. Papers without a well-formed id are counted as rejected.
        """
        from arxtui.store.cache.entries import ready

        return self.put([ready(intake)]).tally

    def put(self, told: Sequence[Ready], progress: Progress | None = None, step: Step | None = None) -> Outcome:
        """Take in what was made ready before, in one transaction, and how far an import or a harvest is with it.

        OutdatedError (``store.entries``), with nothing written, when what was left out for being the same is not.
        """
        from arxtui.store.cache.ingest import take

        return take(self._db, told, self._clock, progress, step)

    def contents(self, keys: Iterable[int]) -> dict[int, bytes]:
        """The hash that tells whether a record is the same, of each of these papers that is known."""
        from arxtui.store.cache import papers

        return papers.read_contents(self._db, keys)

    def month_keys(self) -> MonthKeys:
        """All keys, newest first: a snapshot that later writes do not move."""
        return keys.read_months(self._db)

    def rows(self, keys: Iterable[int]) -> list[ListRow]:
        """The rows of these papers in the order asked; unknown keys are left out."""
        return read_rows(self._db, keys)

    def paper(self, key: int, version: int | None = None) -> Paper | None:
        """A paper as it stands now, or the text of an older version that was heard of."""
        from arxtui.store.cache import papers

        current = papers.read_papers(self._db, [key]).get(key)
        if version is None or (current is not None and current.version == version):
            return current
        return papers.read_version(self._db, key, version)

    def packed(self, keys: Iterable[int]) -> list[Packed]:
        """Those of these papers that are known, as they stand in the tables: what the library keeps of them."""
        from arxtui.store.cache import papers

        return papers.read_packed(self._db, keys)

    def papers(self, keys: Iterable[int]) -> dict[int, Paper]:
        """Each of these papers that is known, as it stands now."""
        from arxtui.store.cache import papers

        return papers.read_papers(self._db, keys)

    def paper_before(self, key: int, version: int) -> Paper | None:
        """The newest version of a paper before ``version`` whose text was heard of."""
        from arxtui.store.cache import papers

        return papers.read_before(self._db, key, version)

    def versions(self, key: int) -> tuple[Version, ...]:
        """Every version heard of, ascending."""
        from arxtui.store.cache import papers

        return papers.read_versions(self._db, [key]).get(key, ())

    def versions_of(self, keys: Iterable[int]) -> dict[int, tuple[Version, ...]]:
        """Every version heard of, ascending, of each of these papers that has any."""
        from arxtui.store.cache import papers

        return papers.read_versions(self._db, keys)

    def announcements(self, key: int) -> tuple[Announcement, ...]:
        """A paper's announcements, newest day first."""
        return announcements.of_papers(self._db, [key]).get(key, ())

    def announcements_of(self, keys: Iterable[int]) -> dict[int, tuple[Announcement, ...]]:
        """The announcements of each of these papers that has any, newest day first."""
        return announcements.of_papers(self._db, keys)

    def reviews(self, key: int) -> tuple[Review, ...]:
        """A paper's reviews, newest first."""
        from arxtui.store.cache import reviews

        return reviews.of_papers(self._db, [key]).get(key, ())

    def text_states(self, keys: Iterable[int]) -> dict[int, TextState]:
        """How the full texts stand of those of these papers of which anything is known."""
        return text_states.read_states(self._db, keys)

    def with_text(self) -> array[int]:
        """Ascending keys (``array('q')``) of the papers whose full text is here."""
        return text_states.read_have(self._db)

    def documents(self, keys: Iterable[int]) -> list[Document]:
        """Papers with their reviews, by ascending key; unknown keys are left out."""
        from arxtui.store.cache.indexed import read_documents

        return read_documents(self._db, keys)

    def resolve(self, named: ArxivId | int) -> int | None:
        """The key of a paper that is known, by id or by a key it has or had; None when it is not known."""
        key = named.key if isinstance(named, ArxivId) else self.alias(named)
        return key if self._db.row("SELECT 1 FROM paper WHERE key = ?", (key,)) else None

    def alias(self, key: int) -> int:
        """The key that a pending key has become; every other key as it is."""
        return aliases.alias_of(self._db, key)

    def aliases(self, keys: Iterable[int]) -> dict[int, int]:
        """What those of these keys that were pending have become."""
        return aliases.aliases(self._db, keys)

    def former_keys(self, keys: Iterable[int]) -> dict[int, tuple[int, ...]]:
        """The pending keys, ascending, that those of these papers had that had any."""
        return aliases.former_keys(self._db, keys)

    def pending(self, limit: int) -> list[tuple[int, Paper]]:
        """(key, paper) of papers that only reviews have told of and that no link names, newest first."""
        from arxtui.store.cache import papers

        return papers.pending(self._db, limit)

    def incomplete(self, limit: int) -> list[str]:
        """Ids, newest first, of papers whose current version a feed, a listing or a review told of, nothing better, or
        of which a newer one was announced and nobody told which."""
        from arxtui.store.cache import papers

        return papers.incomplete(self._db, limit)

    def announced(
        self,
        first: date | None,
        last: date | None,
        type: AnnounceType | None = None,
        categories: Sequence[str] = (),
        *,
        news: bool = False,
    ) -> array[int]:
        """Ascending keys (``array('q')``) announced from ``first`` to ``last``, both included, None is open; in one of
        ``categories`` (an archive takes in its categories) where any are given; with ``news`` without what only a dump
        told of."""
        return announcements.announced(self._db, first, last, type, categories, news=news)

    def announcement_days(self, limit: int, categories: Sequence[str] = ()) -> list[tuple[date, int]]:
        """(day, number of papers announced), newest first, in ``categories`` where any are given; no days to come."""
        return announcements.days(self._db, limit, categories, last_day(self._clock().date()))

    def announcement_day_beside(self, day: date | None, step: int, categories: Sequence[str] = ()) -> date | None:
        """The nearest day before (``step`` below 0) or after one that has announcements in ``categories``; of no day,
        the newest."""
        return announcements.day_beside(self._db, day, step, categories, last_day(self._clock().date()))

    def arrived_since(self, at: datetime) -> array[int]:
        """Ascending keys of the papers first heard of at or after a time."""
        return array("q", changes.keys_since(self._db, at))

    def change_number(self) -> int:
        """The newest change number; for an empty cache the number it begins at."""
        return changes.latest_change(self._db)

    def lag(self, number: int) -> int | None:
        """How many changes came after ``number``; None when another cache gave it."""
        return changes.lag(self._db, number)

    def changed_since(self, number: int, limit: int) -> list[tuple[int, int]]:
        """(change number, key) after ``number``, ascending, at most ``limit``. A paper stands
        under its last change only; a key unknown to ``documents`` is gone."""
        return changes.changed_since(self._db, number, limit)

    def count(self) -> int:
        """How many papers there are, the pending ones included."""
        return stats.count_papers(self._db)

    def has_reviews(self) -> bool:
        """Whether any paper has a review."""
        return stats.has_reviews(self._db)

    def counts_by_primary(self) -> dict[str, int]:
        """How many papers each primary category has."""
        return stats.count_by_primary(self._db)

    def stats(self) -> CacheStats:
        """Counts over the whole cache."""
        return stats.read_stats(self._db)
