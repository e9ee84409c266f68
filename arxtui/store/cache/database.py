"""``cache.db``: everything upstream said. May be deleted at any time and is fetched again."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from arxtui.store.cache import keys, stats
from arxtui.store.cache.aliases import Aliases
from arxtui.store.cache.announcements import Announcements
from arxtui.store.cache.changes import Changes
from arxtui.store.cache.keys import MonthKeys
from arxtui.store.cache.rows import ListRow, read_rows
from arxtui.store.cache.schema import CACHE, MIGRATIONS
from arxtui.store.cache.stats import CacheStats
from arxtui.store.sqlite.connection import BUSY_TIMEOUT, Database
from arxtui.store.sqlite.file import DatabaseFile
from arxtui.store.sqlite.migrations import open_database
from arxtui.store.texts import text_states

# What reads and writes whole records is loaded by the methods that do so. A list of papers needs none of it, and with
# it would take half as long again to start.
if TYPE_CHECKING:
    from arxtui.model.fulltext import TextState
    from arxtui.model.intake import Intake, Tally
    from arxtui.model.paper import Paper
    from arxtui.model.reviews.review import Review
    from arxtui.store.cache.announced_days import AnnouncedDays
    from arxtui.store.cache.entries import Ready
    from arxtui.store.cache.indexed import Document
    from arxtui.store.cache.ingest import Outcome
    from arxtui.store.cache.papers import Papers
    from arxtui.store.progress.harvests import Harvests, Step
    from arxtui.store.progress.imports import Imports, Progress
    from arxtui.store.progress.ledger import Ledger
    from arxtui.store.progress.ranking_scores import Taste
    from arxtui.store.progress.rule_matches import Matched
    from arxtui.store.progress.wanted import Wanted
    from arxtui.store.texts.full_reviews import FullReviews
    from arxtui.store.texts.fulltexts import Fulltexts


class Cache(DatabaseFile):
    """One connection to the cache, for one thread at a time; most of what is in it is asked of its parts, each loaded
    when it is first asked for where a list of papers needs none. Every method may raise StoreError."""

    def __init__(self, db: Database, clock: Callable[[], datetime]) -> None:
        super().__init__(db)
        self._clock = clock
        self.aliases = Aliases(db)
        self.announcements = Announcements(db, clock)
        self.changes = Changes(db)

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

    def month_keys(self) -> MonthKeys:
        """All keys, newest first: a snapshot that later writes do not move."""
        return keys.read_months(self._db)

    def rows(self, keys: Iterable[int]) -> list[ListRow]:
        """The rows of these papers in the order asked; unknown keys are left out."""
        return read_rows(self._db, keys)

    def reviews(self, key: int) -> tuple[Review, ...]:
        """A paper's reviews, newest first."""
        from arxtui.store.cache.review_rows import read_reviews

        return read_reviews(self._db, [key]).get(key, ())

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

    def readable_papers(self, keys: Sequence[int]) -> dict[int, Paper]:
        """The papers alone of :meth:`documents`, by key."""
        from arxtui.store.cache.indexed import read_papers

        self._db.value("SELECT max(key) FROM paper")  # a file without any sound page is damaged, not empty
        return read_papers(self._db, keys)

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

    @cached_property
    def papers(self) -> Papers:
        """Papers and their versions."""
        from arxtui.store.cache.papers import Papers

        return Papers(self._db)

    @cached_property
    def ledger(self) -> Ledger:
        """What became of the last request for each target."""
        from arxtui.store.progress.ledger import Ledger

        return Ledger(self._db)

    @cached_property
    def announced_days(self) -> AnnouncedDays:
        """What upstream claims to have announced, day by day."""
        from arxtui.store.cache.announced_days import AnnouncedDays

        return AnnouncedDays(self._db)

    @cached_property
    def wanted(self) -> Wanted:
        """The papers that somebody asked for by name and that arXiv is still to be asked for."""
        from arxtui.store.progress.wanted import Wanted

        return Wanted(self._db, self._clock)

    @cached_property
    def imports(self) -> Imports:
        """How far imports are."""
        from arxtui.store.progress.imports import Imports

        return Imports(self._db, self._clock)

    @cached_property
    def harvests(self) -> Harvests:
        """How far harvests are, and what arXiv has deleted."""
        from arxtui.store.progress.harvests import Harvests

        return Harvests(self._db)

    @cached_property
    def matched(self) -> Matched:
        """What the queries of rules mean."""
        from arxtui.store.progress.rule_matches import Matched

        return Matched(self._db)

    @cached_property
    def fulltexts(self) -> Fulltexts:
        """The full texts that are here, with their figures."""
        from arxtui.store.texts.fulltexts import Fulltexts

        return Fulltexts(self._db)

    @cached_property
    def full_reviews(self) -> FullReviews:
        """The whole reviews that are here."""
        from arxtui.store.texts.full_reviews import FullReviews

        return FullReviews(self._db)

    @cached_property
    def taste(self) -> Taste:
        """What was learned of the user's marks."""
        from arxtui.store.progress.ranking_scores import Taste

        return Taste(self._db)
