"""``arxtui library``: export the user's data as JSON lines for other tools, and import that of another library."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arxtui.cli.support import exits, output
from arxtui.cli.support.files import OutputFile
from arxtui.cli.support.settings import home
from arxtui.collection import rare_collection
from arxtui.export.jsonform import in_ascii, marks_to_json, record_to_line, to_line
from arxtui.library.facade import Library
from arxtui.model.arxiv.ids import name_of
from arxtui.model.counted import counted, moment
from arxtui.model.portable import ExportedPaper
from arxtui.sources.errors import SourceError
from arxtui.sources.jsonlines import numbered_lines
from arxtui.sources.portable import parse_line
from arxtui.sync.importing.importer import import_files

if TYPE_CHECKING:
    from arxtui.model.fulltext import ReadingPlace
    from arxtui.model.portable import ExportedItem, ImportResult

_FORMAT_VERSION = 1
_CHUNK = 1_000
_CHUNK_BYTES = 1 << 20
_MAX_SHOWN = 20
_NOTHING_MORE = to_line({"place": None, "refused": []})


def run(options: argparse.Namespace) -> int:
    """Export or import."""
    return _export(options) if options.action == "export" else _import(options)


def _export(options: argparse.Namespace) -> int:
    to = options.file or OutputFile("-")
    with closing(_open()) as library:
        keys = library.portable.marked()
        to.write_text(_lines(library, keys, ascii_only=not output.is_unicode()))
    if options.json and not to.is_standard:
        output.as_json({"file": to.name, "papers": len(keys)})
    else:
        output.say(f"{counted(len(keys), 'paper')} written")
    return exits.OK


def _lines(library: Library, keys: Sequence[int], *, ascii_only: bool) -> Iterator[str]:
    for line in _unicode_lines(library, keys):
        yield f"{in_ascii(line) if ascii_only else line}\n"


def _unicode_lines(library: Library, keys: Sequence[int]) -> Iterator[str]:
    yield to_line({"kind": "library", "form": _FORMAT_VERSION, "written": moment(datetime.now(UTC))})
    beyond_marks = library.portable.beyond_marks()
    for start in range(0, len(keys), _CHUNK):
        with rare_collection():
            lines = list(_paper_lines(library, keys[start : start + _CHUNK], beyond_marks))
        yield from lines
    for name, papers in library.lists.all():
        yield to_line({"kind": "list", "name": name, "papers": [name_of(key) for key in papers]})
    for view in library.views.all():
        yield to_line({"kind": "view", "name": view.name, "query": view.query, "key": view.key})


def _paper_lines(library: Library, keys: Sequence[int], beyond_marks: Set[int]) -> Iterator[str]:
    records = library.papers.records(keys, derived=True)
    others = library.portable.marks_without_records(keys, records)
    more = dict.fromkeys((*(record.key for record in records), *others), _NOTHING_MORE)
    more |= {key: to_line(_place_and_links(library, key)) for key in more.keys() & beyond_marks}
    for record in records:
        yield f'{{"kind": "paper", {record_to_line(record)[1:-1]}, {more[record.key][1:]}'
    for key, marks in others.items():
        line = to_line({"kind": "marks", "name": name_of(key), "marks": marks_to_json(marks)})
        yield f"{line[:-1]}, {more[key][1:]}"


def _place_and_links(library: Library, key: int) -> dict[str, Any]:
    return {"place": _place_json(library.texts.place(key)), "refused": sorted(library.references.refused(key))}


def _place_json(place: ReadingPlace | None) -> dict[str, Any] | None:
    if place is None:
        return None
    position = {"block": place.block, "character": place.character, "version": place.version, "at": moment(place.at)}
    return {**position, "words": place.words}


def _import(options: argparse.Namespace) -> int:
    with options.file.on_disk(is_text=True) as file:
        parsed, faults = _parse_file(file, options.file.name)
        if any(isinstance(each, ExportedPaper) and each.has_record for each in parsed):
            faults += _import_papers(file, options.file.name)
    with closing(_open()) as library:
        result = library.portable.import_items(parsed)
    _print_result(result, faults, as_json=options.json)
    return exits.FAILED if faults or result.unknown or result.refused else exits.OK


def _import_papers(file: Path, name: str) -> list[str]:
    """Import the papers of the file themselves, like any other file, because marks need their records.

    Return the errors.
    """
    paths, _ = home()
    with output.progress() as say:
        report = import_files(paths, [file], lambda standing: say("importing the papers"))
    return [f"{name}: {each.error}" for each in report.files if each.error]


def _parse_file(file: Path, name: str) -> tuple[list[ExportedItem], list[str]]:
    """Return the parsed lines, and descriptions of the lines that cannot be read."""
    parsed: list[ExportedItem] = []
    faults: list[str] = []
    try:
        with file.open("rb") as stream:
            for number, line in numbered_lines(iter(partial(stream.read, _CHUNK_BYTES), b"")):
                try:
                    if isinstance(line, SourceError):
                        raise line
                    item = parse_line(line) if line else None
                except (ValueError, SourceError) as error:
                    faults.append(f"line {number:,}: {error}")
                else:
                    parsed += [item] if item else []
    except OSError as error:
        raise exits.CommandError(f"{name} cannot be read: {error.strerror or error}") from error
    if not parsed:
        raise exits.CommandError(f"{name} contains no library data{f': {faults[0]}' if faults else ''}")
    return parsed, faults


def _print_result(result: ImportResult, faults: Sequence[str], *, as_json: bool) -> None:
    if as_json:
        output.as_json({**result._asdict(), "faults": list(faults)})
        return
    acts, views, places = (
        counted(result.acts, "act"),
        counted(result.views, "view"),
        counted(result.places, "reading place"),
    )
    output.line(f"{acts}, {views} and {places} imported")
    _print_some(faults, output.say)
    _print_some([f"unknown paper: {name}" for name in result.unknown], output.say)
    _print_some(result.otherwise, output.say)
    _print_some(result.refused, output.say)


def _print_some(messages: Sequence[str], say: Callable[[str], None]) -> None:
    for message in messages[:_MAX_SHOWN]:
        say(message)
    if len(messages) > _MAX_SHOWN:
        say(f"and {len(messages) - _MAX_SHOWN:,} more")


def _open() -> Library:
    return Library.open(*home())
