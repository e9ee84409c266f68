"""The input of the index: papers with their reviews and sources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

from arxtui.model.paper import Paper
from arxtui.model.reviews.review import Review
from arxtui.store.cache.papers import Papers
from arxtui.store.errors import Damaged
from arxtui.store.sqlite.codec import unpack_review
from arxtui.store.sqlite.codes import source_names
from arxtui.store.sqlite.connection import Database, listed


def read_reviews(db: Database, keys: Iterable[int]) -> dict[int, tuple[Review, ...]]:
    """Return the reviews of each of these papers that has any, newest first."""
    rows = db.rows(
        "SELECT key, headline, listed_on, theorem_links, body FROM review "
        "WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key, listed_on DESC, abs(slot) DESC",
        (listed(keys),),
    )
    by_key: dict[int, tuple[Review, ...]] = {}
    for key, headline, listed_on, theorem_links, body in rows:
        by_key[key] = (*by_key.get(key, ()), unpack_review(headline, listed_on, theorem_links, body))
    return by_key


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
        papers = read_papers(db, ordered)
        reviewed = read_reviews(db, ordered)
        origins = Papers(db).origins(ordered)
        added_and_sources = {key: (_day(added), source_names(bits)) for key, added, bits in origins}
    return [
        Document(key, papers[key], reviewed.get(key, ()), *added_and_sources[key]) for key in ordered if key in papers
    ]


def read_papers(db: Database, keys: Sequence[int]) -> dict[int, Paper]:
    """Return those of the papers that are stored and readable; unreadable ones are logged."""
    try:
        return Papers(db).get_all(keys)
    except Damaged:
        import logging  # imported only for damaged records

        readable: dict[int, Paper] = {}
        for key in keys:
            try:
                readable |= Papers(db).get_all([key])
            except Damaged as error:
                logging.getLogger(__name__).warning("the record of the paper %s cannot be read: %s", key, error)
        return readable


def _day(seconds: int) -> date:
    return datetime.fromtimestamp(seconds, UTC).date()
