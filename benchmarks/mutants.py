"""A million damaged payloads through every parser, the form stored in the cache and the path to the screen.

    python -m benchmarks.mutants [--count 1000000] [--seed 1] [--begin 0]

Reports escapes that would reach the terminal, undocumented errors, more than two seconds, and more than 500 MB. A
mutant depends on the seed and its number alone: Ctrl-C ends the run early and prints the command that continues it.
Captured responses are damaged, too, if they are available (``ARXTUI_SHARED``, or ``../shared``).
"""

from __future__ import annotations

import logging
import sys

from benchmarks.report import table
from benchmarks.rounds import rounds
from tests.mutants.trials import Outcome, Tally, Trials

_BATCH = 2_000


def main() -> int:
    """Run the mutants. Returns exit status 1 if any of them is a fault."""
    options, numbers = rounds(__doc__, "benchmarks.mutants", 1_000_000)
    logging.disable(logging.CRITICAL)
    trials, all_of = Trials(options.seed), Tally()
    for begin in numbers(lambda: f"{len(all_of.faults)} faults", _BATCH):
        done = trials.batch(range(begin, min(begin + _BATCH, options.count)))
        for fault in done.faults:
            print(f"mutant {fault.number}, {fault.parser}, {fault.outcome}: {fault.words[:300]!r}", flush=True)
        all_of.add(done)
    rows = [_row(name, all_of, [name]) for name in trials.parsers]
    heads = ["", "mutants", *Outcome]
    title = f"Mutants, seed {options.seed}, {numbers.told}"
    table(title, heads, [*rows, _row("all", all_of, list(trials.parsers))])
    print(f"\nthe longest took {all_of.seconds:.2f} s of CPU; the process held {all_of.memory >> 20:,} MB at most")
    return 1 if all_of.faults else 0


def _row(title: str, tally: Tally, names: list[str]) -> list[str]:
    counts = [sum(tally.outcomes[name, outcome] for name in names) for outcome in Outcome]
    return [title, f"{sum(counts):,}", *(f"{count:,}" for count in counts)]


if __name__ == "__main__":
    sys.exit(main())
