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
    return environ.get("VISUAL", "").strip() or environ.get("EDITOR", "").strip()


def editor(environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """The command that VISUAL or EDITOR names, else one that is there; empty where there is none. ValueError for a
    command that cannot be read: a quotation mark without its fellow."""
    if named := named_editor(environ):
        return tuple(shlex.split(named))
    return next(((name,) for name in _USUAL if shutil.which(name, path=environ.get("PATH"))), ())


def outcome(command: tuple[str, ...], code: int) -> str:
    """How an editor ended, in words; empty where it did as it should."""
    name = Path(command[0]).name
    if code < 0:
        return f"{name} was ended by signal {-code}"
    return f"{name} ended with {code}" if code else ""
