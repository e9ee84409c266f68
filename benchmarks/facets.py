"""The numbers of the filter pane by how many papers match, and what the list itself takes for the same queries.

    python -m benchmarks.facets [--home DIR | --papers 20000] [--each 20] [--seed 1] [--cpu]

Queries are drawn as they are typed (``typed``), with a category or without, whole words and beginnings, until there are
``--each`` of every size; the size is the number of matches, within a factor of two. The baseline is tantivy-py's own
aggregation by category alone over the same query. The list comes before the numbers are asked for: its own time, which
is what a first paint waits for, stands beside. The second table is the whole filter pane of the same queries narrowed
by a category, a state or both, whose rows are counted without these, against the numbers of the narrowed query alone.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable
from itertools import islice

from arxtui.tui.state.view import fetch_counts
from benchmarks.bare_search import BareSearch
from benchmarks.homes import Desk
from benchmarks.report import median, ms, percentile, table
from benchmarks.search import add_home, desk_of
from benchmarks.typed import Typed, Typist

_SIZES = (1_000, 10_000, 100_000, 1_000_000)
_NARROWINGS = ("", "cat:cs.LG", "is:unread", "cat:cs.LG is:unread")
_DRAWN = 5_000
"""Queries that are looked at for some of every size."""


def main() -> None:
    """One row a size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--cpu", action="store_true")
    add_home(parser)
    options = parser.parse_args()
    clock = time.process_time if options.cpu else time.perf_counter
    with desk_of(options) as desk:
        bare = BareSearch(desk)
        papers = len(desk.library.search.listing("").keys)
        rows, panes = [], []
        for size, queries in _by_size(desk, bare, options.each, options.seed, papers).items():
            if queries:
                rows.append(_row(f"about {size:,}", desk, bare, queries, clock))
                texts = [typed.text for typed in queries]
                panes += [_pane(f"about {size:,}", desk, texts, narrowing, clock) for narrowing in _NARROWINGS]
        rows.append(_row(f"all {papers:,}", desk, bare, [Typed((), "")] * options.each, clock))
        everything = [""] * options.each
        panes += [_pane(f"all {papers:,}", desk, everything, narrowing, clock) for narrowing in _NARROWINGS[1:]]
    header = ["matches", "queries", "list p50", "p99", "numbers p50", "p99", "bare categories p50", "p99", "ratio"]
    table(f"The filter pane's numbers, {papers:,} papers", header, rows)
    header = ["matches", "narrowed by", "numbers p50", "p99", "pane p50", "p99", "ratio"]
    table("The whole pane of a narrowed query", header, panes)


def _by_size(desk: Desk, bare: BareSearch, each: int, seed: int, papers: int) -> dict[int, list[Typed]]:
    found: dict[int, list[Typed]] = {size: [] for size in _SIZES if size <= papers / 2}
    for typed in islice(Typist.at(desk.library, seed).queries(_DRAWN), _DRAWN):
        if typed.state:
            continue
        typed = typed._replace(whole=typed.whole[:1])
        count = bare.count(typed)
        for size, queries in found.items():
            if size / 2 < count <= 2 * size and len(queries) < each:
                queries.append(typed)
        if all(len(queries) == each for queries in found.values()):
            break
    return found


def _row(name: str, desk: Desk, bare: BareSearch, queries: list[Typed], clock: Callable[[], float]) -> list[str]:
    gc.collect()
    lists, numbers, base = [], [], []
    for typed in queries:
        begun = clock()
        desk.library.search.listing(typed.text, typing=True)
        listed = clock()
        desk.library.facets.of(typed.text, typing=True)
        counted = clock()
        bare.categories(typed)
        lists.append(listed - begun)
        numbers.append(counted - listed)
        base.append(clock() - counted)
    ratio = median([own / other for own, other in zip(numbers, base, strict=True)])
    figures = [ms(percentile(took, share)) for took in (lists, numbers, base) for share in (0.5, 0.99)]
    return [name, str(len(queries)), *figures, f"{ratio:.2f} x"]


def _pane(name: str, desk: Desk, texts: list[str], narrowing: str, clock: Callable[[], float]) -> list[str]:
    gc.collect()
    alone, whole = [], []
    for text in texts:
        query = f"{text}* {narrowing}".strip() if text else narrowing
        begun = clock()
        desk.library.facets.of(query)
        counted = clock()
        fetch_counts(desk.library, query, None, typing=False)
        alone.append(counted - begun)
        whole.append(clock() - counted)
    ratio = median([own / other for own, other in zip(whole, alone, strict=True)])
    figures = [ms(percentile(took, share)) for took in (alone, whole) for share in (0.5, 0.99)]
    return [name, narrowing or "nothing", *figures, f"{ratio:.2f} x"]


if __name__ == "__main__":
    main()
