"""The user's own editor, in the terminal of the reader."""

from __future__ import annotations

from pathlib import Path

from arxtui.library.editors import outcome
from arxtui.tui.external import run_in_terminal


def edit(command: tuple[str, ...], file: Path) -> str:
    """Have a file edited; what went wrong in words, empty when nothing did."""
    try:
        code = run_in_terminal([*command, str(file)])
    except OSError as error:
        return f"{command[0]} cannot be started: {error.strerror}"
    return outcome(command, code)
