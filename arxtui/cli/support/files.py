"""Files and directories named on a command line.

``-`` means standard input for a file that is read, standard output for one that is written; a file of that name is
``./-``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from errno import EFBIG
from pathlib import Path
from typing import IO, TextIO

from arxtui.cli.support import output
from arxtui.cli.support.exits import BadCommandError, CommandError
from arxtui.light import deferred

with deferred():
    from arxtui.library import destinations

_STANDARD = "-"
_CHUNK = 1 << 20
_LARGEST = 256 << 20
"""The bytes of a file that is read at once: a bibliography of a million entries has 110 MB."""


class _File:
    """A file argument; the class is the ``type`` of the argument."""

    standard = ""

    def __init__(self, text: str) -> None:
        if not text.strip():
            raise argparse.ArgumentTypeError("the name of a file must not be empty")
        self.text = text
        self.is_standard = text == _STANDARD
        self.name = self.standard if self.is_standard else text
        """The name of the file in messages."""

    @property
    def path(self) -> Path:
        """The path of the file; has no meaning for standard input and output."""
        return Path(self.text)


class InputFile(_File):
    """A file to read, or standard input."""

    standard = "standard input"

    def read(self) -> bytes:
        """Return the whole content. Raises OSError if it cannot be read, or is longer than any file of its kind: a
        device has no end."""
        with nullcontext(sys.stdin.buffer) if self.is_standard else self.path.open("rb") as stream:
            data = stream.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise OSError(EFBIG, f"it has more than {_LARGEST >> 20} MB")
        return data

    @contextmanager
    def on_disk(self, *, is_text: bool) -> Iterator[Path]:
        """Return the path of the file; for standard input, of a temporary copy that only this user can read.

        Raises BadCommandError if binary data (not ``is_text``) would be typed at a terminal.
        """
        if not self.is_standard:
            yield self.path
            return
        if not is_text and sys.stdin.isatty():
            raise BadCommandError("standard input is a terminal: name a file, or redirect one with < FILE")
        from tempfile import NamedTemporaryFile

        with NamedTemporaryFile(prefix="arxtui-") as copy:
            _copy(sys.stdin.buffer, copy)
            copy.flush()
            yield Path(copy.name)


class OutputFile(_File):
    """A file to write, or standard output."""

    standard = "standard output"

    def write_text(self, chunks: Iterable[str]) -> None:
        """Write text in UTF-8; a file is written completely or not at all.

        Raises CommandError if it cannot be written.
        """
        if self.is_standard:
            write_standard(chunks)
            return
        with self._complete() as stream:
            stream.writelines(chunks)

    def write_bytes(self, data: bytes) -> None:
        """Write bytes; a file is written completely or not at all.

        Raises CommandError if it cannot be written.
        """
        if self.is_standard:
            with _whole_or_not():
                sys.stdout.buffer.write(data)
                sys.stdout.buffer.flush()
            return
        with self._complete() as stream:
            stream.buffer.write(data)

    @contextmanager
    def _complete(self) -> Iterator[TextIO]:
        try:
            with destinations.complete_file(self.path) as stream:
                yield stream
        except destinations.DestinationError as error:
            raise CommandError(str(error)) from error

    def refuse_terminal(self, what: str) -> None:
        """Raise BadCommandError if the output is a terminal; ``what`` is binary data."""
        if self.is_standard and output.is_terminal():
            raise BadCommandError(f"{what} is not text for a terminal: name a file, or redirect it with | or > FILE")

    def copy_standard(self, file: Path) -> None:
        """Copy the bytes of a file to standard output.

        Raises CommandError if not all of them can be written, because a part of a binary file is useless.
        """
        with _whole_or_not(), file.open("rb") as stream:
            _copy(stream, sys.stdout.buffer)
            sys.stdout.buffer.flush()


@contextmanager
def _whole_or_not() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CommandError(f"not all of it could be written: {error.strerror or error}") from error


def _copy(source: IO[bytes], target: IO[bytes]) -> None:
    while chunk := source.read(_CHUNK):
        target.write(chunk)


def write_standard(chunks: Iterable[str]) -> None:
    """Write text for other programs to standard output, in UTF-8 whatever the terminal's encoding is."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogatepass")
    for chunk in chunks:
        output.write(chunk)


def directory(text: str) -> Path:
    """Parse the name of a directory; the ``type`` of an argument."""
    if text == _STANDARD or not text.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not the name of a directory")
    return Path(text)
