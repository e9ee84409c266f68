"""Bare loops for ``benchmarks.ingest``: write the rows or documents of an existing cache, prepared in advance, at full
speed.

    python -m benchmarks.bare_ingest rows CACHE.db FOLDER | documents CACHE.db FOLDER

Prints ``ready``, waits for a line, writes, and prints the seconds of wall-clock time and of CPU time.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import tantivy

from arxtui.search import schema as fields
from arxtui.search.document import Document, prepare, to_tantivy
from arxtui.search.writer import BULK_HEAP
from arxtui.store.cache.database import Cache
from arxtui.sync.importing.index_follower import COMMIT_AFTER
from arxtui.sync.worker.process_pool import be_nice

ROWS = 4_000
"""Rows in a transaction, as in an import."""


def rows(made: Path, folder: Path) -> Callable[[], None]:
    """Write every row of a cache into an empty file of the same schema by ``executemany``."""
    with sqlite3.connect(made) as source:
        schema = source.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid").fetchall()
        names = [name for (name,) in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        held = {name: source.execute(f"SELECT * FROM {name}").fetchall() for name in names}
        [page] = source.execute("PRAGMA page_size").fetchone()
    source.close()
    target = sqlite3.connect(folder / "bare.db", isolation_level=None)
    for pragma in (f"page_size = {page}", "journal_mode = WAL", "synchronous = NORMAL", "cache_size = -16000"):
        target.execute(f"PRAGMA {pragma}")
    for (statement,) in schema:
        if "sqlite_" not in statement:
            target.execute(statement)
    held.pop("meta")
    longest = max(map(len, held.values()))

    def write() -> None:
        for start in range(0, longest, ROWS):
            target.execute("BEGIN IMMEDIATE")
            for name, table in held.items():
                if some := table[start : start + ROWS]:
                    target.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(some[0]))})", some)
            target.execute("COMMIT")

    return write


def documents(made: Path, folder: Path) -> Callable[[], None]:
    """Add a document for each paper to an empty index of the same schema, with as many commits as an import makes."""
    with Cache.open(made, read_only=True) as cache:
        keys = list(cache.month_keys())[::-1]
        held = [to_tantivy(prepare(Document(*each))) for each in cache.documents(keys, derived=True)]
    target = folder / "bare index"
    target.mkdir()
    writer = tantivy.Index(fields.schema(), path=str(target)).writer(BULK_HEAP, 1)

    def write() -> None:
        for start in range(0, len(held), COMMIT_AFTER):
            for document in held[start : start + COMMIT_AFTER]:
                writer.add_document(document)
            writer.commit()
        writer.wait_merging_threads()

    return write


def main(arguments: Sequence[str]) -> None:
    """Prepare, wait for a line on standard input, and write."""
    what, made, folder = arguments
    be_nice()  # the priority of an import
    write = {"rows": rows, "documents": documents}[what](Path(made), Path(folder))
    print("ready", flush=True)
    sys.stdin.readline()
    begun, used = time.perf_counter(), time.process_time()
    write()
    print(time.perf_counter() - begun, time.process_time() - used, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
