"""Counts over the whole cache."""

from __future__ import annotations

from arxtui.model.arxiv.ids import PENDING_BIT
from arxtui.model.arxiv.taxonomy import covers
from arxtui.store.cache.changes import Changes
from arxtui.store.sqlite.connection import Database
from arxtui.tuples import NamedTuple


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


def has_citations(db: Database) -> bool:
    """Return whether any source says what a paper cites."""
    return db.value("SELECT max(id) FROM citation_source") is not None


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
