"""Which papers have a full text here, for lists: narrow, and loading nothing of what texts are made of."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from arxtui.model.fulltext import TextState
from arxtui.store.sqlite.connection import Database, listed

READABLE = 2
"""The number of the way in which pages are read: raised with ``store.documents.FORM``, and when a parser has learnt so
much that texts are worth reading anew."""

_AMONG = "key IN (SELECT value FROM json_each(?))"


def read_states(db: Database, keys: Iterable[int]) -> dict[int, TextState]:
    """The states of those of these papers of which anything is known."""
    named = listed(keys)
    sql = (
        f"SELECT key, state FROM fulltext_state WHERE {_AMONG} AND state <> 'have' "  # noqa: S608
        f"UNION ALL SELECT key, 'have' FROM fulltext WHERE {_AMONG} AND readable = ?"
    )
    return {key: TextState(state) for key, state in db.rows(sql, (named, named, READABLE))}


def read_have(db: Database) -> array[int]:
    """Ascending keys (``array('q')``) of the papers whose text is here."""
    rows = db.rows("SELECT DISTINCT key FROM fulltext WHERE readable = ? ORDER BY key", (READABLE,))
    return array("q", (key for (key,) in rows))
