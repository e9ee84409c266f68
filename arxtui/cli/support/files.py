"""Files and directories that a command line names. ``-`` is standard input where a file is read, standard output where
one is written; a file of that name is ``./-``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from arxtui.cli.support import output
from arxtui.cli.support.exits import BadCommandError, CommandError

_STANDARD = "-"


class _File:
    """A file as an argument names it: the ``type`` of that argument."""

    standard = ""

    def __init__(self, text: str) -> None:
        if not text.strip():
            raise argparse.ArgumentTypeError("an empty name is that of no file")
        self.text = text
        self.is_standard = text == _STANDARD
        self.name = self.standard if self.is_standard else text
        """What to call the file in words."""

    @property
    def path(self) -> Path:
        """Where the file is; of no meaning for standard input and output."""
        return Path(self.text)


class InputFile(_File):
    """A file that is read, or standard input."""

    standard = "standard input"

    def read(self) -> bytes:
        """All of it. OSError where it cannot be read."""
        return sys.stdin.buffer.read() if self.is_standard else self.path.read_bytes()

    @contextmanager
    def on_disk(self, *, is_text: bool) -> Iterator[Path]:
        """The file itself; of standard input a copy in a temporary file that nobody else may read.

        BadCommandError where what is no text would be typed on a terminal.
        """
        if not self.is_standard:
            yield self.path
            return
        if not is_text and sys.stdin.isatty():
            raise BadCommandError("standard input is a terminal: name a file, or send one in with < FILE")
        import shutil
        import tempfile

        with tempfile.NamedTemporaryFile(prefix="arxtui-") as copy:
            shutil.copyfileobj(sys.stdin.buffer, copy)
            copy.flush()
            yield Path(copy.name)


class OutputFile(_File):
    """A file that is written, or standard output."""

    standard = "standard output"

    def write_text(self, pieces: Iterable[str]) -> None:
        """Text in UTF-8; a file is complete or not written at all. CommandError where it cannot be written."""
        if self.is_standard:
            write_standard(pieces)
            return
        from arxtui.library.destinations import DestinationError, complete_file

        try:
            with complete_file(self.path) as stream:
                stream.writelines(pieces)
        except DestinationError as error:
            raise CommandError(str(error)) from error

    def refuse_terminal(self, what: str) -> None:
        """BadCommandError where this is a terminal, on which nobody can read ``what``."""
        if self.is_standard and output.is_terminal():
            raise BadCommandError(f"{what} is no text for a terminal: name a file, or send it on with | or > FILE")

    def copy_standard(self, made: Path) -> None:
        """Write the bytes of a file to standard output. CommandError where they do not all arrive: of what is no text a
        part is worth nothing."""
        import shutil

        try:
            with made.open("rb") as stream:
                shutil.copyfileobj(stream, sys.stdout.buffer)
            sys.stdout.buffer.flush()
        except OSError as error:
            raise CommandError(f"not all of it could be written: {error.strerror or error}") from error


def write_standard(pieces: Iterable[str]) -> None:
    """Text for other programs to standard output: in UTF-8, whatever the terminal's own encoding is."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogatepass")
    for piece in pieces:
        output.write(piece)


def directory(text: str) -> Path:
    """The ``type`` of an argument that names a directory."""
    if text == _STANDARD or not text.strip():
        raise argparse.ArgumentTypeError(f"{text!r} names no directory")
    return Path(text)
