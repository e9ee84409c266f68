"""A held j over a slow serial line: how late the list shows the last key.

python -m benchmarks.slow_line --home DIR [--speed 9600] [--keys 90] [--program PYTHON]

The terminal reads as many bytes a second as the line transmits. The lag is the time from the last of the keys, 30 a
second, to the last change of the list; ``unknown`` is a terminal that is not set to its speed.
"""

from __future__ import annotations

import argparse
import os
import select
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pyte

from benchmarks.keys import Detail
from benchmarks.report import table
from benchmarks.terminal import Screen, program

_COLUMNS, _ROWS = 120, 40
_KEYS_PER_SECOND = 30
_READ_SECONDS = 0.05
_QUIET = 6.0
"""Seconds without output after which everything has been transmitted."""
_INPUT_SPEED, _OUTPUT_SPEED = 4, 5


def main() -> None:
    """Measure with and without a known speed, and print the lags."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--speed", type=int, default=9_600)
    parser.add_argument("--keys", type=int, default=90)
    parser.add_argument("--program", default=sys.executable)
    options = parser.parse_args()
    rows = []
    for name, is_known in ((f"set to {options.speed:,}", True), ("unknown", False)):
        command = [options.program, "-P", "-m", "arxtui"]
        with program(command, {"ARXTUI_HOME": str(options.home)}, _COLUMNS, _ROWS) as screen:
            if is_known:
                _set_speed(screen.descriptor, options.speed)
            lag, size = _lag(screen, options.speed // 10, options.keys)
        rows.append([name, f"{lag:.1f} s", f"{size:,} B"])
    title = f"The last of {options.keys} held j, a line of {options.speed:,} baud, {options.home}"
    table(title, ["speed of the terminal", "lag of the list", "output"], rows)


def _set_speed(terminal: int, speed: int) -> None:
    modes = termios.tcgetattr(terminal)
    modes[_INPUT_SPEED] = modes[_OUTPUT_SPEED] = getattr(termios, f"B{speed}")
    termios.tcsetattr(terminal, termios.TCSANOW, modes)


def _lag(screen: Screen, rate: int, keys: int) -> tuple[float, int]:
    """Return the seconds from the last key to the last change of the list, and the bytes that were transmitted."""
    emulator = pyte.Screen(_COLUMNS, _ROWS)
    stream = pyte.ByteStream(emulator)
    for _, data in _transmitted(screen.descriptor, rate, 0, time.perf_counter()):
        stream.feed(data)
    detail = Detail.find(emulator.display)
    assert detail.top, "the first frame has not been transmitted"
    before = emulator.display[: detail.top]
    begun, last_change, size = time.perf_counter(), 0.0, 0
    for moment, data in _transmitted(screen.descriptor, rate, keys, begun):
        stream.feed(data)
        size += len(data)
        now = emulator.display[: detail.top]
        if now != before:
            before, last_change = now, moment
    return last_change - (keys - 1) / _KEYS_PER_SECOND, size


def _transmitted(terminal: int, rate: int, keys: int, begun: float) -> Iterator[tuple[float, bytes]]:
    """Press keys, and yield (seconds since ``begun``, bytes) as the line transmits them."""
    pressed, read, quiet_since = 0, 0.0, begun
    while pressed < keys or time.perf_counter() - quiet_since < _QUIET:
        now = time.perf_counter()
        while pressed < keys and now - begun >= pressed / _KEYS_PER_SECOND:
            os.write(terminal, b"j")
            pressed += 1
        if select.select([terminal], [], [], 0)[0]:
            data = os.read(terminal, max(int(rate * _READ_SECONDS), 1))
            read = time.perf_counter()
            quiet_since = read
            yield read - begun, data
            time.sleep(max(len(data) / rate - (time.perf_counter() - read), 0))
        else:
            time.sleep(0.005)


if __name__ == "__main__":
    main()
