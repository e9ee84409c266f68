"""What the index is made from: papers with their reviews, and what is known about where they come from."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import NamedTuple

from arxtui.model.paper import Paper
from arxtui.model.review import Review
from arxtui.store import papers, reviews
from arxtui.store.columns import source_names
from arxtui.store.connection import Database


class Document(NamedTuple):
    """``paper.id`` is empty for a pending key; ``added`` is the day (UTC) on which the paper was first heard of,
    ``sources`` the names of those that told."""

    key: int
    paper: Paper
    reviews: tuple[Review, ...]
    added: date
    sources: tuple[str, ...]


def read_documents(db: Database, keys: Iterable[int]) -> list[Document]:
    """The documents of papers, by ascending key; unknown keys are left out."""
    wanted = sorted(keys)
    with db.snapshot():
        found = papers.read_papers(db, wanted)
        reviewed = reviews.of_papers(db, wanted)
        origins = papers.read_origins(db, wanted)
        told = {key: (_day(added), source_names(bits)) for key, added, bits in origins}
    return [Document(key, found[key], reviewed.get(key, ()), *told[key]) for key in wanted if key in found]


def _day(seconds: int) -> date:
    return datetime.fromtimestamp(seconds, UTC).date()
