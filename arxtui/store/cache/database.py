"""``cache.db``: all data from upstream. The file can be deleted at any time; its data is fetched again."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from arxtui.light import NamedTuple, deferred
from arxtui.model.arxiv.ids import PENDING_BIT
from arxtui.model.arxiv.taxonomy import covers
from arxtui.store.cache import keys
from arxtui.store.cache.announcements import Announcements
from arxtui.store.cache.changes import Changes
from arxtui.store.cache.keys import Aliases, MonthKeys
from arxtui.store.cache.rows import ListRow, read_rows
from arxtui.store.cache.schema import CACHE, MIGRATIONS
from arxtui.store.sqlite.connection import BUSY_TIMEOUT, Database
from arxtui.store.sqlite.migrations import DatabaseFile, open_database
from arxtui.store.texts import text_states

# Modules for whole records: a list of papers does not need them, and importing them would make its start half as long
# again.
with deferred():
    from arxtui.store.cache.announced_days import AnnouncedDays
    from arxtui.store.cache.graph import Graph
    from arxtui.store.cache.ingest import IngestResult, ingest, take
    from arxtui.store.cache.paper_writer import remove_cited_works
    from arxtui.store.cache.papers import Document, Papers
    from arxtui.store.cache.record_parts import RecordParts
    from arxtui.store.cache.repacking import repack_next
    from arxtui.store.progress.imports import Harvests, HarvestStep, Imports, Progress
    from arxtui.store.progress.ledger import Ledger, RequestedPapers
    from arxtui.store.progress.rule_matches import RuleMatches
    from arxtui.store.texts.fulltexts import Fulltexts

if TYPE_CHECKING:
    from arxtui.model.fulltext import TextState
    from arxtui.model.intake import Intake, Tally
    from arxtui.model.reviews import Review
    from arxtui.store.cache.entries import PreparedIntake
    from arxtui.store.cache.reports import CitationReports
    from arxtui.store.cache.withdrawals import Withdrawals
    from arxtui.store.progress.ranking_scores import RankingScores
    from arxtui.store.texts.citations import Citations
    from arxtui.store.texts.full_reviews import FullReviews


class Cache(DatabaseFile):
    """A connection to the cache, for one thread at a time. Every method can raise StoreError.

    Most data is accessed through the parts (``papers``, ``announcements``, ``ledger`` …).
    """

    def __init__(self, db: Database, clock: Callable[[], datetime]) -> None:
        super().__init__(db)
        self._clock = clock
        self.aliases = Aliases(db)
        self.announcements = Announcements(db, clock)
        self.changes = Changes(db)

    @property
    def path(self) -> Path:
        """The path of the file."""
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
        """Open the file; create or migrate it if needed. ``busy_timeout`` is in seconds; ``clock`` returns aware
        UTC."""
        db = open_database(path, CACHE, MIGRATIONS, read_only=read_only, busy_timeout=busy_timeout)
        return cls(db, clock)

    def take(self, intake: Intake) -> Tally:
        """Store the data from a source in one transaction: everything or, if this raises, nothing.

        Fastest with 1,000 to 5,000 papers per call. Papers without a well-formed id are counted as rejected;
        :meth:`take_all` returns them.
        """
        return self.take_all(intake).tally

    def take_all(self, intake: Intake) -> IngestResult:
        """Store the data as :meth:`take` does. Returns also what was rejected, with the reasons."""
        return take(self._db, intake, self._clock)

    def put(
        self, prepared: Sequence[PreparedIntake], progress: Progress | None = None, step: HarvestStep | None = None
    ) -> IngestResult:
        """Store prepared data, and the progress of an import or a harvest, in one transaction.

        Raises OutdatedError (``store.cache.entries``), with nothing written, if an entry was left unpacked because the
        cache had equal content, and that content has changed since.
        """
        return ingest(self._db, prepared, self._clock, progress, step)

    def remove_cited_works(self, keys: Iterable[int]) -> None:
        """Delete works outside arXiv that only an entry of a bibliography names, of these keys."""
        remove_cited_works(self._db, keys, self._clock())

    def repack_next(self) -> bool:
        """Pack the details of the next papers that an older program may have stored in its format, in one short
        transaction. Their content and their change numbers stay. Returns whether there can be more."""
        return repack_next(self._db)

    def month_keys(self) -> MonthKeys:
        """Return all keys, newest first, as a snapshot that later writes do not change."""
        return keys.read_months(self._db)

    def newest_key(self) -> int:
        """Return the key of the newest paper; 0 if there is none."""
        return keys.newest_key(self._db)

    def rows(self, keys: Iterable[int], categories: Sequence[str] = ()) -> list[ListRow]:
        """Return the list rows of these papers in the given order, with their announcement days in ``categories`` if
        any are given; unknown keys are left out."""
        return read_rows(self._db, keys, categories)

    def reviews(self, key: int) -> tuple[Review, ...]:
        """Return a paper's reviews, newest first."""
        return self.papers.reviews(key)

    def text_states(self, keys: Iterable[int]) -> dict[int, TextState]:
        """Return the state of the full text, by key, of those of these papers for which a state is known."""
        return text_states.read_states(self._db, keys)

    def with_text(self) -> array[int]:
        """Return the ascending keys (``array('q')``) of the papers whose full text is stored."""
        return text_states.read_stored_keys(self._db)

    def documents(self, keys: Iterable[int], *, derived: bool = False) -> list[Document]:
        """Return papers with their reviews, by ascending key, and with what is ``derived`` from them; unknown keys are
        left out."""
        return self.papers.documents(keys, derived=derived)

    def count(self) -> int:
        """Return the number of papers, including pending ones."""
        return count_papers(self._db)

    def has_reviews(self, subscription: str = "") -> bool:
        """Return whether any paper has a review; with a ``subscription`` (a category, or an archive for all of its
        categories), any paper whose primary category it includes."""
        return has_reviews(self._db, subscription)

    def has_citations(self) -> bool:
        """Return whether any source says what a paper cites."""
        return self._db.value("SELECT max(id) FROM citation_source") is not None

    def counts_by_primary(self) -> dict[str, int]:
        """Return the number of papers for each primary category."""
        return count_by_primary(self._db)

    def stats(self) -> CacheStats:
        """Return counts over the whole cache."""
        return read_stats(self._db)

    @cached_property
    def _of_records(self) -> RecordParts:
        return RecordParts(self._db)

    @cached_property
    def papers(self) -> Papers:
        """Papers and their versions."""
        return Papers(self._db)

    @cached_property
    def withdrawals(self) -> Withdrawals:
        """The withdrawn papers."""
        return self._of_records.withdrawals

    @cached_property
    def ledger(self) -> Ledger:
        """The result of the last request for each target."""
        return Ledger(self._db)

    @cached_property
    def announced_days(self) -> AnnouncedDays:
        """The announcements that upstream reports, day by day."""
        return AnnouncedDays(self._db)

    @cached_property
    def requested(self) -> RequestedPapers:
        """The papers requested by name that are still to be fetched from arXiv."""
        return RequestedPapers(self._db, self._clock)

    @cached_property
    def imports(self) -> Imports:
        """The progress of imports."""
        return Imports(self._db, self._clock)

    @cached_property
    def harvests(self) -> Harvests:
        """The progress of harvests, and the records that arXiv has deleted."""
        return self._of_records.harvests

    @cached_property
    def rule_matches(self) -> RuleMatches:
        """The papers that match the queries of rules."""
        return RuleMatches(self._db)

    @cached_property
    def fulltexts(self) -> Fulltexts:
        """The stored full texts, with their figures."""
        return Fulltexts(self._db)

    @cached_property
    def citations(self) -> Citations:
        """The works that stored full texts cite."""
        return self._of_records.citations

    @cached_property
    def graph(self) -> Graph:
        """Which papers cite which, by any source."""
        return Graph(self._db)

    @cached_property
    def reports(self) -> CitationReports:
        """What sources of citations reported of papers."""
        return self._of_records.reports

    @cached_property
    def full_reviews(self) -> FullReviews:
        """The stored full reviews."""
        return self._of_records.full_reviews

    @cached_property
    def ranking_scores(self) -> RankingScores:
        """The model learned from the user's marks, and its scores."""
        return self._of_records.ranking_scores


class CacheStats(NamedTuple):
    """Counts over the whole cache. ``papers`` includes the ``pending`` ones, which are known only from reviews;
    ``incomplete`` papers wait for the query API; ``size`` is the file size in bytes, without the write-ahead log."""

    papers: int
    pending: int
    incomplete: int
    versions: int
    reviews: int
    reviewed_papers: int
    announcements: int
    change_number: int
    size: int


def count_papers(db: Database) -> int:
    """Return the number of papers, including pending ones."""
    return int(db.value("SELECT sum(n) FROM month") or 0)


def has_reviews(db: Database, subscription: str = "") -> bool:
    """Return whether any paper has a review; with a ``subscription`` (a category, or an archive for all of its
    categories), any paper whose primary category it includes."""
    if not subscription:
        return db.value("SELECT max(key) FROM review") is not None
    sql = "SELECT DISTINCT category FROM paper WHERE key IN (SELECT key FROM review)"
    return any(covers(subscription, category) for (category,) in db.rows(sql))


def count_by_primary(db: Database) -> dict[str, int]:
    """Return the number of papers for each primary category."""
    return dict(db.rows("SELECT category, sum(n) FROM category_count GROUP BY category HAVING sum(n) > 0"))


def read_stats(db: Database) -> CacheStats:
    """Return all counts, read in one snapshot."""
    with db.snapshot():
        return CacheStats(
            papers=count_papers(db),
            pending=db.value("SELECT count(*) FROM paper WHERE source < 4 AND key & ?", (PENDING_BIT,)),
            incomplete=db.value("SELECT count(*) FROM paper WHERE source < 4 AND NOT key & ?", (PENDING_BIT,)),
            versions=db.value("SELECT count(*) FROM version"),
            reviews=db.value("SELECT count(*) FROM review"),
            reviewed_papers=db.value("SELECT count(DISTINCT key) FROM review"),
            announcements=db.value("SELECT count(*) FROM announcement"),
            change_number=Changes(db).latest(),
            size=db.value("PRAGMA page_count") * db.value("PRAGMA page_size"),
        )
