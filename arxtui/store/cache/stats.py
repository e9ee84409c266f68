"""Counts over the whole cache."""

from __future__ import annotations

from typing import NamedTuple

from arxtui.model.arxiv.ids import PENDING_BIT
from arxtui.store.cache.changes import Changes
from arxtui.store.sqlite.connection import Database


class CacheStats(NamedTuple):
    """``papers`` includes the ``pending`` ones, which only reviews have told of; ``incomplete`` ones wait for the query
    API; ``size`` in bytes of the file, without its write-ahead log."""

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
    """How many papers there are, the pending ones included."""
    return int(db.value("SELECT sum(n) FROM month") or 0)


def has_reviews(db: Database) -> bool:
    """Whether any paper has a review."""
    return db.value("SELECT max(key) FROM review") is not None


def count_by_primary(db: Database) -> dict[str, int]:
    """How many papers each primary category has."""
    return dict(db.rows("SELECT category, sum(n) FROM category_count GROUP BY category HAVING sum(n) > 0"))


def read_stats(db: Database) -> CacheStats:
    """All of them, as of one moment."""
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
