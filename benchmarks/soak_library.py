"""A thousand random sequences of actions, undos, redos, restarts and kills, each compared with a model of the library.

python -m benchmarks.soak_library [--sequences 1000] [--seed 1] [--rounds 10]
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

from tests.crash.acts import Attack, prepared
from tests.forked import program

_KILLS = 0.15
"""The share of rounds in which the program is killed."""


def main() -> int:
    """Print the faults with the number of their sequence. Returns exit status 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sequences", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=10)
    options = parser.parse_args()
    wrong: list[str] = []
    acts = kills = unheard = 0
    with program() as fork_server:
        for number in range(1, options.sequences + 1):
            with tempfile.TemporaryDirectory() as folder:
                attack = Attack(fork_server, prepared(Path(folder)), random.Random(f"{options.seed} {number}"))
                wrong += [f"sequence {number}: {fault}" for fault in attack.run(options.rounds, kills=_KILLS)]
            acts, kills, unheard = acts + len(attack.shadow.acts), kills + attack.kills, unheard + attack.unheard
            if number % 50 == 0 or number == options.sequences:
                print(
                    f"{number} sequences, {acts} acts, {kills} kills, {unheard} in an act, {len(wrong)} faults",
                    flush=True,
                )
    print("\n".join(wrong) or "every state was the model's")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
