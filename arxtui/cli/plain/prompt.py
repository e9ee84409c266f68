"""The sources of input lines: a terminal, with history and completion if readline is available, or a script."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

PROMPT = "> "
_HISTORY = 1000
"""The number of lines in the history."""
Complete = Callable[[str, str], Iterable[str]]
"""A function that returns the completions of the last word, given the line before it and the typed part of the word."""


class Script:
    """Lines from standard input, without a prompt."""

    def read(self) -> str | None:
        """Return the next line; None at the end."""
        line = sys.stdin.readline()
        return line.strip() if line else None


class Prompt:
    """Lines that the user types at the prompt."""

    def read(self) -> str | None:
        """Prompt for the next line; None for Ctrl+D. Raises KeyboardInterrupt for Ctrl+C."""
        sys.stderr.flush()
        try:
            return input(PROMPT).strip()
        except EOFError:
            print()
            return None


@contextmanager
def prompt_lines(history: Path, complete: Complete) -> Iterator[Prompt]:
    """Read lines from the terminal, with the history in a file."""
    readline = _readline()
    if readline is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield Prompt()
        return
    with suppress(OSError):
        readline.read_history_file(history)
    readline.set_history_length(_HISTORY)
    _complete_with(readline, complete)
    try:
        yield Prompt()
    finally:
        with suppress(OSError):
            history.touch(mode=0o600)
            readline.write_history_file(history)


def _readline() -> Any:
    """Import readline so that it edits lines without control sequences; None if it is not available."""
    name = os.environ.get("TERM")
    os.environ["TERM"] = "dumb"  # readline reads TERM once, on import
    try:
        import readline
    except ImportError:
        return None
    finally:
        if name is None:
            del os.environ["TERM"]
        else:
            os.environ["TERM"] = name
    for setting in ("enable-bracketed-paste off", "bell-style none", "colored-stats off"):
        readline.parse_and_bind(f"set {setting}")
    return readline


def _complete_with(readline: Any, complete: Complete) -> None:
    completions: list[str] = []

    def offer(typed: str, state: int) -> str | None:
        if state == 0:
            line = readline.get_line_buffer()[: readline.get_begidx()]
            completions[:] = complete(line.lstrip(), typed)
        return completions[state] if state < len(completions) else None

    readline.set_completer(offer)
    readline.set_completer_delims(" ")
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
