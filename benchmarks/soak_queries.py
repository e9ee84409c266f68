"""A million malformed queries, each parsed and described in words.

python -m benchmarks.soak_queries [--count 1000000] [--seed 1]
"""

from __future__ import annotations

import argparse
import sys

from tests.query.nasty import fault_of, queries


def main() -> int:
    """Print the faults. Returns exit status 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong = 0
    for number, text in enumerate(queries(options.seed, options.count)):
        if fault := fault_of(number, text):
            wrong += 1
            print(fault.encode("ascii", "backslashreplace").decode(), flush=True)
    print(f"{options.count:,} queries, {wrong:,} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
