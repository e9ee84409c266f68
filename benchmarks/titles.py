"""The share of titles that the list shows in full, by the width of the terminal, with one line a paper and with two.

    python -m benchmarks.titles

Uses twenty thousand real papers if available, otherwise made-up ones, in lists of sixty papers of which half are
unread, so that they have dots.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Sequence
from datetime import date
from typing import Any

from arxtui.model.marks import Marks
from arxtui.model.views import Row
from arxtui.text import readable
from arxtui.tui.present.listing.columns import Columns
from arxtui.tui.present.listing.rows import ListLooks, lower_row, paper_row
from benchmarks.corpus.sample import sample_lines, shared_folder
from benchmarks.report import table

_LISTS = {80: 79, 120: 91, 160: 131}
"""The list's width in cells by the terminal's width in columns: beside the filter pane from 120 on, and without the
scroll bar."""
_IN_A_LIST = 60


def main() -> None:
    """Lay out the titles, and print the table."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    rows = [_row(number, json.loads(line)) for number, line in enumerate(_lines())]
    table(
        f"{len(rows):,} titles",
        ["columns", "cells of a title, at least", "cut on one line", "cut on two lines"],
        [[str(columns), *_measured(rows, width)] for columns, width in _LISTS.items()],
    )


def _lines() -> Sequence[str]:
    file = shared_folder() / "data" / "papers-20k.jsonl.gz"
    if not file.is_file():
        return [*sample_lines(None)]
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [*lines]


def _row(number: int, told: dict[str, Any]) -> Row:
    title, category = told["title"], next(iter(told["categories"]), "")
    marks = Marks(unread=number % 2 == 0)
    return Row(number, told["id"], 1, readable(title), title, date(2026, 5, 14), category, marks=marks)


def is_whole(row: Row, columns: Columns, looks: ListLooks) -> bool:
    """Return whether the list shows all of a paper's title."""
    lower = lower_row(row, columns, looks, here=False) if looks.two_lines else []
    shown = "".join(text for text, _ in (*paper_row(row, columns, looks, here=False), *lower))
    return " ".join(row.title.split()) in " ".join(shown.split())


def _measured(rows: Sequence[Row], width: int) -> list[str]:
    least, cut = width, [0, 0]
    for start in range(0, len(rows), _IN_A_LIST):
        shown = rows[start : start + _IN_A_LIST]
        for two_lines in (False, True):
            columns = Columns.fit(width, shown, shown[0].day, two_lines=two_lines, grouped=True)
            looks = ListLooks(two_lines=two_lines)
            cut[two_lines] += sum(not is_whole(row, columns, looks) for row in shown)
            least = least if two_lines else min(least, columns.title)
    return [str(least), *(f"{number / len(rows):.1%}" for number in cut)]


if __name__ == "__main__":
    main()
