"""Which editor of the user's files are edited in."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path

_USUAL = ("nano", "vim", "vi")
"""Editors themselves: what asks which one to use (Debian's ``sensible-editor``) writes the answer into the home."""


def named_editor(environ: Mapping[str, str] = os.environ) -> str:
    """What VISUAL or EDITOR says; empty where neither does."""
    return _named(environ)[1]


def editor(environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """The command that VISUAL or EDITOR names, else one that is there; empty where there is none. ValueError says in
    words what is wrong with the one that is named."""
    variable, named = _named(environ)
    if named:
        try:
            return tuple(shlex.split(named))
        except ValueError as error:
            raise ValueError(f"{variable} has a quotation mark without its end: {named}") from error
    return next(((name,) for name in _USUAL if shutil.which(name, path=environ.get("PATH"))), ())


def _named(environ: Mapping[str, str]) -> tuple[str, str]:
    """The variable that names an editor, and what it says; both empty where neither does."""
    said = ((variable, environ.get(variable, "").strip()) for variable in ("VISUAL", "EDITOR"))
    return next((each for each in said if each[1]), ("", ""))


def outcome(command: tuple[str, ...], code: int) -> str:
    """How an editor ended, in words; empty where it did as it should."""
    name = Path(command[0]).name
    if code < 0:
        return f"{name} was ended by signal {-code}"
    return f"{name} ended with {code}" if code else ""
