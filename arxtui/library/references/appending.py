"""Papers appended to a BibTeX file, none twice, in the style of its keys and fields; every byte before stays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from arxtui import locks
from arxtui.export import bibtex
from arxtui.export.keys import citation_key, unique_keys
from arxtui.export.layout import EntryLayout, key_template
from arxtui.export.references import ExportOptions, Reference
from arxtui.files import open_replacement
from arxtui.library.destinations import DestinationError
from arxtui.library.references.file_entries import FileEntries
from arxtui.light import NamedTuple
from arxtui.model.views import Record
from arxtui.text.bibtex import bib_entries
from arxtui.text.decode import decode_file


class Appended(NamedTuple):
    """A paper, its key in the file, and the line of the entry that was there before; 0 if it was appended."""

    reference: Reference
    key: str
    line: int = 0


class Appending(NamedTuple):
    """What is appended to a file: the ``papers`` in the order given, the ``text``, its bytes in the file, and whether
    the file is new."""

    papers: tuple[Appended, ...]
    text: str
    data: bytes
    is_new: bool = False

    @property
    def new(self) -> tuple[Appended, ...]:
        """The papers that the file did not have."""
        return tuple(each for each in self.papers if not each.line)


def append(
    file: Path, records: Iterable[Record], texkeys: Mapping[int, str], template: str, *, is_dry: bool = False
) -> Appending:
    """Append the entries of papers that a BibTeX file does not have. A file that does not exist is created, in a
    folder that does. ``texkeys`` are the citation keys that INSPIRE has, by key; ``template`` is that of the others if
    the keys of the file have no style in common.

    Raises:
        DestinationError: the file cannot be read or written, was changed meanwhile, or ends within an entry; it is as
            it was.
    """
    references = [Reference(record, texkey=texkeys.get(record.key, "")) for record in records]
    try:
        if is_dry:
            return appending(file, _read(file), references, template)
        with locks.exclusive(file):
            data = _read(file)
            result = appending(file, data, references, template)
            if result.text:
                _replace(file, data, (data or b"") + result.data)
            return result
    except OSError as error:
        raise DestinationError(f"{file}: {error.strerror or error}") from error


def remove_appended(file: Path, appended: Appending) -> None:
    """Remove what was appended to a file; a new file without anything else goes. Raises DestinationError as
    :func:`append`, and if the file does not end with it any more."""
    try:
        with locks.exclusive(file):
            data = _read(file)
            if data is None or not data.endswith(appended.data):
                raise DestinationError(f"{file} does not end with what was added to it; nothing was removed")
            rest = data.removesuffix(appended.data)
            if rest or not appended.is_new:
                _replace(file, data, rest)
            else:
                file.unlink()
    except OSError as error:
        raise DestinationError(f"{file}: {error.strerror or error}") from error


def _replace(file: Path, before: bytes | None, after: bytes) -> None:
    """Replace the contents of a file. Raises DestinationError if they are not those from before any more."""
    with open_replacement(file) as stream:
        stream.write(after)
        if _read(file) != before:
            raise DestinationError(f"{file}: another program has changed it meanwhile; nothing was written")


def appending(file: Path, data: bytes | None, references: Iterable[Reference], template: str) -> Appending:
    """Return what is appended to a file with these bytes; None if there is no file. Raises DestinationError if the file
    ends within an entry, which would swallow what follows, or if its encoding lacks a character."""
    text, _, encoding = decode_file(data or b"")
    wanted = {each.record.key: each for each in references}
    entries = list(bib_entries(text))
    last, keys = entries[-1] if entries else None, [each.key for each in entries]
    if last and last.fault:
        raise DestinationError(
            f"{file}:{last.line}: {last.fault}: an entry behind it would be lost, and nothing was written"
        )
    style, of_file = key_template(keys, template), FileEntries(entries)
    there = {key: entry for key, each in wanted.items() if (entry := of_file.entry_of(key, each.record.paper))}
    new = {key: each for key, each in wanted.items() if key not in there}
    made = unique_keys({key: citation_key(each, style) for key, each in new.items()}, taken=keys)
    layout, options = EntryLayout.of(text, last), ExportOptions(made)
    added = [layout.entry(bibtex.kind_of(each), made[key], bibtex.fields(each, options)) for key, each in new.items()]
    papers = tuple(
        Appended(each, there[key].key, there[key].line) if key in there else Appended(each, made[key])
        for key, each in wanted.items()
    )
    appended = _joined(text, added)
    try:
        return Appending(papers, appended, appended.encode(encoding), data is None)
    except UnicodeEncodeError as error:
        raise DestinationError(
            f"{file}: a new entry has a character that the encoding of the file has not; convert the file to UTF-8"
        ) from error


def _read(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        file.parent.stat()  # without a folder, no file can be created
        return None


def _joined(text: str, added: Sequence[str]) -> str:
    """Return what is appended to a text: the new entries, apart from it and from each other as entries are in it."""
    if not added:
        return ""
    end = "\r\n" if "\r\n" in text else "\n"
    gap = "" if f"}}{end}@" in text and f"{end}{end}@" not in text else "\n"
    begin = "" if not text else ("" if text.endswith("\n") else "\n") + ("" if text.endswith(end * 2) else gap)
    return (begin + gap.join(added)).replace("\n", end)
