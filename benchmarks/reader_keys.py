"""Key to paint while a full text is read in a real terminal, against ``less`` on the same text, key by key in turn.

    python -m benchmarks.reader_keys [--keys 200] [--runs 7]

The limits are: the 99th percentile of a scrolling key is at most twice that of ``less`` plus one frame of Textual, 4.2
ms at the reader's 240 frames a second; 100 ms from the key that opens a cached paper of 10,000 words to its first
screen; 50 ms for a resize. For both programs the last byte counts. The papers are made up; ``less`` shows them as
``arxtui read`` prints them.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import signal
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from arxtui.model.document import Document, Origin
from arxtui.model.fulltext import TextState
from arxtui.model.paper import Paper
from arxtui.reader import plain
from arxtui.store.cache.database import Cache
from arxtui.store.texts.fulltexts import Outcome, Page
from benchmarks.homes import build_of
from benchmarks.papers import made_up
from benchmarks.reading import documents
from benchmarks.report import median, ms, percentile, table
from benchmarks.terminal import Screen, program

_COLUMNS, _ROWS = 120, 40
_MEASURE = 80
_FRAME = 1 / 240
_SETTLED = 0.6
"""Seconds without output after which a program has nothing left to do."""
_LOADED = 3.5
"""Seconds after which the reader has loaded what reading needs; no user opens a paper earlier."""
_KEYS = {
    "j": [b"j"],
    "page down": [b" "],
    "page up": [b"b"],
    "end, beginning": [b"G", b"g"],
    "find, next": [b"n"],
}


def home_with(folder: Path, document: Document) -> Paper:
    """Build a home that fetches nothing, with one paper and its full text."""
    [made] = made_up(1)
    paths = build_of(folder, [made])
    now = datetime.now(UTC)
    with Cache.open(paths.cache_db) as cache:
        page = Page(Origin.HTML, "https://arxiv.example/html/1", b"", now)
        cache.fulltexts.put(made.key, 1, page, document, 10_000, (), Outcome(1, TextState.HAVE, "", now))
    return made


def pressed(screen: Screen, key: bytes) -> float | None:
    """Return the seconds from a key to the last byte of output, or None if nothing changed."""
    chunks = screen.type([key])
    return chunks[-1].time if chunks else None


@contextmanager
def opened(home: Path) -> Iterator[tuple[Screen, float]]:
    """Open the paper in the reader. Yields the screen and the seconds that opening took."""
    with program([sys.executable, "-m", "arxtui"], {"ARXTUI_HOME": str(home)}, _COLUMNS, _ROWS) as reader:
        reader.until(b"paper")
        reader.settle(_LOADED)
        sent = time.perf_counter()
        os.write(reader.descriptor, b"t")
        first = reader.until(b"%") + reader.started - sent  # the footer of the page, which no other screen has
        reader.settle(_SETTLED)
        yield reader, first


def resized(screen: Screen, columns: int) -> float:
    """Return the seconds from a resize to the last byte of the new screen."""
    begun = time.perf_counter()
    fcntl.ioctl(screen.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", _ROWS, columns, 0, 0))
    os.kill(screen.pid, signal.SIGWINCH)
    chunks = screen.settle()
    return chunks[-1].time - begun if chunks else 0.0


def contest(reader: Screen, less: Screen, keys: int) -> list[list[str]]:
    """Return a row for each kind of key, measured in both programs in turn."""
    for screen in (reader, less):
        screen.type([b"/"])
        screen.type([b"a", b"\r"], 0.1)
        screen.type([b"g"])
    rows = []
    for kind, strokes in _KEYS.items():
        told: tuple[list[float], list[float]] = ([], [])
        for number in range(keys):
            for screen, answers in zip((reader, less), told, strict=True):
                if (took := pressed(screen, strokes[number % len(strokes)])) is not None:
                    answers.append(took)
        rows.append(_row(kind, *told))
    return rows


def _row(kind: str, own: Sequence[float], theirs: Sequence[float]) -> list[str]:
    if not own or not theirs:
        return [kind, "", "", "", "", ""]
    limit = 2 * percentile(theirs, 0.99) + _FRAME
    figures = [median(theirs), percentile(theirs, 0.99), median(own), percentile(own, 0.99), limit]
    return [kind, *map(ms, figures)]


def main() -> None:
    """Measure each paper, and print a table for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keys", type=int, default=200)
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    opening = []
    with tempfile.TemporaryDirectory() as folder:
        for name, document in documents(real=False):
            home, text = Path(folder) / name / "home", Path(folder) / name / "text"
            home_with(home, document)
            text.write_text("\n".join(plain(document, _MEASURE)) + "\n")
            times, sizes = [], []
            for _ in range(options.runs):
                with opened(home) as (reader, took):
                    times.append(took)
                    sizes += [resized(reader, 90), resized(reader, _COLUMNS)]
            opening.append([name, ms(median(times)), ms(max(times)), ms(median(sizes)), ms(max(sizes))])
            with opened(home) as (reader, _), program(["less", str(text)], None, _COLUMNS, _ROWS) as less:
                less.settle(_SETTLED)
                header = ["keys", "less p50", "p99", "arxtui p50", "p99", "limit"]
                table(name, header, contest(reader, less, options.keys))
    table("Opening and another size", ["", "first screen p50", "most", "another size p50", "most"], opening)


if __name__ == "__main__":
    main()
