"""Where lines come from: a terminal, with history and completion where there is readline, or a script."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

PROMPT = "> "
_HISTORY = 1000
"""Lines that are remembered."""
Complete = Callable[[str, str], Iterable[str]]
"""Words that the last word of a line may become, from the line before it and what is typed of it."""


class Script:
    """Lines of standard input, without a prompt."""

    def read(self) -> str | None:
        """The next line; None at the end."""
        line = sys.stdin.readline()
        return line.strip() if line else None


class Typed:
    """Lines that somebody types."""

    def read(self) -> str | None:
        """The next line, asked for; None for Ctrl+D. KeyboardInterrupt for Ctrl+C."""
        sys.stderr.flush()
        try:
            return input(PROMPT).strip()
        except EOFError:
            print()
            return None


@contextmanager
def typed_lines(history: Path, complete: Complete) -> Iterator[Typed]:
    """Lines from the terminal; what is typed is kept in a file for the next time."""
    readline = _readline()
    if readline is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield Typed()
        return
    with suppress(OSError):
        readline.read_history_file(history)
    readline.set_history_length(_HISTORY)
    _complete_with(readline, complete)
    try:
        yield Typed()
    finally:
        with suppress(OSError):
            history.touch(mode=0o600)
            readline.write_history_file(history)


def _readline() -> Any:
    """The module, which edits lines without control sequences; None where there is none."""
    name = os.environ.get("TERM")
    os.environ["TERM"] = "dumb"  # readline asks once, when it is loaded
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
    found: list[str] = []

    def offer(typed: str, state: int) -> str | None:
        if state == 0:
            line = readline.get_line_buffer()[: readline.get_begidx()]
            found[:] = complete(line.lstrip(), typed)
        return found[state] if state < len(found) else None

    readline.set_completer(offer)
    readline.set_completer_delims(" ")
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
