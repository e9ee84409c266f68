"""The choice of the user's text editor."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path

_USUAL = ("nano", "vim", "vi")
"""Editors to look for. Selectors such as Debian's ``sensible-editor`` are left out, because they write the choice into
the home directory."""


def named_editor(environ: Mapping[str, str] = os.environ) -> str:
    """Return the value of VISUAL or EDITOR; empty if neither is set."""
    return _named(environ)[1]


def editor(environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """Return the command in VISUAL or EDITOR, otherwise an installed editor; empty if there is none. Raises ValueError,
    with a message for people, if the command cannot be parsed."""
    variable, named = _named(environ)
    if named:
        try:
            return tuple(shlex.split(named))
        except ValueError as error:
            raise ValueError(f"{variable} has a quotation mark that is not closed: {named}") from error
    return next(((name,) for name in _USUAL if shutil.which(name, path=environ.get("PATH"))), ())


def _named(environ: Mapping[str, str]) -> tuple[str, str]:
    """Return the variable that names an editor and its value; two empty strings if neither is set."""
    values = ((variable, environ.get(variable, "").strip()) for variable in ("VISUAL", "EDITOR"))
    return next((each for each in values if each[1]), ("", ""))


def outcome(command: tuple[str, ...], code: int) -> str:
    """Describe how an editor exited, in words; empty if it succeeded."""
    name = Path(command[0]).name
    if code < 0:
        return f"{name} was killed by signal {-code}"
    return f"{name} ended with {code}" if code else ""
