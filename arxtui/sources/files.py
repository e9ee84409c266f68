"""Files of papers and reviews. The format is detected from the content, never from the file name."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import BinaryIO, Protocol

from arxtui.model.intake import Intake
from arxtui.sources.arxiv.oai.answers import is_oai, read_oai
from arxtui.sources.documents import read_documents
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.file_parts import FilePart
from arxtui.sources.jsonlines import read_lines
from arxtui.sources.packed import CHUNK_SIZE, Unpacked
from arxtui.sources.refusal import root_name, upstream_message
from arxtui.sources.zipped import Archive, is_zip
from arxtui.text import decode
from arxtui.text.mentions.identifiers import ids_in

_log = logging.getLogger(__name__)

_LOOK_AHEAD = 4096
_MAX_DOCUMENT_SIZE = 64 << 20
# The position in an archive: the number of the member, shifted left by this many bits, plus the position in the member.
_POSITION_BITS = 40
_MAX_MEMBERS_LISTED = 20


class _ByteSource(Protocol):
    """Bytes in chunks. After the last chunk, ``fault`` says why reading stopped; it is None at the end of the file."""

    fault: str | None

    def __iter__(self) -> Iterator[bytes]: ...


def read_file_parts(stream: BinaryIO, name: str, skip: int = 0) -> Iterator[FilePart]:
    """Split a file into parts, each to be parsed here or by another process. The file may be packed with gzip or xz, or
    be a zip archive.

    Known formats: responses of the query API (Atom), announcement feeds (RSS, Atom), Pith's listing as HTML or saved as
    text, OAI-PMH records and JSON lines (``sources.records``). The last two are read as streams. From any other text,
    the identifiers of papers are extracted (``sources.paper_ids``). Invalid records become Rejects with their place.
    ``name`` is only for the log.

    ``FilePart.through`` is the position that has been read: a number of lines in JSON lines, of records in OAI-PMH, of
    documents in all other formats. In an archive, the number of the member is in the bits above the lowest 40. To
    resume, pass it as ``skip``: the same parts follow that would have followed. The stream is read once, in chunks of
    256 kB, and never far ahead, so that ``stream.tell()`` between two parts shows the progress.

    Raises:
        SourceError: the file has no known format and names no paper; or, after the readable parts, the rest is
            unreadable.
        OSError: from the stream.
    """
    chunks = iter(partial(stream.read, CHUNK_SIZE), b"")
    begin = next(chunks, b"")
    chunks = chain([begin], chunks)
    if is_zip(begin):
        yield from _read_archive(Archive(chunks), name, skip)
    else:
        yield from _read(Unpacked(chunks), name, skip)


def _read(data: _ByteSource, name: str, skip: int) -> Iterator[FilePart]:
    chunks = iter(data)
    try:
        head, begin = _head(chunks)
        _log.debug("%s begins %r", name, begin[:40])
        yield from _split(begin, chain(head, chunks), skip)
    except SourceError as error:
        raise SourceError(f"{data.fault}; {error}") if data.fault else error from error
    if data.fault:
        raise SourceError(data.fault)


def _read_archive(archive: Archive, name: str, skip: int) -> Iterator[FilePart]:
    """Yield the parts of all members of known format in order. The last part has a note on each member left out."""
    any_known = skip > 0
    left_out: list[str] = []
    cut_short: list[str] = []
    place = 0
    for number, member in enumerate(archive.members()):
        if number < skip >> _POSITION_BITS or member.name.endswith("/"):
            continue
        place = number << _POSITION_BITS
        known = skip > place
        try:
            # Name the member in the place of a reject, if the archive has several members.
            within = member.name if number else ""
            for part in _read(member, f"{name}: {member.name}", max(0, skip - place)):
                yield replace(part, member=within, through=place | part.through)
                known = True
        except SourceError as error:
            if member.fault:
                raise SourceError(member.fault) from error
            (cut_short if known else left_out).append(f"“{member.name}” in the zip archive: {error}")
        any_known = any_known or known
    if faults := [archive.fault] if archive.fault else cut_short:
        raise SourceError("; ".join(faults))
    if not any_known:
        raise SourceError(left_out[0] if left_out else "the zip archive is empty")
    if left_out:
        yield FilePart(max(place, skip), read=Intake(notes=tuple(_left_out(left_out))))


def _left_out(members: Sequence[str]) -> Iterator[str]:
    yield from (f"left out: {words}" for words in members[:_MAX_MEMBERS_LISTED])
    if len(members) > _MAX_MEMBERS_LISTED:
        yield f"left out: {len(members) - _MAX_MEMBERS_LISTED:,} more members of the zip archive"


def _head(chunks: Iterator[bytes]) -> tuple[list[bytes], str]:
    """Read the first chunks. Returns them, and the beginning of their text without byte order mark and blanks."""
    head: list[bytes] = []
    begin = b""
    for chunk in chunks:
        head.append(chunk)
        begin = (begin + chunk).lstrip(b"\0 \t\r\n")
        if len(begin) >= _LOOK_AHEAD or sum(map(len, head)) > _MAX_DOCUMENT_SIZE:
            break
    text = decode(begin[:_LOOK_AHEAD]).lstrip("\ufeff\0 \t\r\n")
    if not text:
        raise SourceError("it is empty")
    return head, text


def _split(begin: str, chunks: Iterator[bytes], skip: int) -> Iterator[FilePart]:
    if (words := upstream_message(begin)) and not ids_in(begin):
        raise UpstreamError(words)
    if begin.startswith("{"):
        yield from read_lines(chunks, skip)
    elif begin.startswith("<") and is_oai(root_name(begin)):
        yield from (FilePart(intake.through, read=intake) for intake in read_oai(chunks, skip))
    else:
        yield from (FilePart(intake.through, read=intake) for intake in read_documents(_read_whole(chunks), skip))


def _read_whole(chunks: Iterable[bytes]) -> bytes:
    data = bytearray()
    for chunk in chunks:
        data += chunk
        if len(data) > _MAX_DOCUMENT_SIZE:
            raise SourceError(f"larger than {_MAX_DOCUMENT_SIZE >> 20} MB, and neither JSON lines nor OAI-PMH")
    return bytes(data)
