"""Errors, explained in one sentence on standard error; the traceback goes to the log."""

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
from arxtui.query import QueryError
from arxtui.search.errors import SearchError
from arxtui.store.errors import StoreError
from arxtui.text import clean

_POSIX_MODULES = ("fcntl", "pwd", "resource", "termios")


def explain(error: Exception) -> int:
    """Print what went wrong, and return the exit status."""
    if isinstance(error, (BadCommandError, QueryError)):
        _print_error(error)
        return BAD_COMMAND
    if isinstance(error, CommandError):
        _print_error(error)
        return FAILED
    if words := _not_posix(error):
        _print_error(words)
        return FAILED
    log = Paths.find().log_file
    logs.to_file(log)
    logging.getLogger(__name__).error("the command failed", exc_info=error)
    if _is_for_users(error):
        _print_error(error)
    elif isinstance(error, OSError) and error.filename:
        _print_error(f"{error.filename}: {error.strerror or error}")
    else:
        _print_error(f"an unexpected error ({type(error).__name__}: {error}); the details are in {log}")
    return FAILED


def _not_posix(error: Exception) -> str:
    """Return the explanation of a missing POSIX function (on Windows); empty for any other error."""
    is_missing_module = isinstance(error, ImportError) and error.name in _POSIX_MODULES
    is_missing_call = not HAS_LOCKS and isinstance(error, AttributeError) and error.obj in (os, signal)
    if not (isinstance(error, NoLocksError) or is_missing_module or is_missing_call):
        return ""
    return (
        "this command needs a POSIX system (Linux or macOS). On Windows, install arxtui in the Windows Subsystem for "
        "Linux (WSL), where all of it works; without it, commands that only read the library and import files work"
    )


def _is_for_users(error: Exception) -> bool:
    """Whether the error's message was written for users."""
    if isinstance(error, (ConfigError, StoreError, SearchError)):
        return True
    # Only verbs that refresh or import have loaded this module; do not import it here.
    worker_busy = getattr(sys.modules.get("arxtui.sync.errors"), "WorkerBusy", None)
    return worker_busy is not None and isinstance(error, worker_busy)


def _print_error(error: object) -> None:
    """Print an error. Its first line is the sentence; further lines mark a position, so their blanks are kept."""
    first, *further = str(error).splitlines() or [""]
    print(f"arxtui: {clean(first)}", *map(_without_controls, further), sep="\n", file=sys.stderr)


def _without_controls(line: str) -> str:
    return "".join(character if character.isprintable() else " " for character in line)
