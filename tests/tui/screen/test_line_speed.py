"""Slow serial lines: no frame is painted while earlier output is still being transmitted."""

from __future__ import annotations

import os
import pty
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from arxtui.tui.terminal.driver import DirectDriver, LineQueue, bytes_per_second


@pytest.fixture
def terminal() -> Iterator[int]:
    """A pseudo-terminal that nobody reads."""
    controller, terminal = pty.openpty()
    yield terminal
    os.close(terminal)
    os.close(controller)


def set_speed(terminal: int, speed: int) -> None:
    modes = termios.tcgetattr(terminal)
    modes[4] = modes[5] = speed
    termios.tcsetattr(terminal, termios.TCSANOW, modes)


def test_the_speed_of_a_slow_line_is_known(terminal: int) -> None:
    set_speed(terminal, termios.B9600)
    assert bytes_per_second(terminal) == 960


def test_a_pseudo_terminal_and_a_file_are_not_slow_lines(terminal: int) -> None:
    assert bytes_per_second(terminal) is None
    with Path(os.devnull).open() as file:
        assert bytes_per_second(file.fileno()) is None


def test_the_queue_is_long_until_nearly_everything_is_transmitted() -> None:
    now = [50.0]
    queue = LineQueue(960, lambda: now[0])
    is_long = [queue.is_long]
    queue.add(480)
    queue.add(480)
    for seconds in (0, 0.85, 0.1):
        now[0] += seconds
        is_long.append(queue.is_long)
    assert is_long == [False, True, True, False]


def test_a_fast_terminal_has_no_queue() -> None:
    queue = LineQueue(None)
    queue.add(1_000_000)
    assert not queue.is_long


@pytest.mark.parametrize(("rate", "is_behind"), [(960.0, True), (None, False)])
def test_a_frame_waits_for_bytes_the_line_has_not_transmitted(
    terminal: int, rate: float | None, *, is_behind: bool
) -> None:
    driver = DirectDriver.__new__(DirectDriver)
    driver._unwritten, driver._line = bytearray(b"x" * 1_000), LineQueue(rate)
    assert driver._write_unwritten(terminal)
    assert driver.is_behind is is_behind
