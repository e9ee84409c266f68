"""Giving back the space of ``library.db``: records that nothing needs are removed, and the file is shrunk."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from contextlib import closing, suppress
from pathlib import Path

from arxtui.store.cache.database import Cache
from arxtui.store.errors import StoreError
from arxtui.store.library.schema import LIBRARY, MIGRATIONS
from arxtui.store.sqlite.connection import AMONG, Database, listed
from arxtui.store.sqlite.migrations import open_database
from arxtui.store.sqlite.packed_keys import unpack_keys

_log = logging.getLogger(__name__)

MIN_GAIN = 1 << 20
"""The fewest bytes worth rewriting the file for; they must also be a quarter of the file."""
_BUSY_TIMEOUT = 0.2
"""Seconds to wait for other programs; no one waits for this work, and the next call tries again."""
USING_TABLES = ("mark", "tag", "note", "listed", "place", "refused")
"""The tables whose papers need their records."""
# An undone act without a turn can be neither undone nor redone. Reading and unreading never stored a record.
_ACTS = "SELECT keys FROM journal WHERE (undone IS NULL OR turn IS NOT NULL) AND what NOT IN ('read', 'unread')"


def try_to_reclaim(library_db: Path, cache: Cache) -> bool:
    """Give back the space, and log the result. Returns False after a failure, such as a full disk."""
    try:
        reclaimed = reclaim(library_db, cache)
    except StoreError as error:
        _log.info("the space of the library was not given back: %s", error)
        return False
    if reclaimed > 0:
        _log.info("the library takes %d bytes less on the disk", reclaimed)
    return True


def reclaim(library_db: Path, cache: Cache) -> int:
    """Remove the records that nothing needs and shrink the file, if that gives back a worthwhile part of it, and empty
    its write-ahead log. Returns the bytes given back on the disk.

    Readers are not disturbed; a writer waits for a fraction of a second. Raises StoreError: Busy if another program is
    writing, DiskFull if there is no room for a second copy. The library is then unchanged, or lacks no more than the
    records that nothing needs; the next call continues.
    """
    before = _size_on_disk(library_db)
    if before < MIN_GAIN:
        return 0
    replaced = cache.aliases.all()
    with closing(_open(library_db, read_only=True)) as db:
        removable = _removable_records(db, cache, replaced)
        gain = db.free_size() + _size_of_records(db, removable)
        is_worthwhile = gain >= max(MIN_GAIN, db.size() // 4)
    with closing(_open(library_db, read_only=False)) as db:
        if is_worthwhile:
            remove_unneeded_records(db, removable, replaced)
            db.vacuum()
        db.empty_log()
    return before - _size_on_disk(library_db)


def unneeded_records(db: Database, replaced: Mapping[int, int]) -> list[int]:
    """Return the ascending keys of the records that nothing needs any more: their papers have no mark, tag, note, list,
    rating, reading state or reading position, and no act that can be undone or redone could give them one.

    ``replaced`` maps former keys of papers to their current keys: a paper needs its records under all of them.
    """
    needed = {key for table in USING_TABLES for (key,) in db.rows(f"SELECT key FROM {table}")}  # noqa: S608
    needed.update(key for (packed,) in db.rows(_ACTS) for key in unpack_keys(packed))
    papers = {replaced.get(key, key) for key in needed}
    stored = (key for (key,) in db.rows("SELECT key FROM kept ORDER BY key"))
    return [key for key in stored if replaced.get(key, key) not in papers]


def remove_unneeded_records(db: Database, removable: Collection[int], replaced: Mapping[int, int]) -> int:
    """Remove those of the ``removable`` records that nothing needs. What is needed is determined while no other program
    can write. Returns the number of records removed."""
    with db.transaction():
        unneeded = [(key,) for key in unneeded_records(db, replaced) if key in removable]
        return db.run_many("DELETE FROM kept WHERE key = ?", unneeded) if unneeded else 0


def _open(library_db: Path, *, read_only: bool) -> Database:
    return open_database(library_db, LIBRARY, MIGRATIONS, read_only=read_only, busy_timeout=_BUSY_TIMEOUT)


def _removable_records(db: Database, cache: Cache, replaced: Mapping[int, int]) -> set[int]:
    """Return the keys of the records that nothing needs and that are in the cache, too. Any other record stays, as it
    is the only copy."""
    current = {key: replaced.get(key, key) for key in unneeded_records(db, replaced)}
    in_cache = cache.papers.contents(current.values())
    return {key for key, paper in current.items() if paper in in_cache}


def _size_on_disk(library_db: Path) -> int:
    size = library_db.stat().st_size
    with suppress(FileNotFoundError):  # the last program that closes the library deletes its log
        size += library_db.with_name(f"{library_db.name}-wal").stat().st_size
    return size


def _size_of_records(db: Database, keys: Collection[int]) -> int:
    sql = f"SELECT total(length(body) + length(coalesce(title, ''))) FROM kept WHERE {AMONG}"  # noqa: S608
    return int(db.value(sql, (listed(keys),)))
