"""Memory of the reader after searches and after key presses, in megabytes (Linux).

python -m benchmarks.memory --home DIR [--searches 100] [--keys 1000]

Resident memory is that of ``/proc/PID/smaps``, without the mapped files of the index, whose pages the kernel reclaims
when it needs them. Half of the searches and keys come before the middle figure; growth after it is a leak.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from pathlib import Path

from benchmarks.report import table
from benchmarks.terminal import Screen, program

_STARTED = b"\x1b[?2004h"
_WORDS = (
    "quantum lattice galaxy neural graph spin energy random learning matter phase black optical network model".split()
)
_PAUSE = 0.05
_AT_ONCE = 100


def resident(pid: int, index: Path) -> float:
    """Return the resident megabytes of a process, without the files of the index."""
    total, is_counted = 0, True
    for line in Path(f"/proc/{pid}/smaps").read_text().splitlines():
        first, *rest = line.split()
        if "-" in first and not first.endswith(":"):
            is_counted = not (len(rest) > 4 and rest[4].startswith(str(index)))
        elif first == "Rss:" and is_counted:
            total += int(rest[0])
    return total / 1024


def search(screen: Screen, count: int, chance: random.Random) -> None:
    """Type words into the search box, letter by letter, and leave it."""
    for _ in range(count):
        screen.type([b"/"], quiet=_PAUSE)
        screen.type([letter.encode() for letter in " ".join(chance.sample(_WORDS, 2))], _PAUSE)
        screen.type([b"\x1b"], quiet=_PAUSE)


def scroll(screen: Screen, count: int) -> None:
    """Go down and up through the list."""
    for number in range(0, count, _AT_ONCE):
        screen.type([b"k" if number // _AT_ONCE % 2 else b"j"] * _AT_ONCE, 0.005)


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--searches", type=int, default=100)
    parser.add_argument("--keys", type=int, default=1_000)
    options = parser.parse_args()
    index = options.home.resolve() / "cache" / "index"
    chance = random.Random(1)
    rows = []
    with program([sys.executable, "-m", "arxtui"], {"ARXTUI_HOME": str(options.home)}) as screen:

        def note(words: str) -> None:
            rows.append([words, f"{resident(screen.pid, index):.0f} MB"])

        screen.until(_STARTED)
        screen.settle(1.0)
        note("at the start")
        for half in (1, 2):
            scroll(screen, options.keys // 2)
            note(f"after {half * options.keys // 2:,} keys")
        for half in (1, 2):
            search(screen, options.searches // 2, chance)
            note(f"after {half * options.searches // 2:,} searches")
        os.write(screen.descriptor, b"\x11")
        screen.wait()
    table(f"Resident memory without the index, {options.home}", ["", "RSS"], rows)


if __name__ == "__main__":
    main()
