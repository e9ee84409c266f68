"""A program in a real pseudo-terminal, its screen kept by a terminal emulator."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pexpect
import pyte

LIMIT = 40.0
"""Seconds after which a condition that never comes fails the test."""


@dataclass(slots=True)
class Terminal:
    """A running program: ``raw`` is every byte it wrote, ``lines`` what the screen shows now."""

    child: Any
    emulator: Any
    stream: Any
    raw: bytearray = field(default_factory=bytearray)

    @property
    def lines(self) -> list[str]:
        """The rows of the screen, without trailing blanks."""
        return [line.rstrip() for line in self.emulator.display]

    @property
    def text(self) -> str:
        """The whole screen."""
        return "\n".join(self.lines)

    @property
    def pid(self) -> int:
        """The program's process."""
        return int(self.child.pid)

    def send(self, keys: str | bytes) -> None:
        """Type."""
        self.child.send(keys)

    def resize(self, columns: int, rows: int) -> None:
        """Make the terminal another size; the program is told."""
        self.emulator.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def pump(self, seconds: float = 0.05) -> bool:
        """Take in what the program wrote; False once it is gone."""
        try:
            data = self.child.read_nonblocking(65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += data
        self.stream.feed(data)
        return True

    def until(self, condition: Callable[[], bool], what: str = "the screen") -> None:
        """Take in output until the condition holds; the screen is shown when it never does."""
        end = time.monotonic() + LIMIT
        while not condition():
            alive = self.pump()
            if time.monotonic() > end or (not alive and not condition()):
                raise AssertionError(f"{what} never came; the screen was:\n{self.text}")

    def shows(self, words: str) -> None:
        """Wait until the words are on the screen."""
        self.until(lambda: words in self.text, repr(words))

    def ended(self) -> int:
        """Wait until nobody holds the terminal any more; the program's exit status, negative for a signal."""
        end = time.monotonic() + LIMIT
        while self.pump(0.02):
            assert time.monotonic() < end, f"the terminal is still held; the screen was:\n{self.text}"
        self.child.wait()
        return -int(self.child.signalstatus) if self.child.signalstatus else int(self.child.exitstatus)


@contextlib.contextmanager
def terminal(
    command: Sequence[str], environ: Mapping[str, str], columns: int = 120, rows: int = 40
) -> Iterator[Terminal]:
    """Run a program in a terminal of that size; it is killed on leaving."""
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    held = {**kept, "TERM": "xterm-256color", **environ}
    child = pexpect.spawn(
        command[0],
        list(command[1:]),
        env=held,
        dimensions=(rows, columns),
        timeout=LIMIT,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # who runs the tests may ignore interrupts
    )
    emulator = pyte.Screen(columns, rows)
    running = Terminal(child, emulator, pyte.ByteStream(emulator))
    try:
        yield running
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(running.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            child.close(force=True)


def processes_of(home: str) -> list[int]:
    """Every process whose environment names this home (Linux)."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if f"ARXTUI_HOME={home}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                found.append(int(entry.name))
    return found


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """Wait for something outside the terminal."""
    end = time.monotonic() + LIMIT
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"{what} never came")
        time.sleep(0.02)
