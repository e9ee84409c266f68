"""``arxtui`` without a verb: the reader."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from arxtui import logs
from arxtui.cli.program.unfinished_restore import finish_restore
from arxtui.cli.support import exits, output
from arxtui.cli.support.settings import home
from arxtui.light import changed

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.tui.terminal.early_input import EarlyInput

_NO_SCREEN = frozenset({"", "dumb", "unknown"})
"""The values of ``TERM`` for terminals without cursor movement or with unknown abilities."""


def run(early_input: EarlyInput) -> int:
    """Open the reader, or plain mode if the settings or the terminal require it, and return the exit status.

    Raises CommandError if there is no terminal. If the locale's encoding is not UTF-8, the reader uses ASCII only.
    """
    if not is_served() and (why := no_terminal()):
        raise exits.CommandError(why)
    finish_restore(early_input.frame.remove)
    paths, settings = home()
    if not is_served() and (settings.ui.plain or no_screen()):
        early_input.give_back()
        return _converse(paths)
    if not output.is_unicode():
        settings = changed(settings, ui=changed(settings.ui, ascii=True))
    from arxtui.tui.start import run as read

    logs.to_file(paths.log_file)
    return read(paths, settings, early_input)


def open_plain() -> int:
    """Open plain mode on the terminal, or run its commands from a script. Return the exit status."""
    finish_restore()
    paths, _ = home()
    return _converse(paths)


def _converse(paths: Paths) -> int:
    gc.enable()
    from arxtui.cli.plain.shell import run as converse

    logs.to_file(paths.log_file)
    return converse()


def is_served() -> bool:
    """Whether Textual draws somewhere else than on a terminal, as in a browser."""
    return bool(os.environ.get("TEXTUAL_DRIVER"))


def no_terminal() -> str:
    """Return why the reader cannot be used here; empty if it can. The reader draws on standard error."""
    streams = {"input": sys.stdin, "output": sys.stdout, "error": sys.stderr}
    others = [name for name, stream in streams.items() if stream is None or not stream.isatty()]
    if not others:
        return ""
    return (
        "the reader needs a terminal; without one, 'arxtui list' prints papers, and 'arxtui --plain' reads commands "
        f"('arxtui --help'). Not a terminal here: standard {', '.join(others)}"
    )


def no_screen(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether this terminal cannot show the reader."""
    return environ.get("TERM", "") in _NO_SCREEN
