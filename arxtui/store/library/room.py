"""Free pages of ``library.db``, given back to the disk."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from arxtui.store.errors import StoreError

if TYPE_CHECKING:
    from arxtui.store.sqlite.connection import Database

LARGE = 8 << 20
"""Bytes of free pages from which they are worth a rewrite of the rest."""
_log = logging.getLogger(__name__)


def give_back_room(db: Database, least: int = LARGE) -> bool:
    """Give free pages back where they have ``least`` bytes and are more than half of the file, so that the rewrite
    copies little; whether it was done. A file that is in use or cannot be written is left as it is, without waiting.

    SQLite rewrites the file in one transaction: a kill loses nothing, and other connections read on.
    """
    pages, free, size = (int(db.value(f"PRAGMA {name}")) for name in ("page_count", "freelist_count", "page_size"))
    if free * size < least or free * 2 <= pages:
        return False
    timeout = int(db.value("PRAGMA busy_timeout"))
    db.run("PRAGMA busy_timeout = 0")
    try:
        db.run("VACUUM")
        # The file shrinks once the log is in it; where another connection still reads the old state, when that ends.
        db.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    except StoreError as error:
        _log.info("room in %s is given back another time: %s", db.path, error)
        return False
    finally:
        db.run(f"PRAGMA busy_timeout = {timeout}")
    return True
