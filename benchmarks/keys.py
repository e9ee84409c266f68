"""Key to paint in a real terminal: the list at several sizes, against newsboat on 10,000 items where it is installed.

python -m benchmarks.keys [--sizes 10000 100000 1000000] [--keys 200]
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.homes import build
from benchmarks.report import median, ms, percentile, table
from benchmarks.terminal import Screen, program

_PAGE_DOWN, _HOME, _END = b"\x1b[6~", b"\x1b[H", b"\x1b[F"


def press(screen: Screen, keys: Sequence[bytes]) -> list[float]:
    """Seconds to the last byte of each answer; a key that paints nothing is left out."""
    return [seconds for key in keys if (seconds := screen.key(key)) is not None]


def reader_figures(home: Path, keys: int) -> tuple[dict[str, list[float]], dict[str, int], float]:
    """Key timings by kind, memory in kB, and seconds to the first paint."""
    with program([sys.executable, "-m", "arxtui"], {"ARXTUI_HOME": str(home)}) as screen:
        painted = screen.until(b"papers")
        screen.settle(0.5)
        figures = {
            "j, inside the page": press(screen, [b"j", b"k"] * (keys // 2)),
            "j, scrolling": (press(screen, [b"j"] * 40), press(screen, [b"j"] * keys))[1],
            "page down": press(screen, [_PAGE_DOWN] * (keys // 4)),
            "end, home": press(screen, [_END, _HOME] * 10),
        }
        return figures, screen.memory(), painted


def newsboat_figures(folder: Path, items: int, keys: int) -> dict[str, list[float]]:
    """The same keys in newsboat's article list over a local feed."""
    feed = folder / "feed.xml"
    body = "".join(
        f"<item><title>Paper {number} on a matter of some length and interest</title>"
        f"<guid>{number}</guid><link>http://127.0.0.1/{number}</link></item>"
        for number in range(items)
    )
    feed.write_text(f'<?xml version="1.0"?><rss version="2.0"><channel><title>f</title>{body}</channel></rss>')
    (folder / "urls").write_text(f"file://{feed}\n")
    (folder / "config").write_text("auto-reload no\nmax-items 0\n")
    command = ["newsboat", "-u", str(folder / "urls"), "-C", str(folder / "config"), "-c", str(folder / "cache.db")]
    with program([*command, "-x", "reload"]) as reload:
        reload.wait(120)
    with program(command) as screen:
        screen.settle(0.5)
        screen.key(b"\r")
        screen.settle(0.5)
        return {
            "j, inside the page": press(screen, [b"j", b"k"] * (keys // 2)),
            "j, scrolling": (press(screen, [b"j"] * 40), press(screen, [b"j"] * keys))[1],
            "page down": press(screen, [_PAGE_DOWN] * (keys // 4)),
            "end, home": press(screen, [_END, _HOME] * 10),
        }


def p99(took: Sequence[float]) -> str:
    """The 99th percentile, printed."""
    return ms(percentile(took, 0.99))


def main() -> None:
    """Measure newsboat first, then each size, and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--keys", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        base: dict[str, list[float]] = {}
        if shutil.which("newsboat"):
            base = newsboat_figures(Path(folder), 10_000, options.keys)
        else:
            print("newsboat is not installed: no ratios")
        rows = [
            ["newsboat 10,000", kind, ms(median(took)), ms(percentile(took, 0.99)), ""] for kind, took in base.items()
        ]
        for size in options.sizes:
            home = Path(folder) / str(size)
            build(home, size, index=False)
            figures, memory, painted = reader_figures(home, options.keys)
            for kind, took in figures.items():
                ratio = f"{percentile(took, 0.99) / percentile(base[kind], 0.99):.2f} x" if base.get(kind) else ""
                rows.append([f"arxtui {size:,}", kind, ms(median(took)), p99(took), ratio])
            held = f"{memory['resident'] / 1024:.0f} MB resident, {memory['private'] / 1024:.0f} MB private"
            rows.append([f"arxtui {size:,}", f"first paint; {held}", ms(painted), "", ""])
    table("Key to the last byte painted", ["list", "keys", "p50", "p99", "p99 against newsboat"], rows)


if __name__ == "__main__":
    main()
