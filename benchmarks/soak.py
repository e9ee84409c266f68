"""Two hundred rounds of killing the worker and a marking process, and the data lost.

python -m benchmarks.soak [--rounds 200] [--seed 1]
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

from tests.crash.home import attacked
from tests.forked import program


def main() -> int:
    """Print each round that lost something. Returns exit status 1 if any did."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong: list[str] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        program() as fork_server,
        attacked(fork_server, Path(folder), random.Random(options.seed)) as soak,
    ):
        for number in range(1, options.rounds + 1):
            soak.round()
            wrong += [f"round {number}: {fault}" for fault in soak.verify()]
            if number % 10 == 0:
                print(f"{number} rounds, {soak.kills} kills, {soak.acts} acts, {len(wrong)} faults", flush=True)
        wrong += soak.recover() + soak.verify()
    print("\n".join(wrong) or "nothing was lost: databases sound, marks found, index caught up, refresh completed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
