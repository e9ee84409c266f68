"""Which change number of the cache the index has reached, without opening the index.

A file beside the index has the number, and a checksum of the names and sizes of the index's files and of the time of
its last commit. So the number holds only until anything is written to the index, cut off, deleted or marked as damaged.
"""

from __future__ import annotations

import os
import zlib
from contextlib import suppress
from pathlib import Path

from arxtui.search.version import current_folder, stamp
from arxtui.store.cache.database import Cache

LEDGER_ROW = ("search.index", "papers")
"""The key of the ledger row that exists as long as the index cannot be brought up to date."""
_FILE = "reached"


def is_reached(cache: Cache, index: Path) -> bool:
    """Whether the index is known to be up to date with the cache, and the ledger does not say otherwise."""
    with suppress(OSError, ValueError):
        number, files = map(int, (index / _FILE).read_text().split())
        return cache.changes.lag(number) == 0 and files == files_of(index) and not cache.ledger.get(*LEDGER_ROW)
    return False


def files_of(index: Path) -> int:
    """Return a checksum of the files of this version's index, by their names and sizes. 0 if it cannot be listed."""
    folder = current_folder(index)
    try:
        files = sorted((file.name, file.stat().st_size) for file in os.scandir(folder) if file.name[-5:] != ".lock")
    except OSError:
        return 0
    return zlib.crc32(f"{folder.name} {files} {stamp(folder)}".encode())


def set_reached(index: Path, number: int, files: int) -> None:
    """Store the change number that the index with these files (see :func:`files_of`) has reached."""
    if files and files == files_of(index):
        with suppress(OSError):  # the next refresh opens the index
            (index / _FILE).write_text(f"{number} {files}")
