"""The input of the index: papers with their reviews and sources."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import NamedTuple

from arxtui.model.paper import Paper
from arxtui.model.reviews.review import Review
from arxtui.store.cache.papers import Papers
from arxtui.store.cache.review_rows import read_reviews
from arxtui.store.sqlite.codes import source_names
from arxtui.store.sqlite.connection import Database


class Document(NamedTuple):
    """A paper to index. ``paper.id`` is empty for a pending key; ``added`` is the day (UTC) on which the paper was
    first stored; ``sources`` are the names of its sources."""

    key: int
    paper: Paper
    reviews: tuple[Review, ...]
    added: date
    sources: tuple[str, ...]


def read_documents(db: Database, keys: Iterable[int]) -> list[Document]:
    """Return the documents of papers, by ascending key. Unknown keys and unreadable records are left out."""
    ordered = sorted(keys)
    with db.snapshot():
        papers = Papers(db).readable(ordered)
        reviewed = read_reviews(db, ordered)
        origins = Papers(db).origins(ordered)
        added_and_sources = {key: (_day(added), source_names(bits)) for key, added, bits in origins}
    return [
        Document(key, papers[key], reviewed.get(key, ()), *added_and_sources[key]) for key in ordered if key in papers
    ]


def _day(seconds: int) -> date:
    return datetime.fromtimestamp(seconds, UTC).date()
