"""Run work in forks of a process that has already imported everything: a fork starts in milliseconds and can be killed
anywhere.

A fork is killed (SIGKILL) just before one of its changes of file names, just before one of its system calls that write,
or after some time. The second needs Linux, where a process can count the system calls of another (ptrace). A fork can
also run beside the test and be read, written to and signalled like any other process. Run as a program, this module is
that parent process: it reads one request a line from its socket.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

_ROOT = Path(__file__).resolve().parents[1]
_CHANGES = ("os.rename", "os.link", "os.remove", "os.rmdir", "os.mkdir", "os.symlink")
_STANDARD = {"stdin": "r", "stdout": "w", "stderr": "w"}
_SIZE = 1 << 16
"""Bytes of a request that are read at a time."""


@dataclass(frozen=True)
class Kill:
    """Where a fork is killed; the default is never.

    ``change``: before this change of file names, counted from 1 (opening a file for writing counts). ``write``: before
    this system call that writes, counted from 1. ``seconds``: after this time.
    """

    change: int = 0
    write: int = 0
    seconds: float | None = None


NOWHERE = Kill()


@dataclass(frozen=True)
class Done:
    """The result of a fork: its exit status (-9 if it was killed), its number of writing system calls if they were
    counted, and its output."""

    status: int
    writes: int
    said: str

    @property
    def killed(self) -> bool:
        """Whether the fork reached the place where it was to be killed."""
        return self.status == -signal.SIGKILL


class Running:
    """A fork that runs beside the test, with pipes as its standard streams; it is killed at the end of the context.

    The interface is that of ``subprocess.Popen``: ``returncode`` is None until the end has been noticed.
    """

    def __init__(self, stdin: int, stdout: int, stderr: int, status: int) -> None:
        """``status`` is a pipe that gives the process id, and the exit status at the end, one a line."""
        self.stdin = os.fdopen(stdin, "w", encoding="utf-8")
        self.stdout = os.fdopen(stdout, encoding="utf-8")
        self.stderr = os.fdopen(stderr, encoding="utf-8")
        self.returncode: int | None = None
        self._status = os.fdopen(status, "rb", buffering=0)
        self.pid = int(self._status.readline())

    def poll(self) -> int | None:
        """Return the exit status (-N after the signal N), or None while the fork runs."""
        if self.returncode is None and select.select([self._status], [], [], 0)[0]:
            self.returncode = int(self._status.readline())
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until the fork has ended. Returns its exit status."""
        if self.returncode is None:
            assert select.select([self._status], [], [], timeout)[0], f"process {self.pid} has not ended"
            self.returncode = int(self._status.readline())
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal to the fork, unless it has ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the fork, unless it has ended."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask the fork to end."""
        self.send_signal(signal.SIGTERM)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()
        self.wait()
        for stream in (self.stdin, self.stdout, self.stderr, self._status):
            with suppress(BrokenPipeError):
                stream.close()


class ForkServer:
    """A context manager that starts and ends the parent process of the forks. ``preparation`` is Python code that
    imports what the work needs; ``root`` is the checkout to import it from, and the current folder of the work."""

    def __init__(self, preparation: str, root: Path = _ROOT) -> None:
        self._folder = TemporaryDirectory()
        self._said = Path(self._folder.name, "said")
        self._socket, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-B", "-m", "tests.fork_server", str(theirs.fileno()), preparation],
                cwd=root,
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl+C is for pytest alone, which then ends this process
            )
        self._answers = self._socket.makefile()

    def run(
        self,
        work: str,
        *arguments: str | Path,
        kill: Kill = NOWHERE,
        environ: Mapping[str, str] | None = None,
        counted: bool = False,
    ) -> Done:
        """Run the Python code ``work`` in a fork, with ``arguments`` in ``sys.argv[1:]``; ``counted`` counts its
        writes."""
        asked = {
            "work": work,
            "arguments": list(map(str, arguments)),
            "environ": dict(environ or {}),
            "kill": vars(kill),
            "counted": counted or kill.write > 0,
        }
        with Path(os.devnull).open("rb") as nothing, self._said.open("wb") as said:
            self._ask(asked, [nothing.fileno(), said.fileno(), said.fileno()])
        answer = self._answers.readline()
        assert answer, "the fork server has ended"
        printed = json.loads(answer)
        return Done(printed["status"], printed["writes"], self._said.read_text("utf-8", "replace"))

    def start(self, work: str, *arguments: str | Path, environ: Mapping[str, str] | None = None) -> Running:
        """Start the Python code ``work`` in a fork that runs beside the test, in a session of its own."""
        asked = {"work": work, "arguments": list(map(str, arguments)), "environ": dict(environ or {})}
        stdin, stdout, stderr, status = (os.pipe() for _ in range(4))
        theirs = [stdin[0], stdout[1], stderr[1], status[1]]
        self._ask(asked, theirs)
        for each in theirs:
            os.close(each)
        return Running(stdin[1], stdout[0], stderr[0], status[0])

    def _ask(self, asked: Mapping[str, Any], descriptors: Sequence[int]) -> None:
        socket.send_fds(self._socket, [f"{json.dumps(asked)}\n".encode()], descriptors)

    def close(self) -> None:
        """End the process."""
        self._answers.close()
        self._socket.close()
        self._process.wait()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def main() -> None:
    """Run the preparation, then run each request until the socket is closed."""
    names: dict[str, Any] = {"__name__": "__main__"}
    with socket.socket(fileno=int(sys.argv[1])) as requests:
        exec(sys.argv[2], names)
        gc.freeze()
        while (request := _receive(requests)) is not None:
            if "kill" in request.asked:
                status, writes = _fork(request, names)
                requests.sendall(f"{json.dumps({'status': status, 'writes': writes})}\n".encode())
            else:
                _start(request, names)
            for descriptor in request.descriptors:
                os.close(descriptor)
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
    with suppress(ChildProcessError):
        while True:
            os.wait()


@dataclass(frozen=True)
class _Request:
    """A request: what is asked for, and the descriptors of the fork's standard streams and of its status."""

    asked: Mapping[str, Any]
    descriptors: Sequence[int]


def _receive(requests: socket.socket) -> _Request | None:
    """Return the next request; None once the socket is closed."""
    line, descriptors, _, _ = socket.recv_fds(requests, _SIZE, 4)
    while line and not line.endswith(b"\n"):
        line += requests.recv(_SIZE)
    return _Request(json.loads(line), descriptors) if line else None


def _start(request: _Request, names: dict[str, Any]) -> None:
    """Run the work in a fork of a fork. The first fork waits for the second one, and writes its process id and its exit
    status to the last descriptor."""
    if os.fork():
        return
    child = os.fork()
    if child == 0:
        os.setsid()
        _work(request, names)
    *streams, status = request.descriptors
    for stream in streams:
        os.close(stream)
    os.write(status, f"{child}\n".encode())
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with suppress(BrokenPipeError):
        os.write(status, f"{ended}\n".encode())
    os._exit(0)


def _fork(request: _Request, names: dict[str, Any]) -> tuple[int, int]:
    asked = request.asked
    ends, held = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ends)
        _work(request, names)
    os.close(held)
    try:
        if asked["counted"]:
            from tests.traced import follow

            return follow(child, asked["kill"]["write"])
        seconds = asked["kill"]["seconds"]
        if seconds is not None and not select.select([ends], [], [], seconds)[0]:
            os.kill(child, signal.SIGKILL)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0
    finally:
        os.close(ends)


def _work(request: _Request, names: dict[str, Any]) -> None:
    """Run the work in the fork, and exit whatever it raises."""
    asked = request.asked
    code = 1
    try:
        _redirect(request.descriptors)
        sys.argv[1:] = asked["arguments"]
        os.environ.update(asked["environ"])
        work = compile(asked["work"], "work", "exec")
        if asked.get("counted"):
            from tests.traced import be_followed

            be_followed()
        if "kill" in asked and asked["kill"]["change"]:
            _die_before(asked["kill"]["change"])
        exec(work, names)
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):
                stream.flush()
        os._exit(code)


def _redirect(descriptors: Sequence[int]) -> None:
    """Make these descriptors the standard streams, with new objects for them: the old ones remember what kind of file
    they were."""
    for number, (name, mode) in enumerate(_STANDARD.items()):
        os.dup2(descriptors[number], number)
        setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115
    for descriptor in descriptors:
        os.close(descriptor)


def _die_before(change: int) -> None:
    left = change

    def hook(event: str, values: Sequence[Any]) -> None:
        nonlocal left
        opens = event == "open" and isinstance(values[2], int) and values[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if opens or event in _CHANGES:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)


if __name__ == "__main__":
    main()
