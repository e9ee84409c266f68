"""The states of full texts, for lists; this module imports nothing that the texts themselves need."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from arxtui.model.fulltext import TextState
from arxtui.store.sqlite.connection import Database, listed

READABLE = 12
"""The number of the parsing method. It increases with ``store.texts.documents.FORM``, and when a parser has improved so
much that stored pages are worth parsing again."""

_AMONG = "key IN (SELECT value FROM json_each(?))"


def read_states(db: Database, keys: Iterable[int]) -> dict[int, TextState]:
    """Return the states, by key, of those of these papers for which a state is known."""
    named = listed(keys)
    sql = (
        f"SELECT key, state FROM fulltext_state WHERE {_AMONG} AND state <> 'have' "  # noqa: S608
        # SQLite takes the other columns from the row with the maximum.
        f"UNION ALL SELECT key, iif(broken_off, 'incomplete', 'have') FROM "
        f"(SELECT key, broken_off, max(version) FROM fulltext WHERE {_AMONG} AND readable = ? GROUP BY key)"
    )
    return {key: TextState(state) for key, state in db.rows(sql, (named, named, READABLE))}


def read_stored_keys(db: Database) -> array[int]:
    """Return the ascending keys (``array('q')``) of the papers whose text is stored."""
    rows = db.rows("SELECT DISTINCT key FROM fulltext WHERE readable = ? ORDER BY key", (READABLE,))
    return array("q", (key for (key,) in rows))
