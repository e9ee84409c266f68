"""Typing in the search box at a steady pace: echo of the letter, list on the screen, and CPU time, against the same
reader with its facet counts switched off (Linux).

python -m benchmarks.letters --home DIR [--rounds 8] [--pause 0.167] [--program PYTHON]

Both readers get the same words in turn. The echo is the first change of the box's line after a letter, the list the
last change of the papers in the list before the next letter; the numbers of papers in its headings, which follow one by
one, do not count. CPU time is that of all threads, per letter, without what
follows the last letter of the words. ``--program`` is the Python of another installation.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import pyte

from benchmarks.keys import Detail
from benchmarks.report import ms, percentile, table
from benchmarks.terminal import Screen, program

_STARTED = b"\x1b[?2004h"
_COLUMNS, _ROWS = 120, 40
_BOX, _TOP = 1, 2
"""The rows of the search box, and the first of the list."""
_FILTER = 28
"""The columns of the filter pane and its edge."""
_WORDS = ("quantum", "galaxy cluster", "neural network", "spin glass", "lattice gauge", "random matrix", "black hole")
_HEADING_NUMBER = re.compile(r" · [\d,]+ papers?$")
_WITHOUT_COUNTS = """
from arxtui.tui.services.facet_counts import FacetCounts
FacetCounts._count_after = lambda *given, **named: None
from arxtui.__main__ import main
main()
"""


class Output(NamedTuple):
    """Bytes of a program: the number of the letter they follow, and the seconds since that letter."""

    letter: int
    time: float
    data: bytes


@dataclass
class Figures:
    """Seconds of each letter, and CPU seconds and bytes of all letters."""

    echo: list[float] = field(default_factory=list)
    listed: list[float] = field(default_factory=list)
    cpu: float = 0.0
    size: int = 0
    letters: int = 0


class Typist:
    """Types words into the search box of a reader, and measures it."""

    def __init__(self, screen: Screen) -> None:
        self.figures = Figures()
        self._screen = screen
        self._emulator = pyte.Screen(_COLUMNS, _ROWS)
        self._stream = pyte.ByteStream(self._emulator)
        self._fed = 0

    def search(self, word: str, pause: float) -> None:
        """Type a word into the empty box, and leave the box."""
        self._screen.type([b"/"], quiet=0.5)
        self._feed()
        before = _cpu_seconds(self._screen.pid)
        typed = list(self._typed(word, pause))
        self.figures.cpu += _cpu_seconds(self._screen.pid) - before
        self.figures.size += sum(len(output.data) for output in typed)
        self.figures.letters += len(word)
        self._note(typed)
        self._screen.type([b"\x1b"], quiet=0.5)

    def _typed(self, word: str, pause: float) -> Iterator[Output]:
        for number, letter in enumerate(word):
            begun, size = time.perf_counter(), len(self._screen.output)
            os.write(self._screen.descriptor, letter.encode())
            while (left := begun + pause - time.perf_counter()) > 0:
                if arrived := self._screen._read(left):
                    yield Output(number, arrived - begun, bytes(self._screen.output[size:]))
                    size = len(self._screen.output)

    def _note(self, typed: Sequence[Output]) -> None:
        """Note the times of the changes on the emulated screen."""
        echo: dict[int, float] = {}
        listed: dict[int, float] = {}
        box, papers = self._cells()
        for number, moment, data in typed:
            self._stream.feed(data)
            box_before, papers_before = box, papers
            box, papers = self._cells()
            if box != box_before:
                echo.setdefault(number, moment)
            if papers != papers_before:
                listed[number] = moment
        self._fed = len(self._screen.output)
        self.figures.echo += echo.values()
        self.figures.listed += listed.values()

    def _feed(self) -> None:
        self._stream.feed(bytes(self._screen.output[self._fed :]))
        self._fed = len(self._screen.output)

    def _cells(self) -> tuple[str, list[str]]:
        """Return the text of the box's line, and of the list without the numbers in its headings and its scroll bar."""
        lines = self._emulator.display
        papers = (line[_FILTER : _COLUMNS - 1].rstrip() for line in lines[_TOP : Detail.find(lines).top])
        return lines[_BOX][_FILTER:], [_HEADING_NUMBER.sub("", line).rstrip() for line in papers]


def main() -> None:
    """Measure both readers in turn, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--pause", type=float, default=1 / 6)
    parser.add_argument("--program", default=sys.executable)
    options = parser.parse_args()
    environ = {"ARXTUI_HOME": str(options.home)}
    commands = {"as it is": ["-m", "arxtui"], "counts off": ["-c", _WITHOUT_COUNTS]}
    with ExitStack() as stack:
        typists = []
        for command in commands.values():
            screen = stack.enter_context(program([options.program, "-P", *command], environ, _COLUMNS, _ROWS))
            screen.until(_STARTED)
            screen.settle(1.0)
            typists.append(Typist(screen))
        for _ in range(options.rounds):
            for word in _WORDS:
                for typist in typists:
                    typist.search(word, options.pause)
    figures = [typist.figures for typist in typists]
    rows = [_row(name, each) for name, each in zip(commands, figures, strict=True)]
    title = f"A letter every {ms(options.pause)}, {figures[0].letters} letters, {options.home}"
    table(title, ["", "echo p50", "p99", "list p50", "p99", "CPU a letter", "bytes a letter"], rows)
    counted, plain = (percentile(each.listed, 0.99) for each in figures)
    print(f"\nlist p99 {counted / plain:.2f} x that with the counts switched off (goal 1.2)")


def _row(name: str, figures: Figures) -> list[str]:
    times = [ms(percentile(took, share)) for took in (figures.echo, figures.listed) for share in (0.5, 0.99)]
    return [name, *times, ms(figures.cpu / figures.letters), f"{figures.size / figures.letters:,.0f}"]


def _cpu_seconds(pid: int) -> float:
    """Return the CPU time of all threads of a process."""
    nanoseconds = 0
    for file in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with suppress(OSError):  # the thread has ended
            nanoseconds += int(file.read_text().split()[0])
    return nanoseconds / 1e9


if __name__ == "__main__":
    main()
