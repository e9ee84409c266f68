"""Searching while an import writes at full speed, against the same searches without an import (in milliseconds).

    python -m benchmarks.busy [--home DIR | --papers 20000] [--import 50000] [--each 3] [--seed 1]

``arxtui import`` writes ``--import`` new and changed papers into a copy of the home; the home itself is not changed.
The same queries are repeated until the import ends. Each runs as in the reader: the list, then fifty rows.
"""

from __future__ import annotations

import argparse
import gc
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from itertools import cycle
from pathlib import Path

from benchmarks.bare_search import FIRST
from benchmarks.corpus.sample import real_sample, sample_lines
from benchmarks.enlarge import Enlargement, enlarged
from benchmarks.homes import Desk, borrowed, build_of
from benchmarks.report import ms, percentile, table
from benchmarks.search import add_home
from benchmarks.typed import Typed, Typist


def main() -> int:
    """Run the benchmark. Returns exit status 1 if a search or the import failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--import", type=int, default=50_000, dest="imported")
    parser.add_argument("--each", type=int, default=3)
    add_home(parser)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home, dump = Path(folder) / "home", Path(folder) / "dump.jsonl"
        if options.home:
            shutil.copytree(options.home, home)
        else:
            build_of(home, enlarged(options.papers, options.seed))
        with dump.open("w", encoding="utf-8") as file:
            others = Enlargement(list(sample_lines(real_sample())), options.imported, options.seed + 1)
            file.writelines(others.lines())
        with borrowed(home, options.seed) as desk:
            queries = list(Typist.at(desk.library, options.seed).queries(options.each))
            quiet, _ = _asked(desk, queries * 3)
            environ = {**os.environ, "ARXTUI_HOME": str(home)}
            command = [sys.executable, "-m", "arxtui", "import", str(dump)]
            writing = subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL)
            busy, errors = _asked(desk, cycle(queries), lambda: writing.poll() is None)
            papers = len(desk.library.search.listing("").keys)
    figures = [
        [name, f"{len(took):,}", *(ms(percentile(took, share)) for share in (0.5, 0.9, 0.99, 1.0))]
        for name, took in (("quiet", quiet), ("while an import writes", busy))
    ]
    title = f"Fifty rows while {options.imported:,} papers are imported, {papers:,} in the end"
    table(title, ["", "searches", "p50", "p90", "p99", "max"], figures)
    print(
        f"\np99 {percentile(busy, 0.99) / percentile(quiet, 0.99):.2f} x that of quiet; {len(errors)} errors",
        *errors[:5],
    )
    return 1 if errors or writing.returncode else 0


def _asked(
    desk: Desk, queries: Iterable[Typed], going_on: Callable[[], bool] = lambda: True
) -> tuple[list[float], list[str]]:
    """Return the seconds of each query in turn, and the errors."""
    took, errors = [], []
    gc.collect()
    for typed in queries:
        if not going_on():
            break
        begun = time.perf_counter()
        try:
            desk.library.papers.rows(desk.library.search.listing(typed.text, typing=True).keys[:FIRST])
        except Exception as error:  # an error of any kind is a result of this benchmark
            errors.append(f"{typed.text}: {error}")
        took.append(time.perf_counter() - begun)
    return took, errors


if __name__ == "__main__":
    sys.exit(main())
