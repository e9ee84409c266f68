"""What went wrong, in one sentence on standard error; the traceback goes to the log."""

from __future__ import annotations

import logging
import os
import signal
import sys

from arxtui import logs
from arxtui.cli.support.exits import BAD_COMMAND, FAILED, BadCommandError, CommandError
from arxtui.config.paths import Paths
from arxtui.config.text import ConfigError
from arxtui.locks import HAS_LOCKS, NoLocksError
from arxtui.text import clean

_POSIX_MODULES = ("fcntl", "pwd", "resource", "termios")


def explain(error: Exception) -> int:
    """Say what happened; returns the exit status."""
    from arxtui.query import QueryError

    if isinstance(error, (BadCommandError, QueryError)):
        _say(error)
        return BAD_COMMAND
    if isinstance(error, CommandError):
        _say(error)
        return FAILED
    if words := _not_posix(error):
        _say(words)
        return FAILED
    log = Paths.find().log_file
    logs.to_file(log)
    logging.getLogger(__name__).error("the command failed", exc_info=error)
    if _is_told(error):
        _say(error)
    elif isinstance(error, OSError) and error.filename:
        _say(f"{error.filename}: {error.strerror or error}")
    else:
        _say(f"an unexpected error ({type(error).__name__}: {error}); the details are in {log}")
    return FAILED


def _not_posix(error: Exception) -> str:
    """What to say where the system (Windows) lacks a part of POSIX; empty for any other failure."""
    is_missing_module = isinstance(error, ImportError) and error.name in _POSIX_MODULES
    is_missing_call = not HAS_LOCKS and isinstance(error, AttributeError) and error.obj in (os, signal)
    if not (isinstance(error, NoLocksError) or is_missing_module or is_missing_call):
        return ""
    return (
        "this command needs a POSIX system (Linux or macOS). On Windows, install arxtui in the Windows Subsystem for "
        "Linux (WSL), where all of it works; without it, commands that only read the library and import files work"
    )


def _is_told(error: Exception) -> bool:
    """Whether its message was written for people."""
    from arxtui.search.errors import SearchError
    from arxtui.store.errors import StoreError

    if isinstance(error, (ConfigError, StoreError, SearchError)):
        return True
    # Only a verb that refreshes or imports has loaded these; the others shall not.
    busy = getattr(sys.modules.get("arxtui.sync.errors"), "WorkerBusy", None)
    return busy is not None and isinstance(error, busy)


def _say(what: object) -> None:
    """The first line is the sentence; further ones mark a place and keep their blanks."""
    first, *further = str(what).splitlines() or [""]
    print(f"arxtui: {clean(first)}", *map(_without_controls, further), sep="\n", file=sys.stderr)


def _without_controls(line: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in line)
