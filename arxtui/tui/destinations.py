"""Where an export goes, as the user says it, and how it gets there: a file, the clipboard, another program."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from arxtui.export.forms import FORMS
from arxtui.library.destinations import DestinationError, Stop, complete_file, hand_over
from arxtui.text.matching.nearest import did_you_mean
from arxtui.tui.present.acts import papers
from arxtui.tui.present.line import foreign, shown_path

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.tui.state.selection import Targets

LONGEST_COPIED = 74_000 * 3 // 4
"""Bytes that terminals take for their clipboards: most end at some 74,000 characters of base64."""
BIBTEX = "bibtex"
_SUFFIXES = {form.suffix: name for name, form in FORMS.items()}
_SUFFIXES_WORDS = " ".join(_SUFFIXES)


class ToFile(NamedTuple):
    """Into a file, in the form of its suffix."""

    path: Path
    form: str

    @property
    def is_there(self) -> bool:
        """Whether it would replace something."""
        return self.path.exists()


class ToClipboard(NamedTuple):
    """To the terminal's clipboard."""

    form: str


class ToProgram(NamedTuple):
    """To the standard input of a program, with its arguments."""

    command: tuple[str, ...]
    form: str


Destination = ToFile | ToClipboard | ToProgram


class Delivered(NamedTuple):
    """What became of an export, in words, and what is left to be put on the clipboard."""

    words: str
    copy: str = ""


class StoppedError(Exception):
    """The export was stopped."""


def destination(answer: str) -> Destination:
    """What an answer means: ``~/papers.bib``, ``ris``, ``| command argument``, ``ris | command``. ValueError says what
    may be answered."""
    answer = answer.strip()
    before, bar, command = answer.partition("|")
    form = _form_named(before)
    if bar and (form or not before.strip()):
        return ToProgram(_command(command), form or BIBTEX)
    if form:
        return ToClipboard(form)
    path = Path(os.path.expanduser(answer))  # noqa: PTH111 - an unknown user is no error
    if path.is_dir() and answer:
        raise ValueError(f"{shown_path(path)} is a folder: add the name of a file")
    if not (form := _SUFFIXES.get(path.suffix.lower())):
        named = f'"{path.name}" does not say in which form{did_you_mean(answer, FORMS) or "."} ' if answer else ""
        raise ValueError(
            f"{named}A file ends in {_SUFFIXES_WORDS}; {', '.join(FORMS)} alone: the clipboard; | and a program"
        )
    if not path.parent.is_dir():
        raise ValueError(f"there is no folder {shown_path(path.parent)}")
    return ToFile(path, form)


def under_way(to: Destination) -> str:
    """What is being done, while it is."""
    return f"giving to {foreign(to.command[0])}" if isinstance(to, ToProgram) else "exporting"


def deliver(library: Library, meant: Targets, to: Destination, folder: Path, stop: Stop) -> Delivered:
    """Export papers. What is copied stands in a file in ``folder`` as well, for terminals without a clipboard. ``stop``
    ends it with StoppedError, leaves files as they were, and ends the program. DestinationError says what was in the
    way."""
    export = library.exports.of(meant.keys_from(library), to.form)
    pieces = _begun(_until(stop, export))
    match to:
        case ToFile(path):
            _write(path, pieces)
            return Delivered(f"{papers(export.papers)} written to {shown_path(path)}")
        case ToProgram(command):
            try:
                hand_over(pieces, command, is_seen=False, stop=stop)
            except DestinationError as error:
                raise StoppedError if stop.is_requested else error from None
            return Delivered(f"{papers(export.papers)} given to {command[0]} as {to.form}")
        case ToClipboard():
            file = folder / f"clipboard{FORMS[to.form].suffix}"
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write(file, pieces)
            told = f"{papers(export.papers)} as {to.form}"
            if file.stat().st_size > LONGEST_COPIED:
                return Delivered(f"{told}, too long for a terminal's clipboard: {shown_path(file)}")
            return Delivered(f"Copied {told}; also in {shown_path(file)}", file.read_bytes().decode())


def _form_named(text: str) -> str | None:
    name = text.strip().lower()
    return name if name in FORMS else _SUFFIXES.get(f".{name}")


def _command(text: str) -> tuple[str, ...]:
    try:
        command = tuple(shlex.split(text))
    except ValueError as error:
        raise ValueError("the program's arguments have a quote that does not end") from error
    if not command:
        raise ValueError("after | stands a program, which is given the papers: | wc -l")
    return command


def _write(path: Path, pieces: Iterable[str]) -> None:
    with complete_file(path) as stream:
        stream.writelines(pieces)


def _until(stop: Stop, pieces: Iterable[str]) -> Iterator[str]:
    for piece in pieces:
        if stop.is_requested:
            raise StoppedError
        yield piece


def _begun(pieces: Iterator[str]) -> Iterator[str]:
    """The same, with the first one made: that takes as long as all others, and until then no file is begun."""
    return chain((next(pieces, ""),), pieces)
