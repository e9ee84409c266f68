"""Where an export goes beside the screen: into a file, or to another program."""

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
    """It could not be delivered; the message is for people."""


class Stop:
    """Ends a delivery, from any thread: what is under way, and the program that it is given to."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._end: Callable[[], object] = _nothing
        self.is_asked = False

    def ask(self) -> None:
        """Stop, as soon as can be."""
        with self._lock:
            self.is_asked = True
            self._end()

    @contextmanager
    def ends(self, end: Callable[[], object]) -> Iterator[None]:
        """Inside, whoever asks calls ``end``; at once where somebody has asked before."""
        with self._lock:
            self._end = end
            if self.is_asked:
                end()
        try:
            yield
        finally:
            with self._lock:
                self._end = _nothing


def _nothing() -> None:
    """There is no program to be ended."""


@contextmanager
def complete_file(path: Path) -> Iterator[TextIO]:
    """A file, in UTF-8, that stands there only when it is complete: what was there before stays until then.
    DestinationError when it cannot be written."""
    try:
        # A device or a pipe cannot be replaced, and need not be.
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


def hand_over(pieces: Iterable[str], command: Sequence[str], *, is_seen: bool = True, stop: Stop | None = None) -> None:
    """Start a program with its arguments, never through a shell, and write the text in UTF-8 to its standard input.
    What it says goes to the terminal; where that is the reader's (not ``is_seen``) nowhere, and the program has no
    terminal at all. ``stop`` ends it, with the programs that it has started where it is not seen.

    DestinationError when it cannot be started or does not end with 0, with the end of what it said where nobody saw it.
    """
    with tempfile.TemporaryFile() as said:
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=None if is_seen else subprocess.DEVNULL,
                stderr=None if is_seen else said,
                start_new_session=not is_seen,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise DestinationError(f"{command[0]} cannot be started: {reason}") from error
        end = process.kill if is_seen else partial(end_group, process)
        with (stop or Stop()).ends(end), process:
            try:
                _feed(process, pieces)
            except BaseException:
                end()  # it must not take a part for the whole
                raise
        if process.returncode:
            said.seek(0)
            raise DestinationError(f"{command[0]} {ending(process.returncode)}{_complaint(said.read())}")


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End a program that leads a session, with what it has started."""
    if process.poll() is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _feed(process: subprocess.Popen[bytes], pieces: Iterable[str]) -> None:
    assert process.stdin is not None
    with suppress(BrokenPipeError):  # whether it took what it wanted, its exit status tells
        for piece in pieces:
            process.stdin.write(piece.encode("utf-8", "surrogatepass"))
        process.stdin.close()


def ending(code: int) -> str:
    """How a program ended that did not end with 0."""
    return f"was ended by signal {-code}" if code < 0 else f"ended with {code}"


def _complaint(said: bytes) -> str:
    words = " ".join(said.decode("utf-8", "replace").split())[-_LONGEST_COMPLAINT:]
    return f": {words}" if words else ""


def _is_replaceable(target: Path) -> bool:
    try:
        return stat.S_ISREG(target.stat().st_mode)
    except FileNotFoundError:
        return True
