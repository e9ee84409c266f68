"""A harvest killed fifty times at random moments: whether it completes, and which pages were fetched again.

python -m benchmarks.soak_harvest [--kills 50] [--records 40000] [--page 250] [--seed 1]
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

from tests.crash.harvests import configure, fetched, killed_harvest, repository, whole_harvest
from tests.crash.imports import faults, held
from tests.forked import program
from tests.sync.harvest.harvesting import running

_PAGE = 5_000
"""Records on a page of the harvest that is not killed."""


def main() -> int:
    """Print the faults. Returns exit status 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--records", type=int, default=40_000)
    parser.add_argument("--page", type=int, default=250)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    pages = -(-options.records // options.page)
    wrong: list[str] = []
    with (
        tempfile.TemporaryDirectory() as name,
        program() as fork_server,
        running(repository(options.records, options.page)) as served,
        running(repository(options.records, _PAGE)) as beside,
    ):
        served.now = beside.now
        killed, spared = configure(Path(name, "killed"), served.url), configure(Path(name, "spared"), beside.url)
        kills = 0
        while kills < options.kills:
            if not killed_harvest(fork_server, killed, chance.uniform(0.2, 1.6)):
                wrong.append(f"it came to its end after {kills} kills: more records are needed")
                break
            kills += 1
            wrong += [f"after {kills} kills: {fault}" for fault in faults(killed)]
        whole_harvest(fork_server, killed)
        whole_harvest(fork_server, spared)
        before, after = held(spared), held(killed)
        wrong += [f"{what} differ" for what in before if before[what] != after[what]]
        times = fetched(served)
    again, most = sum(times.values()) - pages, max(times.values())
    wrong += [f"{again} pages fetched again by {kills} kills"] if again > kills else []
    print("\n".join(wrong) or f"{kills} kills, {options.records:,} records: the same papers, versions and answers")
    print(f"{pages} pages, {sum(times.values())} requests: {again} fetched again, none more than {most} times")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
