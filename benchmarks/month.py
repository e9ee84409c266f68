"""A month of announcements at full size: the number of requests and its bound, the pace, and missing data. No times.

python -m benchmarks.month [--papers 300] [--scale 100] [--seed 1]

``tests/sync/refresh/month.py``, which the tests run at a smaller size, describes how it works and what it proves.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from datetime import date
from pathlib import Path

from arxtui.demo.upstream import CATEGORIES_SHOWN
from benchmarks.report import table
from tests.demo.month import make_month
from tests.forked import program
from tests.sync.refresh.month import PACE, SCALE, Month
from tests.sync.refresh.troubles import TROUBLES, bound

NEWEST = date(2026, 9, 24)
"""The newest day; Labor Day is within the month before it."""


def main() -> int:
    """Print the results of the month. Returns exit status 1 if anything is missing, or was requested too soon or too
    often."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, default=300, help="new papers a day")
    parser.add_argument("--scale", type=float, default=SCALE, help="how many times as fast the clock runs")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    corpus = make_month(NEWEST, papers=options.papers, seed=options.seed)
    with (
        tempfile.TemporaryDirectory() as home,
        program() as fork_server,
        Month(fork_server, Path(home), corpus, CATEGORIES_SHOWN, options.scale) as month,
    ):
        month.run()
        return _report(month)


def _report(month: Month) -> int:
    asked, least = month.asked(), bound(month.corpus, month.categories)
    rows = [(kind, f"{asked[kind]:,}", f"{least[kind]:,}") for kind in least]
    table("Requests", ("for", "asked", "bound"), [*rows, ("all", f"{asked.total():,}", f"{sum(least.values()):,}")])
    print(f"\nand {month.refusals()} that were refused")
    gaps = month.gaps()
    soonest = min(gap.scaled for gap in gaps)
    table(
        "Pace",
        ("requests", "least seconds between two, on the clock", "in truth"),
        [(f"{len(gaps) + 1:,}", f"{soonest:.3f}", f"{min(gap.real for gap in gaps):.4f}")],
    )
    view, differences = month.ledger(), month.differences()
    doubted = [row for row in view.rows if row.reason]
    missing = sum(row.missing or 0 for row in view.rows)
    told = sum(row.announced or 0 for row in view.rows)
    table(
        "Ledger",
        ("days", "rows", "announced", "missing", "doubted and settled", "alarms", "papers lost", "made up"),
        [
            (
                str(len(month.corpus.days)),
                str(len(view.rows)),
                f"{told:,}",
                str(missing),
                str(len(doubted)),
                str(len(view.alarms)),
                str(len(differences.papers) + len(differences.lost)),
                str(len(differences.made_up)),
            )
        ],
    )
    troubles = "; ".join(f"{month.corpus.days[place]:%d %b} {trouble.value}" for place, trouble in TROUBLES.items())
    print(f"\n{troubles}")
    wrong = missing or view.alarms or differences.papers or differences.lost or soonest < PACE
    return 1 if wrong or any(asked[kind] > least[kind] for kind in asked) else 0


if __name__ == "__main__":
    sys.exit(main())
