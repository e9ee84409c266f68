"""Counts and letters in a library with many marks, against the same papers without marks: CPU time.

python -m benchmarks.many_marks [--home DIR | --papers 20000] [--runs 15]

10,000 papers are starred, 500 tags have 20 papers each, 30 reading lists 50. Each query is asked for its list as while
it is typed, and for the numbers of the filter pane, in both libraries in turn, and the same after a paper was starred.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from arxtui.library.facade import Library
from benchmarks.homes import build, unmarked
from benchmarks.report import cpu_seconds, median, ms, table

_STARS, _TAGS, _TAGGED, _LISTS, _LISTED = 10_000, 500, 20, 30, 50
_QUERIES = ("", "s", "st", "stale gr", "quantum", "is:starred")


def _mark(library: Library) -> None:
    chance = random.Random(1)
    keys = list(library.search.listing("").keys)
    library.marks.apply(chance.sample(keys, min(_STARS, len(keys))), "star")
    for number in range(_TAGS):
        library.marks.apply(chance.sample(keys, _TAGGED), "tag", f"topic/{number % 40}/part {number}")
    for number in range(_LISTS):
        library.lists.enlist(chance.sample(keys, _LISTED), f"list {number}")


def main() -> None:
    """Measure, and print one row for each query."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=20_000)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    with TemporaryDirectory() as folder, ExitStack() as stack:
        home = options.home or build(Path(folder), options.papers).config.parent
        bare, marked = (stack.enter_context(unmarked(home))[0] for _ in range(2))
        _mark(marked)
        papers = bare.search.listing("").total
        starred = bare.search.listing("").keys[7]
        rows = []
        for query in _QUERIES:
            acts: dict[str, Callable[[Library], object]] = {
                "list": lambda library: library.search.listing(query, typing=True).keys[:50],  # noqa: B023
                "counts": lambda library: library.facets.of(query, typing=True),  # noqa: B023
                "after a star": lambda library: library.facets.of(query, typing=True),  # noqa: B023
            }
            for name, act in acts.items():
                told: list[tuple[float, float]] = []
                for _ in range(options.runs + 1):
                    if name == "after a star":
                        for library in (bare, marked):
                            library.marks.apply([starred], "star")
                            library.marks.apply([starred], "unstar")
                    told.append((cpu_seconds(lambda: act(bare)), cpu_seconds(lambda: act(marked))))  # noqa: B023
                without, many = (median(list(each)) for each in zip(*told[1:], strict=True))
                rows.append([query or "everything", name, ms(without), ms(many), f"{many / without:.2f} x"])
    header = ["query", "", "no marks", "many marks", "ratio"]
    table(f"A library with many marks, {papers:,} papers, median of {options.runs} runs in turn", header, rows)


if __name__ == "__main__":
    main()
