"""A program in a real pseudo-terminal, with a terminal emulator for its screen."""

from __future__ import annotations

import contextlib
import os
import signal
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pexpect
import pyte
from pyte.charsets import LAT1_MAP
from pyte.modes import IRM
from pyte.screens import Char

LIMIT = 40.0
"""The timeout of a condition, in seconds; after it the test fails."""


class Screen(pyte.Screen):
    """The emulator's screen, with a short way for ASCII text inside a line, which is most of what the reader writes."""

    def draw(self, data: str) -> None:
        """Draw a text at the cursor."""
        cursor = self.cursor
        end = cursor.x + len(data)
        is_plain = data.isascii() and data.isprintable() and not self.charset and self.g0_charset == LAT1_MAP
        if not is_plain or end >= self.columns or IRM in self.mode:
            super().draw(data)
            return
        line, style = self.buffer[cursor.y], cursor.attrs[1:]
        for column, character in enumerate(data, cursor.x):
            line[column] = Char(character, *style)
        self.dirty.add(cursor.y)
        cursor.x = end

    def report_device_status(self, mode: int, **options: bool) -> None:
        """Ignore the private requests that new versions of tmux send, for which pyte raises TypeError."""
        if not options:
            super().report_device_status(mode)


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
        rows, columns, buffer = range(self.emulator.lines), range(self.emulator.columns), self.emulator.buffer
        return ["".join([buffer[row][column].data for column in columns]).rstrip() for row in rows]

    @property
    def text(self) -> str:
        """The whole screen."""
        return "\n".join(self.lines)

    @property
    def pid(self) -> int:
        """The process id of the program."""
        return int(self.child.pid)

    @property
    def is_canonical(self) -> bool:
        """Whether the terminal edits lines itself and passes on whole lines, as it does until a program changes it."""
        return bool(termios.tcgetattr(self.child.child_fd)[3] & termios.ICANON)

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
    child = pexpect.spawn(
        command[0],
        list(command[1:]),
        env=variables(environ),
        dimensions=(rows, columns),
        timeout=LIMIT,
        # an ignored SIGINT would be inherited from the test runner
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    with emulated(child, columns, rows) as running:
        yield running


def variables(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a program in a terminal: that of the tests, with changes."""
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    return {**kept, "TERM": "xterm-256color", **environ}


@contextlib.contextmanager
def emulated(child: Any, columns: int, rows: int) -> Iterator[Terminal]:
    """Show the output of a running program, a ``pexpect`` child, on a screen; on leaving the context it is killed."""
    emulator = Screen(columns, rows)
    running = Terminal(child, emulator, pyte.ByteStream(emulator))
    try:
        yield running
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(running.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            child.close(force=True)


def processes_of(home: str) -> list[int]:
    """Return the ids of all processes that were started with this home in their environment (Linux only), as the
    workers of a forked reader are; the reader itself is not among them."""
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
