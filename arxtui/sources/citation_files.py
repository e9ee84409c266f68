"""Files that say which papers cite which, by arXiv identifiers. The form is detected from the first characters:

- one JSON object with the cited papers of each citing one: ``{"0704.0001": ["hep-ph/0101001", …], …}`` (the
  "internal references" of https://github.com/mattbierbaum/arxiv-public-datasets),
- JSON lines ``{"id": "2605.01234", "references": ["2604.00001", …]}``,
- JSON lines of unarXive (https://github.com/IllDepence/unarXive): ``paper_id``, and in each of ``bib_entries``
  ``contained_arXiv_ids`` and ``ids.arxiv_id``,
- a table (CSV with commas, semicolons or tabs) whose heading has ``citing`` and ``cited``; a cell can name a paper in
  several ways, separated by blanks (``omid:… doi:10.48550/arXiv.2605.01234``, as in the index of OpenCitations,
  https://opencitations.net/index).

``postgres.py`` makes such a table of the dump of a database. Works that are named otherwise, as by the DOIs of
journals, are left out: they cannot be told from papers of arXiv here.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache, partial
from itertools import chain, repeat
from typing import Any

from arxtui.light import NamedTuple, pattern
from arxtui.model.arxiv.ids import ArxivId, key_of
from arxtui.sources.archives import TarArchive, ZipArchive, is_tar, is_zip
from arxtui.sources.errors import SourceError
from arxtui.sources.packed import Unpacked
from arxtui.sources.postgres import PostgresDump, is_dump
from arxtui.text import decode

_OBJECT = re.compile(rb'"([^"\\]{5,40})"\s*:\s*\[([^\[\]{}]*)\]')
_STRING = re.compile(rb'"([^"\\]{5,60})"')
_BEGINS_OBJECT = pattern(r'\s*\{\s*"(?:[a-z-]+(?:\.[A-Z]{2})?/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?"\s*:\s*\[')
_BEGINS_LINES = pattern(r'\s*\{\s*"id"\s*:\s*"[^"]{5,60}"\s*,\s*"references"\s*:\s*\[')
_BEGINS_UNARXIVE = pattern(r'\s*\{\s*"paper_id"\s*:\s*"[^"]{5,60}"\s*,.{0,500}?"(?:_source_hash|bib_entries)"\s*:')
_SEPARATORS = ",\t;"
_PART = 1 << 20
_HEAD = 1 << 12
_LONGEST = 16 << 20
"""The most bytes of a line or of the list of a paper: of unarXive, whole papers are lines."""
_LONGEST_NAME = 1_000


class CitationPart(NamedTuple):
    """What papers cite according to a part of a file, by keys, the position of its end in the unpacked file, in bytes,
    and the number of records that name no citing paper of arXiv or cannot be read."""

    cited: dict[int, set[int]]
    through: int
    rejected: int = 0


_Record = tuple[str, Iterable[str]] | None
"""The citing paper and the cited ones, as they are named; None for what cannot be read."""


class _Form(NamedTuple):
    """Where the last whole record in some bytes ends, and the records of bytes that end there."""

    end: Callable[[bytes], int]
    records: Callable[[bytes], Iterator[_Record]]


def is_of_citations(begin: str) -> bool:
    """Whether a file that begins with these characters says which papers cite which."""
    return _form_of(begin) is not None


def read_citations(chunks: Iterable[bytes], skip: int = 0) -> Iterator[CitationPart]:
    """Yield what a file says in parts, those of about a megabyte of it each, from the position ``skip`` on.

    Raises: SourceError if a record is longer than any can be, or the file has another form.
    """
    place, buffer, head = 0, b"", b""
    for chunk in chunks:
        head += chunk if len(head) < _HEAD else b""
        if place + len(buffer) + len(chunk) <= skip:  # what an earlier run has read
            place += len(chunk)
            continue
        buffer += chunk
        if place < skip:
            buffer, place = buffer[skip - place :], skip
        if len(buffer) >= _PART:
            part = _part(buffer, head, place)
            buffer, place = buffer[part.through - place :], part.through
            if len(buffer) > _LONGEST:
                raise SourceError("a record is longer than any can be")
            yield part
    yield _part(buffer, head, place, is_last=True)


def _part(buffer: bytes, head: bytes, place: int, *, is_last: bool = False) -> CitationPart:
    form = _form_of(decode(head))
    if form is None:
        raise SourceError("it does not begin as a file of citations")
    end = len(buffer) if is_last else form.end(buffer)
    records = form.records(buffer[:end])
    cited: dict[int, set[int]] = {}
    rejected = 0
    for record in records:
        citing = _keys(record[:1]) if record else ()
        rejected += not citing
        for key in citing:
            cited.setdefault(key, set()).update(_keys(record[1] if record else ()))
    return CitationPart(cited, place + (len(buffer) if is_last else end), rejected)


def _form_of(begin: str) -> _Form | None:
    if _BEGINS_OBJECT.match(begin):
        return _Form(lambda data: data.rfind(b"]") + 1, _objects)
    if _BEGINS_LINES.match(begin):
        return _lines(partial(map, _of_references))
    if _BEGINS_UNARXIVE.match(begin):
        return _lines(partial(map, _of_unarxive))
    heading = begin.split("\n", 1)[0].casefold()
    for separator in _SEPARATORS:
        names = [name.strip(' \r"') for name in heading.split(separator)]
        if "citing" in names and "cited" in names:
            return _lines(partial(_of_rows, separator, names.index("citing"), names.index("cited")))
    return None


def _lines(read: Callable[[Iterable[str]], Iterator[_Record]]) -> _Form:
    def records(data: bytes) -> Iterator[_Record]:
        return read(line for line in decode(data).split("\n") if line.strip())

    return _Form(lambda data: data.rfind(b"\n") + 1, records)


def _objects(data: bytes) -> Iterator[_Record]:
    found = _OBJECT.findall(data)
    for citing, cited in found:
        yield citing.decode("latin-1"), [name.decode("latin-1") for name in _STRING.findall(cited)]
    yield from repeat(None, data.count(b"[") - len(found))  # lists that cannot be read


def _of_references(line: str) -> _Record:
    with suppress(ValueError, TypeError, KeyError, RecursionError):
        paper = json.loads(line)
        return paper["id"], list(paper["references"])
    return None


def _of_unarxive(line: str) -> _Record:
    with suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError):
        paper = json.loads(line)
        return paper["paper_id"], [name for entry in paper["bib_entries"].values() for name in _named(entry)]
    return None


def _named(entry: Any) -> Iterator[str]:
    yield from (each["id"] for each in entry.get("contained_arXiv_ids") or ())
    yield entry["ids"]["arxiv_id"] if entry.get("ids") else ""


def _of_rows(separator: str, citing: int, cited: int, lines: Iterable[str]) -> Iterator[_Record]:
    rows = csv.reader(lines, delimiter=separator)
    while True:
        try:
            row = next(rows, None)
        except csv.Error:
            yield None
            continue
        if row is None:
            return
        names = row[citing : citing + 1] + row[cited : cited + 1]
        if [name.casefold() for name in names] != ["citing", "cited"]:
            yield (names[0], names[1:]) if len(names) == 2 else None


def _keys(names: Iterable[object]) -> set[int]:
    """Return the keys of the papers of arXiv that are named."""
    keys = {_key(name) for name in names if isinstance(name, str) and len(name) < _LONGEST_NAME}
    return {key for key in keys if key is not None}


@lru_cache(1 << 16)
def _key(name: str) -> int | None:
    with suppress(ValueError):
        return key_of(name)
    for part in name.split():
        with suppress(ValueError):
            return ArxivId.parse(part.removeprefix("doi:")).key
    return None


class UnpackedCitations:
    """The bytes of a file in chunks, unpacked if it is packed with gzip or xz; of a zip or tar archive those of the
    files of citations in it, one after the other. All are of the form of the first. Of a dump of PostgreSQL the table
    of citations.

    Iteration stops at the first fault; ``fault`` then describes it, and the bytes before it are valid.
    """

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = iter(chunks)
        self.fault: str | None = None

    def __iter__(self) -> Iterator[bytes]:
        first = next(self._chunks, b"")
        chunks = chain([first], self._chunks)
        if is_zip(first):
            archive = ZipArchive(chunks)
            yield from _of_citations(archive.members())
            self.fault = archive.fault
            return
        unpacked = Unpacked(chunks)
        inner = iter(unpacked)
        first = next(inner, b"")
        rest = chain([first], inner)
        tar = TarArchive(rest) if is_tar(first) else None
        dump = PostgresDump(rest) if is_dump(first) else None
        yield from _of_citations(tar.members()) if tar else dump or rest
        inside = tar or dump
        self.fault = unpacked.fault or (inside.fault if inside else None)


def _of_citations(members: Iterable[Iterable[bytes]]) -> Iterator[bytes]:
    for member in members:
        chunks = iter(member)
        first = next(chunks, b"")
        if is_of_citations(decode(first[:_HEAD])):
            yield from chain([first], chunks, [b"\n"])
