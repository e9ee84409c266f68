"""Hostile input: CPU time of an input four times as long, against that of the shorter one (linear: 4, quadratic: 16).

python -m benchmarks.hostile [--runs 5]
"""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Callable
from functools import partial

from arxtui.figures.text import figure_text
from arxtui.text.bibtex import bib_entries
from benchmarks.report import cpu_seconds, ms, table
from tests.figures.svgs import svg
from tests.figures.test_text import HOSTILE as PARTS_OF_FIGURES
from tests.reader.bibliography.test_works import HOSTILE as PARTS_OF_ENTRIES
from tests.reader.bibliography.test_works import works_in
from tests.text.test_bibtex import HOSTILE as PARTS_OF_FILES


def read_figure(part: Callable[[int], str], size: int) -> None:
    """Read the text of a figure with ``size`` parts."""
    figure_text(svg(part(size)))


def read_file(part: str, size: int) -> None:
    """Read a BibTeX file with ``size`` parts."""
    deque(bib_entries(f"@misc{{k, {part * size}"), maxlen=0)


def read_entry(part: str, size: int) -> None:
    """Find the works of an entry with ``size`` parts."""
    works_in(part * size)


READINGS: dict[str, tuple[int, Callable[[int], None]]] = {
    **{f"figure, {name}": (2_000, partial(read_figure, part)) for name, part in PARTS_OF_FIGURES.items()},
    **{f"BibTeX, `{part}`": (100_000, partial(read_file, part)) for part in PARTS_OF_FILES},
    **{f"entry, `{part}`": (4_000 // len(part), partial(read_entry, part)) for part in PARTS_OF_ENTRIES},
}
"""By name the shorter size, and the reading of an input of a size. An entry is cut above 20,000 characters."""


def main() -> None:
    """Read every input in both lengths."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    rows = []
    for name, (size, read) in READINGS.items():
        short, long = (min(cpu_seconds(partial(read, length)) for _ in range(runs)) for length in (size, 4 * size))
        rows.append([name, ms(short), ms(long), f"{long / short:.1f} x"])
    table("Hostile input", ["input", "short", "four times as long", "ratio"], rows)


if __name__ == "__main__":
    main()
