"""``arxtui`` without a verb: the reader."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from arxtui.cli.program.interrupted import finish_restore
from arxtui.cli.support import output
from arxtui.cli.support.exits import CommandError
from arxtui.cli.support.home import home
from arxtui.model.frozen import changed

if TYPE_CHECKING:
    from arxtui.tui.terminal.early_input import EarlyInput

_NO_SCREEN = frozenset({"", "dumb", "unknown"})
"""What ``TERM`` says where the cursor cannot be moved, or nobody knows how."""


def run(early_input: EarlyInput) -> int:
    """Open the reader on the terminal. CommandError where there is none, or one that cannot show it."""
    if why := no_terminal() or no_screen():
        raise CommandError(why)
    return open_reader(early_input)


def open_reader(early_input: EarlyInput) -> int:
    """Open the reader on the home of this process; its exit status. Where the locale is not of UTF-8, its screen is in
    ASCII."""
    from arxtui import logs
    from arxtui.tui.app import run as read

    finish_restore()
    paths, settings = home()
    if not output.is_unicode():
        settings = changed(settings, ui=changed(settings.ui, ascii=True))
    logs.to_file(paths.log_file)
    return read(paths, settings, early_input)


def no_terminal() -> str:
    """Why nobody can see the screen and type; empty where somebody can. The reader draws on standard error."""
    streams = {"input": sys.stdin, "output": sys.stdout, "error": sys.stderr}
    others = [name for name, stream in streams.items() if stream is None or not stream.isatty()]
    if not others:
        return ""
    return (
        "the reader needs a terminal; without one, 'arxtui list' prints papers ('arxtui --help'). "
        f"Not a terminal here: standard {', '.join(others)}"
    )


def no_screen(environ: Mapping[str, str] = os.environ) -> str:
    """Why this terminal cannot show the reader; empty where it can."""
    name = environ.get("TERM", "")
    if name not in _NO_SCREEN:
        return ""
    return (
        f"the reader fills the screen, which a terminal with {f'TERM={name}' if name else 'no TERM'} cannot do. "
        "Open it in a terminal such as xterm-256color; here, 'arxtui list', 'arxtui show ID' and 'arxtui read ID' "
        "do all that needs no screen ('arxtui --help')"
    )
