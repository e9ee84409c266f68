"""A program in a real pseudo-terminal, timed from outside: a separate process timestamps the bytes it writes."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from benchmarks.report import memory

QUIET = 0.12
"""Seconds without output after which a screen counts as painted."""


class Chunk(NamedTuple):
    """Bytes that were read in one piece, and their time in seconds; a negative time was before the timed key."""

    time: float
    data: bytes


@dataclass(slots=True)
class Screen:
    """A running program; ``output`` is everything it has written so far."""

    pid: int
    descriptor: int
    started: float
    output: bytearray = field(default_factory=bytearray)

    def until(self, marker: bytes | re.Pattern[bytes], limit: float = 60.0) -> float:
        """Return the seconds from the start to the arrival of ``marker``. Raises TimeoutError if it does not arrive."""
        pattern = re.compile(re.escape(marker)) if isinstance(marker, bytes) else marker
        end = time.perf_counter() + limit
        while time.perf_counter() < end:
            arrived = self._read(0.05)
            if pattern.search(self.output):
                return (arrived or time.perf_counter()) - self.started
        raise TimeoutError(f"{marker!r} never came; the last bytes were {bytes(self.output[-400:])!r}")

    def settle(self, quiet: float = QUIET, limit: float = 60.0) -> list[Chunk]:
        """Read until ``quiet`` seconds pass without output, or for ``limit`` seconds if a cursor blinks. Returns the
        chunks with their times."""
        chunks = []
        begun = len(self.output)
        end = time.perf_counter() + limit
        while time.perf_counter() < end and (arrived := self._read(quiet)):
            chunks.append(Chunk(arrived, bytes(self.output[begun:])))
            begun = len(self.output)
        return chunks

    def settle_until(self, moment: float) -> None:
        """Read until this many seconds after the start."""
        while (left := self.started + moment - time.perf_counter()) > 0:
            self._read(left)

    def has_ended(self) -> bool:
        """Return whether the program has ended."""
        if self.pid and os.waitpid(self.pid, os.WNOHANG)[0]:
            self.pid = 0
        return not self.pid

    def type(self, keys: Sequence[bytes], pause: float = 0.0, quiet: float = QUIET) -> list[Chunk]:
        """Send keys, with a pause after each but the last. Returns the chunks, timed from the last key, until ``quiet``
        seconds pass without output."""
        chunks = []
        for key in keys[:-1]:
            os.write(self.descriptor, key)
            until = time.perf_counter() + pause
            begun = len(self.output)
            while (left := until - time.perf_counter()) > 0:
                self._read(left)
            chunks.append(Chunk(-1.0, bytes(self.output[begun:])))
        sent = time.perf_counter()
        os.write(self.descriptor, keys[-1])
        return chunks + [Chunk(arrived - sent, data) for arrived, data in self.settle(quiet)]

    def memory(self) -> dict[str, int]:
        """Return the resident and private kilobytes of the running program (Linux)."""
        return memory(self.pid)

    def wait(self, limit: float = 20.0) -> float:
        """Return the seconds until the program ends. Raises TimeoutError if it does not."""
        begun = time.perf_counter()
        while time.perf_counter() - begun < limit:
            with contextlib.suppress(OSError):
                self._read(0.005)
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                self.pid = 0
                return time.perf_counter() - begun
        raise TimeoutError("the program did not end")

    def _read(self, wait: float) -> float | None:
        if not select.select([self.descriptor], [], [], wait)[0]:
            return None
        try:
            data = os.read(self.descriptor, 65536)
        except OSError:
            data = b""
        if not data:
            return None
        self.output += data
        return time.perf_counter()


@contextlib.contextmanager
def program(
    command: Sequence[str], environ: Mapping[str, str] | None = None, columns: int = 120, rows: int = 40
) -> Iterator[Screen]:
    """Run ``command`` in a terminal of this size, and kill it on exit."""
    held = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **(environ or {})}
    started = time.perf_counter()
    pid, descriptor = pty.fork()
    if pid == 0:
        os.execvpe(command[0], list(command), held)
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    screen = Screen(pid, descriptor, started)
    try:
        yield screen
    finally:
        if screen.pid:
            os.kill(screen.pid, signal.SIGKILL)
            os.waitpid(screen.pid, 0)
        os.close(descriptor)
