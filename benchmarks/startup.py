"""Start and quit, against a bare three-pane Textual app (in milliseconds).

python -m benchmarks.startup [--papers 100000 | --home DIR] [--runs 15]

Measures the time until the saved frame of the last session is on the screen, and the time until the reader has painted
everything, with such a frame and without. The paint is complete when the detail of the first paper, which is painted
last, is on the screen. ``--home`` measures an existing home, which should not fetch anything
(``benchmarks.homes.CONFIG``).
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from pathlib import Path

from arxtui.tui.terminal.saved_frame import FILE
from benchmarks.homes import build
from benchmarks.report import median, ms, percentile, table
from benchmarks.terminal import program

_DETAIL = re.compile(rb"\d{5}(v\d+)? in ")
"""A part of the line under the title, ``2605.01000v1 in astro-ph.GA``; imported papers can have no version."""
_TAKEN_OVER = b"\x1b[?2004h"
"""A part of what Textual writes before its first frame."""


def start_and_quit(
    command: list[str], marker: bytes | re.Pattern[bytes], environ: dict[str, str]
) -> tuple[float, float, float]:
    """Return the seconds to the marker, to the first marker that Textual wrote, and from Ctrl-Q to the end."""
    with program(command, environ) as screen:
        seen = screen.until(marker)
        screen.until(_TAKEN_OVER)
        del screen.output[: screen.output.index(_TAKEN_OVER)]
        painted = screen.until(marker)
        screen.settle()
        os.write(screen.descriptor, b"\x11")
        return seen, painted, screen.wait()


def main() -> None:
    """Run both in turn, so that noise affects both, and print the table."""
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
        figures: dict[str, list[float]] = {name: [] for name in ("bare", "bare quit", "full", "frame", "live", "quit")}
        for run in range(options.runs + 1):
            _, bare_painted, bare_quit = start_and_quit(bare, b"bare-row 9", environ)
            (home / "state" / FILE).unlink(missing_ok=True)
            _, painted, _ = start_and_quit(reader, _DETAIL, environ)
            frame, live, left = start_and_quit(reader, _DETAIL, environ)
            if run:
                for name, seconds in zip(figures, (bare_painted, bare_quit, painted, frame, live, left), strict=True):
                    figures[name].append(seconds)
    rows = []
    for words, name, base_name in (
        ("start to the frame of the last session", "frame", "bare"),
        ("start to the first full paint, without such a frame", "full", "bare"),
        ("start to the first full paint, with it", "live", "bare"),
        ("quit", "quit", "bare quit"),
    ):
        base, own = figures[base_name], figures[name]
        pairs = [one / other for one, other in zip(own, base, strict=True)]
        rows.append([words, ms(median(base)), ms(median(own)), ms(percentile(own, 0.9)), f"{median(pairs):.2f} x"])
    which = options.home or f"{options.papers:,} papers"
    title = f"Start and quit, {which}, {options.runs} runs in turn"
    table(title, ["", "bare Textual p50", "arxtui p50", "arxtui p90", "ratio (median of pairs)"], rows)


if __name__ == "__main__":
    main()
