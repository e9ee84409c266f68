"""What reaches the terminal: results on standard output, words on standard error, never a control character."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Any

from arxtui.cli.support.exits import CommandError
from arxtui.text import clean, clip

BOLD = "1"
DIM = "2"
NOTHING_FOLLOWED = "no categories are followed; 'arxtui subscribe cs.DC' follows one"
_MEASURE = 92
_SECONDS_BETWEEN_LINES = 5.0
"""Between two lines that say how far the work is, on a terminal that is sent text alone."""


_in_plain_mode: ContextVar[bool] = ContextVar("in plain mode", default=False)


@contextmanager
def plain_mode() -> Iterator[None]:
    """Send the terminal text alone meanwhile, whatever its name says it can do."""
    token = _in_plain_mode.set(True)
    try:
        yield
    finally:
        _in_plain_mode.reset(token)


def is_plain() -> bool:
    """Whether a terminal is sent text alone, line after line: where it is a dumb one, and in plain mode."""
    return _in_plain_mode.get() or os.environ.get("TERM") == "dumb"


def line(text: str) -> None:
    """A line of results. ``text`` holds nothing but what :func:`foreign` and the program's own layout made.

    Errors as of :func:`write`.
    """
    write(f"{text}\n")


def write(text: str) -> None:
    """Results that end their own lines. BrokenPipeError when nobody reads any more, CommandError when they cannot be
    written."""
    try:
        print(text, end="")
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(f"cannot write the output: {error.strerror or error}") from error


def say(text: str) -> None:
    """A line of words for people."""
    print(foreign(text), file=sys.stderr)


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """A line on standard error that says how far the work is, on a terminal alone, and is gone at its end. In plain
    mode such a line every few seconds, which stays."""
    if not is_watched():
        yield lambda text: None
        return
    if is_plain():
        yield _now_and_then(say)
        return
    try:
        yield lambda text: print(f"\r\x1b[K{clip(foreign(text), measure() - 1)}", end="", file=sys.stderr, flush=True)
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _now_and_then(tell: Callable[[str], None]) -> Callable[[str], None]:
    """Pass on what comes after a while of silence."""
    told = monotonic()

    def offer(text: str) -> None:
        nonlocal told
        if text and monotonic() - told >= _SECONDS_BETWEEN_LINES:
            told = monotonic()
            tell(text)

    return offer


def is_watched() -> bool:
    """Whether somebody looks at standard error."""
    return sys.stderr is not None and sys.stderr.isatty()


def foreign(text: str) -> str:
    """Upstream's text at the edge of the terminal, cleaned once more, so that no escape can pass whoever made it, and
    with what the encoding of standard output lacks spelled out."""
    cleaned = clean(text)
    if cleaned.isascii() or is_unicode():
        return cleaned
    from arxtui.text.encodable import encodable

    return encodable(cleaned, sys.stdout.encoding)


def is_unicode() -> bool:
    """Whether standard output has every character."""
    return sys.stdout is None or "utf" in (sys.stdout.encoding or "utf-8").lower()


def as_json(held: Mapping[str, Any]) -> None:
    """One object on one line of standard output."""
    line(json_line(held))


def json_line(held: Mapping[str, Any]) -> str:
    """One object on one line; in plain ASCII where standard output is not UTF-8."""
    from arxtui.export.jsonform import to_line

    return to_line(held, ascii_only=not is_unicode())


def styled(text: str, style: str) -> str:
    """``text`` in bold or dim where standard output is a terminal that may be styled."""
    return f"\x1b[{style}m{text}\x1b[0m" if text and is_styled() else text


def is_styled() -> bool:
    """Whether standard output is a terminal, and neither ``NO_COLOR`` nor plain mode forbids styles."""
    return is_terminal() and not os.environ.get("NO_COLOR") and not is_plain()


def is_terminal() -> bool:
    """Whether somebody looks at standard output."""
    return sys.stdout is not None and sys.stdout.isatty()


def width() -> int | None:
    """Cells of a line: what ``COLUMNS`` says, else the terminal's; None where lines may be as long as they are."""
    said = os.environ.get("COLUMNS", "")
    if said.isascii() and said.isdigit() and int(said):
        return int(said)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or None
    except (OSError, ValueError, AttributeError):
        return None


def measure() -> int:
    """Cells of a line of prose."""
    return max(min(width() or _MEASURE, _MEASURE), 20)
