"""The number of bytes that the reader writes for a key inside the page and for a letter in the search box.

python -m benchmarks.frame_bytes --home DIR [--program PYTHON]

For a key, the first frame is the list's, and the rest is the detail beside it. For a letter, everything counts until
half a second passes without output. ``--program`` is the Python of another installation, to compare an older version
with this one.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from benchmarks.report import median, table
from benchmarks.terminal import program

_STARTED = b"\x1b[?2004h"
_QUIET = 0.5
_KEYS = 12
_WORDS = (b"quantum", b"galaxy")
_SAME_FRAME = 0.003
"""Bytes that arrive within this many seconds belong to one frame."""


def main() -> None:
    """Press keys one at a time, and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--program", default=sys.executable)
    options = parser.parse_args()
    environ = {"ARXTUI_HOME": str(options.home), "PYTHONDONTWRITEBYTECODE": ""}
    listed, whole, letters = [], [], []
    with program([options.program, "-P", "-m", "arxtui"], environ) as screen:
        screen.until(_STARTED)
        screen.settle(1.0)
        for _ in range(_KEYS):
            chunks = screen.type([b"j"], quiet=_QUIET)
            end = chunks[0].time + _SAME_FRAME
            listed.append(sum(len(chunk.data) for chunk in chunks if chunk.time <= end))
            whole.append(sum(len(chunk.data) for chunk in chunks))
        for word in _WORDS:
            screen.type([b"/"], quiet=_QUIET)
            for letter in word.decode():
                chunks = screen.type([letter.encode()], quiet=_QUIET)
                letters.append(sum(len(chunk.data) for chunk in chunks))
            screen.type([b"\x1b"], quiet=_QUIET)
        os.write(screen.descriptor, b"\x11")
        screen.wait()
    rows = [
        [words, f"{median(sizes):,.0f}", f"{max(sizes):,}", goal]
        for words, sizes, goal in (
            ("j inside the page, the list's frame", listed, "1,000"),
            ("j inside the page, with the paper", whole, ""),
            ("a letter in the search box", letters, "6,000"),
        )
    ]
    table(f"Bytes, {options.home}", ["", "p50", "most", "goal"], rows)


if __name__ == "__main__":
    main()
