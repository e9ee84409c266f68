"""``arxtui`` without a verb: the reader."""

from __future__ import annotations

import sys

from arxtui.cli.exits import CommandError
from arxtui.cli.home import home


def run() -> int:
    """Open the reader on the terminal. CommandError where there is none."""
    if not has_terminal():
        raise CommandError("the reader needs a terminal; without one, 'arxtui list' prints papers ('arxtui --help')")
    return open_reader()


def open_reader() -> int:
    """Open the reader on the home of this process; its exit status."""
    from arxtui import logs
    from arxtui.tui.app import run as read

    paths, settings = home()
    logs.to_file(paths.log_file)
    return read(paths, settings)


def has_terminal() -> bool:
    """Whether somebody can see the screen and type."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
