"""``arxtui library``: what the user did, as JSON lines for any other tool, and taken in from another library."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arxtui.cli.support import output
from arxtui.cli.support.actions import Actions
from arxtui.cli.support.exits import FAILED, OK, CommandError
from arxtui.cli.support.files import InputFile, OutputFile
from arxtui.cli.support.home import home
from arxtui.model.arxiv.ids import name_of
from arxtui.model.counted import counted
from arxtui.model.portable import ExportedPaper

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.fulltext import ReadingPlace
    from arxtui.model.portable import ExportedItem, ImportResult

_FORM = 1
_CHUNK = 1_000
_SHOWN = 20


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    actions = Actions(parser, "what to do", json="what was done as one JSON object", needed=True)
    export = actions.add("export", "write papers with their marks, lists and views as JSON lines")
    export.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        type=OutputFile,
        help="complete or not at all; standard output when left out, and for -",
    )
    take = actions.add("import", "join what such a file tells to this library; nothing that stands here is taken away")
    take.add_argument("file", metavar="FILE", type=InputFile, help="what 'export' wrote; - is standard input")


def run(options: argparse.Namespace) -> int:
    """Write it, or take it in."""
    return _export(options) if options.action == "export" else _import(options)


def _export(options: argparse.Namespace) -> int:
    to = options.file or OutputFile("-")
    with closing(_opened()) as held:
        keys = held.portable.marked()
        to.write_text(_lines(held, keys, ascii_only=not output.is_unicode()))
    if options.json and not to.is_standard:
        output.as_json({"file": to.name, "papers": len(keys)})
    else:
        output.say(f"{counted(len(keys), 'paper')} written")
    return OK


def _lines(held: Library, keys: Sequence[int], *, ascii_only: bool) -> Iterator[str]:
    from arxtui.export.jsonform import to_line

    for told in _objects(held, keys):
        yield f"{to_line(told, ascii_only=ascii_only)}\n"


def _objects(held: Library, keys: Sequence[int]) -> Iterator[dict[str, Any]]:
    from arxtui.export.jsonform import marks_to_json, moment, record_to_json

    yield {"kind": "library", "form": _FORM, "written": moment(datetime.now(UTC))}
    for start in range(0, len(keys), _CHUNK):
        chunk = keys[start : start + _CHUNK]
        records = held.papers.records(chunk)
        for record in records:
            told = {"kind": "paper", **record_to_json(record)}
            yield {**told, "place": _place(held.texts.place(record.key))}
        for key, marks in held.portable.marks_without_records(chunk, records).items():
            told = {"kind": "marks", "name": name_of(key), "marks": marks_to_json(marks)}
            yield {**told, "place": _place(held.texts.place(key))}
    for name, papers in held.lists.all():
        yield {"kind": "list", "name": name, "papers": [name_of(key) for key in papers]}
    for view in held.views.all():
        yield {"kind": "view", "name": view.name, "query": view.query, "key": view.key}


def _place(place: ReadingPlace | None) -> dict[str, Any] | None:
    from arxtui.export.jsonform import moment

    if place is None:
        return None
    return {"block": place.block, "character": place.character, "version": place.version, "at": moment(place.at)}


def _import(options: argparse.Namespace) -> int:
    with options.file.on_disk(is_text=True) as file:
        told, faults = _read(file, options.file.name)
        if any(isinstance(each, ExportedPaper) for each in told):
            faults += _take_papers(file, options.file.name)
    with closing(_opened()) as held:
        taken = held.portable.import_items(told)
    _tell(taken, faults, as_json=options.json)
    return FAILED if faults or taken.unknown or taken.refused else OK


def _take_papers(file: Path, name: str) -> list[str]:
    """Take in the papers themselves, as from any file: their marks need their records. What went wrong."""
    from arxtui.sync.importing.importer import import_files

    paths, _ = home()
    with output.progress() as say:
        report = import_files(paths, [file], lambda standing: say("taking in the papers"))
    return [f"{name}: {each.error}" for each in report.files if each.error]


def _read(file: Path, name: str) -> tuple[list[ExportedItem], list[str]]:
    """What the lines tell, and which of them cannot be read."""
    from arxtui.sources.portable import parse_line

    told: list[ExportedItem] = []
    faults: list[str] = []
    try:
        with file.open(encoding="utf-8-sig", errors="replace", newline="\n") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    each = parse_line(line) if line.strip() else None
                except ValueError as error:
                    faults.append(f"line {number:,}: {error}")
                else:
                    told += [each] if each else []
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror or error}") from error
    if not told:
        raise CommandError(f"{name} tells nothing of a library{f': {faults[0]}' if faults else ''}")
    return told, faults


def _tell(taken: ImportResult, faults: Sequence[str], *, as_json: bool) -> None:
    if as_json:
        output.as_json({**taken._asdict(), "faults": list(faults)})
        return
    acts, views, places = (
        counted(taken.acts, "act"),
        counted(taken.views, "view"),
        counted(taken.places, "reading place"),
    )
    output.line(f"{acts}, {views} and {places} taken in")
    _some(faults, output.say)
    _some([f"nobody knows the paper {name}" for name in taken.unknown], output.say)
    _some(taken.otherwise, output.say)
    _some(taken.refused, output.say)


def _some(words: Sequence[str], say: Callable[[str], None]) -> None:
    for each in words[:_SHOWN]:
        say(each)
    if len(words) > _SHOWN:
        say(f"and {len(words) - _SHOWN:,} more")


def _opened() -> Library:
    from arxtui.library.facade import Library

    return Library.open(*home())
