"""The parts of migrations that read records of older programs."""

from __future__ import annotations

from collections.abc import Iterator

from arxtui.store.cache.entries import entry_of
from arxtui.store.cache.papers import Papers
from arxtui.store.cache.withdrawals import find_withdrawn
from arxtui.store.sqlite.connection import Database
from arxtui.store.texts.citations import write_citations

_BATCH = 1_000


def hash_contents(db: Database) -> None:
    """Compute the content hashes of all papers by the new method."""
    for keys in _batches(db):
        found = Papers(db).get_all(keys)
        hashes = [(entry_of(key, paper).content, key) for key, paper in found.items()]
        db.run_many("UPDATE paper SET content = ? WHERE key = ?", hashes)


def find_all_withdrawn(db: Database) -> None:
    """Find the papers whose current version is withdrawn."""
    for keys in _batches(db):
        find_withdrawn(db, keys)


def write_all_citations(db: Database) -> None:
    """Write what all stored full texts cite."""
    texts = [key for (key,) in db.rows("SELECT key FROM cited_text WHERE entries IS NOT NULL ORDER BY key")]
    for start in range(0, len(texts), _BATCH):
        write_citations(db, texts[start : start + _BATCH])


def _batches(db: Database) -> Iterator[list[int]]:
    """Yield the keys of all papers, ascending, in batches."""
    last = -1
    while keys := [
        key for (key,) in db.rows("SELECT key FROM paper WHERE key > ? ORDER BY key LIMIT ?", (last, _BATCH))
    ]:
        last = keys[-1]
        yield keys
