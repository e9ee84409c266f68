"""What the index is made from: papers with their reviews, and what is known about where they come from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

from arxtui.model.paper import Paper
from arxtui.model.reviews.review import Review
from arxtui.store.cache.papers import Papers
from arxtui.store.cache.review_rows import read_reviews
from arxtui.store.errors import Damaged
from arxtui.store.sqlite.codes import source_names
from arxtui.store.sqlite.connection import Database


class Document(NamedTuple):
    """``paper.id`` is empty for a pending key; ``added`` is the day (UTC) on which the paper was first heard of,
    ``sources`` the names of those that told."""

    key: int
    paper: Paper
    reviews: tuple[Review, ...]
    added: date
    sources: tuple[str, ...]


def read_documents(db: Database, keys: Iterable[int]) -> list[Document]:
    """The documents of papers, by ascending key; unknown keys, and records that cannot be read, are left out."""
    wanted = sorted(keys)
    with db.snapshot():
        found = read_papers(db, wanted)
        reviewed = read_reviews(db, wanted)
        origins = Papers(db).origins(wanted)
        told = {key: (_day(added), source_names(bits)) for key, added, bits in origins}
    return [Document(key, found[key], reviewed.get(key, ()), *told[key]) for key in wanted if key in found]


def read_papers(db: Database, keys: Sequence[int]) -> dict[int, Paper]:
    """Those of the papers that are known and whose records can be read; the log names the others."""
    try:
        return Papers(db).get_all(keys)
    except Damaged:
        import logging  # not for who marks a paper

        found: dict[int, Paper] = {}
        for key in keys:
            try:
                found |= Papers(db).get_all([key])
            except Damaged as error:
                logging.getLogger(__name__).warning("the record of the paper %s cannot be read: %s", key, error)
        return found


def _day(seconds: int) -> date:
    return datetime.fromtimestamp(seconds, UTC).date()
