"""The user's own editor, run in the reader's terminal."""

from __future__ import annotations

from pathlib import Path

from arxtui.library.editors import outcome
from arxtui.tui.external import run_in_terminal


def edit(command: tuple[str, ...], file: Path) -> str:
    """Run the editor on a file. Returns what went wrong, in words; empty if nothing did."""
    try:
        code = run_in_terminal([*command, str(file)])
    except OSError as error:
        return f"{command[0]} cannot be started: {error.strerror}"
    return outcome(command, code)
