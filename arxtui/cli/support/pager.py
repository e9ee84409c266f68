"""Long output on a terminal: through a pager, as wide as can be read."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from arxtui.cli.support import output

_PAGER = "less"
_LESS = "FRSX"
"""Unless ``LESS`` says otherwise: no pager for what fits the screen, styles, long lines scrolled sideways, and the text
stays when it ends."""


def show(lines: Iterable[str]) -> None:
    """Print lines that hold nothing but what a terminal may be sent; through ``PAGER`` where somebody looks, on a
    terminal that a pager can use."""
    command = _named() if output.is_terminal() and not output.is_plain() else []
    started = _start(command) if command else None
    if started is None:
        for line in lines:
            output.line(line)
        return
    assert started.stdin is not None
    with interrupts_ignored():
        with suppress(BrokenPipeError):
            for line in lines:
                started.stdin.write(f"{line}\n")
        with suppress(BrokenPipeError):
            started.stdin.close()
        started.wait()


def _named() -> list[str]:
    """The command of the pager; empty where none is wished, or it cannot be read."""
    try:
        return shlex.split(os.environ.get("PAGER", _PAGER))
    except ValueError:  # a quotation mark without its end
        return []


def _start(command: list[str]) -> subprocess.Popen[str] | None:
    """The pager; None where there is none."""
    environ = {"LESS": _LESS, **os.environ}
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            env=environ,
            text=True,
            encoding=sys.stdout.encoding,
            errors=sys.stdout.errors,
        )
    except OSError:
        return None


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """An interrupt is for the program that was started before, which has the terminal."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
