"""Every fault of upstream at every place where it can occur, on a first run and on a full library: a loopback server
misbehaves.

    python -m benchmarks.faults [--count N] [--seed 1] [--begin 0]

Each trial checks that no earlier data is lost, that the ledger and the exit status do not report success wrongly, that
the reasons are in words, and that the refreshes after the fault fetch everything that they would have fetched without
it. The default ``--count`` is all of them: two trials for each fault at each place, in an order shuffled by the seed.
"""

from __future__ import annotations

import logging
import random
import sys
from collections import Counter

from benchmarks.report import table
from benchmarks.rounds import rounds
from tests.sync.fault_rounds import TRIALS, FaultRounds


def main() -> int:
    """Run the trials. Returns exit status 1 if anything was lost or was otherwise wrong."""
    options, numbers = rounds(__doc__, "benchmarks.faults", len(TRIALS))
    logging.disable(logging.CRITICAL)
    pairs = [TRIALS[place : place + 2] for place in range(0, len(TRIALS), 2)]
    random.Random(options.seed).shuffle(pairs)
    trials, made = [trial for pair in pairs for trial in pair], FaultRounds()
    done: Counter[str] = Counter()
    wrong: Counter[tuple[str, str]] = Counter()
    longest = 0.0
    for number in numbers(lambda: f"{wrong.total()} faults"):
        trial = trials[number % len(trials)]
        judged = made.run(trial)
        done[trial.place] += 1
        longest = max(longest, judged.seconds)
        for kind in ("lost", "lies", "errors"):
            for words in getattr(judged, kind):
                wrong[trial.place, kind] += 1
                print(f"{number}, {trial}: {kind}: {words[:600]}", flush=True)
    kinds = ("lost", "lies", "errors")
    rows = [[place, f"{count:,}", *(f"{wrong[place, kind]:,}" for kind in kinds)] for place, count in done.items()]
    rows.append(["all", f"{done.total():,}", *(f"{sum(wrong[place, kind] for place in done):,}" for kind in kinds)])
    table(f"Faults of upstream, seed {options.seed}, {numbers.told}", ["at", "trials", *kinds], rows)
    print(f"\nthe longest refresh took {longest:.1f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
