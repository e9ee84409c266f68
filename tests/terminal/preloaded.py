"""The reader in a real terminal, forked from a process that has already imported it: for tests whose subject is not the
start of the program. Imports take 0.4 s of the CPU time of a start."""

from __future__ import annotations

import atexit
import json
import os
import socket
import subprocess
import sys
import termios
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fcntl import ioctl
from functools import cache
from pathlib import Path
from struct import pack

from pexpect.fdpexpect import fdspawn

from arxtui.tui.terminal import SWITCH
from tests.terminal.reader_server import ANSWER_BYTES, RUNNING
from tests.terminal.screen import Terminal, emulated, variables, wait_until


@contextmanager
def open_reader(
    environ: Mapping[str, str], columns: int = 120, rows: int = 40, arguments: Sequence[str] = ()
) -> Iterator[Terminal]:
    """Run the reader in a terminal of this size; on leaving the context it is killed."""
    with emulated(_Fork(variables(environ), columns, rows, arguments), columns, rows) as running:
        yield running


class _Server:
    """The process that readers are forked from. ``environ`` holds the variables that are read by imports."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._requests, other_end = socket.socketpair()
        with other_end:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.terminal.reader_server"],
                cwd=Path(__file__).resolve().parents[2],
                env={**os.environ, **environ},
                stdin=other_end.fileno(),
                start_new_session=True,  # Ctrl+C is for pytest alone, which then ends this process
            )

    def start(self, tty: int, environ: Mapping[str, str], arguments: Sequence[str]) -> int:
        """Start a reader in a terminal. Returns its process id."""
        socket.send_fds(self._requests, [json.dumps([environ, arguments]).encode() + b"\n"], [tty])
        return int(self._requests.recv(ANSWER_BYTES))

    def exit_status(self, pid: int) -> int | None:
        """Return the exit status of a reader, negative for a signal; None while it is running."""
        self._requests.sendall(b"%d\n" % pid)
        answer = self._requests.recv(ANSWER_BYTES)
        return None if answer == RUNNING else int(answer)

    def close(self) -> None:
        """End the process."""
        self._requests.close()
        self._process.wait()


@cache
def _server(stock: str) -> _Server:
    """Return the process that has imported arxtui with its own terminal driver, or (``stock``) with Textual's. The
    frame rate is the one that ``arxtui.tui.start`` sets before it imports Textual."""
    made = _Server({SWITCH: stock, "TEXTUAL_FPS": "240"})
    atexit.register(made.close)
    return made


class _Fork(fdspawn):  # type: ignore[misc]
    """A forked reader and its terminal, with the interface of ``pexpect.spawn``."""

    def __init__(self, environ: Mapping[str, str], columns: int, rows: int, arguments: Sequence[str]) -> None:
        controller, tty = os.openpty()
        super().__init__(controller)
        self.setwinsize(rows, columns)
        self.exitstatus: int | None = None
        self.signalstatus: int | None = None
        self._server = _server(environ.get(SWITCH, ""))
        self.pid = self._server.start(tty, environ, arguments)
        os.close(tty)

    def setwinsize(self, rows: int, columns: int) -> None:
        ioctl(self.child_fd, termios.TIOCSWINSZ, pack("HHHH", rows, columns, 0, 0))

    def isalive(self) -> bool:
        if self.exitstatus is None and (status := self._server.exit_status(self.pid)) is not None:
            self.exitstatus, self.signalstatus = max(status, 0), max(-status, 0)
        return self.exitstatus is None

    def wait(self) -> None:
        wait_until(lambda: not self.isalive(), "the end of the reader")

    def close(self, force: bool = True) -> None:
        self.wait()
        super().close()
