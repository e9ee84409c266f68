"""An import killed fifty times at random moments: whether it ends with the same result as an import that is not killed.

python -m benchmarks.soak_import [--kills 50] [--papers 40000] [--seed 1]
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.crash.imports import faults, held, killed_import, whole_import, write_dump
from tests.forked import program


def main() -> int:
    """Print the faults. Returns exit status 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--papers", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as name, program() as fork_server:
        spared, killed = Path(name, "spared"), Path(name, "killed")
        dump = write_dump(Path(name, "dump.jsonl"), options.papers, chance)
        begun = time.monotonic()
        whole_import(fork_server, spared, dump)
        took = time.monotonic() - begun
        kills = 0
        while kills < options.kills:
            # Sometimes the import completes before it is killed; the next one then finds everything unchanged.
            kills += killed_import(fork_server, killed, dump, chance.uniform(0.2, max(1.0, 4 * took / options.kills)))
            wrong += [f"after {kills} kills: {fault}" for fault in faults(killed)]
        whole_import(fork_server, killed, dump)
        before, after = held(spared), held(killed)
        wrong += [f"{what} differ" for what in before if before[what] != after[what]]
    print("\n".join(wrong) or f"{kills} kills, {options.papers:,} papers: the same papers, texts, versions and answers")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
