"""The search index, on tantivy, against SQLite's FTS5 (``fts5``) over the same papers and the same queries.

    python -m benchmarks.engines [--papers 300000] [--each 5] [--seed 1]

Both get documents whose words are already extracted. Building is measured in CPU time and includes the final merge.
Each query runs three times in turn, and the middle time is reported.
"""

from __future__ import annotations

import argparse
import gc
import pickle
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from arxtui.model.expr import Expr, Sort
from arxtui.query import parse
from arxtui.search.document import Document, PreparedDocument, prepare, state_document, to_tantivy
from arxtui.search.index import SearchIndex
from arxtui.search.version import current_folder
from arxtui.search.writer import open_index, open_writer
from benchmarks.bare_search import FIRST
from benchmarks.enlarge import enlarged
from benchmarks.fts5 import Fts5
from benchmarks.report import median, ms, percentile, table
from benchmarks.typed import KINDS, Typed, Typist

_TIMES = 3
_SOURCES = 2_000
"""The number of papers that queries are drawn from."""


class Engine(Protocol):
    """The interface of the engines."""

    def build(self, documents: Iterable[PreparedDocument]) -> None:
        """Index these documents, in ascending order of keys."""

    def newest(self, typed: Typed) -> object:
        """Find the newest fifty papers."""

    def best(self, typed: Typed) -> object:
        """Find the fifty papers with the highest weight."""

    def count(self, typed: Typed) -> object:
        """Count the matches."""

    def categories(self, typed: Typed) -> object:
        """Count the matches in each category."""


class SearchRoom:
    """The index of arxtui."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def build(self, documents: Iterable[PreparedDocument]) -> None:
        """Index the documents in one commit, with the writer of imports."""
        writer = open_writer(open_index(current_folder(self._path), rebuild=True))
        for document in documents:
            writer.add_document(to_tantivy(document))
        writer.add_document(state_document(1))
        writer.commit()
        writer.wait_merging_threads()
        self._index = SearchIndex.open(self._path)

    def newest(self, typed: Typed) -> object:
        """Find the newest fifty papers."""
        return self._index.find(_meant(typed), limit=FIRST)

    def best(self, typed: Typed) -> object:
        """Find the fifty best papers."""
        return self._index.find(_meant(typed), limit=FIRST, sort=Sort.BEST)

    def count(self, typed: Typed) -> object:
        """Return the exact number of matches."""
        return self._index.count(_meant(typed))

    def categories(self, typed: Typed) -> object:
        """Count the matches in all categories."""
        return self._index.counts_by_category(_meant(typed))


def main() -> None:
    """Build each engine, run all queries, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=300_000)
    parser.add_argument("--each", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        typist = _prepare(folder, options.papers, options.seed)
        queries = [typed for typed in typist.queries(options.each) if not typed.state]
        queries += typist.hyphenated(6 * options.each)
        engines: dict[str, Engine] = {
            "tantivy": SearchRoom(folder / "tantivy"),
            "FTS5": Fts5(folder / "FTS5", prefixes="1 2 3"),
            "FTS5 without prefixes": Fts5(folder / "FTS5 without prefixes"),
        }
        _build(folder, engines, options.papers)
        for asked in ("newest", "best", "count", "categories"):
            _ask(asked, engines, queries)


def _prepare(folder: Path, count: int, seed: int) -> Typist:
    """Write the documents to a file in the order of keys, and return a query generator that knows the papers."""
    papers = sorted(enlarged(count, seed), key=lambda paper: paper.key)
    with (folder / "documents").open("wb") as file:
        for paper in papers:
            pickle.dump(prepare(Document(paper.key, paper)), file)
    return Typist(papers[:: max(len(papers) // _SOURCES, 1)], seed)


def _build(folder: Path, engines: dict[str, Engine], papers: int) -> None:
    reading = _cpu(lambda: sum(1 for _ in _documents(folder)))
    rows = []
    for name, engine in engines.items():
        took = _cpu(partial(engine.build, _documents(folder))) - reading
        size = _size(folder / name)
        rows.append(
            [name, f"{took:.0f} s", f"{papers / took:,.0f}", f"{size / 1e6:,.0f} MB", f"{size / papers:,.0f} bytes"]
        )
    table(f"Building, {papers:,} papers", ["", "CPU time", "papers a second", "size", "a paper"], rows)


def _ask(asked: str, engines: dict[str, Engine], queries: Sequence[Typed]) -> None:
    gc.collect()
    took = [(typed, [median(times) for times in _turns(asked, engines, typed)]) for typed in queries]
    rows = []
    for kind in (*KINDS, "all"):
        group = [times for typed, times in took if kind in (*typed.kinds, "all")]
        if group:
            rows.append(
                [kind, *(ms(percentile(own, share)) for own in zip(*group, strict=True) for share in (0.5, 0.99))]
            )
    table(
        f"{asked.capitalize()}, {len(queries)} queries",
        ["", *(f"{name} {at}" for name in engines for at in ("p50", "p99"))],
        rows,
    )


def _turns(asked: str, engines: dict[str, Engine], typed: Typed) -> list[tuple[float, ...]]:
    """Return the seconds of each engine in each of the turns."""
    turns = [[_seconds(partial(getattr(engine, asked), typed)) for engine in engines.values()] for _ in range(_TIMES)]
    return list(zip(*turns, strict=True))


def _meant(typed: Typed) -> Expr:
    return parse(typed.text, typing=True).expr


def _documents(folder: Path) -> Iterator[PreparedDocument]:
    with (folder / "documents").open("rb") as file:
        while True:
            try:
                yield pickle.load(file)
            except EOFError:
                return


def _cpu(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _size(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())


if __name__ == "__main__":
    main()
