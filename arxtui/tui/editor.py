"""The user's own editor, in the terminal of the reader."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path

from arxtui.tui.external import run_in_terminal

_USUAL = ("sensible-editor", "nano", "vim", "vi")


def editor(environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """The command that VISUAL or EDITOR names, else one that is there; empty where there is none. ValueError for a
    command that cannot be read: a quotation mark without its fellow."""
    named = environ.get("VISUAL", "").strip() or environ.get("EDITOR", "").strip()
    if named:
        return tuple(shlex.split(named))
    return next(((name,) for name in _USUAL if shutil.which(name, path=environ.get("PATH"))), ())


def edit(command: tuple[str, ...], file: Path) -> str:
    """Have a file edited; what went wrong in words, empty when nothing did."""
    try:
        code = run_in_terminal([*command, str(file)])
    except OSError as error:
        return f"{command[0]} cannot be started: {error.strerror}"
    name = Path(command[0]).name
    if code < 0:
        return f"{name} was ended by signal {-code}"
    return f"{name} ended with {code}" if code else ""
