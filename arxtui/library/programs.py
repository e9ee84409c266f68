"""Runs the user's programs for the reader, with limits: a text on standard input, and their output as a stream."""

from __future__ import annotations

import os
import selectors
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import IO

from arxtui.config.paths import Paths
from arxtui.library.destinations import DestinationError, Stop, end_group, ending
from arxtui.light import frozen
from arxtui.model.counted import counted
from arxtui.text import clean, clip

_POLL = 0.05
_CHUNK_SIZE = 1 << 16
_LONGEST_LINE = 300
_ERRORS_KEPT = 4_000
"""Bytes of the end of standard error that are retained."""


@frozen
class Program:
    """A program with its arguments, started without a shell, and its complete environment. ``name`` is its name in
    messages. After ``seconds`` the program is killed with all its children; None means no limit."""

    command: tuple[str, ...]
    environ: Mapping[str, str]
    name: str
    seconds: int | None = None


def reader_environment(paths: Paths) -> dict[str, str]:
    """Return the environment in which a child process ``arxtui`` uses these paths."""
    home = paths.config.parent
    return {**os.environ, **({"ARXTUI_HOME": str(home)} if Paths.under(home) == paths else {})}


def run_program(
    program: Program,
    text: Iterable[str],
    on_output: Callable[[bytes], object],
    stop: Stop,
    *,
    merge_errors: bool = False,
) -> None:
    """Run a program without a terminal, with the text on its standard input.

    ``on_output`` is called with standard output as it arrives and, with ``merge_errors``, with standard error, too.
    ``stop`` kills the program, and later what the program has left running.

    Raises:
        DestinationError: The program cannot be started, exceeds its time or exits with a non-zero status. The message
            ends with the last line of standard error, unless that was merged.
    """
    name, first = program.name, os.path.expanduser(program.command[0])  # noqa: PTH111 - an unknown user is no error
    with tempfile.TemporaryFile() as stdin:
        for chunk in text:
            stdin.write(chunk.encode("utf-8", "surrogatepass"))
        stdin.seek(0)
        try:
            process = subprocess.Popen(
                [first, *program.command[1:]],
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=dict(program.environ),
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise DestinationError(f"{name} cannot be started: {reason}") from error
    with stop.ends(partial(end_group, process)), process:
        try:
            errors = _read_output(process, on_output, program.seconds, merge_errors=merge_errors)
        except BaseException:
            end_group(process)
            raise
    stop.note_left(process.pid)
    if errors is None:
        raise DestinationError(f"{name} was stopped after {counted(program.seconds or 0, 'second')}")
    if process.returncode:
        raise DestinationError(f"{name} {ending(process.returncode)}{'' if merge_errors else _last_line(errors)}")


def _read_output(
    process: subprocess.Popen[bytes], on_output: Callable[[bytes], object], seconds: float | None, *, merge_errors: bool
) -> bytes | None:
    """Read until the program ends. Returns the end of its standard error, or None after a timeout.

    Stops when the program has exited, even if its pipes are open: a background child may hold them open forever.
    """
    errors = bytearray()

    def on_error(chunk: bytes) -> None:
        errors.extend(chunk)
        del errors[:-_ERRORS_KEPT]
        if merge_errors:
            on_output(chunk)

    deadline = None if seconds is None else time.monotonic() + seconds
    with selectors.DefaultSelector() as pipes:
        for pipe, on_chunk in ((process.stdout, on_output), (process.stderr, on_error)):
            pipes.register(_pipe(pipe), selectors.EVENT_READ, on_chunk)
        while pipes.get_map():
            # Checked before the pipes are read, so that everything written before the exit is read.
            has_exited = _has_exited(process)
            ready = pipes.select(0 if has_exited else _POLL)
            for key, _ in ready:
                if chunk := os.read(key.fd, _CHUNK_SIZE):
                    key.data(chunk)
                else:
                    pipes.unregister(key.fileobj)
            if has_exited and not ready:
                break
            if deadline is not None and time.monotonic() > deadline:
                end_group(process)
                return None
    return bytes(errors) if _has_ended(process, deadline) else None


def _has_exited(process: subprocess.Popen[bytes]) -> bool:
    """Whether a program has exited. It stays unreaped, so that the processes that it left can be killed."""
    if not hasattr(os, "waitid"):  # macOS
        return process.poll() is not None
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _has_ended(process: subprocess.Popen[bytes], deadline: float | None) -> bool:
    """Wait for a program that has closed its output. Returns whether it exited in time; otherwise it is killed."""
    try:
        process.wait(None if deadline is None else max(deadline - time.monotonic(), 0))
    except subprocess.TimeoutExpired:
        end_group(process)
        return False
    return True


def _last_line(errors: bytes) -> str:
    lines = [line for each in errors.decode("utf-8", "replace").splitlines() if (line := clean(each))]
    return f": {clip(lines[-1], _LONGEST_LINE)}" if lines else ""


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe
