"""Esc to paint: leaving the search, the help and the detail by Esc, against leaving them by another key.

python -m benchmarks.escape [--papers 2000] [--runs 30]

Terminals send for Esc a byte that other keys begin with, so a program has to wait for further bytes. The time is
measured from the key's arrival to the first byte of output; that of the other key is the cost of painting.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.homes import build
from benchmarks.report import median, ms, percentile, table
from benchmarks.terminal import Screen, program

_ESCAPE = b"\x1b"
_PLACES = {"the search": (b"/", b"\x1b[27u"), "the help": (b"?", b"q"), "the detail": (b"\x1bOS", b"\x1bOR")}
"""Places, each with the key that enters it and another key that leaves it. For the search, the other key is Esc in the
unambiguous form that some terminals send."""
_UP = b"v1 in "
_QUIET = 0.3
"""Seconds without output after which the paint of the key before is complete."""


def answer(screen: Screen, key: bytes) -> float | None:
    """Return the seconds to the first byte of output, or None if nothing was painted."""
    chunks = screen.type([key])
    return chunks[0].time if chunks else None


def main() -> None:
    """Leave each place with either key in turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=2_000)
    parser.add_argument("--runs", type=int, default=30)
    options = parser.parse_args()
    figures: dict[str, tuple[list[float], list[float]]] = {place: ([], []) for place in _PLACES}
    with tempfile.TemporaryDirectory() as folder:
        home = build(Path(folder), options.papers).config.parent
        environ = {"ARXTUI_HOME": str(home), "PYTHONDONTWRITEBYTECODE": ""}
        with program([sys.executable, "-m", "arxtui"], environ) as screen:
            screen.until(_UP)
            screen.settle(1.0)
            for _ in range(options.runs):
                for place, (way_in, other) in _PLACES.items():
                    for taken, key in zip(figures[place], (_ESCAPE, other), strict=True):
                        screen.type([way_in], quiet=_QUIET)
                        seconds = answer(screen, key)
                        if seconds is not None:
                            taken.append(seconds)
                        else:
                            answer(screen, _ESCAPE)
    rows = []
    for place, (escapes, others) in figures.items():
        ratio = f"{median(escapes) / median(others):.1f} x"
        rows.append([place, ms(median(escapes)), ms(percentile(escapes, 0.9)), ms(median(others)), ratio])
    table(f"Esc to paint, {options.runs} times each", ["out of", "Esc p50", "p90", "another key p50", "ratio"], rows)


if __name__ == "__main__":
    main()
