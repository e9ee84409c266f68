"""Key to paint in a real terminal: the list at several sizes, against newsboat with 10,000 items, key by key in turn.

python -m benchmarks.keys [--sizes 10000 1000000] [--home DIR ...] [--keys 200]

The time is measured from the key's arrival in the terminal to the last byte that changes anything outside the detail
pane on an emulated screen. The detail pane, which is painted in a separate frame, is measured separately. For newsboat
every byte counts; its scrolling is the baseline for dragging the scroll bar. ``--home`` measures existing homes, which
should not fetch anything (``benchmarks.homes.CONFIG``).
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import pyte

from benchmarks.homes import build
from benchmarks.report import median, ms, percentile, table
from benchmarks.terminal import QUIET, Chunk, Screen, program

_PAGE_DOWN, _PAGE_UP, _HOME, _END = b"\x1b[6~", b"\x1b[5~", b"\x1b[H", b"\x1b[F"
_COLUMNS, _ROWS = 120, 40
_LONG = 3.0
"""Seconds without output after which a program has handled keys that came faster than it can paint."""


_BARS = 2
"""Rows below the panes: a rule and the bottom bar."""
_TOP = 2
"""The first row of the list: the top bar and the query line are above it."""
_Cells = list[list[pyte.screens.Char]]


class Detail(NamedTuple):
    """The position of the detail pane: its first row and column, and the row after its last, including the rule before
    it."""

    top: int
    left: int
    bottom: int = _ROWS - _BARS

    @classmethod
    def find(cls, lines: Sequence[str]) -> Detail:
        """Find the detail below a rule across the list, otherwise to the right of a rule. Without a detail, the result
        is right of the screen."""
        for y, line in enumerate(lines[_TOP : _ROWS - _BARS], _TOP):
            if line.endswith("──"):
                return cls(y, len(line.rstrip("─")))
        # The filter pane, which has a rule of its own, is never wider than half of the screen.
        rule = lines[_ROWS // 2].find("│", _COLUMNS // 2)
        return cls(0, rule if rule > 0 else _COLUMNS)

    def others(self, cells: _Cells) -> _Cells:
        """Return the cells outside the detail."""
        return [row[: self.left] if self.top <= y < self.bottom else row for y, row in enumerate(cells)]


@dataclass
class Typist:
    """Presses keys in a program. Times the changes on an emulated screen or, without ``emulated``, the last byte."""

    screen: Screen
    emulated: bool = True
    emulator: pyte.Screen = field(default_factory=lambda: pyte.Screen(_COLUMNS, _ROWS))

    def __post_init__(self) -> None:
        self._stream = pyte.ByteStream(self.emulator)
        self._stream.feed(bytes(self.screen.output))

    def press(self, keys: Sequence[bytes], pause: float = 0.0, quiet: float = QUIET) -> tuple[float, float] | None:
        """Return the seconds to the last change of the list and to the last change anywhere; None if the list did not
        change."""
        chunks = self.screen.type(keys, pause, quiet)
        if self.emulated:
            return self._changes(chunks)
        last = chunks[-1].time if chunks else -1.0
        return (last, last) if last > 0 else None

    def _changes(self, chunks: Sequence[Chunk]) -> tuple[float, float] | None:
        detail = self.detail
        listed = anything = None
        before = self._cells()
        for arrived, data in chunks:
            self._stream.feed(data)
            now = self._cells()
            if detail.others(now) != detail.others(before):
                listed = arrived
            if now != before:
                anything = arrived
            before = now
        return None if listed is None or anything is None or listed < 0 else (listed, anything)

    def _cells(self) -> _Cells:
        return [[self.emulator.buffer[row][column] for column in range(_COLUMNS)] for row in range(_ROWS)]

    @property
    def detail(self) -> Detail:
        """The position of the detail pane."""
        return Detail.find(self.emulator.display)


Figures = dict[str, list[tuple[float, float]]]


def contest(typists: Sequence[Typist], keys: int) -> list[Figures]:
    """Press the same keys in each program in turn, so that noise affects all of them."""
    figures: list[Figures] = [{} for _ in typists]

    def run(kind: str, strokes: Sequence[Sequence[bytes]], pause: float = 0.0, quiet: float = QUIET) -> None:
        for stroke in strokes:
            for typist, told in zip(typists, figures, strict=True):
                if (took := typist.press(stroke, pause, quiet)) is not None:
                    told.setdefault(kind, []).append(took)

    run("j, inside the page", [[b"j"], [b"k"]] * (keys // 2))
    run("", [[b"j"]] * 40)
    run("j, scrolling", [[b"j"]] * keys)
    run("page down", [[_PAGE_DOWN]] * (keys // 2))
    run("page up", [[_PAGE_UP]] * (keys // 2))
    run("end, home", [[_END], [_HOME]] * (keys // 8))
    run("the last of 100 j, 30 a second", [[b"j"] * 100, [b"k"] * 100] * 2, 1 / 30)
    run("the last of 300 j, 100 a second", [[b"j"] * 300, [b"k"] * 300] * 2, 1 / 100, _LONG)
    run("the last of 1,000 j, all at once", [[b"j" * 1000], [b"k" * 1000]] * 2, quiet=_LONG)
    return figures


def newsboat(folder: Path, items: int) -> list[str]:
    """Return the command that opens newsboat's article list over a local feed with this many items."""
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
    return command


def drag(typist: Typist, steps: int) -> list[tuple[float, float]]:
    """Drag the thumb of the scroll bar down and up again. Returns the times of each step of the mouse."""
    detail = typist.detail
    # Rows and columns of the mouse begin at 1. With the detail at the bottom, the list has the full width; with the
    # detail at the right, the list has the full height.
    column, end = (_COLUMNS, detail.top) if detail.top else (detail.left, detail.bottom)
    top = _TOP + 1

    def mouse(kind: int, row: int, end: str = "M") -> list[bytes]:
        return [f"\x1b[<{kind};{column};{row}{end}".encode()]

    typist.press([_HOME])
    typist.press(mouse(35, top))
    typist.press(mouse(0, top))
    path = [*range(top + 1, end), *range(end, top, -1)]
    answers = [typist.press(mouse(32, path[step % len(path)])) for step in range(steps)]
    typist.press(mouse(0, top, "m"))
    return [answer for answer in answers if answer is not None]


def measure(home: Path, rival: Sequence[str], keys: int) -> tuple[Figures, Figures, dict[str, int]]:
    """Return the figures of newsboat and of the reader, and the reader's memory in kB."""
    with ExitStack() as stack:
        boat = stack.enter_context(program(rival, columns=_COLUMNS, rows=_ROWS)) if rival else None
        environ = {"ARXTUI_HOME": str(home)}
        reader = stack.enter_context(program([sys.executable, "-m", "arxtui"], environ, _COLUMNS, _ROWS))
        reader.until(b"papers")
        reader.settle(1.0)
        typists = [Typist(reader)]
        if boat:
            boat.settle(0.5)
            boat.type([b"\r"])
            typists.append(Typist(boat, emulated=False))
        own, *others = contest(typists, keys)
        own["drag of the scroll bar"] = drag(typists[0], keys // 2)
        theirs = others[0] if others else {}
        theirs["drag of the scroll bar"] = theirs.get("j, scrolling", [])
        return theirs, own, reader.memory()


def row(kind: str, theirs: Sequence[tuple[float, float]], own: Sequence[tuple[float, float]]) -> list[str]:
    """Return a row of the table: medians and 99th percentiles, the ratio, and the median of the detail."""
    listed = [answer[0] for answer in own]
    told = [ms(median(listed)), ms(percentile(listed, 0.99))]
    other = [answer[1] for answer in theirs]
    if other:
        ratio = percentile(listed, 0.99) / percentile(other, 0.99)
        return [kind, ms(median(other)), ms(percentile(other, 0.99)), *told, f"{ratio:.2f} x", _detail(own)]
    return [kind, "", "", *told, "", _detail(own)]


def _detail(own: Sequence[tuple[float, float]]) -> str:
    return ms(median([everything for _, everything in own]))


def main() -> None:
    """Measure each size against newsboat, and print a table for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="*", default=[10_000, 1_000_000])
    parser.add_argument("--home", type=Path, nargs="*", default=[])
    parser.add_argument("--keys", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rival: list[str] = []
        if shutil.which("newsboat"):
            rival = newsboat(Path(folder), 10_000)
        else:
            print("newsboat is not installed: no ratios")
        homes = {f"{size:,} papers": Path(folder) / str(size) for size in options.sizes}
        for size, home in zip(options.sizes, homes.values(), strict=True):
            build(home, size, index=False)
        for name, home in [*homes.items(), *((str(home), home) for home in options.home)]:
            theirs, own, memory = measure(home, rival, options.keys)
            held = f"{memory['resident'] / 1024:.0f} MB resident, {memory['private'] / 1024:.0f} MB private"
            header = ["keys", "newsboat p50", "p99", "arxtui p50", "p99", "p99 ratio", "with the detail, p50"]
            rows = [row(kind, theirs.get(kind, ()), took) for kind, took in own.items() if kind]
            table(f"{name}; {held}", header, rows)


if __name__ == "__main__":
    main()
