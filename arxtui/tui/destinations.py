"""Destinations of an export: parse what the user typed, and deliver to a file, the clipboard or another program."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from arxtui.export.forms import BY_SUFFIX, FORMS
from arxtui.library.destinations import DestinationError, Stop, complete_file, hand_over
from arxtui.library.references.appending import remove_appended
from arxtui.light import NamedTuple
from arxtui.text.matching.nearest import did_you_mean
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.acts import papers
from arxtui.tui.present.line import foreign, shown_path
from arxtui.tui.state.outside_acts import OutsideAct

if TYPE_CHECKING:
    from arxtui.library.exports import Export
    from arxtui.library.facade import Library
    from arxtui.tui.state.selection import Targets

MAX_CLIPBOARD_BYTES = 74_000 * 3 // 4
"""The largest text, in bytes, that most terminals accept for their clipboard: the limit is some 74,000 characters of
base64."""
BIBTEX = "bibtex"
_SUFFIXES_WORDS = " ".join(dict.fromkeys(form.suffix for form in FORMS.values()))


class ToFile(NamedTuple):
    """A file, in the format of its suffix."""

    path: Path
    form: str

    @property
    def exists(self) -> bool:
        """Whether the file exists and would be replaced."""
        return self.path.exists()


class ToClipboard(NamedTuple):
    """The terminal's clipboard."""

    form: str


class ToProgram(NamedTuple):
    """The standard input of a program that is run with its arguments."""

    command: tuple[str, ...]
    form: str


class ToBibliography(NamedTuple):
    """A BibTeX file, to which the entries that it does not have are appended."""

    path: Path


Destination = ToFile | ToClipboard | ToProgram | ToBibliography


def known_names(recent: Iterable[str]) -> list[str]:
    """Return the destinations that complete an answer: those that were named before, and the formats."""
    return list(dict.fromkeys([*recent, *FORMS]))


class ExportResult(NamedTuple):
    """The result of an export: a message, the text that the caller must put on the clipboard, and what undoes the
    export, if anything can."""

    words: str
    copy: str = ""
    undo: OutsideAct | None = None


class StoppedError(Exception):
    """Raised when the user stopped the export."""


def parse_destination(answer: str) -> Destination:
    """Parse a destination: ``~/papers.bib``, ``ris``, ``| command argument``, ``ris | command``.

    Raises: ValueError with a message that explains what can be typed.
    """
    answer = answer.strip()
    before, bar, command = answer.partition("|")
    form = _find_form(before)
    if bar and (form or not before.strip()):
        return ToProgram(_command(command), form or BIBTEX)
    if form:
        return ToClipboard(form)
    path = Path(os.path.expanduser(answer))  # noqa: PTH111 - an unknown user is no error
    if path.is_dir() and answer:
        raise ValueError(f"{shown_path(path)} is a folder: add the name of a file")
    if not (form := BY_SUFFIX.get(path.suffix.lower())):
        named = f'"{path.name}" has no known format{did_you_mean(answer, FORMS) or "."} ' if answer else ""
        raise ValueError(
            f"{named}A file ends in {_SUFFIXES_WORDS}; {', '.join(FORMS)} alone copies; | sends to a program"
        )
    if not path.parent.is_dir():
        raise ValueError(f"there is no folder {shown_path(path.parent)}")
    return ToFile(path, form)


def parse_bibliography(answer: str) -> ToBibliography:
    """Parse the name of a BibTeX file that exists or can be created. Raises: ValueError with a message."""
    to = parse_destination(answer) if answer.strip().lower().endswith(".bib") else None
    if not isinstance(to, ToFile):
        raise ValueError("name a BibTeX file: ~/thesis.bib")
    return ToBibliography(to.path)


def progress_words(destination: Destination) -> str:
    """Return the words for the export in progress."""
    return f"sending to {foreign(destination.command[0])}" if isinstance(destination, ToProgram) else "exporting"


def deliver(library: Library, targets: Targets, destination: Destination, folder: Path, stop: Stop) -> ExportResult:
    """Export the target papers.

    A copied text is also written to a file in ``folder``, for terminals without a clipboard. ``stop`` ends the export,
    ends the program, and leaves existing files as they were.

    Raises: StoppedError if stopped, DestinationError with the reason if the destination fails.
    """
    if isinstance(destination, ToBibliography):
        return _append(library, targets.keys_from(library), destination.path)
    export = library.exports.of(targets.keys_from(library), destination.form)
    result = _deliver(export, destination, folder, stop)
    return result._replace(words=f"{result.words}; {export.warning}") if export.warning else result


def _append(library: Library, keys: Sequence[int], file: Path) -> ExportResult:
    """Append papers to a BibTeX file."""
    appended = library.bibliographies.append(file, library.papers.records(keys))
    done, new, shown = appended.papers, appended.new, shown_path(file)
    one = done[0] if len(done) == 1 else None
    if one and one.line:
        return ExportResult(f"Already {one.key} in line {one.line:,} of {shown}")
    there = len(done) - len(new)
    known = f"; {there:,} {'was' if there == 1 else 'were'} there already" if there else ""
    words = f"Added to {shown} as {one.key}" if one else f"{papers(len(new))} added to {shown}{known}"
    if not new:
        return ExportResult(words)
    removed = new[0].key if len(new) == 1 else papers(len(new))

    def undo() -> str:
        remove_appended(file, appended)
        return f"Undone: {removed} removed from {shown} · {key_for('redo')} redoes"

    return ExportResult(f"{words} · {key_for('undo')} undoes", undo=OutsideAct(library.journal.newest(), undo))


def _deliver(export: Export, destination: ToFile | ToClipboard | ToProgram, folder: Path, stop: Stop) -> ExportResult:
    chunks = _with_first_ready(filter(None, _stoppable(stop, export)))
    match destination:
        case ToFile(path):
            _write(path, chunks)
            return ExportResult(f"{papers(export.papers)} written to {shown_path(path)}")
        case ToProgram(command):
            try:
                hand_over(chunks, command, is_seen=False, stop=stop)
            except DestinationError as error:
                raise StoppedError if stop.is_requested else error from None
            return ExportResult(f"{papers(export.papers)} sent to {command[0]} as {destination.form}")
        case ToClipboard():
            file = folder / f"clipboard{FORMS[destination.form].suffix}"
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write(file, chunks)
            description = f"{papers(export.papers)} as {destination.form}"
            if file.stat().st_size > MAX_CLIPBOARD_BYTES:
                return ExportResult(f"{description}, too long for a terminal's clipboard: {shown_path(file)}")
            return ExportResult(f"Copied {description}; also in {shown_path(file)}", file.read_bytes().decode())


def _find_form(text: str) -> str | None:
    name = text.strip().lower()
    return name if name in FORMS else BY_SUFFIX.get(f".{name}")


def _command(text: str) -> tuple[str, ...]:
    try:
        command = tuple(shlex.split(text))
    except ValueError as error:
        raise ValueError("the program's arguments have an unclosed quote") from error
    if not command:
        raise ValueError("write a program after | to send it the papers: | wc -l")
    return command


def _write(path: Path, chunks: Iterable[str]) -> None:
    with complete_file(path) as stream:
        stream.writelines(chunks)


def _stoppable(stop: Stop, chunks: Iterable[str]) -> Iterator[str]:
    for chunk in chunks:
        if stop.is_requested:
            raise StoppedError
        yield chunk


def _with_first_ready(chunks: Iterator[str]) -> Iterator[str]:
    """Return the same iterator with its first item already computed. The first item takes as long as all others
    together, and no file is created before it exists."""
    return chain((next(chunks, ""),), chunks)
