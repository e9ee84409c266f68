"""Programs that the reader runs for the user: with a text to read, within limits, and heard while they run."""

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
from arxtui.model.counted import counted
from arxtui.model.frozen import frozen
from arxtui.text import clean, clip

_POLL = 0.05
_PIECE = 1 << 16
_LONGEST_LINE = 300
_LAST = 4_000
"""Bytes of what a program said last on standard error that are kept."""


@frozen
class Program:
    """A program with its arguments, started without a shell, and its whole environment; ``name`` is what it is called.
    After ``seconds`` it is ended, with all that it has started; never, where it is None."""

    command: tuple[str, ...]
    environ: Mapping[str, str]
    name: str
    seconds: int | None = None


def reader_environment(paths: Paths) -> dict[str, str]:
    """The environment in which ``arxtui`` sees these files."""
    home = paths.config.parent
    return {**os.environ, **({"ARXTUI_HOME": str(home)} if Paths.under(home) == paths else {})}


def run_program(
    program: Program, given: Iterable[str], heard: Callable[[bytes], object], stop: Stop, *, both: bool = False
) -> None:
    """Run a program with these pieces of text on its standard input. ``heard`` gets what it prints, as it comes; what
    it says on standard error too, where ``both`` are wanted. It has no terminal. ``stop`` ends it.

    DestinationError says that it cannot be started, ran too long or did not end with 0, with the last line of standard
    error where only standard output was heard.
    """
    name, first = program.name, os.path.expanduser(program.command[0])  # noqa: PTH111 - an unknown user is no error
    with tempfile.TemporaryFile() as text:
        for piece in given:
            text.write(piece.encode("utf-8", "surrogatepass"))
        text.seek(0)
        try:
            process = subprocess.Popen(
                [first, *program.command[1:]],
                stdin=text,
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
            said = _listen(process, heard, program.seconds, both=both)
        except BaseException:
            end_group(process)
            raise
    if said is None:
        raise DestinationError(f"{name} was ended after {counted(program.seconds or 0, 'second')}")
    if process.returncode:
        raise DestinationError(f"{name} {ending(process.returncode)}{'' if both else _last_line(said)}")


def _listen(
    process: subprocess.Popen[bytes], heard: Callable[[bytes], object], seconds: float | None, *, both: bool
) -> bytes | None:
    """What the program said last on standard error; None where its time was over. Once it has ended nothing more is
    waited for: what it started and left behind may hold its pipes open for good."""
    said = bytearray()

    def complained(piece: bytes) -> None:
        said.extend(piece)
        del said[:-_LAST]
        if both:
            heard(piece)

    deadline = None if seconds is None else time.monotonic() + seconds
    with selectors.DefaultSelector() as pipes:
        for pipe, hear in ((process.stdout, heard), (process.stderr, complained)):
            pipes.register(_pipe(pipe), selectors.EVENT_READ, hear)
        while pipes.get_map():
            ready = pipes.select(_POLL)
            for key, _ in ready:
                if piece := os.read(key.fd, _PIECE):
                    key.data(piece)
                else:
                    pipes.unregister(key.fileobj)
            if not ready and process.poll() is not None:
                break
            if deadline is not None and time.monotonic() > deadline:
                end_group(process)
                return None
    return bytes(said) if _has_ended(process, deadline) else None


def _has_ended(process: subprocess.Popen[bytes], deadline: float | None) -> bool:
    """Whether a program that has closed its output ends in time; it is ended where it does not."""
    try:
        process.wait(None if deadline is None else max(deadline - time.monotonic(), 0))
    except subprocess.TimeoutExpired:
        end_group(process)
        return False
    return True


def _last_line(said: bytes) -> str:
    lines = [line for each in said.decode("utf-8", "replace").splitlines() if (line := clean(each))]
    return f": {clip(lines[-1], _LONGEST_LINE)}" if lines else ""


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe
