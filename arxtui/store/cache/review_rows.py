"""Reading the reviews of papers. ``reviews`` writes them and imports much more."""

from __future__ import annotations

from collections.abc import Iterable

from arxtui.model.reviews.review import Review
from arxtui.store.sqlite.codec import unpack_review
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
