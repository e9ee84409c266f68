"""Search as you type: the first fifty rows, against bare tantivy-py for the same query (``bare_search``).

    python -m benchmarks.search [--home DIR | --papers 20000] [--each 10] [--titles 20] [--seed 1] [--cpu]

The queries are drawn from the papers themselves (``typed``): one to three words, the last one to six letters long, with
and without category, date and state; titles, letter by letter; and prefixes in a field. Each runs three times in turn
with the baseline, and the median is reported, so that noise at one moment affects neither. ``--cpu`` reports CPU time
instead of wall-clock time. ``listing`` finds the papers, ``rows`` reads what the reader shows of fifty papers. An
existing home is not written to; without one, an enlarged sample of ``--papers`` is imported first.
"""

from __future__ import annotations

import argparse
import gc
import os
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from arxtui.library.facade import Library
from benchmarks.bare_search import FIRST, BareSearch
from benchmarks.enlarge import enlarged
from benchmarks.homes import Desk, borrowed, build_of
from benchmarks.report import median, memory, ms, percentile, table
from benchmarks.typed import KINDS, Typed, Typist

_TIMES = 3


class Took(NamedTuple):
    """Seconds of one query: arxtui's listing, its rows, and the baseline."""

    typed: Typed
    listing: float
    rows: float
    bare: float


def main() -> None:
    """Measure both orders, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=10)
    parser.add_argument("--titles", type=int, default=20)
    parser.add_argument("--cpu", action="store_true")
    add_home(parser)
    options = parser.parse_args()
    clock = time.process_time if options.cpu else time.perf_counter
    with desk_of(options) as desk:
        typist, bare = Typist.at(desk.library, options.seed), BareSearch(desk)
        queries = [
            *typist.queries(options.each),
            *typist.titles(options.titles),
            *typist.hyphenated(6 * options.each),
            *typist.fielded(options.each),
        ]
        gc.collect()
        gc.freeze()
        size = f"{len(desk.library.search.listing('').keys):,} papers, {len(queries):,} queries"
        for order, prefix, baseline in (("newest", "", bare.newest), ("best", "sort:best ", bare.best)):
            took = [_measured(desk.library, typed, prefix, baseline, clock) for typed in queries]
            _report(f"{order} first, {size}", took)
    held = memory(os.getpid())
    print(
        f"\nMemory of the process: {held['resident'] / 1024:.0f} MB resident with what is mapped of the index, "
        f"{held['private'] / 1024:.0f} MB private"
    )


def add_home(parser: argparse.ArgumentParser) -> None:
    """Add the options that select the home."""
    parser.add_argument("--home", type=Path)
    parser.add_argument("--papers", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)


@contextmanager
def desk_of(options: argparse.Namespace) -> Iterator[Desk]:
    """Open the home that the options name, or a new one."""
    with tempfile.TemporaryDirectory() as folder:
        home = options.home or Path(folder)
        if not options.home:
            build_of(home, enlarged(options.papers, options.seed))
        with borrowed(home, options.seed) as desk:
            yield desk


def _measured(
    library: Library, typed: Typed, prefix: str, baseline: Callable[[Typed], object], clock: Callable[[], float]
) -> Took:
    text = prefix + typed.text
    times = []
    for _ in range(_TIMES):
        begun = clock()
        listing = library.search.listing(text, typing=True)
        listed = clock()
        library.papers.rows(listing.keys[:FIRST])
        shown = clock()
        baseline(typed)
        times.append((listed - begun, shown - listed, clock() - shown))
    return Took(typed, *(median(values) for values in zip(*times, strict=True)))


def _report(title: str, took: list[Took]) -> None:
    groups: dict[str, list[Took]] = {kind: [] for kind in KINDS}
    for each in took:
        for kind in each.typed.kinds:
            groups[kind].append(each)
    rows = [_row(kind, group) for kind, group in groups.items() if group]
    header = ["", "listing p50", "p90", "p99", "max", "and rows p50", "p99", "bare p50", "p99", "listing / bare p50"]
    table(title, [*header, "over 1.3 x"], [*rows, _row("all", took)])


def _row(name: str, took: Iterable[Took]) -> list[str]:
    group = list(took)
    listing, shown = [each.listing for each in group], [each.listing + each.rows for each in group]
    bare, ratios = [each.bare for each in group], [each.listing / each.bare for each in group]
    over = sum(ratio > 1.3 for ratio in ratios) / len(ratios)
    return [
        name,
        *(ms(percentile(listing, share)) for share in (0.5, 0.9, 0.99, 1.0)),
        *(ms(percentile(shown, share)) for share in (0.5, 0.99)),
        *(ms(percentile(bare, share)) for share in (0.5, 0.99)),
        f"{median(ratios):.2f} x",
        f"{over:.0%}",
    ]


if __name__ == "__main__":
    main()
