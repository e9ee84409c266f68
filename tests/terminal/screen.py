"""A program in a real pseudo-terminal, with a terminal emulator for its screen."""

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
"""The timeout of a condition, in seconds; after it the test fails."""


@dataclass(slots=True)
class Terminal:
    """A running program: ``raw`` is every byte that the program wrote, ``lines`` the current content of the screen."""

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
        """The process id of the program."""
        return int(self.child.pid)

    def send(self, keys: str | bytes) -> None:
        """Type keys."""
        self.child.send(keys)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the terminal, and notify the program."""
        self.emulator.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def pump(self, seconds: float = 0.05) -> bool:
        """Read the program's output for at most ``seconds``. Returns False once the program has closed the terminal."""
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
        """Read output until the condition holds. Raises AssertionError with the screen's text after ``LIMIT`` seconds,
        or if the program ends first."""
        end = time.monotonic() + LIMIT
        while not condition():
            alive = self.pump()
            if time.monotonic() > end or (not alive and not condition()):
                raise AssertionError(f"{what} never came; the screen was:\n{self.text}")

    def shows(self, words: str) -> None:
        """Wait until the words are on the screen."""
        self.until(lambda: words in self.text, repr(words))

    def ended(self) -> int:
        """Wait until no process has the terminal open. Returns the program's exit status, negative for a signal."""
        end = time.monotonic() + LIMIT
        while self.pump(0.02):
            assert time.monotonic() < end, f"the terminal is still held; the screen was:\n{self.text}"
        self.child.wait()
        return -int(self.child.signalstatus) if self.child.signalstatus else int(self.child.exitstatus)


@contextlib.contextmanager
def terminal(
    command: Sequence[str], environ: Mapping[str, str], columns: int = 120, rows: int = 40
) -> Iterator[Terminal]:
    """Run a program in a terminal of this size; on leaving the context the program is killed."""
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    held = {**kept, "TERM": "xterm-256color", **environ}
    child = pexpect.spawn(
        command[0],
        list(command[1:]),
        env=held,
        dimensions=(rows, columns),
        timeout=LIMIT,
        # an ignored SIGINT would be inherited from the test runner
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
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
    """Return the ids of all processes whose environment names this home (Linux only)."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if f"ARXTUI_HOME={home}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                found.append(int(entry.name))
    return found


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """Wait for a condition outside the terminal. Raises AssertionError after ``LIMIT`` seconds."""
    end = time.monotonic() + LIMIT
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"{what} never came")
        time.sleep(0.02)
