"""The counts of the filter pane, by the number of matches, beside the time of the list for the same queries.

    python -m benchmarks.facets [--home DIR | --papers 20000] [--each 20] [--seed 1] [--cpu]

Queries are drawn in the form in which they are typed (``typed``), with or without a category, of whole words and
prefixes, until there are ``--each`` of every size. The size is the number of matches, within a factor of two. The
baseline is tantivy-py's own aggregation over the same query, by category alone. The list is made before the counts are
requested; its time, which the first paint waits for, is a column of its own. The second table measures the whole filter
pane for the same queries narrowed by a category, a state or both, against the counts of the narrowed query alone. The
rows of the filter that narrows are counted without it.
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
"""The number of queries drawn to find enough of every size."""


def main() -> None:
    """Measure, and print one row for each size."""
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
