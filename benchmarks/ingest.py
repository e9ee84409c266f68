"""Taking papers into the cache and the index, against a bare loop over the same prepared rows and schema.

The bare loop writes the very rows and documents that the product wrote: ``executemany`` in transactions of the same
size, ``add_document`` and one commit, nothing else.

    python -m benchmarks.ingest [--papers 20000] [--runs 3]
"""

from __future__ import annotations

import argparse
import sqlite3
import tempfile
import threading
import time
from pathlib import Path
from typing import TypeVar

import tantivy

from arxtui.model.intake import Intake
from arxtui.model.paper import Paper
from arxtui.search import schema as fields
from arxtui.store.cache import Cache
from arxtui.sync.indexing import catch_up
from benchmarks.papers import made_up
from benchmarks.report import median, table

_CHUNK = 2_000
_HEAP = 48_000_000
_Item = TypeVar("_Item")


def product(folder: Path, papers: list[Paper]) -> tuple[float, float]:
    """Seconds in the cache, and in the index."""
    begun = time.perf_counter()
    with Cache.open(folder / "cache.db") as cache:
        for chunk in _chunks(papers):
            cache.take(Intake(papers=tuple(chunk)))
        kept = time.perf_counter()
        catch_up(cache, folder / "index", threading.Event(), lambda words: None)
    return kept - begun, time.perf_counter() - kept


def bare_rows(folder: Path, made: Path) -> float:
    """Seconds to write every row of the product's cache into an empty file of the same schema, by ``executemany``."""
    with sqlite3.connect(made) as source:
        schema = source.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid").fetchall()
        names = [name for (name,) in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {name: source.execute(f"SELECT * FROM {name}").fetchall() for name in names}
    source.close()
    target = sqlite3.connect(folder / "bare.db", isolation_level=None)
    target.execute("PRAGMA journal_mode = WAL")
    target.execute("PRAGMA synchronous = NORMAL")
    for (statement,) in schema:
        if "sqlite_" not in statement:
            target.execute(statement)
    begun = time.perf_counter()
    for name, held in rows.items():
        if held and not name.startswith("sqlite_"):
            places = ", ".join("?" * len(held[0]))
            for chunk in _chunks(held):
                target.execute("BEGIN IMMEDIATE")
                target.executemany(f"INSERT INTO {name} VALUES ({places})", chunk)
                target.execute("COMMIT")
    took = time.perf_counter() - begun
    target.close()
    return took


def bare_documents(folder: Path, papers: list[Paper]) -> float:
    """Seconds to add documents that are made already to an empty index of the same schema, with one commit a chunk."""
    documents = [fields.of_paper(fields.Document(paper.key, paper)) for paper in papers]
    target = folder / "bare index"
    target.mkdir()
    writer = tantivy.Index(fields.schema(), path=str(target)).writer(_HEAP, 1)
    begun = time.perf_counter()
    for chunk in _chunks(documents):
        for document in chunk:
            writer.add_document(document)
        writer.commit()
    writer.wait_merging_threads()
    return time.perf_counter() - begun


def main() -> None:
    """Print medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, default=20_000)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    papers = list(made_up(options.papers))
    stored, indexed, bare, bare_index, size = [], [], [], [], 0
    for _ in range(options.runs):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            rows, documents = product(folder, papers)
            stored.append(rows)
            indexed.append(documents)
            bare.append(bare_rows(folder, folder / "cache.db"))
            size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file() and file.name != "bare.db")
            bare_index.append(bare_documents(folder, papers))
    rate = options.papers / (median(stored) + median(indexed))
    rows_table = [
        ["bare executemany, same rows", f"{median(bare):.2f} s", "1.00 x"],
        ["cache: merge, compress, store", f"{median(stored):.2f} s", _against(stored, bare)],
        ["bare add_document, same documents", f"{median(bare_index):.2f} s", "1.00 x"],
        ["index: read, make readable, fold, add", f"{median(indexed):.2f} s", _against(indexed, bare_index)],
        ["both", f"{rate:,.0f} papers/s", f"{size / options.papers / 1000:.2f} kB a paper on disk"],
    ]
    table(f"Ingest of {options.papers:,} papers, median of {options.runs}", ["", "time", "against bare"], rows_table)


def _against(own: list[float], base: list[float]) -> str:
    return f"{median(own) / median(base):.2f} x"


def _chunks(items: list[_Item]) -> list[list[_Item]]:
    return [items[start : start + _CHUNK] for start in range(0, len(items), _CHUNK)]


if __name__ == "__main__":
    main()
