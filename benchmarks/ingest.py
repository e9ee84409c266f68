"""An import of JSON lines, against bare loops that write the same rows and documents (in seconds).

The bare loops are two processes that run at the same time: one writes the rows by ``executemany`` in transactions of
the same size, the other adds the documents. Both prepare all of their data in advance. The import also has to parse,
merge, hash, compress, convert to readable text and fold. On two cores each side has two processes at work at a time;
the table shows the CPU time of both. Then the index is rebuilt, as after a change of its schema. Bytes written are
those that the kernel has to bring to a disk (none in memory, so choose a TMPDIR); the resident size is of the process
that writes, without mapped files.

    python -m benchmarks.ingest [--papers 50000] [--runs 3] [--made-up]

Papers are lines of the real sample if it is available, spread evenly over it; otherwise they are made up.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from benchmarks.corpus.sample import plain_line, real_sample, sample_lines
from benchmarks.papers import made_up
from benchmarks.report import median, table

_SAMPLE = 200_000
_LOOPS = ("rows", "documents")
_SAMPLED = 0.02
_REBUILD = """
import sys, threading
from pathlib import Path
from arxtui.config.paths import Paths
from arxtui.store.cache.database import Cache
from arxtui.sync.indexing import update_index
paths = Paths.under(Path(sys.argv[1]))
with Cache.open(paths.cache_db) as cache:
    update_index(cache, paths.index, threading.Event(), str)
"""


class Run(NamedTuple):
    """Seconds of wall-clock time and of CPU time, and bytes written, in all processes; the largest resident size of the
    first, in bytes."""

    wall: float
    cpu: float
    written: float = 0
    resident: float = 0


def product(home: Path, *command: str) -> Run:
    """Time a Python program in a home, from its start to its end."""
    begun, resident = time.perf_counter(), 0
    environ = {**os.environ, "ARXTUI_HOME": str(home)}
    child = subprocess.Popen([sys.executable, *command], env=environ, stdout=subprocess.DEVNULL)
    status_file = Path(f"/proc/{child.pid}/status")
    while os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        with suppress(OSError):
            sizes = [row.split()[1] for row in status_file.read_text().splitlines() if row.startswith("RssAnon:")]
            resident = max((resident, *(int(size) << 10 for size in sizes)))
        time.sleep(_SAMPLED)
    _, status, used = os.wait4(child.pid, 0)
    wall = time.perf_counter() - begun
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0
    return Run(wall, used.ru_utime + used.ru_stime, used.ru_oublock << 9, resident)


def bare(folder: Path, made: Path) -> tuple[Run, dict[str, Run]]:
    """Time both loops together, from the start signal to the end of the later loop, and each of them."""
    command = [sys.executable, "-m", "benchmarks.bare_ingest"]
    loops = {
        what: subprocess.Popen(
            [*command, what, str(made), str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for what in _LOOPS
    }
    for loop in loops.values():
        assert loop.stdout is not None
        assert loop.stdout.readline() == "ready\n"
    begun = time.perf_counter()
    for loop in loops.values():
        assert loop.stdin is not None
        loop.stdin.write("\n")
        loop.stdin.flush()
    told = {what: loop.communicate()[0] for what, loop in loops.items()}
    wall = time.perf_counter() - begun
    runs = {what: Run(*map(float, words.split())) for what, words in told.items()}
    return Run(wall, sum(run.cpu for run in runs.values())), runs


def lines(count: int, *, real: bool) -> Iterator[str]:
    """Yield this many records as JSON lines."""
    if not real:
        return (plain_line(paper) for paper in made_up(count))
    # Take lines spread evenly over the whole sample, none of them twice.
    step = max(_SAMPLE // count, 1)
    return islice((line for line, place in zip(sample_lines(real_sample()), cycle(range(step))) if not place), count)


def main() -> None:
    """Print medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, default=50_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--made-up", action="store_true", help="made-up papers even where the sample is at hand")
    options = parser.parse_args()
    real = real_sample() is not None and not options.made_up
    own: list[Run] = []
    rebuilt: list[Run] = []
    base: list[Run] = []
    loops: dict[str, list[Run]] = {what: [] for what in _LOOPS}
    with tempfile.TemporaryDirectory() as name:
        file = Path(name, "papers.jsonl")
        file.write_text("".join(lines(options.papers, real=real)), encoding="utf-8")
        count = sum(1 for _ in file.open("rb"))
        for number in range(options.runs):
            folder = Path(name, str(number))
            own.append(product(folder / "home", "-m", "arxtui", "import", str(file)))
            both, each = bare(folder, folder / "home" / "cache" / "cache.db")
            base.append(both)
            for what, run in each.items():
                loops[what].append(run)
            shutil.rmtree(folder / "home" / "cache" / "index")
            rebuilt.append(product(folder / "home", "-c", _REBUILD, str(folder / "home")))
        sizes = _sizes(Path(name, "0", "home", "cache"), count)
    _print(count, "real" if real else "made-up", own, base, loops, sizes)
    cpu = median([run.cpu for run in rebuilt]) / count * 1e6
    written, resident = (median([run[at] for run in own]) for at in (2, 3))
    print(
        f"Written by the import: {written / sum(sizes.values()) / count:.2f} times as much; "
        f"resident {resident / 1e6:.0f} MB\nThe index rebuilt: {cpu:.0f} µs of CPU a paper"
    )


def _print(
    count: int, kind: str, own: list[Run], base: list[Run], loops: dict[str, list[Run]], sizes: dict[str, float]
) -> None:
    rows = [
        ["bare executemany, same rows", *_told(loops["rows"], count), ""],
        ["bare add_document, same documents", *_told(loops["documents"], count), ""],
        ["both at once", *_told(base, count), "1.00"],
        [
            "arxtui import",
            *_told(own, count),
            f"{median([b.wall / o.wall for o, b in zip(own, base, strict=True)]):.2f}",
        ],
    ]
    header = ["", "wall", "papers/s", "CPU a paper", "speed against bare"]
    table(f"Import of {count:,} {kind} papers, median of {len(own)}", header, rows)
    told = ", ".join(f"{what} {size:,.0f}" for what, size in sizes.items())
    print(f"\nBytes a paper on disk: {told}; together {sum(sizes.values()):,.0f}")


def _told(runs: list[Run], count: int) -> list[str]:
    wall, cpu = median([run.wall for run in runs]), median([run.cpu for run in runs])
    return [f"{wall:.2f} s", f"{count / wall:,.0f}", f"{cpu / count * 1e6:.0f} µs"]


def _sizes(cache: Path, count: int) -> dict[str, float]:
    index = sum(file.stat().st_size for file in (cache / "index").rglob("*") if file.is_file())
    rows = sum(file.stat().st_size for file in cache.glob("cache.db*"))
    return {"cache": rows / count, "index": index / count}


if __name__ == "__main__":
    main()
