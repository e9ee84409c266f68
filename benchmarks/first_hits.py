"""The time until a regular expression across words shows its first papers, against its full search (wall-clock time).

    python -m benchmarks.first_hits [--home DIR | --papers 20000] [--times 5]

Both are measured in turn, with a newly opened library each time, so that nothing is cached.
"""

from __future__ import annotations

import argparse
import time
from contextlib import closing

from arxtui.config.settings import Settings
from arxtui.library.facade import Library
from arxtui.tui.state.view import fetch_listing
from benchmarks.report import median, ms, table
from benchmarks.search import add_home, desk_of

_QUERIES = (r"/deep \w+ learning/", r"/state of the/", r"ti:/quantum \w+s of/", r"/we (prove|show) that/ cat:math.*")


def main() -> None:
    """Time the first papers and the whole list of each query."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    add_home(parser)
    options = parser.parse_args()
    rows = []
    with desk_of(options) as desk:
        for query in _QUERIES:
            took: list[tuple[float, float, int, int]] = []
            for _ in range(options.times):
                with closing(Library.open(desk.paths, Settings())) as library:
                    begun = time.perf_counter()
                    first = fetch_listing(library, query, typing=False).listing
                    shown = time.perf_counter() - begun
                with closing(Library.open(desk.paths, Settings())) as library:
                    begun = time.perf_counter()
                    whole = library.search.listing(query)
                    took.append((shown, time.perf_counter() - begun, len(first.keys), whole.total))
            shown, ended = median([each[0] for each in took]), median([each[1] for each in took])
            ratio = median([each[0] / each[1] for each in took])
            rows.append([query, ms(shown), str(took[-1][2]), ms(ended), str(took[-1][3]), f"{ratio:.2f} x"])
    table("regular expressions", ["", "first shown", "papers", "all looked through", "papers", "first / all"], rows)


if __name__ == "__main__":
    main()
