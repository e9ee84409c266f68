"""Output to the terminal: results to standard output, messages to standard error, never a control character."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import TYPE_CHECKING, Any

from arxtui.cli.support.exits import CommandError
from arxtui.light import deferred
from arxtui.text import clean, clip
from arxtui.text.clean import clean_line

with deferred():
    from arxtui.export.jsonform import record_to_line, to_line
    from arxtui.text.encodable import encodable, readable_aloud

if TYPE_CHECKING:
    from arxtui.model.reviews import FullReview
    from arxtui.model.views import Record

BOLD = "1"
DIM = "2"
NOTHING_FOLLOWED = "no categories are followed; 'arxtui subscribe cs.DC' follows one"
_MEASURE = 92
_SECONDS_BETWEEN_LINES = 5.0
"""Seconds between two lines of progress in plain mode, where the terminal receives text only."""


_in_plain_mode: ContextVar[bool] = ContextVar("in plain mode", default=False)


@contextmanager
def plain_mode() -> Iterator[None]:
    """Send the terminal only text inside this context, whatever its type can do."""
    token = _in_plain_mode.set(True)
    try:
        yield
    finally:
        _in_plain_mode.reset(token)


def is_plain() -> bool:
    """Whether the terminal receives only lines of text: it is a dumb terminal, or this is plain mode."""
    return _in_plain_mode.get() or os.environ.get("TERM") == "dumb"


def line(text: str) -> None:
    """Print a line of results. ``text`` must consist of results of :func:`foreign` and the program's own layout.

    Raises the errors of :func:`write`.
    """
    write(f"{text}\n")


def write(text: str) -> None:
    """Print results that contain their own line ends.

    Raises BrokenPipeError if the pipe is closed, CommandError if they cannot be written.
    """
    try:
        print(text, end="")
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(f"cannot write the output: {error.strerror or error}") from error


def say(text: str) -> None:
    """Print a message for people on standard error; its indentation stays."""
    indent = len(text) - len(text.lstrip(" "))
    print(f"{text[:indent]}{foreign(text)}", file=sys.stderr)


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Show the progress in a line on standard error, if that is a terminal; the line is erased at the end.

    In plain mode, print a line every few seconds instead; these lines stay.
    """
    if not is_stderr_terminal():
        yield lambda text: None
        return
    if is_plain():
        yield _now_and_then(say)
        return
    try:
        yield lambda text: print(f"\r\x1b[K{clip(foreign(text), measure() - 1)}", end="", file=sys.stderr, flush=True)
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _now_and_then(show: Callable[[str], None]) -> Callable[[str], None]:
    """Return a function that passes a text on if the last one was passed on at least ``_SECONDS_BETWEEN_LINES`` ago."""
    last = monotonic()

    def offer(text: str) -> None:
        nonlocal last
        if text and monotonic() - last >= _SECONDS_BETWEEN_LINES:
            last = monotonic()
            show(text)

    return offer


def is_stderr_terminal() -> bool:
    """Whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def foreign(text: str) -> str:
    """Clean text from upstream once more before it is printed, so that no escape sequence reaches the terminal.

    Characters that the encoding of standard output lacks are spelled out.
    """
    return _encodable(clean(text))


def spoken(text: str) -> str:
    """Clean text of a paper like :func:`foreign`, in plain mode for braille and voices: these show ``≠`` as ``=``, and
    ``10⁻³`` as ``10 ³``."""
    shown = foreign(text)
    return readable_aloud(shown) if _in_plain_mode.get() else shown


def foreign_line(text: str) -> str:
    """Clean a line like :func:`foreign`, and keep its blanks; a tab or carriage return becomes some."""
    return _encodable(clean_line(text.rstrip("\r\n").replace("\r", " ")))


def _encodable(cleaned: str) -> str:
    if cleaned.isascii() or is_unicode():
        return cleaned
    return encodable(cleaned, sys.stdout.encoding)


def is_unicode() -> bool:
    """Whether standard output can encode every character."""
    return sys.stdout is None or "utf" in (sys.stdout.encoding or "utf-8").lower()


def as_json(fields: Mapping[str, Any]) -> None:
    """Print one object on one line of standard output."""
    line(json_line(fields))


def record_as_json(
    record: Record, full_reviews: Iterable[FullReview] = (), more: Mapping[str, Any] | None = None
) -> None:
    """Print a paper with its full reviews, and further fields, as one object on one line."""
    line(record_to_line(record, full_reviews, more, ascii_only=not is_unicode()))


def json_line(fields: Mapping[str, Any]) -> str:
    """Return one object as one line; in plain ASCII if standard output is not UTF-8."""
    return to_line(fields, ascii_only=not is_unicode())


def styled(text: str, style: str) -> str:
    """Return ``text`` in bold or dim, if there is a style and standard output is a terminal that may be styled."""
    return f"\x1b[{style}m{text}\x1b[0m" if text and style and is_styled() else text


def is_styled() -> bool:
    """Whether standard output is a terminal, and neither ``NO_COLOR`` nor plain mode forbids styles."""
    return is_terminal() and not os.environ.get("NO_COLOR") and not is_plain()


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def width() -> int | None:
    """Return the cells of a line: the value of ``COLUMNS``, else the terminal's width; None if lines may have any
    length.
    """
    columns = os.environ.get("COLUMNS", "")
    if columns.isascii() and columns.isdigit() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or None
    except (OSError, ValueError, AttributeError):
        return None


def measure() -> int:
    """Return the cells of a line of prose."""
    return max(min(width() or _MEASURE, _MEASURE), 20)
