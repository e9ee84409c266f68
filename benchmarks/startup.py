"""Start to first full paint, and quit, against a bare three-pane Textual app.

python -m benchmarks.startup [--papers 100000 | --home DIR] [--runs 15]

The paint is full when the detail of the first paper, which is painted last, is there. ``--home`` measures a home that
is there already; it should be quiet (``benchmarks.homes.CONFIG``).
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from benchmarks.homes import build
from benchmarks.report import median, ms, percentile, table
from benchmarks.terminal import program

_DETAIL = b"v1 in "
"""Of the line under the title, ``2605.01000v1 in astro-ph.GA``."""


def start_and_quit(command: list[str], marker: bytes, environ: dict[str, str]) -> tuple[float, float]:
    """Seconds to the marker, and seconds from Ctrl-Q to the end."""
    with program(command, environ) as screen:
        painted = screen.until(marker)
        screen.settle()
        os.write(screen.descriptor, b"\x11")
        return painted, screen.wait()


def main() -> None:
    """Run both in turn, so that a noisy moment touches both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=100_000)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    bare = [sys.executable, str(Path(__file__).with_name("bare_app.py"))]
    with tempfile.TemporaryDirectory() as folder:
        home = options.home or build(Path(folder), options.papers, index=False).config.parent
        reader = [sys.executable, "-m", "arxtui"]
        environ = {"ARXTUI_HOME": str(home), "PYTHONDONTWRITEBYTECODE": ""}
        figures: dict[str, list[tuple[float, float]]] = {"bare": [], "arxtui": []}
        for run in range(options.runs + 1):
            bare_run = start_and_quit(bare, b"bare-row 9", environ)
            own_run = start_and_quit(reader, _DETAIL, environ)
            if run:
                figures["bare"].append(bare_run)
                figures["arxtui"].append(own_run)
    rows = []
    for name, index in (("start to first full paint", 0), ("quit", 1)):
        base, own = ([figure[index] for figure in figures[who]] for who in ("bare", "arxtui"))
        pairs = [one / other for one, other in zip(own, base, strict=True)]
        rows.append([name, ms(median(base)), ms(median(own)), ms(percentile(own, 0.9)), f"{median(pairs):.2f} x"])
    which = options.home or f"{options.papers:,} papers"
    title = f"Start and quit, {which}, {options.runs} runs in turn"
    table(title, ["", "bare Textual p50", "arxtui p50", "arxtui p90", "ratio (median of pairs)"], rows)


if __name__ == "__main__":
    main()
