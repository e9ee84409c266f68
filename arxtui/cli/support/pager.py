"""Long output on a terminal, through a pager."""

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
"""The options of less, unless ``LESS`` is set: no pager for output that fits the screen, styles, long lines scrolled
sideways, and the text stays on the screen at the end.
"""


def show(lines: Iterable[str]) -> None:
    """Print lines that are safe for a terminal, through ``PAGER`` if standard output is a terminal that can run a
    pager.
    """
    command = _pager_command() if output.is_terminal() and not output.is_plain() else []
    pager = _start(command) if command else None
    if pager is None:
        for line in lines:
            output.line(line)
        return
    assert pager.stdin is not None
    with interrupts_ignored():
        with suppress(BrokenPipeError):
            for line in lines:
                pager.stdin.write(f"{line}\n")
        with suppress(BrokenPipeError):
            pager.stdin.close()
        pager.wait()


def _pager_command() -> list[str]:
    """Return the pager's command; empty if the user wants none, or ``PAGER`` cannot be parsed."""
    try:
        return shlex.split(os.environ.get("PAGER", _PAGER))
    except ValueError:  # a quotation mark without its end
        return []


def _start(command: list[str]) -> subprocess.Popen[str] | None:
    """Start the pager; None if it cannot be started."""
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
    """Ignore SIGINT while a child program that has the terminal handles it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
