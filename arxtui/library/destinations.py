"""Destinations of an export other than the screen: a file, or the input of a program."""

from __future__ import annotations

import io
import os
import signal
import stat
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TextIO

from arxtui.files import open_replacement

_LONGEST_COMPLAINT = 300


class DestinationError(Exception):
    """An export could not be delivered; the message is for people."""


class Stop:
    """Stops a delivery from any thread, and kills the program that receives it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._end: Callable[[], object] = _nothing
        self.is_requested = False
        self.has_left = False
        """Whether the program has ended and left processes running, which a request then kills."""

    def request(self) -> None:
        """Request the stop and call the current end function."""
        with self._lock:
            self.is_requested = True
            self._end()

    @contextmanager
    def ends(self, end: Callable[[], object]) -> Iterator[None]:
        """Within the context, a stop request calls ``end``; immediately if the stop was requested before."""
        with self._lock:
            self._end = end
            if self.is_requested:
                end()
        try:
            yield
        finally:
            with self._lock:
                self._end = _nothing

    def note_left(self, group: int) -> None:
        """Let a later request kill the processes of a group, if its leader has ended and left some."""
        with suppress(OSError, AttributeError), self._lock:  # Windows has no process groups
            os.killpg(group, 0)
            self.has_left, self._end = True, partial(_end_left, group)


def _end_left(group: int) -> None:
    """Kill the processes of a group without a leader. A process with its number is a new one, of others."""
    with suppress(OSError):
        try:
            os.kill(group, 0)
        except ProcessLookupError:
            os.killpg(group, signal.SIGKILL)


def _nothing() -> None:
    """Do nothing: there is no program to end."""


@contextmanager
def complete_file(path: Path) -> Iterator[TextIO]:
    """Yield a UTF-8 text stream whose contents replace the file ``path`` atomically, on success only. Raises
    DestinationError if the file cannot be written."""
    try:
        # A device or a pipe cannot be replaced; it is written directly.
        if _is_replaceable(path):
            with open_replacement(path) as file:
                stream = io.TextIOWrapper(file, encoding="utf-8", newline="\n")
                yield stream
                stream.detach()
        else:
            with path.open("w", encoding="utf-8", newline="\n") as device:
                yield device
    except OSError as error:
        raise DestinationError(f"{path} cannot be written: {error.strerror or error}") from error


def hand_over(chunks: Iterable[str], command: Sequence[str], *, is_seen: bool = True, stop: Stop | None = None) -> None:
    """Run a program, never through a shell, and write the text in UTF-8 to its standard input.

    If ``is_seen``, its output goes to the terminal. Otherwise (in the reader) the output is discarded and the program
    has no terminal. ``stop`` kills the program and, if it is not seen, the programs that it started.

    Raises:
        DestinationError: The program cannot be started or exits with a non-zero status. The message ends with the end
            of its standard error, if that was not seen.
    """
    with tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=None if is_seen else subprocess.DEVNULL,
                stderr=None if is_seen else errors,
                start_new_session=not is_seen,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise DestinationError(f"{command[0]} cannot be started: {reason}") from error
        end = process.kill if is_seen else partial(end_group, process)
        with (stop or Stop()).ends(end), process:
            try:
                _feed(process, chunks)
            except BaseException:
                end()  # the program must not take an incomplete text for the whole
                raise
        if process.returncode:
            errors.seek(0)
            raise DestinationError(f"{command[0]} {ending(process.returncode)}{_complaint(errors.read())}")


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a session leader and all processes of its group, also if the leader has exited but is not waited for: only
    then no other group can have its number."""
    if process.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def _feed(process: subprocess.Popen[bytes], chunks: Iterable[str]) -> None:
    assert process.stdin is not None
    with suppress(BrokenPipeError):  # the exit status says whether the program needed the rest
        for chunk in chunks:
            process.stdin.write(chunk.encode("utf-8", "surrogatepass"))
        process.stdin.close()


def ending(code: int) -> str:
    """Describe a non-zero exit status in words."""
    return f"was killed by signal {-code}" if code < 0 else f"ended with {code}"


def _complaint(errors: bytes) -> str:
    message = " ".join(errors.decode("utf-8", "replace").split())[-_LONGEST_COMPLAINT:]
    return f": {message}" if message else ""


def _is_replaceable(target: Path) -> bool:
    try:
        return stat.S_ISREG(target.stat().st_mode)
    except FileNotFoundError:
        return True
