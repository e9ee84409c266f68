"""Ten thousand kills (SIGKILL) of an import, refreshes, marks, a backup, a restore and a repair, at every write and at
random moments, and the data lost.

    python -m benchmarks.kills [--count 11000] [--seed 1] [--begin 0]

A tenth of the eleven thousand rounds end before they are killed. A round depends on the seed and its number alone:
Ctrl-C ends the run early and prints the command that continues it. Homes are made in ``TMPDIR``; a file system in
memory is faster.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.report import table
from benchmarks.rounds import rounds
from tests.crash.kills import Count, Killer, killing
from tests.forked import program


def main() -> int:
    """Run the rounds. Returns exit status 1 if anything was lost or was otherwise wrong."""
    options, numbers = rounds(__doc__, "benchmarks.kills", 11_000)
    with (
        tempfile.TemporaryDirectory() as folder,
        program() as fork_server,
        killing(fork_server, Path(folder), options.seed) as killer,
    ):
        for number in numbers(lambda: _standing(killer)):
            for words in killer.round(number):
                print(words[:1000], flush=True)
        rows = [_row(name, count) for name, count in killer.counts.items()]
    heads = ["", "kills", "spared", "writes killed at", "lost", "lies", "errors"]
    table(f"Kills, seed {options.seed}, {numbers.told}", heads, [*rows, _sums(rows)])
    return 0 if all(count.is_sound for count in killer.counts.values()) else 1


def _standing(killer: Killer) -> str:
    counts = killer.counts.values()
    wrong = sum(len(count.lost) + len(count.lies) + len(count.errors) for count in counts)
    return f"{sum(count.kills for count in counts):,} kills, {wrong} faults"


def _row(name: str, count: Count) -> list[str]:
    figures = (len(count.lost), len(count.lies), len(count.errors))
    at = f"{len(count.at_writes)} of {count.writes}"
    return [name, f"{count.kills:,}", f"{count.spared:,}", at, *(f"{figure:,}" for figure in figures)]


def _sums(rows: list[list[str]]) -> list[str]:
    kills, spared, _, *wrong = zip(*(row[1:] for row in rows), strict=True)
    return [
        "all",
        *(f"{sum(int(each.replace(',', '')) for each in column):,}" for column in (kills, spared)),
        "",
        *(f"{sum(int(each.replace(',', '')) for each in column):,}" for column in wrong),
    ]


if __name__ == "__main__":
    sys.exit(main())
