"""CPU time of an export in each format, and of ``arxtui library export``, against a bare loop that reads the same
records and writes as many characters.

Run with ``python -m benchmarks.export_speed``; ``--home`` names an existing library. The bare loop reads the packed
records of the same papers, unpacks their JSON and encodes JSON of the size of the file, which every export as JSON
lines has to do. All formats and the loop run in turn, each time in a new process, so that no run finds the caches of
another one filled.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from arxtui.cli.library.library import _lines as library_lines
from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.export.forms import FORMS
from arxtui.library.facade import Library
from arxtui.sources.records import parse_record
from arxtui.store.sqlite.packed_json import unpack_json
from benchmarks.corpus.sample import real_sample, sample_lines
from benchmarks.homes import build_of
from benchmarks.report import median, table

_CHUNK = 1000
_FIRST = 50
"""Papers that are exported before the measurement: imports and compiled expressions do not count."""
_LIBRARY = "library"
_BODIES = "SELECT title, body FROM detail WHERE key IN (SELECT value FROM json_each(?))"


def main(arguments: Sequence[str] | None = None) -> int:
    """Build a home if needed, measure in turn, and print the table."""
    parser = argparse.ArgumentParser(description="CPU time of an export against a bare loop.")
    parser.add_argument("--home", type=Path, help="a library with papers; one of the sample where left out")
    parser.add_argument("--papers", type=int, default=5_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        home = options.home or _built(Path(folder), options.papers)
        _compare(home, options.papers, options.rounds)
    return 0


def _built(home: Path, count: int) -> Path:
    lines = islice(sample_lines(real_sample()), 0, None, 200_000 // count if real_sample() else 1)
    build_of(home, (paper for line in islice(lines, count) for paper in parse_record(line).papers))
    with closing(Library.open(Paths.under(home), Settings())) as library:
        library.marks.apply(library.search.more(library.search.listing("")).keys, "star")
    return home


def _compare(home: Path, count: int, rounds: int) -> None:
    taken: dict[str, list[float]] = {name: [] for name in ("bare", *FORMS, _LIBRARY)}
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as new_process:
        for _ in range(rounds):
            for name, times in taken.items():
                times.append(new_process.submit(_measure, home, name, count).result())
    rows = [
        (
            name,
            f"{1e6 * median(each):.0f} µs",
            f"{median([own / base for own, base in zip(each, taken['bare'], strict=True)]):.1f} x",
        )
        for name, each in taken.items()
    ]
    table(f"Export of {count:,} papers", ("", "CPU a paper", "against bare"), rows)


def _measure(home: Path, name: str, count: int) -> float:
    """Return the CPU time per paper of an export or of the bare loop, in seconds."""
    paths = Paths.under(home)
    with closing(Library.open(paths, Settings())) as library, closing(sqlite3.connect(paths.cache_db)) as cache:
        keys = library.search.more(library.search.listing("")).keys[:count]
        work = partial(_bare, cache) if name == "bare" else partial(_exported, library, form=name)
        work(keys[:_FIRST])
        began = time.process_time()
        work(keys)
        return (time.process_time() - began) / len(keys)


def _bare(cache: sqlite3.Connection, keys: Sequence[int]) -> None:
    """Run the bare loop. It encodes each record twice, because a line contains readable text beside the source."""
    for start in range(0, len(keys), _CHUNK):
        for title, body in cache.execute(_BODIES, (json.dumps(list(keys[start : start + _CHUNK])),)):
            values = [title, *unpack_json(body)]
            json.dumps([values, values], ensure_ascii=False)


def _exported(library: Library, keys: Sequence[int], form: str) -> None:
    for _ in library_lines(library, keys, ascii_only=False) if form == _LIBRARY else library.exports.of(keys, form):
        pass


if __name__ == "__main__":
    sys.exit(main())
