"""An action on ten thousand papers, its undo and its redo, against bare loops that write the same rows.

python -m benchmarks.acts [--papers 10000] [--runs 5] [--sample FILE.jsonl.gz]

The baseline is one transaction of ``executemany`` into a file of the same schema and settings. It writes the rows that
the action wrote and, for the undo, removes them again. Times are wall-clock time and, in brackets, CPU time, in
milliseconds. ``--sample`` uses real papers instead of made-up ones.
"""

from __future__ import annotations

import argparse
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import date
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.facade import Library
from arxtui.model.marks import Reading
from arxtui.model.paper import Paper
from arxtui.store.library.database import LibraryFile
from benchmarks.homes import build_of
from benchmarks.papers import made_up
from benchmarks.report import median, ms, table
from tests.sources.reading import read_file

DAY = date(2026, 8, 21)
Rows = Mapping[str, Sequence[tuple[object, ...]]]
Statement = tuple[str, Sequence[tuple[object, ...]]]


class Seconds(NamedTuple):
    """Wall-clock time and CPU time, in seconds."""

    clock: float
    worked: float


class Kind(NamedTuple):
    """A kind of action, and the tables that it writes, its own table first."""

    act: Callable[[Library, list[int]], object]
    tables: tuple[str, ...]


KINDS = {
    "star": Kind(lambda library, keys: library.marks.apply(keys, "star"), ("mark", "kept")),
    "tag": Kind(lambda library, keys: library.marks.apply(keys, "tag", "thesis"), ("tag", "kept")),
    "rate": Kind(lambda library, keys: library.marks.rate(keys, 4), ("mark", "kept")),
    "reading": Kind(lambda library, keys: library.marks.read_as(keys, Reading.TO_READ), ("mark", "kept")),
    "enlist": Kind(lambda library, keys: library.lists.enlist(keys, "seminar"), ("listed", "kept")),
    "hide": Kind(lambda library, keys: library.marks.apply(keys, "hide"), ("mark",)),
    "read": Kind(lambda library, keys: library.marks.apply(keys, "read"), ("inbox",)),
}


def papers(count: int, sample: Path | None) -> Iterator[Paper]:
    """Yield made-up papers, or the first papers of a file that ``arxtui import`` reads."""
    if sample is None:
        yield from made_up(count)
        return
    with sample.open("rb") as stream:
        told = (paper for intake in read_file(stream, sample.name) for paper in intake.papers)
        yield from islice(told, count)


def timed(action: Callable[[], object]) -> Seconds:
    """Run the action, and return the time it takes."""
    start, worked = time.perf_counter(), time.process_time()
    action()
    return Seconds(time.perf_counter() - start, time.process_time() - worked)


def measured(paths: Paths, kind: Kind) -> list[Seconds]:
    """Time the action, its undo and its redo, and the bare loops for the action and for the undo."""
    with closing(Library.open(paths, Settings())) as library:
        keys = list(library.search.listing("").keys)
        with LibraryFile.open(paths.library_db) as file:
            file.inbox.deliver(DAY, keys)
        library.counts.filters()
        before = _rows(paths.library_db, kind.tables)
        act = timed(lambda: kind.act(library, keys))
        after = _rows(paths.library_db, kind.tables)
        undo, redo = timed(library.journal.undo), timed(library.journal.redo)
    return [act, undo, redo, *_bare(before, after)]


def _rows(path: Path, tables: Iterable[str]) -> Rows:
    with closing(sqlite3.connect(path)) as db:
        return {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in tables}


def _bare(before: Rows, after: Rows) -> tuple[Seconds, Seconds]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "library.db"
        LibraryFile.open(path).close()
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA cache_size = -16000")
            _run(db, _changes(db, dict.fromkeys(before, ()), before))
            done = _changes(db, before, after)
            own = next(iter(before))
            undone = _changes(db, {own: after[own]}, {own: before[own]})
            return timed(lambda: _run(db, done)), timed(lambda: _run(db, undone))


def _changes(db: sqlite3.Connection, before: Rows, after: Rows) -> list[Statement]:
    """Return the statements that change the rows of each table from ``before`` to ``after``: deletions by key, and
    insertions."""
    told: list[Statement] = []
    for name, rows in after.items():
        columns = [column for _, column, *_ in db.execute(f"PRAGMA table_info({name})")]
        place, held, new = columns.index("key"), set(before[name]), set(rows)
        told.append((f"DELETE FROM {name} WHERE key = ?", sorted((row[place],) for row in held - new)))
        told.append((f"INSERT INTO {name} VALUES ({', '.join('?' * len(columns))})", sorted(new - held, key=repr)))
    return told


def _run(db: sqlite3.Connection, statements: Iterable[Statement]) -> None:
    db.execute("BEGIN IMMEDIATE")
    for sql, rows in statements:
        db.executemany(sql, rows)
    db.execute("COMMIT")


def main() -> None:
    """Measure each kind of action in new homes, one run of each kind after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--sample", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        cache = build_of(Path(folder) / "home", papers(options.papers, options.sample)).cache
        runs = []
        for number in range(options.runs):
            homes = {name: Paths.under(Path(folder) / f"{name}{number}") for name in KINDS}
            own = {name: Paths(each.config, cache, each.data, each.state) for name, each in homes.items()}
            runs.append({name: measured(own[name], kind) for name, kind in KINDS.items()})
    rows = []
    for name in KINDS:
        times = [
            Seconds(*map(median, zip(*each, strict=True))) for each in zip(*(run[name] for run in runs), strict=True)
        ]
        act, undo, _, bare, back = (each.worked for each in times)
        rows.append([name, *map(_told, times), f"{act / bare:.1f} x", f"{undo / back:.1f} x"])
    title = f"Acts on {options.papers:,} papers, median of {options.runs} runs: by the clock (CPU time)"
    table(title, ["act", "done", "undone", "redone", "bare", "bare, back", "ratio of CPU", "of the undo"], rows)


def _told(each: Seconds) -> str:
    return f"{ms(each.clock)} ({ms(each.worked)})"


if __name__ == "__main__":
    main()
