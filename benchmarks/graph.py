"""The graph of citations at the size of arXiv: its size, and the time to find whom a paper cites and who cites it.

    python -m benchmarks.graph --folder DIR [--papers 3000000] [--references 40] [--seed 1]

The graph is made up: papers in the months from 1991 on, more from year to year; each cites ``--references`` older ones,
a third of them among 50,000 classics (of which the first are cited by a hundred thousand papers and more), the others
mostly of the years before it. It is written as an import writes it, to a cache in DIR, which stays there: a second run
measures it without writing it again. Times are by the clock, the least of five of each paper; "not in memory":
all pages of the file are dropped before each.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from array import array
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

from arxtui.model.arxiv.ids import join_key
from arxtui.store.cache.database import Cache
from benchmarks.report import median, ms, percentile, table

_MONTHS = 431
_CLASSICS = 50_000
_AT_ONCE = 2_000
_POSTPONED_AFTER = 1_000_000
_DRAWN = 2_000
_RUNS = 5
_FOREVER = 1e9
_HUBS = 100


class MadeGraph:
    """The papers, by their number in time, and what they cite."""

    def __init__(self, papers: int, references: int, seed: int) -> None:
        self._papers = papers
        self._references = references
        self._rng = random.Random(seed)
        starts = [int(papers * (month / _MONTHS) ** 2) for month in range(_MONTHS + 1)]
        self.keys = array("q")
        for month, (start, end) in enumerate(pairwise(starts), 1):
            self.keys.extend(join_key(month, number) for number in range(1, end - start + 1))

    def cited(self, number: int) -> set[int]:
        """Return the keys of the papers that one cites."""
        draw, keys, count = self._rng.random, self.keys, min(self._references, number)
        cited: set[int] = set()
        while len(cited) < count:
            if draw() < 1 / 3:
                cited.add(keys[int(draw() ** 2 * _CLASSICS) * (self._papers // _CLASSICS or 1) % number])
            else:
                cited.add(keys[number - 1 - int(draw() ** 3 * number)])
        return cited

    def batches(self) -> Iterator[dict[int, set[int]]]:
        """Yield what papers cite, in the order of time."""
        for start in range(0, self._papers, _AT_ONCE):
            numbers = range(start, min(start + _AT_ONCE, self._papers))
            yield {self.keys[number]: self.cited(number) for number in numbers}


def _write(cache: Cache, made: MadeGraph) -> None:
    spent, cited = 0.0, 0
    for batch in made.batches():
        started = time.process_time()
        cache.graph.put("made up", 1, batch)
        cited += sum(map(len, batch.values()))
        if cited > _POSTPONED_AFTER:
            cache.graph.postpone_folding()
            cited = 0
        spent += time.process_time() - started
    written = time.process_time()
    cache.graph.make_lists()
    while cache.graph.fold_next():
        pass
    made_lists = time.process_time() - written
    print(f"written in {spent:,.0f} s of processor time, lists of citing papers made in {made_lists:,.0f} s")


def _times(work: Callable[[int], object], keys: list[int], before: Callable[[], object] = bool) -> list[str]:
    spent = []
    for key in keys:
        spent.append(_FOREVER)
        for _ in range(_RUNS):
            before()
            started = time.perf_counter()
            work(key)
            spent[-1] = min(spent[-1], time.perf_counter() - started)
    return [f"{seconds * 1000:.2f} ms" for seconds in (median(spent), percentile(spent, 0.99), max(spent))]


def _drop_pages(cache: Cache) -> None:
    """Have SQLite and the system read a file from the disk again (Linux)."""
    cache._db.run("PRAGMA shrink_memory")
    with cache.path.open("rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _measure(cache: Cache, made: MadeGraph, papers: int, rng: random.Random) -> None:
    graph = cache.graph
    drawn = rng.choices(made.keys, k=_DRAWN)
    sql = "SELECT key, n FROM citing_list ORDER BY n DESC LIMIT ?"
    hubs, counts = map(list, zip(*cache._db.rows(sql, (_HUBS,)), strict=True))
    works: dict[str, Callable[[int], object]] = {
        "what it cites": graph.references,
        "who cites it": lambda key: graph.citing([key]),
        "both": lambda key: (graph.references(key), graph.citing([key])),
        "who says that it cites another": graph.statements,
        "common references": lambda key: graph.sharing(key, 2_000),
        "cited together": lambda key: graph.beside(key, 500),
    }
    cold = [_times(works["both"], keys, lambda: _drop_pages(cache)) for keys in (drawn, hubs)]
    rows = [["both, the file not in memory", *cold[0], *cold[1][::2]]]
    rows += [[name, *_times(work, drawn), *_times(work, hubs)[::2]] for name, work in works.items()]
    shown = f"the {_HUBS} most cited ({counts[-1]:,} to {counts[0]:,})"
    table("One paper", ("", f"{_DRAWN:,} drawn: median", "99 %", "longest", f"{shown}: median", "longest"), rows)
    size = cache.path.stat().st_size
    edges = cache._db.value("SELECT sum(n) FROM citing_list")
    started = time.perf_counter()
    known = len(graph.with_citations(100, 1 << 40))
    print(f"\n{edges:,} citations, {size / 1e9:.2f} GB, {size / edges:.1f} bytes each;", end=" ")
    print(f"{known:,} papers cited 100 times and more found in {ms(time.perf_counter() - started)}")
    fresh = {join_key(_MONTHS + 1, number): made.cited(papers) for number in range(1, 201)}
    started = time.perf_counter()
    graph.put("made up", 2, fresh)
    stored = time.perf_counter()
    while graph.fold_next():
        pass
    print(f"a day of 200 papers more: stored in {ms(stored - started)}, folded in {ms(time.perf_counter() - stored)}")
    graph.forget("made up", fresh)
    while graph.fold_next():
        pass


def main() -> None:
    """Write the graph, unless it is there, and measure it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--papers", type=int, default=3_000_000)
    parser.add_argument("--references", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    path, made = options.folder / "cache.db", MadeGraph(options.papers, options.references, options.seed)
    if not path.exists():
        with Cache.open(path) as cache:
            _write(cache, made)
    with Cache.open(path) as cache:
        _measure(cache, made, options.papers, random.Random(options.seed))


if __name__ == "__main__":
    main()
