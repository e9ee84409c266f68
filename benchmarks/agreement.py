"""Random queries, answered by the index and by a check of every paper: prints where the two disagree, and no times.

    python -m benchmarks.agreement [--papers 10000] [--queries 2000] [--seed 1]

The papers are spread evenly over the sample. The exit status is 1 if there is any disagreement.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from arxtui.sources.records import parse_record
from benchmarks.corpus.sample import real_sample, sample_lines
from tests.search.agreement import Agreement, as_documents
from tests.search.drawn import Draw


def main() -> int:
    """Print every disagreement and the number of queries without one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=10_000)
    parser.add_argument("--queries", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    lines = list(sample_lines(real_sample()))
    some = lines[:: max(len(lines) // options.papers, 1)][: options.papers]
    documents = as_documents((paper for line in some for paper in parse_record(line).papers), options.seed)
    wrong, begun = 0, time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        agreement = Agreement(documents, Path(folder))
        draw = Draw(agreement.oracle, options.seed)
        for number in range(1, options.queries + 1):
            query = draw.query(number)
            if faults := agreement.faults(query):
                wrong += 1
                print(f"{query}: {'; '.join(faults)}", flush=True)
            if number % 100 == 0:
                print(f"{number} queries, {wrong} disagreements, {time.perf_counter() - begun:.0f} s", flush=True)
    print(f"{options.queries - wrong} of {options.queries} queries agreed on, over {len(documents):,} papers")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
